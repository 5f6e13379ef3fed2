"""Readers of a class at its tables."""

from __future__ import annotations

from datetime import datetime, timedelta
from operator import attrgetter

from django.db.models import F, Max, Q

from game.models import Move, Seat, Table
from quiz.models import Classroom, Sitting, SittingTable
from quiz.progress import Filter, facts_of, shares

RECENT = timedelta(days=60)
"""What a class has answered since then tells how much each knows."""


def last_sitting(classroom: Classroom) -> Sitting | None:
    """The one that goes on, or else the last."""
    return classroom.sittings.order_by("-pk").first()


def tables_of(sitting: Sitting) -> list[SittingTable]:
    """By number the game that began there last, with its seats and what happened to them."""
    last = sitting.tables.values("number").annotate(last=Max("pk")).values("last")
    found = sitting.tables.filter(pk__in=last).select_related("table__following")
    found = found.prefetch_related("table__seats", "table__happenings")
    return list(found.order_by("number"))


def table_of(sitting: Sitting, number: int) -> Table | None:
    """The table with this number, if any: the game that began there last."""
    found = Table.objects.filter(sitting_table__sitting=sitting, sitting_table__number=number)
    return found.order_by("-sitting_table__pk").first()


def sat_at(sitting: Sitting) -> set[int]:
    """The players who were seated."""
    seats = Seat.objects.filter(table__sitting_table__sitting=sitting, player__isnull=False)
    return {player for player in seats.values_list("player_id", flat=True) if player}


def place_now(player: object) -> tuple[int, str] | None:
    """Key and code of the table at which the pupil's class wants him or her now: one query."""
    if not isinstance(player, int):
        return None
    seats = Seat.objects.filter(
        player=player,
        player__enrolments__left_at=None,
        player__enrolments__classroom=F("table__sitting_table__sitting__classroom"),
        table__phase=Table.Phase.PLAYING,
        table__sitting_table__sitting__ended_at=None,
    )
    # Moved to another table, a pupil still has a seat at the one before, where a bot plays.
    newest = seats.order_by("stand_in", F("away_since").desc(nulls_first=True))
    return newest.values_list("table_id", "table__code").first()


def moved_to(seat: Seat) -> str:
    """The code of the table at which the class wants the seat's player, if it is another one."""
    here = Sitting.objects.running().filter(
        tables__table=seat.table_id, tables__table__phase=Table.Phase.PLAYING
    )
    place = place_now(seat.player_id) if here.exists() else None
    return place[1] if place is not None and place[0] != seat.table_id else ""


def moved_at(tables: list[Table]) -> dict[int, list[tuple[int, datetime]]]:
    """When each table's moves were made: version and time, in order."""
    found: dict[int, list[tuple[int, datetime]]] = {table.pk: [] for table in tables}
    moves = Move.objects.filter(table__in=tables).order_by("version")
    for table, version, at in moves.values_list("table_id", "version", "at"):
        found[table].append((version, at))
    return found


def knows(classroom: Classroom, now: datetime) -> dict[int, float]:
    """Which part of their latest answers was right (0 to 1), of those who gave any."""
    facts = facts_of(classroom, Filter(since=now - RECENT))
    found = shares(facts.tallies, attrgetter("player"))
    return {player: share.part for player, share in found.items() if share.part is not None}


def is_playing(classroom: Classroom) -> bool:
    """Whether any of its tables goes on."""
    there = Q(sitting_table__sitting__classroom=classroom, phase=Table.Phase.PLAYING)
    return Table.objects.filter(there).exists()
