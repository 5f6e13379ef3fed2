"""Choosing a quiz, its questions one by one, and its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from game.views.guards import Request, player_of, player_or_new
from quiz import services
from quiz.evidence import evidence_of
from quiz.forms.beginning import BeginForm
from quiz.items import CONTINENTS
from quiz.models import Attempt, Response
from quiz.pages import answered, asking, choosing, frame
from quiz.pages.evening import evening
from quiz.refusals import Refused
from quiz.selectors import attempts as selectors
from quiz.views.guards import LARGEST, sent_from_choices


@require_safe
def choose(request: Request) -> HttpResponse:
    """What quizzes there are, and those under way."""
    return _choose_page(request)


@sent_from_choices
def start(request: Request) -> HttpResponse:
    """A new attempt, in one press; what was meant by it is on the page of choices when refused."""
    form = BeginForm(request.POST)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    try:
        attempt = services.begin(player=player_or_new(request), **form.options())
    except Refused as refused:
        return _choose_page(request, refused)
    return redirect("quiz:attempt", attempt.pk)


@sent_from_choices
def again(request: Request, pk: int) -> HttpResponse:
    """The same quiz again, or with `wrong` only what went wrong."""
    attempt = _own(request, pk)
    try:
        new = services.begin_again(attempt=attempt, only_wrong="wrong" in request.POST)
    except Refused as refused:
        return _choose_page(request, refused)
    return redirect("quiz:attempt", new.pk)


@require_safe
def attempt(request: Request, pk: int) -> HttpResponse:
    """The question it is the turn of, or the end. `put`, `tile` and `to` move tiles."""
    own = services.show(attempt=_own(request, pk))
    if own.is_over:
        return _end_page(request, own)
    return _question_page(request, own)


@require_http_methods(["GET", "HEAD", "POST"])
def item(request: Request, pk: int, position: int) -> HttpResponse:
    """Takes the answer to a question, and shows what an answer was worth."""
    own = _own(request, pk)
    if request.method == "POST":
        return _answer(request, own, position)
    if position >= own.position:
        return redirect("quiz:attempt", pk)
    return _verdict_page(request, own, position)


def _answer(request: Request, own: Attempt, position: int) -> HttpResponse:
    """`answer` is the number of an option, or one for each place."""
    try:
        if position >= len(own.items):
            raise Refused("not_yet")
        tokens = own.item(position).tokens(request.POST.getlist("answer"))
        after = services.answer(attempt=own, position=position, answer=tokens)
    except Refused as refused:
        own.refresh_from_db()
        if refused.code == "answered":
            return _verdict_page(request, own, position, refused)
        own = services.show(attempt=own)
        if own.is_over:
            return _end_page(request, own, refused)
        return _question_page(request, own, refused)
    if position < own.position and not selectors.was_answered(own, position, tokens):
        return _verdict_page(request, own, position, Refused("answered"))
    if not request.htmx:
        return redirect("quiz:item", own.pk, position)
    return _verdict_page(request, after, position)


def _own(request: Request, pk: int) -> Attempt:
    """The player's attempt; another's is as if it were not there."""
    found = selectors.attempt_of(player_of(request), min(pk, LARGEST))
    if found is None:
        raise Http404(_("There is no such quiz here."))
    return found


def _choose_page(request: Request, refused: Refused | None = None) -> HttpResponse:
    context = choosing.choices(player_of(request), timezone.now())
    status = refused.status if refused else 200
    return render(request, "quiz/choose.html", {**context, "refused": refused}, status=status)


def _question_page(request: Request, own: Attempt, refused: Refused | None = None) -> HttpResponse:
    item = own.item(own.position)
    sent = request.GET if request.method in ("GET", "HEAD") else {}
    placing = asking.read_placing(
        item, str(sent.get("put", "")), str(sent.get("tile", "")), str(sent.get("to", ""))
    )
    left = (own.ends_at - timezone.now()).total_seconds() if own.ends_at else None
    context = {
        "question": asking.question(item, placing),
        "left": None if left is None else max(0, round(left)),
        "seconds": own.seconds_here,
        "refused": refused,
    }
    responses = selectors.responses_of(own)
    return _page(request, "question", own, responses, context, refused, now=own.position)


def _verdict_page(
    request: Request, own: Attempt, position: int, refused: Refused | None = None
) -> HttpResponse:
    marks, responses = own.marks(position), selectors.responses_of(own)
    context = {
        "verdict": answered.verdict(
            own.item(position),
            [one for one in responses if one.position == position],
            void="void" in marks,
            mended=own.is_mended(position),
            comes_back="again" not in marks and own.kind in services.COME_BACK,
        ),
        "last": own.is_over,
        "continents": CONTINENTS,
        "refused": refused,
    }
    return _page(request, "verdict", own, responses, context, refused, shown=position)


def _end_page(request: Request, own: Attempt, refused: Refused | None = None) -> HttpResponse:
    responses = selectors.responses_of(own)
    daily = own.kind == Attempt.Kind.DAILY and refused is None
    context = {
        "score": answered.score(own, responses),
        "evening": evening(own, responses, evidence_of(own.player), timezone.now())
        if daily
        else None,
        "lesson": frame.lesson_of(own),
        "refused": refused,
    }
    return _page(request, "end", own, responses, context, refused)


def _page(
    request: Request,
    name: str,
    own: Attempt,
    responses: Sequence[Response],
    context: Mapping[str, object],
    refused: Refused | None = None,
    now: int | None = None,
    shown: int | None = None,
) -> HttpResponse:
    """A page of an attempt, or for htmx only what is inside its frame."""
    place = now if now is not None else shown
    count = own.first_count
    part = bool(request.htmx) and not request.htmx.history_restore_request
    whole = {
        **context,
        "attempt": own,
        "steps": asking.steps(own, selectors.rights_of(responses), now),
        "number": count if place is None else place + 1,
        "all": count,
        "again": len(own.items) - count,
        "repeated": max(0, place + 1 - count) if place is not None else 0,
        "position": place,
        "inner": f"quiz/_{name}.html",
        "part": part,
        "sheets": frame.sheets(own),
        "leave": frame.leave(own),
    }
    template = "quiz/_attempt.html" if part else "quiz/attempt.html"
    return render(request, template, whole, status=refused.status if refused else 200)
