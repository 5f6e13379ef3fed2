"""The root that splits the traffic: pages to a few threads, event streams to the event loop.

Django's stock ASGI handler costs a page seven times what a thread does, and a stream a thread and a
database connection; so pages run in Django's WSGI handler, and streams in an ASGI handler that
shares one thread.
"""

import asyncio
import contextlib
import gc
import io
import os
import re
import signal
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import IO, Any
from urllib.parse import quote_from_bytes

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carti_site.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402
from django.core.exceptions import RequestAborted  # noqa: E402
from django.core.handlers.asgi import ASGIHandler  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.db import connection  # noqa: E402

from carti_site.backups import saving  # noqa: E402
from carti_site.connections import (  # noqa: E402
    PER_ADDRESS,
    Bodies,
    Crowd,
    Message,
    Receive,
)
from carti_site.middleware import HEADERS  # noqa: E402
from carti_site.threads import PageThreads  # noqa: E402
from game import live, news, presence  # noqa: E402
from game.clock import Clock  # noqa: E402

Scope = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]

PAGE_THREADS = 4
BLOCK = 1 << 16
MAX_BODY = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
UPLOAD_PATHS, MAX_UPLOAD = settings.UPLOAD_PATHS, settings.UPLOAD_MAX_MEMORY_SIZE


