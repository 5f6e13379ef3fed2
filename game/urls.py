"""Addresses of the game. A table's are the same in every language and for everybody."""

from django.urls import path

from game import looking_back, views

app_name = "game"

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("about/", views.about, name="about"),
    path("solo/", views.solo, name="solo"),
    path("open/", views.open_table, name="open"),
    path("join/", views.join, name="join"),
    path("t/<slug:code>/", views.table, name="table"),
    path("t/<slug:code>/start/", views.start, name="start"),
    path("t/<slug:code>/leave/", views.leave, name="leave"),
    path("t/<slug:code>/move/", views.move, name="move"),
    path("t/<slug:code>/pass/", views.pass_turn, name="pass"),
    path("t/<slug:code>/again/", views.again, name="again"),
    path("t/<slug:code>/watch/", views.watch, name="watch"),
    path("t/<slug:code>/record/", views.record, name="record"),
    path("t/<slug:code>/replay/", looking_back.replay, name="replay"),
    path("t/<slug:code>/qr.svg", views.qr, name="qr"),
    path("t/<slug:code>/fresh/", views.fresh, name="fresh"),
    path("t/<slug:code>/events/", views.events, name="events"),
]
