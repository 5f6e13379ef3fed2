"""A restart while a school plays: how soon it has stopped, and how soon everybody is back.

A browser whose stream breaks asks again after two seconds, as it is told to, until it is answered;
back is who has heard the table's version again. The floor is the first start, with an empty folder.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from tests.bench import tables
from tests.bench.figures import Figure, apart
from tests.bench.traffic import Driver, Room, Times
from tests.site import Site

RETRY = 2.0  # seconds
STOP_BAR, BACK_BAR = 1.0, 5.0


def figures(short: bool) -> list[Figure]:
    """With 240 streams of 40 tables."""
    count = 10 if short else 40
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), DJANGO_SETTINGS_MODULE=tables.SETTINGS)
        begun = time.monotonic()
        site.start()
        start = time.monotonic() - begun
        try:
            seatings = apart(tables.seated, site.data, "", count, 5)
            driver = Driver([site], seatings, count, spectators=1)
            stopped, back = asyncio.run(_restarted(driver))
        finally:
            site.stop()
        assert "Traceback" not in site.output, site.output
    what = f"{6 * count} streams: "
    return [
        Figure(f"{what}stopped after", stopped, "s", bar=STOP_BAR),
        Figure(f"{what}all back after", back, "s", start, bar=BACK_BAR),
    ]


async def _restarted(driver: Driver) -> tuple[float, float]:
    """Seconds until it has stopped, and from then until all are back at the new one."""
    await driver.open_streams()
    await asyncio.gather(*(driver.move(room, Times()) for room in driver.rooms))
    stopped = await asyncio.to_thread(driver.sites[0].stop)
    begun = time.monotonic()
    back = asyncio.gather(*(_come_back(driver, room) for room in driver.rooms))
    await asyncio.to_thread(driver.sites[0].start)
    await back
    took = time.monotonic() - begun
    await asyncio.gather(*(driver.move(room, Times()) for room in driver.rooms))
    driver.check()
    return stopped, took


async def _come_back(driver: Driver, room: Room) -> None:
    assert all(stream.lost for stream in room.streams)
    while True:
        await asyncio.sleep(RETRY)
        try:
            await driver.sit(room)
        except OSError:
            continue  # nobody listens yet
        return
