"""Who of a class knows most animals, for its pupils, where the teacher turned that on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache

from quiz import mastery
from quiz.evidence import evidence_of_all
from quiz.mastery import State
from quiz.models import Classroom
from quiz.pages.teaching.people import class_title
from quiz.selectors.people import roll

KEPT = 60
"""Seconds for which what a class knows is not counted anew: a whole class looks at once."""


@dataclass(frozen=True, slots=True)
class Place:
    """A pupil's; those who know as many share one."""

    place: int
    name: str
    known: int
    is_me: bool


def ranking_context(classroom: Classroom, me: int, now: datetime) -> dict[str, object]:
    """The list: what pupils are called by each other, and how many animals each knows now."""
    called = {one.player_id: one.player.name for one in roll(classroom)}
    key = f"ranking-{classroom.pk}-{classroom.made_at.timestamp()}"
    known = cache.get_or_set(key, lambda: _known(list(called), now), KEPT) or {}
    found = sorted(((known.get(player, 0), player) for player in called), reverse=True)
    counts = [count for count, _player in found]
    places = [
        Place(counts.index(count) + 1, called[player], count, player == me)
        for count, player in found
    ]
    return {
        "class_title": class_title(classroom),
        "places": sorted(places, key=lambda one: (one.place, one.name)),
        "mine": next((one for one in places if one.is_me), None),
    }


def _known(players: list[int], now: datetime) -> dict[int, int]:
    return {
        player: sum(one.state == State.KNOWN for one in mastery.knowledge(pieces, now).values())
        for player, pieces in evidence_of_all(players).items()
    }
