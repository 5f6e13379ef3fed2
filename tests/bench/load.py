"""Many tables at once: from sending a move until the last of its table's streams has it.

    python -m tests.bench.load [--class] [--seconds S] [--rounds N]

A site started by `serve` on SQLite, with 40 tables of five players and a spectator: 240 streams,
20 honest moves a second. In each round the same rate of bare one-INSERT requests is measured on the
same server, with the streams open: the floor; then both together, where the processor time is that
of a move and an INSERT. With --class: eight tables, thirty children, each table a move every two
seconds.
"""

import argparse
import asyncio
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from game import engine
from tests.bench import tables
from tests.engine.games import honest_action
from tests.site import Site

RATIO_BAR = 2.0  # a move's p95 by the floor's
STREAM_BAR = 45.0  # KB
CLASS_BAR = 200.0  # milliseconds, p95
GAMES_LAST = 60  # seconds of moves in each of a round's two phases with moves
PATIENCE = 10.0  # seconds until a move counts as lost
EVENT_ID = re.compile(rb"\nid: (\d+)")
CSRF = "b" * 32  # the cookie's and the header's must be alike; here the browser makes it up


class Stream(asyncio.Protocol):
    """An open event stream of a table."""

    def __init__(self, site: Site, room: "Room", session: str) -> None:
        self.version = 0
        self.carried = self.told = 0
        self._site, self._room, self._session, self._rest = site, room, session, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        page = "table" if self._session else "watch"
        ask = f"GET /t/{self._room.code}/events/?page={page} HTTP/1.1\r\n"
        cookie = f"Cookie: sessionid={self._session}\r\n" if self._session else ""
        transport.write(f"{ask}Host: 127.0.0.1:{self._site.port}\r\n{cookie}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        *events, self._rest = (self._rest + data).split(b"\n\n")
        for event in events:
            if found := EVENT_ID.search(event):
                self.version = max(self.version, int(found[1]))
                self.carried += b"event: table" in event
                self.told += b"event: version" in event
                self._room.heard()

    def connection_lost(self, exc: Exception | None) -> None:
        self._room.lost += 1


@dataclass
class Room:
    """A table as the driver knows it: it deals along, so that its moves are honest."""

    code: str
    state: engine.State
    slugs: dict[str, str]
    sessions: list[str]
    streams: list[Stream] = field(default_factory=list)
    lost: int = 0
    waited_for: tuple[int, asyncio.Event] | None = None
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)

    def heard(self) -> None:
        """Called whenever a stream has an event."""
        if self.waited_for and all(one.version >= self.waited_for[0] for one in self.streams):
            self.waited_for[1].set()


class Line:
    """A kept-alive connection for requests, one at a time."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._busy = asyncio.Lock()
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, address: str, data: dict[str, object], session: str = "") -> int:
        """The status of the answer, read to its end."""
        async with self._busy:
            if self._ends is None or self._ends[0].at_eof():  # it is let go of when idle
                self._ends = await asyncio.open_connection("127.0.0.1", self._site.port)
            reader, writer = self._ends
            body = urlencode(data)
            writer.write(
                f"POST {address} HTTP/1.1\r\nHost: 127.0.0.1:{self._site.port}\r\n"
                f"Cookie: sessionid={session}; csrftoken={CSRF}\r\nX-CSRFToken: {CSRF}\r\n"
                "HX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                f"Accept-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = re.search(r"content-length: (\d+)", head)
            assert length, head
            await reader.readexactly(int(length[1]))
            return int(head.split()[1])


@dataclass
class Times:
    """What was measured in one phase, in milliseconds."""

    answered: list[float] = field(default_factory=list)
    everywhere: list[float] = field(default_factory=list)
    errors: int = 0
    processor: float = 0.0
    """The server's processor time for each request."""


