"""Answers that belong to no app."""

import sys
from urllib.parse import urlsplit

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form's token was missing or old: says to open the page again.

    Where a pupil has signed in, the page was probably somebody else's: a part of a page leads to
    the whole one that says so.
    """
    answer = render(request, "403_csrf.html", {"here": "/"}, status=403)
    if request.headers.get("HX-Request") and getattr(request, "pupil", None):
        answer.headers["HX-Redirect"] = reverse("quiz:stale")
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """Something broke; or the database can't be written to, or reached, for now.

    Then nothing was done, and the same may be asked again: it is full, locked or restarting.
    """
    waits = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    status = 503 if waits else 500
    again = "" if request.method == "GET" else _page_before(request)
    answer = HttpResponse(render_to_string(f"{status}.html", {"again": again}), status=status)
    if waits:
        answer.headers["Retry-After"] = "5"
    return answer


def _page_before(request: HttpRequest) -> str:
    """The address of the page whose form was sent, on this site."""
    return "/" + urlsplit(request.headers.get("Referer", "")).path.lstrip("/")
