"""The live page of a class: every table at a glance, and what has happened."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game import history, pages
from game.models import Happening, Seat, Table
from game.pages.glance import Glance, News, names_of
from quiz.models import Sitting, SittingTable
from quiz.pages.answered import in_words
from quiz.selectors import sittings

TOLD = 14
"""Lines of what has happened."""


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table and what can be done with it."""

    number: int
    glance: Glance
    watch_url: str
    goes_on: bool
    """Whether `watch_url` is that of the game which the same players have begun after it."""
    playing: bool
    paused: bool
    people: tuple[tuple[int, str], ...]
    """Key and name of those who can be moved, or for whom a bot can play."""
    targets: tuple[int, ...]
    """The other tables at which a bot's place could be taken."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line of what has happened."""

    id: str
    number: int
    news: News


def live_context(sitting: Sitting, now: datetime, named: bool) -> dict[str, object]:
    """All tables of the sitting; without `named` no pupil's name is in it."""
    rows = sittings.tables_of(sitting)
    with_bots = {row.number for row in rows if _has_a_bot(row.table)}
    tables = [_table(row, with_bots, now, named) for row in rows]
    playing = sum(one.playing for one in tables)
    seats = [seat for row in rows for seat in row.table.seats.all()]
    return {
        "sitting": "-".join(str(pk) for pk in (sitting.pk, *(row.table_id for row in rows))),
        "tables": tables,
        "title": _title(len(tables), playing),
        "says": _says(sitting, seats, now, playing),
        "news": _news(rows, named)[:TOLD],
        "playing": playing,
        "paused": playing > 0 and all(one.paused for one in tables if one.playing),
    }


def _table(row: SittingTable, with_bots: set[int], now: datetime, named: bool) -> LiveTable:
    table = row.table
    seats = pages.shown_seats(table.seats.all(), named)
    game = history.game_of(table)
    glance = pages.glance_of(pages.Moment.of(table, seats, game, named), now=now)
    playing = table.phase == Table.Phase.PLAYING
    people = [
        (seat.player_id, seat.name)
        for seat in seats
        if seat.player_id and playing and seat.index not in game.state.places
    ]
    after = table.following
    shown = after if after is not None and after.deal is not None else table
    return LiveTable(
        number=row.number,
        glance=glance,
        watch_url=reverse("game:watch", args=[shown.code])
        + ("" if named else f"?{pages.NAMELESS}"),
        goes_on=shown is not table,
        playing=playing,
        paused=table.paused_at is not None,
        people=tuple(people),
        targets=tuple(sorted(with_bots - {row.number})),
    )


def _has_a_bot(table: Table) -> bool:
    if table.phase != Table.Phase.PLAYING:
        return False
    places = history.game_of(table).state.places
    return any(seat.level and seat.index not in places for seat in table.seats.all())


def _title(tables: int, playing: int) -> str:
    if not playing:
        return _("All games are over")
    said = ngettext("One table plays", "%(n)s tables play", playing) % {"n": in_words(playing)}
    return said[0].upper() + said[1:]


def _says(sitting: Sitting, seats: Sequence[Seat], now: datetime, playing: int) -> str:
    pupils = len({seat.player_id for seat in seats if seat.player_id})
    said = ngettext("%d pupil", "%d pupils", pupils) % pupils
    bots = sum(bool(seat.level) for seat in seats)
    if bots:
        said += ", " + ngettext("one bot", "%(n)d bots", bots) % {"n": bots}
    if not playing:
        return said
    minute = int((now - sitting.started_at).total_seconds() // 60) + 1
    return said + ", " + _("minute %d") % minute


def _news(rows: Sequence[SittingTable], named: bool) -> list[Told]:
    """Newest first. What is no move is told with the time of the move after it."""
    moved = sittings.moved_at([row.table for row in rows])
    found: list[tuple[datetime, Told]] = []
    for row in rows:
        table = row.table
        moves = moved[table.pk]
        names = names_of(table.seats.all()) if named else []
        told: list[history.Entry | Happening] = [
            *history.game_of(table).entries,
            *table.happenings.all(),
        ]
        for one in told:
            after = bisect_left(moves, one.version, key=itemgetter(0))
            at = moves[after][1] if after < len(moves) else table.changed_at
            found += [
                (at, Told(f"news-{table.pk}-{news.n}", row.number, news))
                for news in pages.news_of(table, [one], at, names)
            ]
    found.sort(key=lambda pair: (pair[0], pair[1].news.n), reverse=True)
    return [told for _at, told in found]
