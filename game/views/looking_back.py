"""The page that looks back at a finished game; for those who may."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game import pages
from game.forms import ReplayForm
from game.models import Table
from game.views.guards import (
    Request,
    live_context,
    may_watch,
    names_shown,
    seat_at,
    table_or_404,
)


@require_safe
def replay(request: Request, code: str) -> HttpResponse:
    """The finished game after `move` moves (none: as dealt), with all hands face up.

    For those who sat there, and for whoever could watch it. Until it is over there is no such page.
    """
    found = table_or_404(request, code)
    seat = seat_at(request, found)
    if found.phase not in (Table.Phase.OVER, Table.Phase.ENDED) or (
        seat is None and not may_watch(found)
    ):
        raise Http404
    form = ReplayForm(request.GET)
    if not form.is_valid():
        raise Http404
    move = form.cleaned_data["move"] or 0
    named = seat is not None or names_shown(request, found)
    context: dict[str, object] = {
        "replay": pages.replay_of(found, seat.index if seat else None, move, named)
    }
    if seat is None:  # a teacher's page hears when names are hidden
        context |= live_context(found, "places", named)
    return render(request, f"game/{'_replay' if request.htmx else 'replay'}.html", context)
