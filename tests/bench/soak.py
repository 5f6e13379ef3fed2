"""Half an hour at a class's pace: does the server's memory stay flat, and does nothing go wrong?

Thirty children at eight tables, each table a move every two seconds, game after game; each of them
has the table's page open. The floor of the memory is what it was after a sixth of the time.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from tests.bench import tables
from tests.bench.figures import Figure, apart, percentiles
from tests.bench.traffic import Driver, Times, memory
from tests.site import Site

TABLES, PLAYERS, RATE = 8, 4, 4.0
MINUTES, SHORT_MINUTES = 30.0, 0.25
FLAT_BAR, LATE_BAR = 1.05, 200.0  # ×, milliseconds
MOVES = 55  # a game has more


def figures(short: bool) -> list[Figure]:
    """The growth of memory, and how late the moves were."""
    seconds = 60 * (SHORT_MINUTES if short else MINUTES)
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), DJANGO_SETTINGS_MODULE=tables.SETTINGS)
        site.start()
        try:
            supply = TABLES + round(RATE * seconds / MOVES)
            seatings = apart(tables.seated, site.data, "", supply, PLAYERS)
            driver = Driver([site], seatings, TABLES)
            times, sizes = asyncio.run(_played(driver, seconds))
            driver.check()
        finally:
            site.stop()
    settled, *since = sizes[len(sizes) // 6 :]
    late = percentiles(times.took)[1]
    return [
        Figure("memory, the most", max(since), "MB", settled, bar=FLAT_BAR, of_ratio=True),
        Figure(f"{len(times.took):,} moves, p95", late, "ms", bar=LATE_BAR),
    ]


async def _played(driver: Driver, seconds: float) -> tuple[Times, list[float]]:
    """The moves, and the server's MB every few seconds."""
    await driver.open_streams()
    sizes: list[float] = []
    playing = asyncio.create_task(driver.paced(driver.move, RATE, seconds))
    end = time.monotonic() + seconds
    while time.monotonic() < end and not playing.done():
        await asyncio.sleep(seconds / 120)
        sizes.append(memory(driver.sites) / 1024)
    return await playing, sizes
