"""How long it takes to make what each viewer is sent after a move.

Whole games of five people and a spectator. The spectator's fragment comes first and makes the
layout's parts; then each seat's is timed, with the layout kept.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from pathlib import Path

from tests.bench import tables
from tests.bench.figures import Figure, apart, shuffled

PEOPLE = 5
FLOOR, SEAT = "a hundred shuffles of a deck", "a seat's, with the layout kept"
BAR = 0.3  # milliseconds, the median of a seat's fragment


def figures(short: bool) -> list[Figure]:
    """Medians."""
    with tempfile.TemporaryDirectory() as folder:
        took = apart(measured, Path(folder), 2 if short else 10)
    floor = statistics.median(took.pop(FLOOR))
    return [
        Figure(what, statistics.median(times), "ms", floor, bar=BAR if what == SEAT else None)
        for what, times in took.items()
    ]


def measured(data: Path, games: int) -> dict[str, list[float]]:
    """Milliseconds. To be called in a process of its own."""
    tables.prepare(data)
    from django.utils import translation

    from game.live import View
    from game.pages import fragment
    from game.pages.parts import Change

    rng = random.Random(1)
    spectator = View(None, "ro", "watch", "http://x")
    seats = [View(seat, "ro", "table", "http://x") for seat in range(PEOPLE)]
    took: dict[str, list[float]] = {}

    def clocked(what: str, begun: float) -> None:
        took.setdefault(what, []).append((time.perf_counter() - begun) * 1000)

    translation.activate("ro")
    for _ in range(games):
        for table in tables.play(tables.people(PEOPLE), rng):
            took.setdefault(FLOOR, []).append(shuffled())
            begun = time.perf_counter()
            change = Change.last(table)
            clocked("what has changed, from the database", begun)
            assert change is not None
            begun = time.perf_counter()
            change.fragment(spectator)
            clocked("a spectator's, which makes the layout's parts", begun)
            for view in seats:
                begun = time.perf_counter()
                change.fragment(view)
                clocked(SEAT, begun)
        for view in seats:
            begun = time.perf_counter()
            fragment(table, view)
            clocked("a seat's whole page of parts, at the end of a game", begun)
    return took
