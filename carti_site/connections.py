"""How much, how long and how often somebody may take a connection: uvicorn sets no end to it.

Behind a proxy this is a second wall. In a classroom it is the only one: whoever never ended a head
would fill the laptop's memory, and whoever opened connections without end would keep the class out.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from game.throttle import neighbourhood

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

READ_SECONDS = 60.0
"""In twice this time, at most, the head of a request has come; and in as much again its body."""
HEAD_BYTES = 1 << 16
"""So many bytes may come that are of no body and make no head whole; rather more in one piece."""
PER_ADDRESS = 1_000
"""Connections, and streams, that an address may have: a large school's behind one address."""
LARGE_BYTES, LARGE_ONES = 1 << 16, 20
"""A body that is longer is a large one; and how many of those an address may send at once."""
FILES = 10_000
"""Files and connections that a process would have open at once, where the system lets it."""


class Crowd:
    """Of something each address may have `most`; to be used on the event loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside = Counter[str]()

    def enter(self, address: str) -> bool:
        """Whether there was room. Who came in has to leave."""
        place = neighbourhood(address)
        if self._inside[place] >= self._most:
            return False
        self._inside[place] += 1
        return True

    def leave(self, address: str) -> None:
        """One of this address has gone."""
        place = neighbourhood(address)
        self._inside[place] -= 1
        if not self._inside[place]:
            del self._inside[place]


_connected = Crowd(PER_ADDRESS)


class Connection(HttpToolsProtocol):
    """Uvicorn's, with an end to what may come before a request is whole."""

    _address = ""
    """Who was let in; "" for this machine and the proxies, which speak for many."""
    _steps = 0
    """How many heads and bodies have become whole."""
    _unused = 0
    """Bytes that came since anything became whole or longer."""

    def connection_made(  # type: ignore[override]
        self, transport: asyncio.Transport
    ) -> None:
        """Too many of one address are hung up on."""
        super().connection_made(transport)
        self._look(before=-1)
        address = self.client[0] if self.client else ""
        if address and not _is_proxy(address):
            if _connected.enter(address):
                self._address = address
            else:
                transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Makes room for another."""
        self._next_look.cancel()
        if self._address:
            _connected.leave(self._address)
        super().connection_lost(exc)

    def _look(self, before: int) -> None:
        """Hangs up when it was the browser's turn, and nothing has become whole since."""
        ours = self.cycle is not None and not (self.cycle.more_body or self.cycle.response_complete)
        if self._steps == before and not ours:
            self.transport.abort()
        else:
            self._next_look = self.loop.call_later(READ_SECONDS, self._look, self._steps)

    def data_received(self, data: bytes) -> None:
        """Refuses a head, or whatever surrounds a body, that will not end."""
        self._unused += len(data)
        super().data_received(data)
        if self._unused > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("Too much was sent.")

    def on_headers_complete(self) -> None:
        """A head is whole."""
        self._steps, self._unused = self._steps + 1, 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A body is longer; the application says how long it may be."""
        self._unused = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is whole."""
        self._steps += 1
        super().on_message_complete()


class Bodies:
    """Requests' bodies as they come: an address that sends many large ones at once is broken off,
    or those who send slowly would fill the memory.
    """

    def __init__(self) -> None:
        self._large = Crowd(LARGE_ONES)

    @contextlib.contextmanager
    def of(self, address: str, receive: Receive) -> Iterator[Receive]:
        """`receive` for a request that is answered within the block."""
        taken, large = 0, False

        async def bounded() -> Message:
            nonlocal taken, large
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGE_BYTES and not large:
                large = self._large.enter(address)
                if not large:
                    return {"type": "http.disconnect"}
            return message

        try:
            yield bounded
        finally:
            if large:
                self._large.leave(address)


@lru_cache(maxsize=1024)
def _is_proxy(address: str) -> bool:
    return any(ip_address(address) in ip_network(one) for one in settings.PROXIES)


def allow_many() -> None:
    """Raises what this process may have open: shells often allow 256 or 1,024."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
