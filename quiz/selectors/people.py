"""Readers of classrooms and pupils."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone

from game import names
from game.models import Player, Seat, Table
from game.prepared import Prepared
from quiz.models import Classroom, Enrolment, Pupil, Response

_pupil_here = Prepared(
    lambda player: Pupil.objects.select_related("player").filter(
        player__enrolments__left_at=None, player__enrolments__isnull=False, pk=player
    )
)


def pupil_here(player: object) -> Pupil | None:
    """The pupil who is this player, while in a classroom."""
    if not isinstance(player, int):
        return None
    return _pupil_here.first(player=player)


HERE = timedelta(minutes=15)
"""Who was seen within this time has come in."""


def came_by(pupil: Pupil | None) -> None:
    """Notes that the pupil is here now."""
    if pupil is not None:
        Player.objects.filter(pk=pupil.pk).update(last_seen=timezone.now())


def came_in(enrolments: Sequence[Enrolment], now: datetime) -> set[int]:
    """Which players of these (as of `roll`) were seen just now, since they were enrolled."""
    return {
        one.player_id for one in enrolments if one.player.last_seen > max(now - HERE, one.since)
    }


def classroom_of(pupil: Pupil) -> Classroom | None:
    """The classroom in which the pupil is now."""
    here = Enrolment.objects.select_related("classroom").filter(player=pupil.pk, left_at=None)
    enrolment = here.first()
    return enrolment.classroom if enrolment else None


def names_in(classrooms: Sequence[Classroom]) -> list[Pupil]:
    """Who is or was in these classrooms, and is in no other one now."""
    elsewhere = Enrolment.objects.filter(left_at=None).exclude(classroom__in=classrooms)
    return list(
        Pupil.objects.filter(player__enrolments__classroom__in=classrooms)
        .exclude(player__in=elsewhere.values("player"))
        .select_related("player")
        .distinct()
        .order_by("pk")
    )


def work_in(classrooms: Sequence[Classroom]) -> Work:
    """What was done by all who are or were in these classrooms."""
    players = Enrolment.objects.filter(classroom__in=classrooms).values("player")
    return Work(
        answers=Response.objects.filter(attempt__player__in=players).count(),
        games=Seat.objects.filter(player__in=players, table__deal__isnull=False)
        .values("table")
        .distinct()
        .count(),
    )


def is_at_a_table(player: Player, now: datetime, within: timedelta) -> bool:
    """Whether the player was at a live table within this time: streams tell, no requests need."""
    since = now - within
    there = Q(away_since=None) | Q(away_since__gt=since)
    running = Q(table__phase__in=(Table.Phase.LOBBY, Table.Phase.PLAYING)) & there
    just_over = Q(
        table__phase__in=(Table.Phase.OVER, Table.Phase.ENDED), table__changed_at__gt=since
    )
    return Seat.objects.filter(running | just_over, player=player).exists()


def classroom_by_code(code: str) -> Classroom | None:
    """The classroom with this code, as it is kept."""
    return Classroom.objects.select_related("teacher").filter(code=code).first()


def way_into_class(code: str) -> str:
    """The address to which a class's code leads; "" when it is none."""
    found = Classroom.objects.filter(code=code).exists()
    return reverse("quiz:class_names", args=[code]) if found else ""


def classrooms_of(teacher: User) -> list[Classroom]:
    """The teacher's, newest year first, each with its `pupils` and how many have `no_words`."""
    here = Q(enrolments__left_at=None, enrolments__player__pupil__isnull=False)
    found = Classroom.objects.of(teacher).annotate(
        pupils=Count("enrolments", filter=here),
        no_words=Count("enrolments", filter=here & Q(enrolments__player__pupil__words="")),
    )
    return sorted(found, key=lambda one: (-one.year, names.alphabetical(one.name), one.pk))


def roll(classroom: Classroom) -> list[Enrolment]:
    """Who is in the classroom, in Romanian alphabetical order, with player and pupil."""
    return _sorted(Enrolment.objects.filter(classroom=classroom, left_at=None))


def gone(classroom: Classroom) -> list[Enrolment]:
    """Who was in the classroom and whose name is still known."""
    return _sorted(Enrolment.objects.filter(classroom=classroom, left_at__isnull=False))


def _sorted(enrolments: models.QuerySet[Enrolment]) -> list[Enrolment]:
    found = enrolments.filter(player__pupil__isnull=False).select_related("player__pupil")
    return sorted(found, key=lambda one: order_of(one.player.pupil))


def order_of(pupil: Pupil) -> tuple[str, str, int]:
    """The key of the alphabetical order: surname, then given name."""
    return names.alphabetical(pupil.surname), names.alphabetical(pupil.given), pupil.pk


def fits(pupil: Pupil, wanted: str) -> bool:
    """Whether the search finds the pupil: s finds ș, in any order of the names."""
    words = [names.alike(word) for word in wanted.split()]
    both = (
        names.alike(f"{pupil.surname}{pupil.given}"),
        names.alike(f"{pupil.given}{pupil.surname}"),
    )
    return all(any(word in text for text in both) for word in words)


def namesakes(pupils: Sequence[Pupil]) -> list[tuple[Pupil, Pupil]]:
    """Pairs with the same name, the older first, of which nobody has said that they are two."""
    found: dict[tuple[str, str], Pupil] = {}
    pairs = []
    for pupil in sorted(pupils, key=lambda one: one.pk):
        key = names.alike(pupil.surname), names.alike(pupil.given)
        first = found.setdefault(key, pupil)
        if first is not pupil and not pupil.told_apart:
            pairs.append((first, pupil))
    return pairs


@dataclass(frozen=True, slots=True)
class Work:
    """What a player has done."""

    answers: int
    games: int

    def __bool__(self) -> bool:
        return bool(self.answers or self.games)


def work_of(player: Player) -> Work:
    """Answers given, and games that were begun."""
    return Work(
        answers=Response.objects.filter(attempt__player=player).count(),
        games=Seat.objects.filter(player=player, table__deal__isnull=False).count(),
    )
