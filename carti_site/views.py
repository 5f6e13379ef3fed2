"""Answers that belong to no app."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form's token was missing or old: says to open the page again."""
    return render(request, "403_csrf.html", {"here": "/"}, status=403)
