"""Who has a page open: counted from the streams, and told to the services when it changes.

Nothing is guessed: a seat is away when none of its streams is open, some seconds after the last one
closed (a reload closes and opens it). Where streams are blocked, each poll counts for a while. A
server that starts takes everybody for away until their pages open again.

Each process counts its own streams, and tells the others now and then whom it has. Whom none has
told of for a while is away: so are those whose process was killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from typing import Any

from asgiref.sync import sync_to_async
from django.db import OperationalError, close_old_connections
from django.utils import timezone

from game import news, services
from game.refusals import Refused

log = logging.getLogger(__name__)

HOLD_SECONDS = 3.0
"""A closed stream may open again within this time, as a reload does."""
POLL_SECONDS = 15.0
"""A poll counts as presence for this time."""
TELL_SECONDS = 10.0
"""So often a process tells the others whom it has."""
TRUST_SECONDS = 25.0
"""So long that is believed."""
ANSWER_SECONDS = 0.5
"""In this time a process that serves already answers one that starts."""
AT_ONCE = 400
"""Places that fit into one piece of news."""

Place = tuple[int, int]
"""A table's key and a seat's index."""

_open: Counter[Place] = Counter()
_elsewhere: dict[Place, float] = {}
"""When another process last told of the place, by `time.monotonic`."""
_serving = False
_answered = asyncio.Event()
_loop: asyncio.AbstractEventLoop | None = None
_tasks: set[asyncio.Task[None]] = set()


async def start() -> None:
    """To be called on the event loop that serves the streams, once news is heard.

    Where no other process serves, whoever was here before is away.
    """
    global _answered, _loop, _serving
    _loop, _answered = asyncio.get_running_loop(), asyncio.Event()
    _open.clear()
    _elsewhere.clear()
    if not await _others_serve():
        await sync_to_async(services.everybody_else_is_away)(here=(), now=timezone.now())
    _serving = True
    if news.shared():
        _keep(_tell_now_and_then())


async def _others_serve() -> bool:
    if news.shared():
        await sync_to_async(news.tell)("who")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(_answered.wait(), ANSWER_SECONDS)
    return _answered.is_set()


async def while_open(
    stream: AsyncGenerator[bytes, None], table_id: int, index: int
) -> AsyncGenerator[bytes, None]:
    """The stream, while it counts as presence of the seat."""
    place = (table_id, index)
    _come(place)
    try:
        async with aclosing(stream):
            async for chunk in stream:
                if chunk.startswith(b"event: ping"):
                    _tell(_stay, place)
                yield chunk
    finally:
        _go(place, HOLD_SECONDS)


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
    _tell(_arrive, place)


def _go(place: Place, hold: float) -> None:
    """Gives the presence back after `hold` seconds."""

    def give_back() -> None:
        _open[place] -= 1
        if _open[place] <= 0:
            del _open[place]
            _tell(_leave, place)

    asyncio.get_running_loop().call_later(hold, give_back)


def _arrive(table_id: int, index: int) -> None:
    news.tell("here", [(table_id, index)])  # first, or another process might contradict
    services.come_back(table_id=table_id, index=index)


def _stay(table_id: int, index: int) -> None:
    services.still_here(table_id=table_id, index=index)


def _leave(table_id: int, index: int) -> None:
    if (table_id, index) not in _told_of():
        services.go_away(table_id=table_id, index=index)
    news.tell("gone", table_id, index)


def _tell(service: Callable[[int, int], None], place: Place) -> None:
    async def call() -> None:
        try:
            await sync_to_async(_in_thread)(service, *place)
        except Refused:
            # Somebody else's change came between; what is true by then is told again.
            again = _arrive if _open[place] else _leave
            asyncio.get_running_loop().call_later(0.2, _tell, again, place)
        except OperationalError:
            log.warning("presence at table %s could not be kept", place[0], exc_info=True)

    _keep(call())


def _keep(work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.get_running_loop().create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


def _in_thread(service: Callable[..., None], *words: object) -> None:
    close_old_connections()
    service(*words)


# What the processes tell each other. The ears are called in the thread that hears news.


def _told_of() -> set[Place]:
    """The places that another process has told of lately."""
    since = time.monotonic() - TRUST_SECONDS
    return {place for place, at in list(_elsewhere.items()) if at > since}


async def _tell_now_and_then() -> None:
    for work in itertools.cycle((_tell_all, _let_go)):
        try:
            await sync_to_async(_in_thread)(work)
        except Exception:  # whatever it was: the next time comes in any case
            log.warning("presence could not be told to other processes", exc_info=True)
        await asyncio.sleep(TELL_SECONDS / 2)


def _tell_all() -> None:
    places = list(_open)
    for start in range(0, max(1, len(places)), AT_ONCE):
        news.tell("here", places[start : start + AT_ONCE])


def _let_go() -> None:
    """Whom no process has is away: perhaps the one that had them was killed."""
    here = _told_of()
    for place in set(_elsewhere) - here:
        _elsewhere.pop(place, None)
    for place in services.everybody_else_is_away(here=here | set(_open), now=timezone.now()):
        news.tell("gone", *place)


def _asked_who_serves() -> None:
    if _serving:
        _tell_all()


def _told_here(places: list[Place]) -> None:
    now = time.monotonic()
    _elsewhere.update(((table_id, index), now) for table_id, index in places)
    if _loop is not None:
        _loop.call_soon_threadsafe(_answered.set)


def _told_gone(table_id: int, index: int) -> None:
    _elsewhere.pop((table_id, index), None)
    if (table_id, index) in _open:
        news.tell("here", [(table_id, index)])
        _stay(table_id, index)


news.hear("who", _asked_who_serves)
news.hear("here", _told_here)
news.hear("gone", _told_gone)
