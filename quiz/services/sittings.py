"""A class plays: all its tables begin at once, and the teacher looks after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any

from django.utils import timezone

from game import names, refusals
from game import services as game
from game.models import Seat, Table
from game.services import Sitter
from game.services.writing import write
from quiz.models import Classroom, Enrolment, Sitting, SittingTable
from quiz.refusals import Refused

TWICE = timedelta(seconds=10)
"""The same tables begun again so soon are a second press, no second lesson."""


def start(
    *,
    classroom: Classroom,
    plan: Sequence[Sequence[int]],
    size: int,
    options: Mapping[str, Any] | None = None,
    now: datetime | None = None,
) -> Sitting:
    """Seats the pupils (players) of `plan` table by table, with medium bots up to `size`, and
    begins all the games; what the class played before is ended.

    Tables with nobody are left out. Refused: `nobody_seated`, `too_many_seated` (six sit at a
    table), `not_in_class`, also for somebody named twice.
    """
    now = now or timezone.now()
    seated = [list(table) for table in plan if table]
    everybody = [player for table in seated for player in table]
    if not everybody:
        raise Refused("nobody_seated")
    if any(len(table) > game.MAX_SEATS for table in seated):
        raise Refused("too_many_seated")
    with write():
        sitters = _sitters(classroom, everybody)
        if len(sitters) != len(everybody):
            raise Refused("not_in_class")
        for before in Sitting.objects.running().filter(classroom=classroom):
            if now - before.started_at < TWICE and _seats(before) == sorted(map(sorted, seated)):
                return before
            end_all(sitting=before, now=now)
        sitting = Sitting.objects.create(classroom=classroom, started_at=now)
        for number, table in enumerate(seated, start=1):
            bots = max(size, game.MIN_SEATS) - len(table)
            opened = game.open_seated(
                people=_with_avatars([sitters[player] for player in table]),
                bots=[Seat.Level.MEDIUM] * max(0, bots),
                options=options,
                now=now,
            )
            SittingTable.objects.create(sitting=sitting, table=opened, number=number)
        return sitting


def pause_all(*, sitting: Sitting) -> None:
    """All games stand still."""
    for table in _running(sitting):
        game.pause(table=table)


def go_on_all(*, sitting: Sitting) -> None:
    """They go on, each time from where it stood."""
    for table in _running(sitting):
        game.go_on(table=table)


def end_all(*, sitting: Sitting, now: datetime | None = None) -> None:
    """Ends the games that are not over, and the sitting."""
    with write():
        for table in _running(sitting):
            game.end(table=table)
        Sitting.objects.running().filter(pk=sitting.pk).update(ended_at=now or timezone.now())


def move_pupil(*, sitting: Sitting, player: int, to: Table) -> None:
    """The pupil plays at this table of the sitting, in a bot's place and with its cards.

    Where he or she sat before, if anywhere, a bot plays on: what was laid there stays the pupil's,
    and so does the seat. Nobody comes back to such a seat by the own wish.
    Refused: `no_bot_there`; `not_at_a_table`: the table is over or another class's, or the pupil.
    """
    with write():
        here = [table for table in _running(sitting) if table.seats.filter(player=player).exists()]
        sitters = _sitters(sitting.classroom, [player])
        if player not in sitters or not _is_of(sitting, to):
            raise Refused("not_at_a_table")
        if [table.pk for table in here] == [to.pk]:
            return
        for table in here:
            if table.pk != to.pk:
                game.leave(table=table, player=sitters[player].player)
        own = to.seats.filter(player=player).first()
        if own is not None:
            game.come_back(table_id=to.pk, index=own.index, sent=True)
        else:
            _take_a_bots_seat(to, sitters[player])


def join(before: Table, table: Table) -> None:
    """Within a transaction: a game that follows one of a sitting is at the same table of it."""
    row = SittingTable.objects.filter(table=before, sitting__ended_at=None).first()
    if row is not None:
        SittingTable.objects.create(sitting=row.sitting, table=table, number=row.number)


def _take_a_bots_seat(table: Table, sitter: Sitter) -> None:
    for seat in table.seats.exclude(level=""):
        try:
            [dressed] = _with_avatars([sitter], table.seats.values_list("avatar", flat=True))
            game.sit_in(table=table, index=seat.index, sitter=dressed)
        except refusals.Refused:  # that bot has finished
            continue
        return
    raise Refused("no_bot_there")


def _seats(sitting: Sitting) -> list[list[int]]:
    """Who sits together, in no order."""
    seats = Seat.objects.filter(table__sitting_table__sitting=sitting, player__isnull=False)
    found: dict[int, list[int]] = {}
    for table, player in seats.values_list("table_id", "player_id"):
        found.setdefault(table, []).append(player or 0)
    return sorted(map(sorted, found.values()))


def _is_of(sitting: Sitting, table: Table) -> bool:
    return sitting.tables.filter(table=table).exists()


def _running(sitting: Sitting) -> list[Table]:
    return list(Table.objects.filter(sitting_table__sitting=sitting, phase=Table.Phase.PLAYING))


def _sitters(classroom: Classroom, players: Iterable[int]) -> dict[int, Sitter]:
    """Those of the players who are in the classroom, as they sit down at a table."""
    enrolled = Enrolment.objects.filter(
        classroom=classroom, left_at=None, player__in=list(players), player__pupil__isnull=False
    ).select_related("player__pupil")
    return {
        one.player_id: Sitter(
            one.player, one.player.name, one.player.avatar, one.player.pupil.time_factor
        )
        for one in enrolled
    }


def _with_avatars(sitters: Sequence[Sitter], taken: Iterable[str] = ()) -> list[Sitter]:
    """Each with the own animal, or one that nobody else at the table has."""
    used = {*taken, *(one.avatar for one in sitters)}
    free = [avatar for avatar in names.AVATARS if avatar not in used]
    SystemRandom().shuffle(free)
    return [
        Sitter(one.player, one.name, one.avatar or free.pop(), one.time_factor) for one in sitters
    ]
