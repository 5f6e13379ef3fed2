"""Addresses of the game. A table's are the same in every language and for everybody."""

from django.urls import path

from game.views import actions, handouts, looking_back, reaching, rooms, table

app_name = "game"

urlpatterns = [
    path("", rooms.home, name="home"),
    path("rules/", rooms.rules, name="rules"),
    path("about/", rooms.about, name="about"),
    path("learn-to-play/", handouts.learn, name="learn"),
    path("deck/", handouts.print_page, name="deck"),
    path("deck/cards.pdf", handouts.print_file, name="deck_file"),
    path("phones/", reaching.phones, name="phones"),
    path("phones/fresh/", reaching.phones_fresh, name="phones_fresh"),
    path("phone/", reaching.phone, name="phone"),
    path("phone/events/", reaching.phone_events, name="phone_events"),
    path("solo/", rooms.solo, name="solo"),
    path("open/", rooms.open_table, name="open"),
    path("join/", rooms.join, name="join"),
    path("t/<slug:code>/", table.table, name="table"),
    path("t/<slug:code>/start/", actions.start, name="start"),
    path("t/<slug:code>/leave/", actions.leave, name="leave"),
    path("t/<slug:code>/move/", actions.move, name="move"),
    path("t/<slug:code>/pass/", actions.pass_turn, name="pass"),
    path("t/<slug:code>/ask/", actions.ask, name="ask"),
    path("t/<slug:code>/back/", actions.back, name="back"),
    path("t/<slug:code>/time/", actions.give_time, name="time"),
    path("t/<slug:code>/again/", actions.again, name="again"),
    path("t/<slug:code>/watch/", table.watch, name="watch"),
    path("t/<slug:code>/record/", table.record, name="record"),
    path("t/<slug:code>/replay/", looking_back.replay, name="replay"),
    path("t/<slug:code>/qr.svg", table.qr, name="qr"),
    path("t/<slug:code>/fresh/", table.fresh, name="fresh"),
    path("t/<slug:code>/events/", table.events, name="events"),
]
