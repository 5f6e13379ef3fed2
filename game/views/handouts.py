"""Before any table: the first game, in a minute, and the deck on paper."""

from __future__ import annotations

from http import HTTPStatus

from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from game import catalogue, deck
from game.forms import DeckForm, LessonForm
from game.pages.lesson import LAST, is_right, lesson
from game.views.guards import Request

ON_PAPER = (
    "ren", "tigru", "cameleonul-pantera", "tucan-toco", "koala", "pitigoi-motat", "ursul-panda",
    "zebra", "cangurul-rosu",
)  # fmt: skip
"""The cards on the sheet that the page of the deck shows."""

WAIT_SECONDS = 3


@require_safe
def learn(request: Request) -> HttpResponse:
    """A scene of the first game; the thing to do leads on to the next, others get a kind word."""
    form = LessonForm(request.GET)
    if not form.is_valid():
        return redirect("game:learn")
    at, card, row, passes = (form.cleaned_data[name] for name in ("at", "card", "row", "passes"))
    at = min(max(at or 1, 1), LAST)
    if at < LAST and is_right(at, card, row, passes):
        return redirect(f"{reverse('game:learn')}?at={at + 1}")
    return render(request, "game/learn.html", {"lesson": lesson(at, card, row)})


@require_safe
def print_page(request: Request) -> HttpResponse:
    """Where the deck on paper is chosen."""
    context = {
        "language": get_language() or "ro",
        "pages": deck.page_count(backs=True),
        "cards": [catalogue.face(catalogue.codes_by_slug()[slug]) for slug in ON_PAPER],
    }
    return render(request, "game/deck.html", context)


@require_safe
def print_file(request: Request) -> HttpResponseBase:
    """The deck as a PDF; while this process makes another one, a page that tries again."""
    form = DeckForm(request.GET)
    if not form.is_valid():
        return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)
    language, backs = form.cleaned_data["language"], form.cleaned_data["backs"] == "1"
    try:
        path = deck.file_of(language, backs)
    except deck.Busy:
        answer = render(
            request,
            "game/deck_wait.html",
            {"again": request.get_full_path()},
            status=HTTPStatus.SERVICE_UNAVAILABLE,
        )
        answer.headers["Refresh"] = answer.headers["Retry-After"] = str(WAIT_SECONDS)
        return answer
    name = "cinci-continente.pdf" if language == "ro" else "five-continents.pdf"
    return FileResponse(path.open("rb"), as_attachment=True, filename=name)
