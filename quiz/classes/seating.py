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
    fixed: Mapping[int, int] | None = None,
) -> list[list[int]]:
    """The pupils (by player) at as few tables of `size` as hold them, filled as evenly as can be.

    `knows` is how much each knows, for BALANCED: the tables are dealt to and fro, so that whoever
    knows most and whoever knows least meet. `fixed` says at which table (from 0) somebody sits
    whatever comes of it; the others are dealt around these.
    """
    if not pupils:
        return []
    count = -(-len(pupils) // size)
    kept = {one: at for one, at in (fixed or {}).items() if one in set(pupils)}
    seated: list[list[int]] = [[] for _ in range(max(count, 1 + max(kept.values(), default=0)))]
    for one, at in kept.items():
        seated[at].append(one)
    order = [one for one in rng.sample(list(pupils), len(pupils)) if one not in kept]
    if way == Way.BALANCED:
        order.sort(key=lambda pupil: -(knows or {}).get(pupil, 0.0))
    forth = True
    while order:
        # A lap gives one to each of the emptiest tables; every other lap goes the other way.
        least = min(map(len, seated))
        lap = [table for table in seated if len(table) == least]
        for table in lap if forth else reversed(lap):
            if order:
                table.append(order.pop(0))
        forth = not forth
    for table in seated:
        rng.shuffle(table)
    return seated
