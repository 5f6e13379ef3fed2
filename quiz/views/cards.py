"""Cards with the secret words, to print and to cut out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from game.views.guards import Request
from quiz.classes import secrets, shown
from quiz.classes.secrets import Words
from quiz.models import Classroom
from quiz.pages.teaching.people import Line, class_title, lines
from quiz.selectors import people
from quiz.services import classrooms as services
from quiz.views.entrance import way_in
from quiz.views.guards import classroom_or_404, for_teachers, names_off

A_SHEET = 15


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers
def cards(request: Request, pk: int) -> HttpResponse:
    """Whom cards are for; after their words are made (`made`), the cards, for a little while."""
    found = classroom_or_404(request, pk)
    everybody = lines(people.roll(found), names_off(request), timezone.now())
    if request.method != "POST":
        made = _made(request, found) if "made" in request.GET else {}
        if made and not names_off(request):
            return _printed(request, found, everybody, made)
        return _page(request, found, everybody, gone="made" in request.GET and not made)
    if names_off(request):
        return _page(request, found, everybody, status=HTTPStatus.CONFLICT)
    wanted = {int(who) for who in request.POST.getlist("who") if who.isascii() and who.isdigit()}
    chosen = [one for one in everybody if one.player in wanted]
    if not chosen:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return _page(request, found, everybody, missing=True, status=status)
    again = [one for one in chosen if one.words != "none"]
    if again and request.POST.get("sure") != "yes":
        return _page(request, found, everybody, chosen=chosen, again=again)
    seed = secrets.new_seed()
    made = services.print_words(classroom=found, players=[one.player for one in chosen], seed=seed)
    shown.keep(request.session, found, seed, list(made), beside=False)
    return redirect(f"{reverse('quiz:cards', args=[found.pk])}?made=1")


def _made(request: Request, classroom: Classroom) -> Mapping[int, Words]:
    """The words made just now; those of `who`, if anybody is named."""
    kept, who = shown.words(request.session, classroom), request.GET.getlist("who")
    return {player: pair for player, pair in kept.items() if not who or str(player) in who}


def _page(
    request: Request,
    classroom: Classroom,
    everybody: Sequence[Line],
    *,
    status: int = HTTPStatus.OK,
    **more: object,
) -> HttpResponse:
    """Whom cards are for; with `again`, whether those who have words shall have others."""
    context = _common(classroom) | {
        "pupils": everybody,
        "all": all(one.words == "none" for one in everybody),
        "only": request.GET.get("who", ""),
    }
    return render(request, "quiz/cards.html", context | more, status=status)


def _printed(
    request: Request, classroom: Classroom, everybody: Sequence[Line], made: Mapping[int, Words]
) -> HttpResponse:
    """The cards on their sheets."""
    cut = [(one.label, made[one.player]) for one in everybody if one.player in made]
    context = {
        "sheets": [cut[start : start + A_SHEET] for start in range(0, len(cut), A_SHEET)],
        "count": len(cut),
    }
    context |= _common(classroom) | way_in(request, classroom)
    return render(request, "quiz/cards_print.html", context)


def _common(classroom: Classroom) -> dict[str, object]:
    return {"classroom": classroom, "class_title": class_title(classroom), "sub": "roster"}