class Streams(ASGIHandler):
    """Django for event streams only: without a thread, and so a connection, of each one's own."""

    def __init__(self) -> None:
        super().__init__()
        self._listening = Crowd(PER_ADDRESS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = _client(scope)
        if not self._listening.enter(address):  # whose pages ask now and then instead
            await _refuse(send, 503, b"Too many streams.")
            return
        try:
            await self.handle(scope, receive, send)
        finally:
            self._listening.leave(address)

    async def read_body(self, receive: Receive) -> IO[bytes]:
        """Nothing: what is sent along is let go of, however much it is."""
        while (message := await receive())["type"] == "http.request":
            if not message.get("more_body", False):
                return io.BytesIO()
        raise RequestAborted


class Pages:
    """Django's WSGI handler in a pool of threads with lasting database connections."""

    def __init__(self) -> None:
        self._handler = WSGIHandler()
        self._threads = PageThreads(PAGE_THREADS, aside=connection.vendor == "sqlite")
        self._password_threads = PageThreads(1, aside=False)
        self._bodies = Bodies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._bodies.of(_client(scope), receive) as bounded:
            await self._respond(scope, bounded, send)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        upload = scope["method"] == "POST" and scope["path"].endswith(UPLOAD_PATHS)
        body = await (_read_upload(scope, receive) if upload else _read(receive))
        if body is None:
            await _refuse(send, 413, b"Too large.")
            return

        def respond() -> tuple[int, list[tuple[bytes, bytes]], Any]:
            head: list[Any] = []

            def start_response(
                status: str, headers: list[tuple[str, str]], _: Any = None, /
            ) -> Callable[[bytes], object]:
                head[:] = [int(status[:3]), _encoded(headers)]
                return head.append  # PEP 3333 wants a writer; Django never writes

            response: Any = self._handler(_environ(scope, body), start_response)
            if not response.streaming:
                response.close()
            return head[0], head[1], response

        # A password takes a while by intent, mail by others': many would leave no thread for pages.
        password = scope["method"] == "POST" and scope["path"].startswith(settings.PASSWORD_PATHS)
        threads = self._password_threads if password else self._threads
        looks = scope["method"] in ("GET", "HEAD")
        status, headers, response = await threads.make(respond, looks)
        if response.streaming:
            await _stream(send, status, headers, response)
        else:
            await _answer(send, status, headers, response.content)


async def _read(receive: Receive) -> bytes | None:
    """The request's body; None when it is larger than MAX_BODY, or was broken off."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > MAX_BODY:
            return None
        if not message.get("more_body", False):
            return bytes(body)


async def _read_upload(scope: Scope, receive: Receive) -> bytes | None:
    """The beginning of a body with a file, MAX_UPLOAD at most: what was typed comes before it.

    The rest is let go of as it comes, and the form closed in its stead; None when the request was
    broken off.
    """
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")[: MAX_UPLOAD - len(body)]
        if not message.get("more_body", False):
            kind = dict(scope["headers"]).get(b"content-type", b"")
            if len(body) == MAX_UPLOAD and (boundary := re.search(rb'boundary="?([^\s";]+)', kind)):
                body += b"\r\n--" + boundary[1] + b"--\r\n"
            return bytes(body)


def _environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """The WSGI environment of an ASGI request (PEP 3333)."""
    host, port = scope.get("server") or ("localhost", 80)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8", "surrogateescape").decode("latin-1"),
        # Bytes beyond ASCII are no valid query; percent-encoded they are merely odd.
        "QUERY_STRING": quote_from_bytes(scope["query_string"], safe=_QUERY_SAFE),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": _client(scope),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # X_Forwarded_Proto would pass for the X-Forwarded-Proto of a proxy
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_LENGTH", "CONTENT_TYPE"):
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        separator = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{text}" if key in environ else text
    # As read, whatever was announced: a chunked body has no length of its own.
    environ["CONTENT_LENGTH"] = str(len(body))
    return environ


def _client(scope: Scope) -> str:
    """The address of who asks."""
    return (scope.get("client") or ("", 0))[0]


_QUERY_SAFE = "".join(chr(c) for c in range(0x21, 0x7F))


def _encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


async def _answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse(send: Send, status: int, why: bytes) -> None:
    headers = _encoded([("Content-Type", "text/plain"), *HEADERS.items()])
    await _answer(send, status, headers, why)


async def _stream(
    send: Send, status: int, headers: list[tuple[bytes, bytes]], response: Any
) -> None:
    """Sends a file in blocks. Who takes it slowly keeps no page thread from the others."""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    chunks = iter(response)
    try:
        while block := await asyncio.to_thread(_block, chunks):
            await send({"type": "http.response.body", "body": block, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        await asyncio.to_thread(response.close)


def _block(chunks: Iterator[bytes]) -> bytes:
    block = bytearray()
    for chunk in chunks:
        block += chunk
        if len(block) >= BLOCK:
            break
    return bytes(block)


async def _lifespan(receive: Receive, send: Send) -> None:
    """Starts the hub, the clock and, among several processes, the news; stops them in the end."""
    clock = Clock(saving.prune)
    listener: asyncio.Task[None] | None = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            live.hub.open()
            if news.shared():
                listener = await news.start()
            await presence.start()
            _close_streams_on_signals()
            clock.start()
            gc.collect()
            gc.freeze()  # what is loaded stays: to go through it each time would hold everybody up
            # Most of what a request makes goes with it, without being looked for; few cycles stay.
            gc.set_threshold(10_000, 2, 2)
            # A move asks for the interpreter some twenty times: beside a long page, an export say,
            # it would each time wait ten times as long.
            sys.setswitchinterval(0.0005)
            await send({"type": "lifespan.startup.complete"})
        else:
            live.hub.close()
            if listener is not None:
                listener.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await listener
            await asyncio.to_thread(clock.stop)
            await send({"type": "lifespan.shutdown.complete"})
            return


def _close_streams_on_signals() -> None:
    """Ends the streams when the server is told to stop: it waits for them, and would wait long."""
    for number in (signal.SIGINT, signal.SIGTERM):
        stop_server = signal.getsignal(number)

        def stop(received: int, frame: Any, stop_server: Any = stop_server) -> None:
            live.hub.close()
            if callable(stop_server):
                stop_server(received, frame)

        with contextlib.suppress(ValueError):  # not in the main thread, as in some tests
            signal.signal(number, stop)


_pages = Pages()
_streams = Streams()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """ASGI entry point."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        handler = _streams if scope["path"].endswith("/events/") else _pages
        await handler(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1000})
