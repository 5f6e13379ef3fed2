"""A restart while a school plays: how soon it has stopped, and how soon everybody is back.

A browser whose stream breaks asks again after two seconds, as it is told to, until it is answered;
back is who has heard the table's version again. The floor is the first start, with an empty folder.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench import tables
from tests.bench.databases import postgres
from tests.bench.figures import Figure, apart
from tests.bench.traffic import Driver, Room, Times
from tests.site import Site

RETRY = 2.0  # seconds
STOP_BAR, BACK_BAR = 1.0, 5.0
STOPPED = "stopped after"


def figures(short: bool) -> list[Figure]:
    """With 240 streams of 40 tables; and how soon two processes with as many have stopped."""
    if short:
        return _of_one(10)
    return [*_of_one(40), _of_two(40)]


def _of_one(count: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), DJANGO_SETTINGS_MODULE=tables.SETTINGS)
        begun = time.monotonic()
        site.start()
        start = time.monotonic() - begun
        with _driven(site, "", count) as driver:
            stopped, back = asyncio.run(_restarted(driver))
    what = f"{6 * count} streams: "
    return [
        Figure(f"{what}{STOPPED}", stopped, "s", bar=STOP_BAR),
        Figure(f"{what}all back after", back, "s", start, bar=BACK_BAR),
    ]


def _of_two(count: int) -> Figure:
    with tempfile.TemporaryDirectory() as folder, postgres(1) as (database,):
        settings = {"DJANGO_SETTINGS_MODULE": tables.SETTINGS, "DATABASE_URL": database}
        site = Site(Path(folder), "--workers", "2", **settings)
        site.start()
        with _driven(site, database, count) as driver:
            stopped = asyncio.run(_stopped(driver))
    name = f"two processes, {6 * count} streams: {STOPPED}"
    return Figure(name, stopped, "s", bar=STOP_BAR)


@contextmanager
def _driven(site: Site, database: str, count: int) -> Iterator[Driver]:
    """The browsers of so many tables at a site that runs; it is stopped in the end."""
    try:
        seatings = apart(tables.seated, site.data, database, count, 5)
        yield Driver([site], seatings, count, spectators=1)
    finally:
        site.stop()
    assert "Traceback" not in site.output, site.output


async def _stopped(driver: Driver) -> float:
    """Seconds until it has stopped, with a move made at every table."""
    await driver.open_streams()
    await asyncio.gather(*(driver.move(room, Times()) for room in driver.rooms))
    return await asyncio.to_thread(driver.sites[0].stop)


async def _restarted(driver: Driver) -> tuple[float, float]:
    """Seconds until it has stopped, and from then until all are back at the new one."""
    stopped = await _stopped(driver)
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
