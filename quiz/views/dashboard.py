"""The dashboard of a class, the answers behind its figures, and one pupil's page."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from game.views.guards import Request
from quiz.evidence import evidence_of
from quiz.models import Classroom
from quiz.pages.teaching.answers import answers_context
from quiz.pages.teaching.board import board_context
from quiz.pages.teaching.called import called
from quiz.pages.teaching.looking import Look, look_of
from quiz.pages.teaching.people import class_title
from quiz.pages.teaching.sheet import sheet_context
from quiz.progress import facts_of, groups_of
from quiz.views.guards import classroom_or_404, enrolment_or_404, for_teachers, names_off


@require_safe
@for_teachers
def dashboard(request: Request, pk: int) -> HttpResponse:
    """Who needs help, with what; then everything it follows from."""
    found = classroom_or_404(request, pk)
    look = look_of(request.GET, found, timezone.localdate())
    facts = facts_of(found, look.filter)
    by_animal = request.GET.get("by") == "animals"
    context = board_context(found, facts, look, names_off(request), by_animal)
    return render(request, "quiz/classroom.html", _frame(found, look) | context)


@require_safe
@for_teachers
def answers(request: Request, pk: int) -> HttpResponse:
    """Exactly the answers that a figure counts."""
    found = classroom_or_404(request, pk)
    look = look_of(request.GET, found, timezone.localdate())
    facts = facts_of(found, look.filter)
    known = called(facts.members, names_off(request))
    context = answers_context(request.GET.dict(), facts, known, look)
    context["back"] = look.link(reverse("quiz:classroom", args=[found.pk]))
    return render(request, "quiz/answers.html", _frame(found, look) | context)


@require_safe
@for_teachers
def pupil(request: Request, pk: int, player: int) -> HttpResponse:
    """One pupil: what is known, how it grew, what to look at together; a sheet for the parents."""
    found = classroom_or_404(request, pk)
    who = enrolment_or_404(found, player)
    look = look_of(request.GET, found, timezone.localdate())
    look = replace(look, group="")  # a pupil is looked at whatever the group
    facts = facts_of(found, look.filter)
    known = called(facts.members, names_off(request))
    named = known[who.player_id]
    if not names_off(request):  # parents read the name alone, whoever else is called so
        own = who.player.pupil
        named = replace(named, spoken=str(own), given=own.given)
    context = sheet_context(found, named, facts, evidence_of(who.player), look)
    return render(request, "quiz/pupil.html", _frame(found, look) | context)


def _frame(classroom: Classroom, look: Look) -> dict[str, object]:
    """What the pages of the dashboard have in common."""
    return {
        "classroom": classroom,
        "class_title": class_title(classroom),
        "sub": "board",
        "look": look,
        "groups": groups_of(classroom),
    }
