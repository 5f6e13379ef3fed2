"""Who is signed in, for the bar of every page."""

from __future__ import annotations

from django.http import HttpRequest

from game.views.guards import NAMES_OFF


def who(request: HttpRequest) -> dict[str, object]:
    """`me`: what the pupil who is signed in is called; or `teacher`, and whether names are off."""
    pupil = getattr(request, "pupil", None)
    if pupil is not None:
        return {"me": pupil.player.name, "teacher": None, "names_off": False}
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"me": "", "teacher": None, "names_off": False}
    return {
        "me": "",
        "teacher": user.first_name or user.get_username(),
        "names_off": bool(request.session.get(NAMES_OFF)),
    }
