"""The live page of a class: every table at a glance, and what has happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game import history, pages
from game.models import Happening, Seat, Table
from game.names import alphabetical
from game.pages.glance import Glance, News, names_of
from quiz.models import Sitting, SittingTable
from quiz.pages.answered import in_words
from quiz.pages.teaching.people import Line, lines
from quiz.selectors import people, sittings

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
    before: tuple[str, ...]
    """Where the places of the games are that were over before at this table."""
    left_out: str
    """Who has played there and sits nowhere now; empty when nobody does."""
    playing: bool
    paused: bool
    people: tuple[tuple[int, str], ...]
    """Key and name of those who can be moved, or for whom a bot can play."""
    targets: tuple[int, ...]
    """The other tables at which a bot's place could be taken."""
    has_a_bot: bool
    """Whether one could be taken here."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line of what has happened."""

    id: str
    number: int
    news: News


def live_context(sitting: Sitting, now: datetime, named: bool) -> dict[str, object]:
    """All tables of the sitting; without `named` no pupil's name is in it."""
    games = sittings.games_of(sitting)
    rows = [last for *_before, last in games]
    with_bots = {row.number for row in rows if _has_a_bot(row.table)}
    seats = [seat for row in rows for seat in row.table.seats.all()]
    left = _left_out(games)
    tables = [
        _table(
            those,
            [seat for number, seat in left if number == those[-1].number],
            with_bots,
            now,
            named,
        )
        for those in games
    ]
    playing = sum(one.playing for one in tables)
    idle = _idle(sitting, games, now, named) if playing else []
    return {
        "sitting": "-".join(str(pk) for pk in (sitting.pk, *(row.table_id for row in rows))),
        "tables": tables,
        "title": _title(len(tables), playing),
        "says": _says(sitting, [*seats, *(seat for _number, seat in left)], now, playing),
        "idle": [one for one, _came in idle],
        "came_late": _came_late([one for one, came in idle if came], bool(with_bots)),
        "news": _news([row for those in games for row in those], named),
        "playing": playing,
        "paused": playing > 0 and all(one.paused for one in tables if one.playing),
    }


def _left_out(games: Sequence[Sequence[SittingTable]]) -> list[tuple[int, Seat]]:
    """Of each pupil who has played and sits nowhere now the number of the table, and the seat."""
    sit = {None, *(seat.player_id for *_, row in games for seat in row.table.seats.all())}
    found = {
        seat.player_id: (row.number, seat)
        for *before, _last in games
        for row in before
        for seat in row.table.seats.all()
        if seat.player_id not in sit
    }
    return list(found.values())


def _idle(
    sitting: Sitting, games: Sequence[Sequence[SittingTable]], now: datetime, named: bool
) -> list[tuple[Line, bool]]:
    """The pupils of the class who play at none of the tables now, and whether they have come in."""
    roll = people.roll(sitting.classroom)
    came = people.came_in(roll, now)
    play = {
        seat.player_id
        for *_before, row in games
        if row.table.phase == Table.Phase.PLAYING
        for seat in row.table.seats.all()
    }
    return [
        (line, line.player in came)
        for line in lines(roll, not named, now)
        if line.player not in play
    ]


def _came_late(idle: Sequence[Line], room: bool) -> str:
    """Who could be seated; empty when nobody could."""
    if not idle:
        return ""
    said = _("%s: here, but at no table.") % ", ".join(one.label for one in idle)
    return said + (" " + _("Under “Change” a table takes them in for a bot.") if room else "")


def _table(
    games: Sequence[SittingTable],
    left: Sequence[Seat],
    with_bots: set[int],
    now: datetime,
    named: bool,
) -> LiveTable:
    *before, row = games
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
        watch_url=_watch_url(shown, named),
        goes_on=shown is not table,
        before=tuple(_watch_url(one.table, named) for one in before),
        left_out=_left_out_says(left, named),
        playing=playing,
        paused=table.paused_at is not None,
        people=tuple(people),
        targets=tuple(sorted(with_bots - {row.number})),
        has_a_bot=row.number in with_bots,
    )


def _watch_url(table: Table, named: bool) -> str:
    return reverse("game:watch", args=[table.code]) + ("" if named else f"?{pages.NAMELESS}")


def _left_out_says(seats: Sequence[Seat], named: bool) -> str:
    if not seats:
        return ""
    said = ngettext("One pupil is at no table", "%(n)d pupils are at no table", len(seats))
    said %= {"n": len(seats)}
    return f"{said}: {', '.join(sorted(names_of(seats), key=alphabetical))}" if named else said


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


def _news(rows: Iterable[SittingTable], named: bool) -> list[Told]:
    """The newest first."""
    rows = sorted(rows, key=lambda row: row.table.changed_at, reverse=True)
    moved = sittings.moved_at([row.table for row in rows])
    found: list[tuple[datetime, Told]] = []
    for row in rows:
        table = row.table
        if len(found) == TOLD and table.changed_at < found[-1][0]:
            break  # nor has anything newer happened in the games that follow: none is told again
        names = names_of(table.seats.all()) if named else []
        told: list[history.Entry | Happening] = [
            *history.game_of(table).entries,
            *table.happenings.all(),
        ]
        for one in told:
            at = one.at if isinstance(one, Happening) else moved[table.pk, one.version]
            found += [
                (at, Told(f"news-{table.pk}-{news.n}", row.number, news))
                for news in pages.news_of(table, [one], at, names)
            ]
        found = sorted(found, key=lambda pair: (pair[0], pair[1].news.n), reverse=True)[:TOLD]
    return [told for _at, told in found]
