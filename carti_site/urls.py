"""Addresses of the whole site."""

from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

urlpatterns = [
    path("language/", require_POST(set_language), name="set_language"),
    path("", include("game.urls")),
    path("", include("quiz.urls")),
]

handler500 = "carti_site.views.server_error"
