"""Addresses of the whole site."""

from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    path("language/", set_language, name="set_language"),
    path("", include("game.urls")),
]
