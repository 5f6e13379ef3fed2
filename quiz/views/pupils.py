"""Signing in without e-mail: the class's code, the own name, two secret words."""

from __future__ import annotations

import time
from http import HTTPStatus
from math import ceil

from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game import names
from game.forms import no_table
from game.models import Player
from game.throttle import guesses
from game.views.guards import SESSION_PLAYER, Request, player_of
from quiz.middleware import SEEN
from quiz.models import Classroom, Pupil
from quiz.pages.teaching.people import class_title
from quiz.refusals import Refused
from quiz.selectors import people
from quiz.services import classrooms as services
from quiz.views.guards import LARGEST

FORM = ["GET", "HEAD", "POST"]
GUEST = "guest"
"""In a pupil's session: the guest who played here before, until he or she was asked about it."""

OUT = ("idle", "left")


@require_safe
def way_in(request: Request) -> HttpResponse:
    """Asks for the class's code, or takes it (`code`). `out` says why somebody was signed out."""
    code = names.tidy_code(request.GET.get("code", ""))
    out = request.GET.get("out", "")
    context: dict[str, object] = {"code": code, "out": out if out in OUT else ""}
    if code:
        found = _find(request, code)
        if found is not None:
            return redirect("quiz:class_names", found.code)
        context["error"] = no_class(code)
        return render(request, "quiz/class_code.html", context, status=HTTPStatus.NOT_FOUND)
    return render(request, "quiz/class_code.html", context)


@require_safe
def who(request: Request, class_code: str) -> HttpResponse:
    """The names of a class, of which one's own is tapped."""
    found = _classroom_or_404(request, class_code)
    enrolled = people.roll(found)
    pupils = [(one.player_id, one.player.name) for one in enrolled]
    pupils.sort(key=lambda one: names.alphabetical(one[1]))
    context = {"classroom": found, "class_title": class_title(found), "pupils": pupils}
    return render(request, "quiz/class_names.html", context)


@require_http_methods(FORM)
def words(request: Request, class_code: str, player: int) -> HttpResponse:
    """The two secret words; the right ones sign in."""
    found = _classroom_or_404(request, class_code)
    pupil = _pupil_or_404(found, player)
    if request.method != "POST":
        return _words_page(request, found, pupil)
    one, other = (request.POST.get(key, "")[:80] for key in ("one", "other"))
    if not pupil.words:
        return _words_page(request, found, pupil, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        right = services.try_words(pupil=pupil, one=one, other=other)
    except Refused as refused:
        pupil.refresh_from_db()
        return _words_page(request, found, pupil, status=refused.status)
    if right:
        return _sign_in(request, pupil)
    pupil.refresh_from_db()
    return _words_page(
        request, found, pupil, typed=(one, other), status=HTTPStatus.UNPROCESSABLE_ENTITY
    )


@require_POST
def sign_out(request: Request) -> HttpResponse:
    """Signs out; nothing is left in this browser."""
    logout(request)
    rotate_token(request)
    return redirect("game:home")


@require_http_methods(FORM)
def keep(request: Request) -> HttpResponse:
    """Asks once whether what was done as a guest in this browser is the pupil's; takes the word."""
    pupil = request_pupil(request)
    guest = Player.objects.filter(pk=request.session.get(GUEST, 0), is_guest=True).first()
    if guest is None:
        request.session.pop(GUEST, None)
        return redirect("quiz:learn")
    if request.method != "POST":
        context = {"work": people.work_of(guest), "guest": guest.name, "pupil": pupil}
        return render(request, "quiz/keep.html", context)
    if request.POST.get("keep") == "yes":
        services.claim(guest=guest, pupil=pupil)
    del request.session[GUEST]
    return redirect("quiz:learn")


@require_safe
def stale(request: Request) -> HttpResponse:
    """An open page of somebody who was signed in here before did nothing, and says so."""
    return render(request, "403_csrf.html", status=HTTPStatus.FORBIDDEN)


def no_class(code: str) -> str:
    """Why a code is no class's, in words."""
    return no_table(code, _("There is no class with this code."), _("It is on your card."))


def request_pupil(request: Request) -> Pupil:
    """The pupil who is signed in; for others the page is not there."""
    pupil: Pupil | None = getattr(request, "pupil", None)
    if pupil is None:
        raise Http404
    return pupil


def _sign_in(request: Request, pupil: Pupil) -> HttpResponse:
    """A new session and new form tokens: open pages of whoever was here before act no more."""
    guest = player_of(request)
    claimable = guest is not None and guest.is_guest and bool(people.work_of(guest))
    request.session.flush()
    rotate_token(request)
    request.user = AnonymousUser()
    request.session[SESSION_PLAYER] = pupil.pk
    request.session[SEEN] = round(time.time())
    people.came_by(pupil)
    services.come_in(pupil=pupil)
    if guest is not None and claimable:
        request.session[GUEST] = guest.pk
        return redirect("quiz:keep")
    return redirect("quiz:learn")


def _find(request: Request, code: str) -> Classroom | None:
    code = names.tidy_code(code)
    found = people.classroom_by_code(code)
    guesses.asked(request.META["REMOTE_ADDR"], code, exists=found is not None)
    return found


def _classroom_or_404(request: Request, code: str) -> Classroom:
    found = _find(request, code)
    if found is None:
        raise Http404(_("There is no class with this code."))
    return found


def _pupil_or_404(classroom: Classroom, player: int) -> Pupil:
    found = (
        Pupil.objects.select_related("player")
        .filter(
            pk=min(player, LARGEST),
            player__enrolments__classroom=classroom,
            player__enrolments__left_at=None,
        )
        .first()
    )
    if found is None:
        raise Http404(_("There is no such pupil here."))
    return found


def _words_page(
    request: Request,
    classroom: Classroom,
    pupil: Pupil,
    *,
    typed: tuple[str, str] | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    now = timezone.now()
    left = ceil((pupil.waits_until - now).total_seconds()) if pupil.waits_until else 0
    context = {
        "classroom": classroom,
        "pupil": pupil,
        "typed": typed,
        "left": left,
        "minutes": ceil(left / 60),
        "teacher_name": classroom.teacher.first_name,
    }
    if pupil.waits(now):
        return render(request, "quiz/class_wait.html", context, status=status)
    return render(request, "quiz/class_words.html", context, status=status)
