"""Which teacher asks, and for which classroom or pupil: another's is as if it were not there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import Http404, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from game.throttle import guesses
from game.views.guards import NAMES_OFF, Request
from quiz.models import Classroom, Enrolment, Quiz
from quiz.selectors import papers

LARGEST = 2**63 - 1
"""No key is greater, and SQLite can't look for one that is."""

View = Callable[..., HttpResponse]


def teacher_of(request: Request) -> User:
    """The teacher who asks; 404 for everybody else."""
    user = request.user
    if not isinstance(user, User) or not user.is_authenticated or not user.is_active:
        raise Http404
    return user


def for_teachers(view: View) -> View:
    """A view for teachers: others are asked to sign in; for pupils it is not there."""

    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        if getattr(request, "pupil", None) is not None:
            raise Http404
        if not request.user.is_authenticated:
            asked = request.method in ("GET", "HEAD")
            query = f"?{urlencode({'next': request.get_full_path()})}" if asked else ""
            return redirect(reverse("quiz:sign_in") + query)
        return view(request, *args, **kwargs)

    return guarded


def sent_from_choices(view: View) -> View:
    """A view for what the page of choices sends: whoever comes by its address is led there."""

    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return redirect("quiz:choose")
        if request.method != "POST":
            return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
        return view(request, *args, **kwargs)

    return guarded


def classroom_or_404(request: Request, pk: int) -> Classroom:
    """The teacher's classroom; where he or she is, its code is known from now on."""
    found = Classroom.objects.of(teacher_of(request)).filter(pk=pk).first()
    if found is None:
        raise Http404(_("There is no such class here."))
    guesses.asked(request.META["REMOTE_ADDR"], found.code, exists=True, at_home=True)
    return found


def quiz_or_404(request: Request, pk: int) -> Quiz:
    """The teacher's quiz; another's is as if it were not there."""
    found = papers.quiz_of(teacher_of(request), min(pk, LARGEST))
    if found is None:
        raise Http404(_("There is no such quiz here."))
    return found


def enrolment_or_404(classroom: Classroom, player: int, *, here: bool = True) -> Enrolment:
    """A pupil of the classroom; with `here=False`, one who was taken out."""
    found = (
        Enrolment.objects.filter(
            classroom=classroom,
            player=min(player, LARGEST),
            left_at__isnull=here,
            player__pupil__isnull=False,
        )
        .select_related("classroom", "player__pupil")
        .first()
    )
    if found is None:
        raise Http404(_("There is no such pupil here."))
    return found


def names_off(request: Request) -> bool:
    """Whether this teacher's pages show no names now."""
    return bool(request.session.get(NAMES_OFF))
