"""The way into a class: on a projector, with how many have come in."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from game import qr
from game.views.guards import Request, origin_of
from quiz.models import Classroom
from quiz.pages.teaching.people import class_title
from quiz.selectors import people
from quiz.views.guards import classroom_or_404, for_teachers


@require_safe
@for_teachers
def entrance(request: Request, pk: int) -> HttpResponse:
    """Where to go, what to write, and who else is there already: read from the last row."""
    found = classroom_or_404(request, pk)
    context = {"classroom": found, "class_title": class_title(found), "sub": "roster"}
    context |= way_in(request, found) | _came_in(found)
    return render(request, "quiz/entrance.html", context)


@require_safe
@for_teachers
def entrance_fresh(request: Request, pk: int) -> HttpResponse:
    """How many have come in by now."""
    return render(request, "quiz/_came_in.html", _came_in(classroom_or_404(request, pk)))


def way_in(request: Request, classroom: Classroom) -> dict[str, object]:
    """Where the class's code is to be written, and the QR code that leads beyond that; and whether
    the address may be another one tomorrow, as a laptop's.
    """
    address = origin_of(request) + reverse("quiz:class_names", args=[classroom.code])
    return {
        "qr": qr.inline(address),
        "address": address.split("://")[-1].rsplit("/", 2)[0],
        "may_change": not settings.HTTPS,
    }


def _came_in(classroom: Classroom) -> dict[str, object]:
    everybody = people.roll(classroom)
    came = len(people.came_in(everybody, timezone.now()))
    share = round(100 * came / len(everybody)) if everybody else 0
    return {"all_count": len(everybody), "came": came, "share": share}
