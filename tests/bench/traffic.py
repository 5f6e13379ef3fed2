"""A class's browsers over real sockets: streams that stay open, and forms that are sent."""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from urllib.parse import urlencode

from game import engine
from tests.bench.tables import INSERT, Seating
from tests.engine.games import honest_action
from tests.site import Site

PATIENCE = 10.0  # seconds until a move counts as lost
SETTLED = 5.0  # seconds after which presence has told who has gone (`presence.HOLD_SECONDS`)
IDLE = 3.0  # seconds after which a connection is not used again: the server lets go of it soon
EVENT = re.compile(rb"event: (\w+)\nid: (?:(\d+)/)?(\d+)")
CSRF = "b" * 32  # the cookie's and the header's must be alike; here the browser makes it up


class Stream(asyncio.Protocol):
    """An open event stream: of one table, `key`, or of the several that a teacher watches."""

    def __init__(self, site: Site, address: str, session: str = "", key: int = 0) -> None:
        self.known: dict[int, int] = {}
        """The newest version of each table that it has heard of."""
        self.carried = self.bare = 0
        """Versions that came with their fragment, and those that must be asked for."""
        self.lost = self.closed = False
        self.listeners: dict[int, Callable[[], None]] = {}
        """By table: called when there is news of it."""
        self._site, self._address, self._session, self._key = site, address, session, key
        self._rest = b""

    async def open(self) -> Stream:
        """Asks for it; returns once it has begun to be asked for."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", self._site.port)
        return self

    def close(self) -> None:
        """The browser goes away."""
        self.closed = True
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        cookie = f"Cookie: sessionid={self._session}\r\n" if self._session else ""
        host = f"Host: 127.0.0.1:{self._site.port}\r\n"
        transport.write(f"GET {self._address} HTTP/1.1\r\n{host}{cookie}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        *events, self._rest = (self._rest + data).split(b"\n\n")
        for event in events:
            if found := EVENT.search(event):
                key, version = int(found[2] or self._key), int(found[3])
                self.known[key] = max(self.known.get(key, 0), version)
                self.carried += found[1] in (b"table", b"glance")
                self.bare += found[1] == b"version"
                if listener := self.listeners.get(key):
                    listener()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = not self.closed


class Line:
    """A kept-alive connection for requests, one at a time."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._busy = asyncio.Lock()
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def post(self, address: str, data: dict[str, object], session: str = "") -> None:
        """Returns once the answer, which must be 200, has been read to its end."""
        async with self._busy:
            idle = time.monotonic() - self._used
            if self._ends is None or self._ends[0].at_eof() or idle > IDLE:
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
            assert head.split()[1] == "200", (address, head)
            self._used = time.monotonic()


@dataclass
class Room:
    """A table with its browsers; the driver deals along, so that its moves are honest."""

    seating: Seating
    line: Line
    streams: list[Stream] = field(default_factory=list)
    """Those that must hear of a move."""
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def version(self) -> int:
        """The newest that somebody has heard of."""
        return max(stream.known.get(self.seating.key, 0) for stream in self.streams)

    def listen(self, version: int) -> asyncio.Event:
        """Set once every stream has heard of this version of the table."""
        everywhere = asyncio.Event()

        def heard() -> None:
            if all(one.known.get(self.seating.key, 0) >= version for one in self.streams):
                everywhere.set()

        for stream in self.streams:
            stream.listeners[self.seating.key] = heard
        return everywhere


@dataclass
class Times:
    """What was measured in one phase."""

    took: list[float] = field(default_factory=list)
    """Milliseconds: of a move, until the last stream has it."""
    seconds: float = 0.0
    processor: float = 0.0
    """Milliseconds of the server's processor time for each request."""

    @property
    def rate(self) -> float:
        """So many a second."""
        return len(self.took) / self.seconds


One = Callable[[Room, Times], Coroutine[None, None, None]]


