"""Answers that belong to no app."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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
