"""Who asks, and for what: every view begins here."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from game import lan, live, names, onlookers, pages, selectors, services
from game.models import Player, Seat, Table
from game.throttle import guesses

SESSION_PLAYER = "player"
NAMES_OFF = "names_off"
"""In a teacher's session: names are hidden, as for a projector."""
NAMED = "names=on"
"""In the address of a stream: the page that listens shows names."""
MOST = 1 << 63  # for a key in the database
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")


class Request(HttpRequest):
    """A request as the middleware leaves it."""

    htmx: HtmxDetails
    player: Player | None
    """Who asks, once somebody wants to know."""
    seats: dict[int, Seat | None]
    """Where that is at the tables found so far, by their keys."""


def player_of(request: Request) -> Player | None:
    """The guest this session knows, if any; notes the visit."""
    if not hasattr(request, "player"):
        _met(request, Player.objects.filter(pk=_known(request)).first())
    return request.player


def _known(request: Request) -> int:
    """The key of the session's guest; 0, which nobody has, without one."""
    known = request.session.get(SESSION_PLAYER)
    return known if isinstance(known, int) and 0 < known < MOST else 0


def _met(request: Request, player: Player | None) -> None:
    request.player = player
    if player is not None and services.see(player=player):
        request.session.modified = True  # the session lasts as long as the guest


def player_or_new(request: Request) -> Player:
    """The guest this session knows; a new one when it knows none."""
    player = player_of(request)
    if player is None:
        request.player = player = services.make_player()
        request.session[SESSION_PLAYER] = player.pk
    return player


def find_table(request: Request, code: str) -> Table | None:
    """The table with this code as somebody typed it; TooManyGuesses for who guesses codes."""
    code = names.tidy_code(code)
    table, known = selectors.table_by_code(code), _known(request)
    seats = table.seated if table is not None and known else []
    seat = next((seat for seat in seats if seat.player_id == known), None)
    if seat is not None:
        _met(request, seat.player)
    guesses.asked(request.META["REMOTE_ADDR"], code, table is not None, seat is not None)
    if table is not None:
        request.seats = {**getattr(request, "seats", {}), table.pk: seat}
    return table


def table_or_404(request: Request, code: str) -> Table:
    """The table, or 404."""
    table = find_table(request, code)
    if table is None:
        raise Http404(_("There is no table with this code."))
    return table


def seat_at(request: Request, table: Table) -> Seat | None:
    """Where the guest of this session sat at the table when it was found, if at all."""
    return request.seats[table.pk]


def let_go(request: Request) -> None:
    """Forgets who asks and where that sits: a stream keeps its request as long as it lives."""
    for name in ("player", "seats"):
        vars(request).pop(name, None)


def may_watch(table: Table) -> bool:
    """Whether anybody with the code may look on."""
    return table.watch == Table.Watch.CODE


def names_shown(request: Request, table: Table) -> bool:
    """Whether those who look on see players' names: `?names=off` hides them, and teachers do; at
    a class's table nobody else is shown them.
    """
    hidden = request.GET.get("names") == "off" or request.session.get(NAMES_OFF)
    return not hidden and onlookers.belongs(request, table)


def whose(request: Request) -> str:
    """Of a teacher's session: what its streams are known by; "" for everybody else."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return ""
    return hashlib.sha256(str(request.session.session_key).encode()).hexdigest()


def shows_too_much(request: HttpRequest, named: bool) -> bool:
    """Whether the page that listens still shows names that have been hidden meanwhile."""
    return not named and request.GET.get("names") == "on"


def view_of(request: Request, table: Table, seat: Seat | None, page: str) -> live.View:
    """What this browser sees of a table on `page`."""
    index = None if seat is None else seat.index
    named = seat is not None or names_shown(request, table)
    return live.View(index, get_language() or "ro", page, origin_of(request), named)


def origin_of(request: Request) -> str:
    """The address at which others reach this site: never the laptop's own "localhost"."""
    host = request.get_host()
    name = name_of(host)
    if name in LOCAL_HOSTS:
        host = settings.PUBLIC_ADDRESS or lan.address() + host.removeprefix(name)
    return f"{request.scheme}://{host}"


def name_of(host: str) -> str:
    """A host without its port."""
    return host if host.endswith("]") else host.rsplit(":", 1)[0]


def live_context(table: Table, page: str, named: bool = True) -> dict[str, object]:
    """Where a page hears of news, and where it asks for them."""
    query = f"?page={page}" if named else f"?page={page}&{pages.NAMELESS}"
    return {
        "named": named,
        "events_url": reverse("game:events", args=[table.code]) + query + named * f"&{NAMED}",
        "fresh_url": reverse("game:fresh", args=[table.code]) + query,
    }