class Driver:
    """All players and spectators of a site, whose processes they come to in turn.

    A table whose game is over is left for the next.
    """

    def __init__(
        self, sites: Sequence[Site], seatings: list[Seating], tables: int, spectators: int = 0
    ) -> None:
        self.sites, self.spectators = sites, spectators
        self._doors = cycle(sites)
        self._waiting = iter(seatings)
        self._rng = random.Random(1)
        self._numbers = count()
        self._floor = [Line(next(self._doors)) for _ in range(tables)]
        self.rooms = [Room(next(self._waiting), Line(next(self._doors))) for _ in range(tables)]

    @property
    def streams(self) -> list[Stream]:
        """All that are open."""
        return [stream for room in self.rooms for stream in room.streams]

    async def open_streams(self) -> None:
        """Everybody opens the table; returns once each has heard its version."""
        for room in self.rooms:
            await self.sit(room)

    async def sit(self, room: Room) -> None:
        """Opens the table's page in all of its browsers."""
        seating = room.seating
        address = f"/t/{seating.code}/events/?page="
        pages = [(f"{address}table", session) for session in seating.sessions]
        pages += [(f"{address}watch", "")] * self.spectators
        room.streams = [
            await Stream(next(self._doors), page, session, seating.key).open()
            for page, session in pages
        ]
        await asyncio.wait_for(room.listen(1).wait(), PATIENCE)

    async def move(self, room: Room, times: Times) -> None:
        """The table's next move, until every stream of it has it."""
        async with room.busy:
            if room.seating.state.to_move is None:
                await self.go_on(room)
            seating, version = room.seating, room.version
            seat = seating.state.to_move
            assert seat is not None
            action = honest_action(seating.state, self._rng)
            data: dict[str, object] = {"version": version}
            if isinstance(action, engine.Place):
                data |= {"card": seating.slugs[action.card], "row": action.row}
            address = f"/t/{seating.code}/{'move' if 'card' in data else 'pass'}/"
            everywhere = room.listen(version + 1)
            begun = time.perf_counter()
            answer = asyncio.create_task(room.line.post(address, data, seating.sessions[seat]))
            await asyncio.wait_for(everywhere.wait(), PATIENCE)
            times.took.append((time.perf_counter() - begun) * 1000)
            await asyncio.wait_for(answer, PATIENCE)
            room.seating = seating._replace(state=engine.apply(seating.state, seat, action)[0])

    async def go_on(self, room: Room) -> None:
        """The game is over: everybody goes to a new table."""
        for stream in room.streams:
            stream.close()
        room.seating = next(self._waiting)
        await self.sit(room)

    async def anew(self) -> None:
        """Everybody goes to a new table, so that for a while no game ends and no page is opened;
        returns once it has been told who left and who came.
        """
        for room in self.rooms:
            await self.go_on(room)
        await asyncio.sleep(SETTLED)

    async def insert(self, room: Room, times: Times) -> None:
        """One request of the floor."""
        line = self._floor[self.rooms.index(room)]
        begun = time.perf_counter()
        await asyncio.wait_for(line.post(INSERT, {"row": 1}), PATIENCE)
        times.took.append((time.perf_counter() - begun) * 1000)

    async def paced(self, one: One, rate: float, seconds: float) -> Times:
        """Starts `one` at a steady rate, room by room, whether or not those before have ended."""
        times, begun, used = Times(seconds=seconds), time.monotonic(), processor(self.sites)
        tasks = []
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))
            room = self.rooms[next(self._numbers) % len(self.rooms)]
            tasks.append(asyncio.create_task(one(room, times)))
        await asyncio.gather(*tasks)
        times.processor = (processor(self.sites) - used) / len(times.took)
        return times

    async def saturated(self, one: One, seconds: float) -> Times:
        """Every room does `one` again and again, as fast as it goes."""
        times, begun, used = Times(), time.monotonic(), processor(self.sites)

        async def again(room: Room) -> None:
            while time.monotonic() - begun < seconds:
                await one(room, times)

        await asyncio.gather(*map(again, self.rooms))
        times.seconds = time.monotonic() - begun
        times.processor = (processor(self.sites) - used) / len(times.took)
        return times

    def check(self) -> None:
        """No stream was lost, and the server has complained of nothing."""
        assert not any(stream.lost for stream in self.streams), "a stream was lost"
        for site in self.sites:
            assert "Traceback" not in site.output, site.output


def memory(sites: Sequence[Site]) -> float:
    """The resident memory of the site's processes in KB (Linux)."""
    total = 0.0
    for site in sites:
        status = Path(f"/proc/{site.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found, status
        total += float(found[1])
    return total


def processor(sites: Sequence[Site]) -> float:
    """What the site's processes have used of the processors, in milliseconds (Linux)."""
    ticks = 0
    for site in sites:
        stat = Path(f"/proc/{site.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(stat[11]) + int(stat[12])
    return ticks * 1000 / os.sysconf("SC_CLK_TCK")
