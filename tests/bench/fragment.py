"""How long it takes to make what each viewer is sent after a move.

    python -m tests.bench.fragment [--games N]

Whole games of five people and a spectator. The spectator's fragment comes first and makes the
layout's parts; then each seat's is timed, with the layout kept.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.bench import tables

PEOPLE = 5
BAR = 0.3  # milliseconds, the median of a seat's fragment


def main() -> int:
    parser = argparse.ArgumentParser(description="The time a fragment takes.")
    parser.add_argument("--games", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tables.prepare(Path(folder))
        return measure(options.games)


def measure(games: int) -> int:
    from django.utils import translation

    from game.live import View
    from game.pages import fragment
    from game.pages.parts import Change

    rng = random.Random(1)
    spectator = View(None, "ro", "watch", "http://x")
    seats = [View(seat, "ro", "table", "http://x") for seat in range(PEOPLE)]
    took: dict[str, list[float]] = {"change": [], "first": [], "seat": [], "whole": []}

    def clocked(what: str, begun: float) -> None:
        took[what].append((time.perf_counter() - begun) * 1000)

    translation.activate("ro")
    for _ in range(games):
        for table in tables.play(tables.people(PEOPLE), rng):
            begun = time.perf_counter()
            change = Change.last(table)
            clocked("change", begun)
            assert change is not None
            begun = time.perf_counter()
            change.fragment(spectator)
            clocked("first", begun)
            for view in seats:
                begun = time.perf_counter()
                change.fragment(view)
                clocked("seat", begun)
        begun = time.perf_counter()
        fragment(table, seats[0])
        clocked("whole", begun)

    print(f"{games} games of {PEOPLE}, {len(took['change'])} moves; milliseconds, median (p95)")
    told = {
        "change": "what has changed, from the database",
        "first": "a spectator's fragment, which makes the layout's parts",
        "seat": "a seat's fragment, with the layout kept",
        "whole": "a seat's whole page of parts, at the end of a game",
    }
    seat = statistics.median(took["seat"])
    for what, times in took.items():
        median, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        bar = f"  bar {BAR} ms" if what == "seat" else ""
        ratio = f"{median / seat:5.2f} × a seat's"
        print(f"{told[what]:58} {median:6.3f} ({late:.3f})  {ratio}{bar}")
    return 0 if seat <= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
