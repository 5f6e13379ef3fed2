"""The pages and actions of the game. A view guards, calls one service or selector, and renders."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import segno
from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from game import catalogue, engine, live, names, pages, selectors, services
from game.forms import JoinForm, MoveForm, OpenForm, PlaceForm, SoloForm
from game.models import Player, Seat, Table
from game.refusals import Refused

FAN = ("tucan-toco", "ren", "tigru", "cameleonul-pantera", "cangurul-rosu")
SESSION_PLAYER = "player"
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")


class Request(HttpRequest):
    """A request as the middleware leaves it."""

    htmx: HtmxDetails


# ---- Who asks, and for what -----------------------------------------------------------------


def _player(request: Request) -> Player | None:
    """The guest this session knows, if any; notes the visit."""
    known = request.session.get(SESSION_PLAYER)
    player = Player.objects.filter(pk=known).first() if isinstance(known, int) else None
    if player is not None and services.see(player=player):
        request.session.modified = True  # the session lasts as long as the guest
    return player


def _player_or_new(request: Request) -> Player:
    player = _player(request)
    if player is None:
        player = services.make_player()
        request.session[SESSION_PLAYER] = player.pk
    return player


def _table(code: str) -> Table:
    """The table, or 404."""
    table = selectors.table_by_code(names.tidy_code(code))
    if table is None:
        raise Http404(_("There is no table with this code."))
    return table


def _seat(request: Request, table: Table) -> Seat | None:
    return selectors.seat_of(table, _player(request))


def _may_watch(table: Table) -> bool:
    return table.watch == Table.Watch.CODE


def _index(seat: Seat | None) -> int | None:
    return None if seat is None else seat.index


def _view(request: Request, seat: Seat | None, page: str) -> live.View:
    return live.View(_index(seat), get_language() or "ro", page, _origin(request))


def _origin(request: Request) -> str:
    """The address at which others reach this site: never the laptop's own "localhost"."""
    host = request.get_host()
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    if name in LOCAL_HOSTS and settings.PUBLIC_ADDRESS:
        host = settings.PUBLIC_ADDRESS
    return f"{request.scheme}://{host}"


def _live_context(table: Table, page: str) -> dict[str, object]:
    """Where a page hears of news, and where it asks for them."""
    query = f"?page={page}"
    return {
        "events_url": reverse("game:events", args=[table.code]) + query,
        "fresh_url": reverse("game:fresh", args=[table.code]) + query,
    }


# ---- Before the game ------------------------------------------------------------------------


@require_safe
def home(request: Request) -> HttpResponse:
    player = _player(request)
    context = {
        "cards": [catalogue.face(catalogue.codes_by_slug()[slug]) for slug in FAN],
        "tables": pages.running(selectors.running_tables(player)) if player else [],
    }
    return render(request, "game/home.html", context)


@require_safe
def rules(request: Request) -> HttpResponse:
    return render(request, "game/rules.html")


@require_safe
def about(request: Request) -> HttpResponse:
    return render(request, "game/about.html", {"cards": list(catalogue.deck().values())})


@require_POST
def solo(request: Request) -> HttpResponse:
    """A table against bots, begun at once; asks for no name."""
    form = SoloForm(request.POST)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    player = _player_or_new(request)
    table = services.open_table(
        opener=player,
        plan=[services.HUMAN] + [Seat.Level.MEDIUM.value] * (form.cleaned_data["players"] - 1),
        options={"watch": Table.Watch.NONE},
    )
    services.start(table=table, player=player)
    return redirect("game:table", table.code)


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: Request) -> HttpResponse:
    if request.method != "POST":
        form = OpenForm(initial=_known_as(_player(request)))
        return render(request, "game/open.html", {"form": form})
    form = OpenForm(request.POST)
    if not form.is_valid():
        return render(request, "game/open.html", {"form": form}, status=422)
    table = services.open_table(
        opener=_player_or_new(request),
        plan=form.plan(),
        options=form.options(),
        name=form.cleaned_data["name"],
        avatar=form.cleaned_data["avatar"],
    )
    return redirect("game:table", table.code)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request) -> HttpResponse:
    """Taking a seat by code; what goes wrong is said beside the field."""
    if request.method != "POST":
        return _join_page(request)
    form = JoinForm(request.POST)
    form.taken_avatars = _taken_avatars(names.tidy_code(request.POST.get("code", "")))
    if not form.is_valid():
        return render(request, "game/join.html", {"form": form}, status=422)
    table = form.table
    if table is None:
        raise Http404
    try:
        services.take_seat(
            table=table,
            player=_player_or_new(request),
            name=form.cleaned_data["name"],
            avatar=form.cleaned_data["avatar"],
        )
    except Refused as refused:
        if refused.code != "name_taken":
            return _full(request, table, status=refused.status)
        form.name_is_taken()
        return render(request, "game/join.html", {"form": form}, status=422)
    return redirect("game:table", table.code)


