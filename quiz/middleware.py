"""Who of a class is signed in here, and who is so no longer."""

from __future__ import annotations

import time
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from quiz.models import Pupil
from quiz.selectors import people

SEEN = "seen"
"""In a pupil's session: when the last request came, in seconds; guests have none."""
SENT = "sent"
"""In a pupil's session: the table to which he or she was taken last."""
IDLE = timedelta(minutes=30)
"""Without a request for so long, a pupil is signed out; never while at a live table."""
NOTED = 60
"""Seconds after which a request is noted again."""
NOW = "/class/now/"
LIVE = ("/events/", "/fresh/", NOW)
"""Pages ask for these by themselves: that is no sign of anybody being there."""


class PupilMiddleware(MiddlewareMixin):
    """Sets `request.pupil`, and `player` and `time_factor` with it.

    Signs out whom the classroom knows no more, and who has gone away.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        request.pupil = None  # type: ignore[attr-defined]
        seen = request.session.get(SEEN)
        if seen is None:
            return None
        asked_often = request.path == NOW and time.time() - seen <= IDLE.total_seconds()
        if asked_often and SENT not in request.session:
            return None  # whoever was taken to a table may be taken out of the class there
        pupil = people.pupil_here(request.session.get("player"))
        why = "left" if pupil is None else "idle" if _is_idle(pupil, seen) else ""
        by_itself = request.path.endswith(LIVE)
        if not why:
            _know(request, pupil)
            if not by_itself and time.time() - seen > NOTED:
                request.session[SEEN] = round(time.time())
                people.came_by(pupil)
            return None
        request.player = None  # type: ignore[attr-defined]
        stays = by_itself and request.path != NOW  # a page that nobody looks at lets go of itself
        return None if stays else _sign_out(request, why)


def _know(request: HttpRequest, pupil: Pupil | None) -> None:
    if pupil is not None:
        request.pupil, request.player = pupil, pupil.player  # type: ignore[attr-defined]
        request.time_factor = pupil.time_factor  # type: ignore[attr-defined]


def _is_idle(pupil: Pupil, seen: float) -> bool:
    if time.time() - seen <= IDLE.total_seconds():
        return False
    return not people.is_at_a_table(pupil.player, timezone.now(), IDLE)


def _sign_out(request: HttpRequest, why: str) -> HttpResponse:
    """Nothing of what was asked is done; a sentence says why."""
    request.session.flush()
    rotate_token(request)
    way_in = f"{reverse('quiz:class')}?out={why}"
    if request.headers.get("HX-Request"):
        return HttpResponse(status=403, headers={"HX-Redirect": way_in})
    if request.method in ("GET", "HEAD"):
        return redirect(way_in)
    return render(request, "quiz/signed_out.html", {"here": "/", "out": why}, status=403)
