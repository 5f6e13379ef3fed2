"""At a table: the pages of those who sit there and of spectators, their stream, the record."""

from __future__ import annotations

import json

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from game import elsewhere, engine, live, pages, presence, selectors
from game.models import Seat, Table
from game.qr import picture
from game.refusals import Refused
from game.views.guards import (
    Request,
    let_go,
    live_context,
    may_watch,
    names_shown,
    origin_of,
    seat_at,
    shows_too_much,
    table_or_404,
    view_of,
    whose,
)
from game.views.rooms import full_page


@require_safe
def table(request: Request, code: str) -> HttpResponse:
    """The lobby, the table or the end for those who sit there; others are asked to join."""
    found = table_or_404(request, code)
    seat = seat_at(request, found)
    if seat is None:
        return redirect(reverse("game:join") + f"?code={found.code}")
    if code := elsewhere.moved_to(seat):
        return moved(request, code)
    return table_page(request, found, seat)


def moved(request: Request, code: str) -> HttpResponse:
    """Who was moved is told so, and shown the way to the table with this code."""
    refused = Refused("moved")
    context = {"title": refused.title, "text": refused.text, "way": code}
    return render(request, "game/refused.html", context, status=refused.status)


def table_page(
    request: Request, found: Table, seat: Seat, told: Refused | None = None
) -> HttpResponse:
    """The page of the table's phase for who sits at `seat`, with a refusal to tell, if any."""
    page = pages.shows(found)
    context = live_context(found, page)
    index = seat.index
    if page == "lobby":
        context |= pages.lobby_context(found, index, origin_of(request))
    elif page == "table":
        context |= pages.table_context(found, index, told)
    else:
        context |= pages.end_context(found, index)
    status = told.status if told else 200
    return render(request, f"game/{page}.html", context, status=status)


@require_safe
def watch(request: Request, code: str) -> HttpResponse:
    """The table as anybody with the code may see it: no hands, even for a player."""
    found = table_or_404(request, code)
    if not may_watch(found):
        raise Http404(_("Nobody may watch this table."))
    named = names_shown(request, found)
    if pages.shows(found) == "closed":
        return full_page(request, found, status=200)
    if found.deal is None:
        context = pages.lobby_context(found, None, origin_of(request), named)
        context |= live_context(found, "invitation", named)
        return render(request, "game/lobby.html", context)
    if pages.shows(found) == "end":
        context = pages.end_context(found, None, named) | live_context(found, "places", named)
        return render(request, "game/end.html", context)
    context = pages.table_context(found, None, named=named) | live_context(found, "watch", named)
    return render(request, "game/watch.html", context)


@require_safe
def fresh(request: Request, code: str) -> HttpResponse:
    """The changing parts of a page as they are now."""
    found, view = _asked(request, code)
    if "poll" in request.GET and view.seat is not None:
        presence.polled(found.pk, view.seat)
    return HttpResponse(pages.fragment(found, view))


async def events(request: Request, code: str) -> HttpResponseBase:
    """The stream that tells a page of every new version of its table."""
    if request.method != "GET":
        return HttpResponse(status=405, headers={"Allow": "GET"})
    calls = live.hub.calls
    found, view, onlooker = await sync_to_async(_listens)(request, code)
    let_go(request)
    stream = live.stream(found.pk, view, onlooker, shows_too_much(request, view.named), calls)
    if view.seat is not None:
        stream = presence.while_open(stream, found.pk, view.seat)
    return StreamingHttpResponse(
        stream,
        content_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


def _listens(request: Request, code: str) -> tuple[Table, live.View, str]:
    """The table, the view, and for an onlooker whose session it is: all that asks the database."""
    found, view = _asked(request, code)
    return found, view, "" if view.seat is not None else whose(request)


def _asked(request: Request, code: str) -> tuple[Table, live.View]:
    """The table and the view a page asks for; 404 when it may not see it."""
    found = table_or_404(request, code)
    page = request.GET.get("page", "")
    if page in pages.FOR_SPECTATORS and may_watch(found):
        return found, view_of(request, found, None, page)
    seat = seat_at(request, found)
    if seat is None or page not in pages.FOR_PLAYERS:
        raise Http404
    return found, view_of(request, found, seat, page)


@require_safe
def record(request: Request, code: str) -> HttpResponse:
    """The finished game as a `carti-game/1` file, for those who played it."""
    found = table_or_404(request, code)
    if seat_at(request, found) is None or pages.shows(found) != "end":
        raise Http404
    return HttpResponse(
        json.dumps(engine.dump_record(selectors.record_of(found)), ensure_ascii=False) + "\n",
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="carti-{found.code}.json"'},
    )


@require_safe
def qr(request: Request, code: str) -> HttpResponse:
    """The table's address as a QR code, in the ink of the paper it stands on."""
    found = table_or_404(request, code)
    address = origin_of(request) + reverse("game:table", args=[found.code])
    return HttpResponse(picture(address), content_type="image/svg+xml")
