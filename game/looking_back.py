"""The page that looks back at a finished game; a view like those of views.py."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game import pages
from game.forms import ReplayForm
from game.models import Table
from game.views import Request, _may_watch, _seat, _table


@require_safe
def replay(request: Request, code: str) -> HttpResponse:
    """The finished game after `move` moves (none: as dealt), with all hands face up.

    For those who sat there, and for whoever could watch it. Until it is over there is no such page.
    """
    found = _table(code)
    seat = _seat(request, found)
    if found.phase != Table.Phase.OVER or (seat is None and not _may_watch(found)):
        raise Http404
    form = ReplayForm(request.GET)
    if not form.is_valid():
        raise Http404
    move = form.cleaned_data["move"] or 0
    context = {"replay": pages.replay_of(found, seat.index if seat else None, move)}
    return render(request, f"game/{'_replay' if request.htmx else 'replay'}.html", context)
