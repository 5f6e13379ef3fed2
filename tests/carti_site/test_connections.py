"""What a connection may take before its request is whole: real sockets, and uvicorn behind them."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from socket import create_connection, socket
from typing import Any

import pytest
import uvicorn

from carti_site import connections
from carti_site.connections import Connection, Crowd, allow_many

LINE, HOST = b"GET / HTTP/1.1\r\n", b"Host: x\r\n"
POST = b"POST / HTTP/1.1\r\n" + HOST
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
ANSWER = b"answered"
ANOTHER = "127.0.0.2"
"""An address of this machine that speaks for nobody else; macOS has none."""


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Reads the request; answers after as many tenths of a second as its path says."""
    while (message := await receive()).get("more_body"):
        pass
    if message["type"] == "http.disconnect":
        return
    with suppress(TimeoutError):  # or until it is broken off
        await asyncio.wait_for(receive(), int(scope["path"][1:] or 0) / 10)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": ANSWER})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server's, which is in more haste than a real one."""
    monkeypatch.setattr(connections, "READ_SECONDS", 0.2)
    config = uvicorn.Config(
        echo, port=0, http=Connection, ws="none", lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


def line(port: int, address: str = "127.0.0.1") -> socket:
    return create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))


def rest(one: socket) -> bytes:
    """All that comes until the server hangs up."""
    got = b""
    with suppress(ConnectionError):
        while some := one.recv(1 << 16):
            got += some
    return got


def asked(port: int, address: str = "127.0.0.1") -> bytes:
    with closing(line(port, address)) as one:
        with suppress(ConnectionError):
            one.sendall(LINE + HOST + b"Connection: close\r\n\r\n")
        return rest(one)


@pytest.mark.parametrize(
    ("begun", "more"),
    [
        (b"", b"\r\n" * 500),
        (b"GET /", b"a" * 1_000),
        (LINE, b"X: y\r\n" * 200),
        (LINE + b"X: ", b"a" * 1_000),
        (CHUNKED + b"1;", b"a" * 1_000),
        (CHUNKED + b"0\r\n", b"X: y\r\n" * 200),
    ],
    ids=["nothing", "address", "headers", "header", "chunk", "trailers"],
)
def test_what_does_not_end_is_refused_before_it_fills_the_memory(
    port: int, begun: bytes, more: bytes
) -> None:
    with closing(line(port)) as one:
        one.sendall(begun)
        sent = 0
        with suppress(ConnectionError):
            while sent < 100 * connections.HEAD_BYTES:
                one.sendall(more)
                sent += len(more)
        assert sent < 100 * connections.HEAD_BYTES, "all of it was taken"
    assert ANSWER in asked(port), "others are served"


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"\r\n",
        LINE,
        POST + b"Content-Length: 5\r\n\r\nab",
        CHUNKED + b"1\r\na\r\n",
        LINE + HOST + b"\r\n\r\n",
    ],
    ids=["nothing", "line", "head", "body", "chunk", "answered"],
)
def test_who_begins_and_does_not_end_is_hung_up_on(port: int, begun: bytes) -> None:
    with closing(line(port)) as one:
        one.sendall(begun)
        rest(one)


def test_who_is_kept_waiting_by_us_is_not(port: int) -> None:
    with closing(line(port)) as one:
        one.sendall(b"GET /10 HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
        assert ANSWER in rest(one)


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has one loopback address")
def test_an_address_with_too_many_connections_keeps_nobody_else_out(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_connected", Crowd(3))
    several = [line(port, ANOTHER) for _ in range(3)]
    for one in several:
        one.sendall(b"GET /99 HTTP/1.1\r\n" + HOST + b"\r\n")
    assert asked(port, ANOTHER) == b""
    assert ANSWER in asked(port, "127.0.0.3")
    assert ANSWER in asked(port), "the proxy speaks for many"
    for one in several:
        one.close()
    while not asked(port, ANOTHER):  # until the server has noticed
        pass


def test_neighbours_by_ipv6_are_one() -> None:
    crowd = Crowd(2)
    assert [crowd.enter(f"2001:db8::{n}") for n in range(3)] == [True, True, False]
    assert crowd.enter("2001:db8:0:1::1")
    assert all(crowd.enter(f"::ffff:10.0.0.{n}") for n in range(3))
    crowd.leave("2001:db8::7")
    assert crowd.enter("2001:db8::8")


def test_as_much_may_be_open_as_the_system_lets() -> None:
    resource = pytest.importorskip("resource", reason="Windows has no such limit")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = min(before[1], connections.FILES) if before[1] > 0 else connections.FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        allow_many()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
