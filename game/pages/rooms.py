"""Before and after the game: the lobby, the end, and the way back to one's tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game import engine, history, selectors
from game.models import Seat, Table
from game.pages.mistakes import to_remember
from game.pages.seats import NAMELESS, seat_name, shown_seats
from game.pages.table import whole_story
from game.pages.values import TINTS, Again, Rank, Score, SeatLine
from game.services.tables import TIME_FACTORS


def lobby_context(
    table: Table, index: int | None, origin: str, named: bool = True
) -> dict[str, object]:
    """What the lobby shows; `origin` is the address at which others reach this site."""
    seats = shown_seats(table.seats.all(), named)
    opener = next((s for s in seats if s.player_id and s.player_id == table.opener_id), None)
    may_give = table.limit > 0 and opener is not None and opener.index == index
    lines = [
        SeatLine(
            index=seat.index,
            name=seat_name(seat),
            avatar=seat.face,
            is_me=seat.index == index,
            is_bot=bool(seat.level),
            is_opener=seat is opener,
            free=seat.is_free,
            level_text=seat.get_level_display() if seat.level else "",
            away=seat.is_human and seat.away_since is not None,
            time_factor=f"{seat.time_factor:g}" if may_give and seat.is_human else "",
        )
        for seat in seats
    ]
    free = sum(line.free for line in lines)
    missing = ngettext(
        "A medium bot takes the free seat.", "Medium bots take the %(n)d free seats.", free
    ) % {"n": free}
    return {
        "code": table.code,
        "version": table.version,
        "address": origin.split("://")[-1],
        "qr_url": reverse("game:qr", args=[table.code]),
        "seats": lines,
        "full": not free,
        "somebody_away": any(line.away for line in lines),
        "here_count": len(lines) - free,
        "seat_count": len(lines),
        "settings": _settings(table),
        "watching": index is None,
        "is_opener": opener is not None and opener.index == index,
        "may_start": index is not None
        and opener is not None
        and (opener.index == index or opener.away_since is not None),
        "factors": [f"{factor:g}" for factor in TIME_FACTORS],
        "opener_name": seat_name(opener) if opener else "",
        "missing": missing if free else "",
    }


def running(tables: Iterable[Table]) -> list[dict[str, str]]:
    """Links back to the tables of this browser, each with those who sit there."""
    says = {Table.Phase.LOBBY: _("waits for players"), Table.Phase.PLAYING: _("is being played")}
    return [
        {
            "code": table.code,
            "url": reverse("game:table", args=[table.code]),
            "says": says[Table.Phase(table.phase)],
            "with": ", ".join(seat.name for seat in table.seats.all() if seat.name),
        }
        for table in tables
    ]


def full_context(table: Table, of_class: bool, named: bool = True) -> dict[str, object]:
    """Why nobody can sit down any more, and who sits there; `of_class`: others' class plays."""
    seats = shown_seats(table.seats.all(), named)
    over = table.phase in (Table.Phase.OVER, Table.Phase.ENDED)
    title, why = _why_full(table, of_class, over)
    return {
        "code": table.code,
        "title": title,
        "why": why,
        "closed": table.phase == Table.Phase.CLOSED,
        "over": over,
        "seats": [
            SeatLine(seat.index, seat_name(seat), seat.face) for seat in seats if not seat.is_free
        ],
    }


def _why_full(table: Table, of_class: bool, over: bool) -> tuple[str, str]:
    """The heading, and a sentence."""
    code = {"code": table.code}
    if table.phase == Table.Phase.CLOSED:
        return _("This table is closed"), _("Everybody has left. Open another table.")
    if of_class:
        return (
            _("A class plays here"),
            _("Only its pupils can sit down. Open a table of your own."),
        )
    if over:
        return _("The game is over"), _("No card can be laid any more.")
    if table.deal is not None:
        return (
            _("The game has begun"),
            _("At table %(code)s the cards are already dealt.") % code,
        )
    return _("The table is full"), _("At table %(code)s every seat is taken.") % code


def _settings(table: Table) -> list[dict[str, str]]:
    return [
        {"label": _("A false pass"), "value": table.get_referee_display()},
        {"label": _("Explanations"), "value": _("On the map") if table.explain else _("None")},
        {"label": _("Hints"), "value": _("On the cards") if table.hints else _("None")},
        {"label": _("Time"), "value": f"{table.limit} s" if table.limit else _("No limit")},
        {"label": _("Bots play"), "value": table.get_pace_display()},
        {"label": _("May watch"), "value": table.get_watch_display()},
    ]


