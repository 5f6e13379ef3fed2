"""What can be done at a table; a refusal is told on the table as it is now."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from game import catalogue, elsewhere, pages, selectors, services
from game.forms import MOVE, PLACEMENT, AskForm, TimeForm, cleaned
from game.models import Player, Table
from game.refusals import Refused
from game.views.guards import Request, player_of, seat_at, table_or_404, view_of
from game.views.table import moved, table_page


@require_POST
def move(request: Request, code: str) -> HttpResponse:
    """Lays a card: `card` (slug), `row`, and the `version` at which it was chosen."""
    data = cleaned(PLACEMENT, request.POST)
    if data is None:
        return render(request, "400.html", status=400)
    card = catalogue.codes_by_slug().get(data["card"], "")
    return act(request, code, services.place, version=data["version"], card=card, row=data["row"])


@require_POST
def pass_turn(request: Request, code: str) -> HttpResponse:
    """Says "I have no card to lay", or declines a bonus."""
    data = cleaned(MOVE, request.POST)
    if data is None:
        return render(request, "400.html", status=400)
    return act(request, code, services.pass_turn, version=data["version"])


@require_POST
def start(request: Request, code: str) -> HttpResponse:
    """The opener begins the game."""
    return act(request, code, services.start)


@require_POST
def leave(request: Request, code: str) -> HttpResponse:
    """Leaves the lobby."""
    return act(request, code, services.leave, to="game:home")


@require_POST
def back(request: Request, code: str) -> HttpResponse:
    """Takes the seat again from the bot that played meanwhile."""
    found = table_or_404(request, code)
    seat = selectors.seat_of(found, player_of(request))
    if seat is None:
        return _refusal(request, found, None, Refused("not_seated"))
    if code := elsewhere.moved_to(seat):
        return moved(request, code)
    services.come_back(table_id=found.pk, index=seat.index)
    return redirect("game:table", found.code)


@require_POST
def ask(request: Request, code: str) -> HttpResponse:
    """Asks for a bot for somebody, to keep waiting, or to end the game: `ask` as "what:seat"."""
    form = AskForm(request.POST)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    what, about = form.cleaned_data["ask"]
    return act(request, code, services.ask, what=what, about=about)


@require_POST
def give_time(request: Request, code: str) -> HttpResponse:
    """The opener gives the seat named by `seat` extra time: `factor` times the limit."""
    form = TimeForm(request.POST)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    data = form.cleaned_data
    what = {"index": data["seat"], "factor": data["factor"]}
    return act(request, code, services.give_time, **what)


@require_POST
def again(request: Request, code: str) -> HttpResponse:
    """Plays again with the same players."""
    found = table_or_404(request, code)
    player = player_of(request)
    try:
        if player is None:
            raise Refused("not_seated")
        following = services.play_again(table=found, player=player)
    except Refused as refused:
        return _refusal(request, found, player, refused)
    return redirect("game:table", following.code)


def act(
    request: Request, code: str, service: Callable[..., Table | None], to: str = "", **what: object
) -> HttpResponse:
    """Lets `service` act for the seat of whoever asks.

    htmx gets the fresh parts of the table, others the page again; a refusal is told on it.
    """
    found = table_or_404(request, code)
    player = player_of(request)
    try:
        if player is None:
            raise Refused("not_seated")
        now = service(table=found, player=player, **what)
    except Refused as refused:
        return _refusal(request, found, player, refused)
    if request.htmx and not to:
        view = view_of(request, found, seat_at(request, found), "table")
        return HttpResponse(
            pages.move_fragment(now or selectors.again(found), view, what.get("version"))
        )
    return redirect(to) if to else redirect("game:table", found.code)


def _refusal(
    request: Request, found: Table, player: Player | None, refused: Refused
) -> HttpResponse:
    """The refusal in words, on the table as it is now for those who sit there."""
    found = selectors.again(found)
    seat = selectors.seat_of(found, player)
    if seat is not None and request.htmx and found.deal is not None:
        fragment = pages.fragment(found, view_of(request, found, seat, "table"), refused)
        return HttpResponse(fragment, status=refused.status)
    if seat is None or pages.shows(found) != "table":
        context = {"title": refused.title, "text": refused.text}
        return render(request, "game/refused.html", context, status=refused.status)
    return table_page(request, found, seat, refused)
