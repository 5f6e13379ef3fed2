"""Readers of a class at its tables."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter

from django.db.models import F, Q

from game.models import Move, Seat, Table
from quiz.models import Classroom, Sitting, SittingTable
from quiz.progress import Filter, facts_of, shares

RECENT = timedelta(days=60)
"""What a class has answered since then tells how much each knows."""


def last_sitting(classroom: Classroom) -> Sitting | None:
    """The one that goes on, or else the last."""
    return classroom.sittings.order_by("-pk").first()


def games_of(sitting: Sitting) -> list[list[SittingTable]]:
    """By number of the table all its games, the last one last, with their seats and what happened
    to them.
    """
    found = sitting.tables.select_related("table__following")
    found = found.prefetch_related("table__seats", "table__happenings").order_by("number", "pk")
    return [list(games) for _number, games in groupby(found, attrgetter("number"))]


def tables_of(sitting: Sitting) -> list[SittingTable]:
    """By number the game that began there last, as in `games_of`."""
    return [games[-1] for games in games_of(sitting)]


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


def moved_at(tables: list[Table]) -> dict[tuple[int, int], datetime]:
    """When these tables' moves were made, by table and version."""
    moves = Move.objects.filter(table__in=tables).order_by()
    found = moves.values_list("table_id", "version", "at")
    return {(table, version): at for table, version, at in found}


def knows(classroom: Classroom, now: datetime) -> dict[int, float]:
    """Which part of their latest answers was right (0 to 1), of those who gave any."""
    facts = facts_of(classroom, Filter(since=now - RECENT))
    found = shares(facts.tallies, attrgetter("player"))
    return {player: share.part for player, share in found.items() if share.part is not None}


def is_playing(classroom: Classroom) -> bool:
    """Whether any of its tables goes on."""
    there = Q(sitting_table__sitting__classroom=classroom, phase=Table.Phase.PLAYING)
    return Table.objects.filter(there).exists()