def end_context(table: Table, index: int | None, named: bool = True) -> dict[str, object]:
    """What the page of a finished game shows."""
    game = history.game_of(table)
    seats = shown_seats(table.seats.all(), named)
    names = [seat_name(seat) for seat in seats]
    view = engine.seat_view(game.state, index)
    # A game that was ended early: who has fewest cards left comes next.
    rest = [seat for seat in range(view.seats) if seat not in view.places]
    standing = [*view.places, *sorted(rest, key=lambda seat: view.counts[seat])]
    ranks = [
        Rank(
            place=0 if table.phase == Table.Phase.ENDED else place,
            name=names[seat],
            avatar=seats[seat].face,
            tint=TINTS[seat],
            text=_left(view.counts[seat]),
            is_me=seat == index,
        )
        for place, seat in enumerate(standing, start=1)
    ]
    games = selectors.series_of(table)
    laid = 60 - sum(view.counts)
    following = table.following
    if following is not None and following.phase == Table.Phase.CLOSED:
        following = None  # everybody left it again
    return {
        "code": table.code,
        "version": table.version,
        "title": _title(table, ranks[0]),
        "lead": ngettext("%d card laid in its place.", "%d cards laid in their places.", laid)
        % laid,
        "ranks": ranks,
        "game_number": len(games) if len(games) > 1 else 0,
        "scores": _scores(games, seats, index) if len(games) > 1 else [],
        "learn": list(to_remember(game, names, index)) if table.explain else [],
        "again": _again(following, seats, index),
        "next_url": _next_page(following, index, named),
        "go": _next_page(following, None, named) if index is None else "",
        "replay_url": reverse("game:replay", args=[table.code]) + ("" if named else f"?{NAMELESS}"),
        "watching": index is None,
        "story": whole_story(table, seats, game, index),
    }


def _scores(games: Sequence[Table], seats: Sequence[Seat], index: int | None) -> list[Score]:
    """The score sheet, best first: a place is worth as many points as players came after.

    Points are their player's, wherever he or she sat; who came later has none before.
    """
    count = len(seats)
    points: list[list[int | None]] = [[] for _ in seats]
    for game in games:
        places = history.game_of(game).state.places if game.phase == Table.Phase.OVER else ()
        sat = {_who(seat): seat.index for seat in game.seats.all()}
        for seat in seats:
            then = sat.get(_who(seat))
            worth = count - 1 - places.index(then) if then in places else None
            points[seat.index].append(worth)
    scores = [
        Score(
            name=seat_name(seat),
            avatar=seat.face,
            tint=TINTS[seat.index],
            is_me=seat.index == index,
            points=tuple("–" if one is None else str(one) for one in points[seat.index]),
            total=sum(one or 0 for one in points[seat.index]),
        )
        for seat in seats
    ]
    return sorted(scores, key=lambda score: -score.total)


def _who(seat: Seat) -> int | str:
    """The same in every game of a series: the player, or the bot's name."""
    return seat.player_id or seat.name


def _title(table: Table, first: Rank) -> str:
    if table.phase == Table.Phase.ENDED:
        return _("The game was ended early")
    return _("You won!") if first.is_me else _("%s won!") % first.name


def _left(cards: int) -> str:
    if not cards:
        return _("laid all the cards")
    return ngettext("%(n)d card left", "%(n)d cards left", cards) % {"n": cards}


def _next_page(following: Table | None, index: int | None, named: bool) -> str:
    """Where the same players play again, for one of them or for spectators; "" until they do."""
    if following is None or (index is None and following.watch != Table.Watch.CODE):
        return ""
    page = reverse("game:watch" if index is None else "game:table", args=[following.code])
    return page if named else f"{page}?{NAMELESS}"


def _again(following: Table | None, seats: Sequence[Seat], index: int | None) -> Again | None:
    if index is None:
        return None
    others = sum(not seat.level for seat in seats) - 1
    if following and others:
        opener = following.seats.filter(player=following.opener).first()
        text = _("%s plays again. Come along!") % (seat_name(opener) if opener else _("Somebody"))
        return Again(_("Play again"), text)
    text = _("With the same players. The others see it here and come along.") if others else ""
    return Again(_("Play again"), text)
