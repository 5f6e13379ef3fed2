"""Who is signed in, for the bar of every page; and what a teacher has set, for the first pages."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from game.views.guards import NAMES_OFF
from quiz.pages.teaching.work import set_cards


def who(request: HttpRequest) -> dict[str, object]:
    """`me`: what the pupil who is signed in is called; or `teacher`, and whether names are off."""
    pupil = getattr(request, "pupil", None)
    if pupil is not None:
        return {
            "me": pupil.player.name,
            "teacher": None,
            "names_off": False,
            "set_cards": SimpleLazyObject(lambda: set_cards(pupil.player, timezone.now())),
        }
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"me": "", "teacher": None, "names_off": False}
    return {
        "me": "",
        "teacher": user.first_name or user.get_username(),
        "names_off": bool(request.session.get(NAMES_OFF)),
    }
