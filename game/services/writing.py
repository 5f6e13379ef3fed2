"""What every writer uses: the transaction, the compare-and-swap, and when the clock must act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from threading import RLock
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from game import engine, live
from game.models import Move, Seat, Table
from game.prepared import Prepared, swap
from game.refusals import Refused

BOT_DELAY = {
    Table.Pace.SLOW: timedelta(seconds=2.5),
    Table.Pace.NORMAL: timedelta(seconds=1.2),
    Table.Pace.QUICK: timedelta(seconds=0.4),
}
READING_TIME = timedelta(seconds=3)
"""The next turn begins later by this while an explanation is on the screens."""

_writing = RLock()
_fresh = Prepared(lambda table: Table.objects.select_for_update().filter(pk=table))


@contextmanager
def write() -> Iterator[None]:
    """One transaction; on SQLite one at a time in this process, which keeps the queue fair.

    Once it is committed the next may begin, while what came of this one is told.
    """
    with ExitStack() as turn:
        if connection.vendor == "sqlite":
            turn.enter_context(_writing)
        with transaction.atomic():
            transaction.on_commit(turn.close)
            yield


def fresh(table: Table) -> Table:
    """The table as it is now; on PostgreSQL its row stays locked until the transaction ends."""
    return _fresh.get(table=table.pk)


def advance(table: Table, move: Move | None = None, **changes: Any) -> None:
    """Compare-and-swap to the next version, with these changes; tells everybody after commit, and
    by what `move` it came, if by one.

    `table` is then what everybody is told.
    """
    version = table.version
    changes |= {"version": version + 1, "changed_at": timezone.now()}
    for name, value in changes.items():
        setattr(table, name, value)
    if not swap(table, changes, version=version):
        raise Refused("stale")
    live.announce(table, move)


def due_at(table: Table, state: engine.State, seats: Sequence[Seat]) -> datetime | None:
    """When the clock must next act: the earliest of a bot's move, a time limit, an absence.

    While none of the players is present, people's time stands still; in a pause everybody's.
    """
    if state.to_move is None or table.turn_at is None or table.paused_at is not None:
        return None
    mover = seats[state.to_move]
    dates = list(absences_end(table, state, seats).values())
    if mover.bot_level:
        dates.append(table.turn_at + BOT_DELAY[Table.Pace(table.pace)])
    elif table.limit and any(seat.is_present for seat in seats):
        dates.append(limit_ends(table, mover))
    return min(dates, default=None)


def arrive(table: Table, seats: Sequence[Seat], index: int, now: datetime) -> None:
    """The player of seat `index` is there; if nobody was, what stood still goes on from here."""
    if not any(seat.is_present for seat in seats):
        gone = [seat for seat in seats if seat.is_human and seat.away_since is not None]
        last = max((seat.away_since for seat in gone if seat.away_since), default=now)
        for seat in gone:
            if seat.away_since is not None:
                seat.away_since += now - last
                seat.save()
        if table.limit and table.turn_at is not None:
            table.turn_at += max(timedelta(), now - max(last, table.turn_at))
    seats[index].away_since, seats[index].waited_for = None, False
    seats[index].save()


def limit_ends(table: Table, seat: Seat) -> datetime:
    """When the time of the turn runs out for `seat`, its extra time included."""
    if table.turn_at is None:
        raise ValueError(f"no turn has begun at table {table.code}")
    return table.turn_at + timedelta(seconds=table.limit * seat.time_factor)


def absences_end(table: Table, state: engine.State, seats: Sequence[Seat]) -> dict[int, datetime]:
    """When a bot will play, for each seat that is away and waited for, by seat.

    Nobody is replaced who has finished, in a pause, or while nobody is left to play with.
    """
    if not table.grace or table.paused_at is not None or not any(seat.is_present for seat in seats):
        return {}
    grace = timedelta(seconds=table.grace)
    return {
        seat.index: seat.away_since + grace
        for seat in seats
        if seat.is_human
        and seat.away_since is not None
        and not (seat.stand_in or seat.waited_for)
        and seat.index not in state.places
    }
