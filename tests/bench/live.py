"""A class of eight tables: from a move until the one stream of the teacher's live page has it.

    python -m tests.bench.live [--seconds S] [--rounds N]

A site started by `serve` on SQLite: eight tables of four pupils, whose own pages are open, too, and
the teacher's one stream of all tables, at 20 honest moves a second. In each round the same rate of
bare one-INSERT requests is measured on the same server: the floor.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.bench import tables
from tests.bench.load import Driver, Room, Times, told
from tests.site import Site

TABLES, PUPILS = 8, 4
RATE = 20.0
BAR = 200.0  # milliseconds, p95
EVENT = re.compile(rb"event: (\w+)\nid: (\d+)/(\d+)")


@dataclass
class Watch(asyncio.Protocol):
    """The teacher's stream: when it heard of each version of each table."""

    site: Site
    address: str
    session: str
    heard: dict[tuple[int, int], float] = field(default_factory=dict)
    carried: int = 0
    lost: int = 0
    rest: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(
            f"GET {self.address} HTTP/1.1\r\nHost: 127.0.0.1:{self.site.port}\r\n"
            f"Cookie: sessionid={self.session}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        *events, self.rest = (self.rest + data).split(b"\n\n")
        for event in events:
            if found := EVENT.search(event):
                self.heard[int(found[2]), int(found[3])] = now
                self.carried += found[1] == b"glance"

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost += 1


class Lesson(Driver):
    """All pupils, and the teacher who watches."""

    def __init__(self, site: Site, rooms: list[Room], keys: list[int], watch: Watch) -> None:
        super().__init__(site, rooms, spectators=0)
        self.keys, self.watch = keys, watch

    async def watched(self, number: int, times: Times) -> None:
        """The next move of a table, until the teacher's stream has it."""
        n = number % len(self.rooms)
        room, begun = self.rooms[n], time.perf_counter()
        version = max(stream.version for stream in room.streams) + 1
        before = len(times.everywhere)
        await self.move(number, times)
        if len(times.everywhere) == before:
            return
        times.everywhere.pop()
        for _ in range(200):
            heard = self.watch.heard.get((self.keys[n], version))
            if heard is not None:
                times.everywhere.append((heard - begun) * 1000)
                return
            await asyncio.sleep(0.01)
        times.errors += 1


def prepared() -> tuple[list[Room], list[int], str, str]:
    """A class that plays: its tables, the address of the stream, the teacher's session."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore
    from django.urls import reverse

    from game import engine
    from game.catalogue import deck
    from quiz.services import classrooms, sittings

    teacher = User.objects.create(username="ene")
    room = classrooms.make_classroom(teacher=teacher, name="5 B", year=2026)
    pupils = classrooms.enrol(
        classroom=room,
        pupils=[classrooms.Name(f"Ana{chr(97 + n)}", "Pop") for n in range(TABLES * PUPILS)],
    )
    plan = [[one.pk for one in pupils[n::TABLES]] for n in range(TABLES)]
    sitting = sittings.start(classroom=room, plan=plan, size=PUPILS)
    slugs = {code: card.slug for code, card in deck().items()}
    rooms, keys = [], []
    for row in sitting.tables.select_related("table"):
        table = row.table
        assert table.deal is not None
        state = engine.new_game(table.deal, engine.Referee(table.referee))
        rooms.append(Room(table.code, state, slugs, tables.sessions_of(table)))
        keys.append(table.pk)
    session = SessionStore()
    session[SESSION_KEY] = str(teacher.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = teacher.get_session_auth_hash()
    session.save()
    return rooms, keys, reverse("quiz:live_events", args=[room.pk]), str(session.session_key)


async def measure(lesson: Lesson, seconds: float, rounds: int) -> bool:
    """Prints the bench; whether the bar is reached."""
    loop = asyncio.get_running_loop()
    await lesson.open_streams()
    await loop.create_connection(lambda: lesson.watch, "127.0.0.1", lesson.site.port)
    await asyncio.sleep(3)  # presence has been told
    print(f"{TABLES} tables, one stream; {RATE:g} moves/s; milliseconds, p50 / p95 / p99")
    await lesson.phase(lesson.watched, RATE, 3)
    errors, lates, floors = 0, list[float](), list[float]()
    for number in range(1, rounds + 1):
        moves = await lesson.phase(lesson.watched, RATE, seconds)
        name = f"round {number}: a move, until the live page has it"
        lates.append(told(name, moves.everywhere, moves.processor))
        inserts = await lesson.phase(lesson.insert, RATE, seconds)
        name = f"round {number}: the floor, one INSERT"
        floors.append(told(name, inserts.answered, inserts.processor))
        errors += moves.errors + inserts.errors
    lost = lesson.watch.lost + sum(room.lost for room in lesson.rooms)
    late, floor = median(lates), median(floors)
    print(f"  errors {errors}, streams lost {lost}, tables carried {lesson.watch.carried}")
    print(f"p95 {late:.1f} ms, {late / floor:.2f} × the floor's; bar {BAR:g} ms")
    return not errors + lost and late <= BAR


def main() -> int:
    parser = argparse.ArgumentParser(description="The live page of a class.")
    parser.add_argument("--seconds", type=float, default=8, help="of each phase of a round")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), DJANGO_SETTINGS_MODULE="tests.bench.floor")
        site.start()
        try:
            tables.use(site.data)
            from django.db import connection

            from tests.bench.floor_urls import TABLE

            connection.cursor().execute(TABLE)
            rooms, keys, address, session = prepared()
            connection.close()
            lesson = Lesson(site, rooms, keys, Watch(site, address, session))
            reached = asyncio.run(measure(lesson, options.seconds, options.rounds))
            print(f"load average of this machine: {os.getloadavg()[0]:.1f}")
        finally:
            site.stop()
        if "Traceback" in site.output:
            print(site.output)
            reached = False
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