def _join_page(request: Request) -> HttpResponse:
    known = _player(request)
    code = names.tidy_code(request.GET.get("code", ""))
    initial = {"code": code, **_known_as(known)}
    table = selectors.table_by_code(code) if code else None
    if code and table is None:
        # Says beside the field what is wrong with the code, before anything else is asked.
        form = JoinForm({"name": "-", **initial})
        form.is_valid()
        form.data = initial
        return render(request, "game/join.html", {"form": form}, status=404)
    if table is not None:
        if selectors.seat_of(table, known) is not None:
            return redirect("game:table", table.code)
        if not selectors.has_room(table):
            return _full(request, table, status=200)
    form = JoinForm(initial=initial)
    form.taken_avatars = _taken_avatars(code)
    return render(request, "game/join.html", {"form": form})


def _known_as(player: Player | None) -> dict[str, str]:
    """The name and animal of the last time."""
    return {"name": player.name, "avatar": player.avatar} if player else {}


def _taken_avatars(code: str) -> frozenset[str]:
    table = selectors.table_by_code(code)
    return frozenset(table.seats.values_list("avatar", flat=True)) if table else frozenset()


def _full(request: Request, table: Table, status: int) -> HttpResponse:
    context = pages.full_context(table) | {"may_watch": _may_watch(table)}
    return render(request, "game/full.html", context, status=status)


# ---- At the table ---------------------------------------------------------------------------


@require_safe
def table(request: Request, code: str) -> HttpResponse:
    """The lobby, the table or the end for those who sit there; others are asked to join."""
    found = _table(code)
    seat = _seat(request, found)
    if seat is None:
        return redirect(reverse("game:join") + f"?code={found.code}")
    return _table_page(request, found, seat)


def _table_page(
    request: Request, found: Table, seat: Seat, told: Refused | None = None
) -> HttpResponse:
    page = pages.shows(found)
    context = _live_context(found, page)
    index = seat.index
    if page == "lobby":
        context |= pages.lobby_context(found, index, _origin(request))
    elif page == "table":
        context |= pages.table_context(found, index, told)
    else:
        context |= pages.end_context(found, index)
    status = told.status if told else 200
    return render(request, f"game/{page}.html", context, status=status)


@require_safe
def watch(request: Request, code: str) -> HttpResponse:
    """The table as anybody with the code may see it: no hands, even for a player."""
    found = _table(code)
    if not _may_watch(found):
        raise Http404(_("Nobody may watch this table."))
    if pages.shows(found) == "closed":
        return _full(request, found, status=200)
    if found.deal is None:
        context = pages.lobby_context(found, None, _origin(request))
        return render(request, "game/lobby.html", _live_context(found, "invitation") | context)
    context = pages.table_context(found, None)
    return render(request, "game/watch.html", _live_context(found, "watch") | context)


@require_safe
def fresh(request: Request, code: str) -> HttpResponse:
    """The changing parts of a page as they are now."""
    found, view = _asked(request, code)
    return HttpResponse(pages.fragment(found, view))


