"""Who sits with whom when a class plays. Pure and seeded."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from enum import StrEnum


class Way(StrEnum):
    """How a class is seated."""

    RANDOM = "random"
    BALANCED = "balanced"
    """Tables know about the same."""


def tables(
    pupils: Sequence[int],
    size: int,
    way: Way,
    rng: random.Random,
    knows: Mapping[int, float] | None = None,
) -> list[list[int]]:
    """The pupils (by player) at as few tables of `size` as hold them, filled as evenly as can be.

    `knows` is how much each knows, for BALANCED: the tables are dealt to and fro, so that whoever
    knows most and whoever knows least meet.
    """
    if not pupils:
        return []
    count = -(-len(pupils) // size)
    order = rng.sample(list(pupils), len(pupils))
    if way == Way.BALANCED:
        order.sort(key=lambda pupil: -(knows or {}).get(pupil, 0.0))
    seated: list[list[int]] = [[] for _ in range(count)]
    for n, pupil in enumerate(order):
        lap, place = divmod(n, count)
        seated[place if lap % 2 == 0 else count - 1 - place].append(pupil)
    for table in seated:
        rng.shuffle(table)
    return seated
