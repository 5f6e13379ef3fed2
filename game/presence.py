"""Who has a page open: counted from the streams, and told to the services when it changes.

Nothing is guessed: a seat is away when none of its streams is open, some seconds after the last one
closed (a reload closes and opens it). Where streams are blocked, each poll counts for a while. A
server that starts takes everybody for away until their pages open again.

Each process counts its own streams. What one of them says of a seat is heard by the others with the
table's new version, and the one that has a page of it open contradicts at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from asgiref.sync import sync_to_async
from django.db import OperationalError, close_old_connections

from game import services
from game.refusals import Refused

log = logging.getLogger(__name__)

HOLD_SECONDS = 3.0
"""A closed stream may open again within this time, as a reload does."""
POLL_SECONDS = 15.0
"""A poll counts as presence for this time."""

Place = tuple[int, int]
"""A table's key and a seat's index."""

_open: Counter[Place] = Counter()
_loop: asyncio.AbstractEventLoop | None = None
_tasks: set[asyncio.Task[None]] = set()


def start() -> None:
    """To be called on the event loop that serves the streams."""
    global _loop
    _loop = asyncio.get_running_loop()
    _open.clear()


async def while_open(
    stream: AsyncGenerator[str, None], table_id: int, index: int
) -> AsyncGenerator[str, None]:
    """The stream, while it counts as presence of the seat."""
    place = (table_id, index)
    _come(place)
    try:
        async with aclosing(stream):
            async for chunk in stream:
                if chunk.startswith("event: ping"):
                    _tell(services.still_here, place)
                yield chunk
    finally:
        _go(place, HOLD_SECONDS)


def heard(table_id: int) -> None:
    """On the event loop: some process has changed this table; whoever is here is not away."""
    for place in [place for place in _open if place[0] == table_id]:
        _tell(services.still_here, place)


def polled(table_id: int, index: int) -> None:
    """From any thread: a page that can have no stream has just asked."""
    if _loop is not None:
        _loop.call_soon_threadsafe(_poll, (table_id, index))


def _poll(place: Place) -> None:
    _come(place)
    _go(place, POLL_SECONDS)


def _come(place: Place) -> None:
    _open[place] += 1
    # Even with another stream open: who left by the button comes back by opening the page.
    _tell(services.come_back, place)


def _go(place: Place, hold: float) -> None:
    """Gives the presence back after `hold` seconds."""

    def give_back() -> None:
        _open[place] -= 1
        if _open[place] <= 0:
            del _open[place]
            _tell(services.go_away, place)

    asyncio.get_running_loop().call_later(hold, give_back)


def _tell(service: Callable[..., None], place: Place) -> None:
    async def call() -> None:
        table_id, index = place
        try:
            await sync_to_async(_in_thread)(service, table_id, index)
        except Refused:
            _retry()
        except OperationalError:
            log.warning("presence at table %s could not be kept", table_id, exc_info=True)

    def _retry() -> None:
        # Somebody else's change came between; what is true by then is told again.
        again = services.come_back if _open[place] else services.go_away
        asyncio.get_running_loop().call_later(0.2, _tell, again, place)

    task = asyncio.get_running_loop().create_task(call())
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


def _in_thread(service: Callable[..., None], table_id: int, index: int) -> None:
    close_old_connections()
    service(table_id=table_id, index=index)