def percentiles(times: list[float]) -> tuple[float, float, float]:
    """The 50th, the 95th and the 99th."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return cuts[49], cuts[94], cuts[98]


class Driver:
    """All players, spectators and their browsers."""

    def __init__(self, site: Site, rooms: list[Room], spectators: int) -> None:
        self.site, self.rooms, self.spectators = site, rooms, spectators
        self.rng = random.Random(1)
        self.lines = [Line(site) for _ in rooms]
        self.floor_lines = [Line(site) for _ in rooms]

    async def open_streams(self) -> None:
        """Everybody opens the table; returns once each has heard its version."""
        loop = asyncio.get_running_loop()
        for room in self.rooms:
            for session in [*room.sessions, *[""] * self.spectators]:
                _, stream = await loop.create_connection(
                    lambda room=room, session=session: Stream(self.site, room, session),  # type: ignore[misc]
                    "127.0.0.1",
                    self.site.port,
                )
                room.streams.append(stream)
        deadline = time.monotonic() + 30
        while not all(stream.version for room in self.rooms for stream in room.streams):
            assert time.monotonic() < deadline, "not every stream was opened"
            await asyncio.sleep(0.1)

    async def move(self, number: int, times: Times) -> None:
        """The next move of a table, until every stream of it has it."""
        room = self.rooms[number % len(self.rooms)]
        async with room.busy:
            seat = room.state.to_move
            if seat is None:
                return  # this game is over
            action = honest_action(room.state, self.rng)
            version = max(stream.version for stream in room.streams)
            data: dict[str, object] = {"version": version}
            if isinstance(action, engine.Place):
                data |= {"card": room.slugs[action.card], "row": action.row}
            address = f"/t/{room.code}/{'move' if 'card' in data else 'pass'}/"
            everywhere = asyncio.Event()
            room.waited_for = version + 1, everywhere
            begun = time.perf_counter()
            line = self.lines[number % len(self.rooms)]
            answer = asyncio.create_task(line.post(address, data, room.sessions[seat]))
            try:
                await asyncio.wait_for(everywhere.wait(), PATIENCE)
                times.everywhere.append((time.perf_counter() - begun) * 1000)
                status = await answer
            except TimeoutError:
                answer.cancel()
                status = 0
            times.answered.append((time.perf_counter() - begun) * 1000)
            if status == 200:
                room.state, _ = engine.apply(room.state, seat, action)
            else:
                times.errors += 1

    async def insert(self, number: int, times: Times) -> None:
        """One request of the floor."""
        begun = time.perf_counter()
        line = self.floor_lines[number % len(self.rooms)]
        status = await line.post("/floor/", {"row": number})
        times.answered.append((time.perf_counter() - begun) * 1000)
        times.errors += status != 200

    async def phase(
        self, one: Callable[[int, Times], Awaitable[None]], rate: float, seconds: float
    ) -> Times:
        """Starts `one` at a steady rate, whether or not the ones before have ended."""
        times, tasks, begun = Times(), [], time.monotonic()
        used = processor_time(self.site)
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))
            tasks.append(asyncio.ensure_future(one(number, times)))
        await asyncio.gather(*tasks)
        times.processor = (processor_time(self.site) - used) / len(tasks)
        return times


def memory(site: Site) -> float:
    """The server's resident memory in KB (Linux)."""
    status = Path(f"/proc/{site.pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found, status
    return float(found[1])


def processor_time(site: Site) -> float:
    """What the server has used of the processors, in milliseconds (Linux)."""
    fields = Path(f"/proc/{site.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def made(people: list[int]) -> list[Room]:
    """A table of each of these sizes."""
    from game.catalogue import deck

    rooms = []
    slugs = {code: card.slug for code, card in deck().items()}
    for count in people:
        table = tables.people(count)
        assert table.deal is not None
        state = engine.new_game(table.deal, engine.Referee(table.referee))
        rooms.append(Room(table.code, state, slugs, tables.sessions_of(table)))
    return rooms


def told(name: str, times: list[float], processor: float) -> float:
    """Prints the percentiles; returns the 95th."""
    p50, p95, p99 = percentiles(times)
    print(
        f"  {name:44} {p50:7.1f} / {p95:7.1f} / {p99:7.1f}; processor {processor:.1f}", flush=True
    )
    return p95


async def measure(driver: Driver, rate: float, seconds: float, rounds: int, floor: bool) -> bool:
    """Prints a bench; whether its bars are reached."""
    # What is loaded once is loaded before the memory is looked at.
    await driver.phase(driver.insert, 50, 2)
    before = memory(driver.site)
    await driver.open_streams()
    await asyncio.sleep(3)  # presence has been told
    streams = [stream for room in driver.rooms for stream in room.streams]
    each = (memory(driver.site) - before) / len(streams)
    print(
        f"{len(streams)} streams, {each:.1f} KB each; bar {STREAM_BAR:.0f} "
        f"({each / STREAM_BAR:.2f} ×); {rate:g} moves/s; milliseconds, p50 / p95 / p99; "
        "of the server's processor time, each"
    )
    await driver.phase(driver.move, rate, 3)
    errors, lates, ratios, together = 0, list[float](), list[float](), list[float]()
    for number in range(1, rounds + 1):
        moves = await driver.phase(driver.move, rate, seconds)
        errors += moves.errors
        name = f"round {number}: a move, until the last stream"
        lates.append(told(name, moves.everywhere, moves.processor))
        if floor:
            inserts = await driver.phase(driver.insert, rate, seconds)
            errors += inserts.errors
            name = f"round {number}: the floor, one INSERT"
            least = told(name, inserts.answered, inserts.processor)
            ratios.append(lates[-1] / least)
            # Both in the same seconds: the floor as it is while the moves go on.
            moves, inserts = await asyncio.gather(
                driver.phase(driver.move, rate, seconds), driver.phase(driver.insert, rate, seconds)
            )
            errors += moves.errors + inserts.errors
            late = told(f"round {number}: together, a move", moves.everywhere, moves.processor)
            least = told(f"round {number}: together, the floor", inserts.answered, moves.processor)
            together.append(late / least)
    lost = sum(room.lost for room in driver.rooms)
    carried, fetched = sum(one.carried for one in streams), sum(one.told for one in streams)
    print(f"  errors {errors}, streams lost {lost}")
    print(f"  events with their parts {carried}, to be fetched {fetched - len(streams)}")
    late = statistics.median(lates)
    if floor:
        ratio = statistics.median(ratios)
        print(
            f"p95 {late:.1f} ms, {ratio:.2f} × the floor's; bar {RATIO_BAR:g} ×; "
            f"together {statistics.median(together):.2f} ×"
        )
        return not errors + lost and ratio <= RATIO_BAR and each <= STREAM_BAR
    print(f"p95 {late:.1f} ms; bar {CLASS_BAR:g} ({late / CLASS_BAR:.2f} ×)")
    return not errors + lost and late <= CLASS_BAR


def main() -> int:
    parser = argparse.ArgumentParser(description="Many tables at once.")
    parser.add_argument("--class", dest="school", action="store_true", help="a class of thirty")
    parser.add_argument("--seconds", type=float, default=12, help="of each phase of a round")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if not options.school and options.rounds * options.seconds > GAMES_LAST:
        parser.error(f"the games end after {GAMES_LAST} s of each phase: fewer rounds or seconds")
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), DJANGO_SETTINGS_MODULE="tests.bench.floor")
        site.start()
        try:
            tables.use(site.data)
            from django.db import connection

            from tests.bench.floor_urls import TABLE

            connection.cursor().execute(TABLE)
            school: list[int] = [4] * 6 + [3] * 2
            rooms = made(school if options.school else [5] * 40)
            connection.close()
            driver = Driver(site, rooms, spectators=0 if options.school else 1)
            rate = 4.0 if options.school else 20.0
            reached = asyncio.run(
                measure(driver, rate, options.seconds, options.rounds, not options.school)
            )
            print(f"load average of this machine: {os.getloadavg()[0]:.1f}")
        finally:
            site.stop()
        if "Traceback" in site.output:
            print(site.output)
            reached = False
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
