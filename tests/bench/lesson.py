"""The teacher's live page: from a move until the one stream of all tables has it.

Eight tables of four pupils, whose own pages are open too, at 20 honest moves a second; before each
phase of moves the same rate of one-INSERT requests on the same server, the floor.
"""

from __future__ import annotations

import asyncio
import tempfile
from itertools import islice
from pathlib import Path

from tests.bench import tables
from tests.bench.figures import Figure, apart, beside, percentiles
from tests.bench.tables import Seating
from tests.bench.traffic import Driver, Stream
from tests.site import Site

TABLES, PUPILS, RATE = 8, 4, 20.0
BAR = 200.0  # milliseconds, p95


def figures(short: bool) -> list[Figure]:
    """p95 behind the move."""
    rounds, seconds = (2, 4) if short else (3, 7)  # a class's games are over after half a minute
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), DJANGO_SETTINGS_MODULE=tables.SETTINGS)
        site.start()
        try:
            seatings, address, session = apart(begun, site.data)
            driver = Driver([site], seatings, TABLES)
            pairs = asyncio.run(_rounds(driver, Stream(site, address, session), rounds, seconds))
            driver.check()
        finally:
            site.stop()
    late, floor, ratio = beside(pairs)
    return [Figure(f"{TABLES} tables, {RATE:g} moves/s, p95", late, "ms", floor, ratio, BAR)]


async def _rounds(
    driver: Driver, teacher: Stream, rounds: int, seconds: float
) -> list[tuple[float, float]]:
    await driver.open_streams()
    pupils = driver.streams
    await teacher.open()
    for room in driver.rooms:
        room.streams = [teacher]  # whose news is waited for
    await asyncio.sleep(3)  # presence has been told
    await driver.paced(driver.move, RATE, 2)
    pairs = []
    for _ in range(rounds):
        floor = await driver.paced(driver.insert, RATE, seconds)
        moves = await driver.paced(driver.move, RATE, seconds)
        pairs.append((percentiles(moves.took)[1], percentiles(floor.took)[1]))
    assert not any(stream.lost for stream in pupils)
    return pairs


def begun(data: Path) -> tuple[list[Seating], str, str]:
    """A class that plays: its tables, the address of the stream, the teacher's session."""
    tables.use(data)
    from django.contrib.auth.models import User
    from django.db import connection
    from django.urls import reverse

    from quiz.forms.people import school_year
    from quiz.services import classrooms, sittings

    connection.cursor().execute(tables.FLOOR)
    teacher = User.objects.create(username="ene")
    room = classrooms.make_classroom(teacher=teacher, name="5 B", year=school_year())
    names = [classrooms.Name(f"Ana{chr(97 + n)}", "Pop") for n in range(TABLES * PUPILS)]
    pupils = [pupil.pk for pupil in classrooms.enrol(classroom=room, pupils=names)]
    plan = [list(islice(pupils, n, None, TABLES)) for n in range(TABLES)]
    sitting = sittings.start(classroom=room, plan=plan, size=PUPILS)
    seatings = [tables.seating(row.table) for row in sitting.tables.select_related("table")]
    address = reverse("quiz:live_events", args=[room.pk])
    return seatings, address, tables.session_of(teacher)
