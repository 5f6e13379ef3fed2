"""Tables × players × spectators: from sending a move until the last of its table's streams has it.

A site started by `serve`, honest moves, and every browser of a table an open stream. In each round
a phase of bare one-INSERT requests comes before one of moves, on the same server with its streams
open: the floor. Both are paced alike (20 a second), and then both as fast as it goes. Each round
begins at new tables. On PostgreSQL two sites run in turn: one process, and two with one database
and each half of the browsers.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.bench import plots, tables
from tests.bench.databases import postgres
from tests.bench.figures import Figure, apart, beside, percentiles
from tests.bench.traffic import Driver, memory
from tests.site import Site

PACE = 20.0  # moves a second
MOVES, MOST = 55, 500  # a game has more moves, and a second fewer
P50, P95, P99 = (f"{PACE:g} moves/s, {name}" for name in ("p50", "p95", "p99"))
RATE, PROCESSOR = "saturated", "saturated, of the processor"
BARS = {P95: 2.0, RATE: 0.30, "stream": 45.0, "whole": 130.0}  # ×, ×, KB, MB
TWO_BAR = 1.3  # × of one process


class Shape(NamedTuple):
    """How many sit where."""

    tables: int
    players: int
    spectators: int

    @property
    def streams(self) -> int:
        """One of each player, and of each spectator of a table."""
        return self.tables * (self.players + self.spectators)


MIDDLE, HELD = Shape(20, 5, 1), Shape(40, 5, 1)
"""The shape with the bars; the others show what grows."""
SHAPES = (Shape(8, 4, 0), MIDDLE, HELD, Shape(80, 6, 2))


class Length(NamedTuple):
    """How long it is measured."""

    rounds: int
    paced: float  # seconds of a phase
    saturated: float


FULL, SHORT = Length(3, 10, 4), Length(3, 4, 2)


@dataclass
class Found:
    """Of one site: round by round, of moves and of the floor; and its memory."""

    pairs: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    stream: float = 0.0
    whole: float = 0.0

    def add(self, what: str, moves: float, floor: float) -> None:
        """Of one round."""
        self.pairs.setdefault(what, []).append((moves, floor))


def figures(short: bool) -> list[Figure]:
    """All shapes on SQLite, and the one with the bars on PostgreSQL."""
    if short:
        found = _on_sqlite(MIDDLE, SHORT)
        found.pairs.pop(P99)  # of so few moves the very worst
        return list(_told("SQLite", MIDDLE, found))
    by_shape = {shape: _on_sqlite(shape, FULL) for shape in SHAPES}
    _draw(by_shape)
    told = [figure for shape, found in by_shape.items() for figure in _told("SQLite", shape, found)]
    one, two = _on_postgres(HELD, FULL)
    told += _told("PostgreSQL, one process", HELD, one)
    told += _told("PostgreSQL, two processes", HELD, two)
    late = [(a, b) for (a, _), (b, _) in zip(two.pairs[P95], one.pairs[P95], strict=True)]
    value, floor, ratio = beside(late)
    name = f"PostgreSQL, {P95}: two processes; the floor: one"
    return [*told, Figure(name, value, "ms", floor, ratio, TWO_BAR, of_ratio=True)]


def _told(place: str, shape: Shape, found: Found) -> Iterator[Figure]:
    what = f"{shape.tables} × {shape.players} + {shape.spectators}, {place}: "
    bars = BARS if shape == HELD and place == "SQLite" else {}
    for name, pairs in found.pairs.items():
        value, floor, ratio = beside(pairs)
        unit, more = ("/s", True) if name == RATE else ("ms", False)
        yield Figure(what + name, value, unit, floor, ratio, bars.get(name), True, more)
    yield Figure(f"{what}a stream", found.stream, "KB", bar=bars.get("stream"))
    yield Figure(f"{what}in all", found.whole, "MB", bar=bars.get("whole"))


def _on_sqlite(shape: Shape, length: Length) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), DJANGO_SETTINGS_MODULE=tables.SETTINGS)
        return _measured({"": [site]}, shape, length)[0]


def _on_postgres(shape: Shape, length: Length) -> list[Found]:
    """With one process, and with two."""
    with ExitStack() as stack:
        sites = {}
        for processes, database in enumerate(stack.enter_context(postgres(2)), 1):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            settings = {"DJANGO_SETTINGS_MODULE": tables.SETTINGS, "DATABASE_URL": database}
            sites[database] = [Site(folder, **settings) for _ in range(processes)]
        return _measured(sites, shape, length)


def _measured(sites: dict[str, list[Site]], shape: Shape, length: Length) -> list[Found]:
    """Sites of some processes, by their database ("" for a file of their own), in turn."""
    moves = length.rounds * (length.paced * PACE + length.saturated * MOST)
    supply = (2 + length.rounds) * shape.tables + round(moves / MOVES)
    with ExitStack() as stack:
        drivers = []
        for database, processes in sites.items():
            for site in processes:
                site.start()
                stack.callback(site.stop)
            seatings = apart(tables.seated, processes[0].data, database, supply, shape.players)
            drivers.append(Driver(processes, seatings, shape.tables, shape.spectators))
        found = asyncio.run(_rounds(drivers, length))
        for driver in drivers:
            driver.check()
    return found


async def _rounds(drivers: list[Driver], length: Length) -> list[Found]:
    found = [await _opened(driver) for driver in drivers]
    for _ in range(length.rounds):
        for driver, one in zip(drivers, found, strict=True):
            await driver.anew()
            floor = await driver.paced(driver.insert, PACE, length.paced)
            moves = await driver.paced(driver.move, PACE, length.paced)
            late = percentiles(moves.took), percentiles(floor.took)
            for what, *pair in zip((P50, P95, P99), *late, strict=True):
                one.add(what, *pair)
            floor = await driver.saturated(driver.insert, length.saturated)
            moves = await driver.saturated(driver.move, length.saturated)
            one.add(RATE, moves.rate, floor.rate)
            one.add(PROCESSOR, moves.processor, floor.processor)
    for driver, one in zip(drivers, found, strict=True):
        one.whole = memory(driver.sites) / 1024
    return found


async def _opened(driver: Driver) -> Found:
    """Everybody is there, and each table has been moved at; what the streams have taken."""
    # What is loaded once is loaded before the memory is looked at.
    await driver.paced(driver.insert, 50, 1)
    before = memory(driver.sites)
    await driver.open_streams()
    await asyncio.sleep(3)  # presence has been told
    stream = (memory(driver.sites) - before) / len(driver.streams)
    await driver.paced(driver.move, PACE, len(driver.rooms) / PACE)
    return Found(stream=stream)


def _draw(by_shape: dict[Shape, Found]) -> None:
    """What a move costs the processor, by the open streams: lateness is too much of the machine."""
    series: dict[str, list[tuple[float, float]]] = {"a move": [], "the floor": []}
    for shape, found in by_shape.items():
        for points, cost in zip(series.values(), beside(found.pairs[PROCESSOR])[:2], strict=True):
            points.append((shape.streams, cost))
    plots.lines("measured-live.png", "Processor time, by open streams", series, "ms")
