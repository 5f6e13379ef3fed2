"""Cards with the secret words, to print and to cut out."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from game.views.guards import Request, origin_of
from quiz import people, qr
from quiz.pages.people import class_title, lines
from quiz.services import classrooms as services
from quiz.views.guards import classroom_or_404, for_teachers, names_off

A_SHEET = 15


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers
def cards(request: Request, pk: int) -> HttpResponse:
    """Whom cards are for; then the cards, which are shown this once: their words are new."""
    found = classroom_or_404(request, pk)
    everybody = lines(people.roll(found), names_off(request), timezone.now())
    context: dict[str, object] = {
        "classroom": found,
        "class_title": class_title(found),
        "sub": "roster",
        "pupils": everybody,
        "without": [one.player for one in everybody if one.words == "none"],
        "all": all(one.words == "none" for one in everybody),
        "only": request.GET.get("who", ""),
    }
    if request.method != "POST":
        return render(request, "quiz/cards.html", context)
    if names_off(request):
        return render(request, "quiz/cards.html", context, status=HTTPStatus.CONFLICT)
    wanted = {int(who) for who in request.POST.getlist("who") if who.isascii() and who.isdigit()}
    chosen = [one for one in everybody if one.player in wanted]
    if not chosen:
        context["missing"] = True
        return render(request, "quiz/cards.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    made = services.print_words(classroom=found, players=[one.player for one in chosen])
    way_in = origin_of(request) + reverse("quiz:class_names", args=[found.code])
    cut = [(one.label, made[one.player]) for one in chosen if one.player in made]
    context |= {
        "sheets": [cut[start : start + A_SHEET] for start in range(0, len(cut), A_SHEET)],
        "count": len(cut),
        "qr": qr.inline(way_in),
        "address": way_in.split("://")[-1].rsplit("/", 2)[0],
    }
    return render(request, "quiz/cards_print.html", context)