async def events(request: Request, code: str) -> HttpResponseBase:
    """The stream that tells a page of every new version of its table."""
    if request.method != "GET":
        return HttpResponse(status=405, headers={"Allow": "GET"})
    found, view = await sync_to_async(_asked)(request, code)
    return StreamingHttpResponse(
        live.stream(found.pk, view),
        content_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


def _asked(request: Request, code: str) -> tuple[Table, live.View]:
    """The table and the view a page asks for; 404 when it may not see it."""
    found = _table(code)
    page = request.GET.get("page", "")
    if page in pages.FOR_SPECTATORS and _may_watch(found):
        return found, _view(request, None, page)
    seat = _seat(request, found)
    if seat is None or page not in pages.FOR_PLAYERS:
        raise Http404
    return found, _view(request, seat, page)


@require_POST
def move(request: Request, code: str) -> HttpResponse:
    """Lays a card: `card` (slug), `row`, and the `version` at which it was chosen."""
    form = PlaceForm(request.POST)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    data = form.cleaned_data
    card = catalogue.codes_by_slug().get(data["card"], "")
    return _act(request, code, services.place, version=data["version"], card=card, row=data["row"])


@require_POST
def pass_turn(request: Request, code: str) -> HttpResponse:
    """Says "I have no card to lay", or declines a bonus."""
    form = MoveForm(request.POST)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    return _act(request, code, services.pass_turn, version=form.cleaned_data["version"])


@require_POST
def start(request: Request, code: str) -> HttpResponse:
    """The opener begins the game."""
    return _act(request, code, services.start)


@require_POST
def leave(request: Request, code: str) -> HttpResponse:
    """Leaves the lobby."""
    return _act(request, code, services.leave, to="game:home")


@require_POST
def again(request: Request, code: str) -> HttpResponse:
    """Plays again with the same players."""
    found = _table(code)
    player = _player(request)
    try:
        if player is None:
            raise Refused("not_seated")
        following = services.play_again(table=found, player=player)
    except Refused as refused:
        return _refusal(request, found, player, refused)
    return redirect("game:table", following.code)


def _act(
    request: Request, code: str, service: Callable[..., None], to: str = "", **what: object
) -> HttpResponse:
    """Lets `service` act for the seat of whoever asks.

    htmx gets the fresh parts of the table, others the page again; a refusal is told on it.
    """
    found = _table(code)
    player = _player(request)
    try:
        if player is None:
            raise Refused("not_seated")
        service(table=found, player=player, **what)
    except Refused as refused:
        return _refusal(request, found, player, refused)
    if request.htmx and not to:
        seat = selectors.seat_of(found, player)
        view = _view(request, seat, "table")
        return HttpResponse(pages.move_fragment(_table(code), view, what.get("version")))
    return redirect(to) if to else redirect("game:table", found.code)


def _refusal(
    request: Request, found: Table, player: Player | None, refused: Refused
) -> HttpResponse:
    """The refusal in words, on the table as it is now for those who sit there."""
    found = _table(found.code)
    seat = selectors.seat_of(found, player)
    if seat is not None and request.htmx and found.deal is not None:
        fragment = pages.fragment(found, _view(request, seat, "table"), refused)
        return HttpResponse(fragment, status=refused.status)
    if seat is None or pages.shows(found) != "table":
        context = {"title": refused.title, "text": refused.text}
        return render(request, "game/refused.html", context, status=refused.status)
    return _table_page(request, found, seat, refused)


@require_safe
def record(request: Request, code: str) -> HttpResponse:
    """The finished game as a `carti-game/1` file, for those who played it."""
    found = _table(code)
    if _seat(request, found) is None or found.phase != Table.Phase.OVER:
        raise Http404
    return HttpResponse(
        json.dumps(engine.dump_record(selectors.record_of(found)), ensure_ascii=False) + "\n",
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="carti-{found.code}.json"'},
    )


@require_safe
def qr(request: Request, code: str) -> HttpResponse:
    """The table's address as a QR code, in the ink of the paper it stands on."""
    found = _table(code)
    address = _origin(request) + reverse("game:table", args=[found.code])
    picture = io.BytesIO()
    code_image = segno.make(address, error="m", micro=False)
    code_image.save(picture, kind="svg", border=2, dark="#2f3e46", light="#fffaf0", xmldecl=False)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")
