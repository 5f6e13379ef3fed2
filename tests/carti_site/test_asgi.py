"""The root that serves pages and streams, spoken to over a bare connection."""

import json
import select
import socket
import sqlite3
import sys
import threading
import time
from contextlib import closing, suppress

import pytest

from carti_site.connections import LARGE_ONES, PER_ADDRESS, allow_many
from carti_site.middleware import HEADERS
from tests.site import Browser, Site


def ask(site: Site, request: bytes, shut: bool = False) -> bytes:
    """Sends the bytes as they are; returns all that is answered until the server hangs up."""
    with closing(socket.create_connection(("127.0.0.1", site.port), timeout=20)) as line:
        answer = b""
        with suppress(OSError):  # it may hang up before all is sent
            line.sendall(request)
            if shut:
                line.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):
            while chunk := line.recv(65536):
                answer += chunk
    return answer


def get(path: bytes, *headers: bytes, method: bytes = b"GET") -> bytes:
    lines = [method + b" " + path + b" HTTP/1.1", *headers, b"Connection: close"]
    if not any(header.lower().startswith(b"host:") for header in headers):
        lines.append(b"Host: x")
    return b"\r\n".join(lines) + b"\r\n\r\n"


def status(answer: bytes) -> int:
    return int(answer.split(b" ")[1])


@pytest.mark.parametrize(
    "request_",
    [
        get(b"/\xff\xfe"),
        get(b"/?code=\xff"),
        get(b"/%ff%00"),
        get(b"/join/?code=%00"),
        get(b"//evil.example/"),
        get(b"http://evil.example/"),
        get(b"*", method=b"OPTIONS"),
        get(b"/", method=b"TRACE"),
        get(b"/", method=b"WEIRD"),
        get(b"/", b"Host: "),
        get(b"/", b"Host: a", b"Host: b"),
        get(b"/", b"Host: \xff"),
        get(b"/", b"Cookie: sessionid=\xff", b"Cookie: django_language=en"),
        get(b"/", b'Cookie: sessionid="\\000aaaaaaaaaaaaa"'),
        get(b"/", b"Content-Length: x"),
        get(b"/", b"Transfer-Encoding: nonsense"),
        get(b"/" + b"a" * 20_000),
        get(b"/", b"X: " + b"a" * 70_000),
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        get(b"/t/K7MP2Q/events/"),
        get(b"/events/", method=b"POST"),
        get(b"/%ff/events/"),
        get(b"/", b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Key: x"),
    ],
)
def test_nothing_sent_makes_an_error_of_ours(site: Site, request_: bytes) -> None:
    answer = ask(site, request_, shut=True)
    assert answer == b"" or 200 <= status(answer) < 500
    assert Browser(site).get("/").status == 200, "it goes on"
    assert "Internal Server Error" not in site.output


def test_a_body_that_is_too_large_is_refused_with_the_headers(site: Site) -> None:
    head = get(b"/solo/", b"Content-Length: 1000100", method=b"POST")
    answer = ask(site, head + b"x" * 1_000_100)
    assert status(answer) == 413
    for name in HEADERS:
        assert name.lower().encode() in answer.lower()


def test_many_large_bodies_of_one_address_are_not_kept(site: Site) -> None:
    head = get(b"/solo/", b"Content-Length: 900000", method=b"POST")
    lines = []
    try:
        for _ in range(LARGE_ONES + 1):
            line = socket.create_connection(("127.0.0.1", site.port), timeout=20)
            lines.append(line)
            line.sendall(head + b"x" * 500_000)
        refused, _, _ = select.select(lines, [], [], 20)
        assert [status(line.recv(1 << 12)) for line in refused] == [413]
        assert (
            status(ask(site, get(b"/solo/", b"Content-Length: 4", method=b"POST") + b"abcd")) == 403
        )
    finally:
        for line in lines:
            line.close()


def test_a_form_that_breaks_off_does_nothing(site: Site) -> None:
    """Half a form may be a whole one of something else."""
    browser = Browser(site)
    browser.get("/")
    body = f"csrfmiddlewaretoken={browser.token}&players=3".encode()
    head = get(
        b"/solo/",
        b"Cookie: " + browser._cookies()["Cookie"].encode(),
        b"Content-Type: application/x-www-form-urlencoded",
        b"Content-Length: " + str(len(body) + 1).encode(),
        method=b"POST",
    )
    before = tables(site)
    with closing(socket.create_connection(("127.0.0.1", site.port), timeout=20)) as line:
        line.sendall(head + body)
    time.sleep(0.5)
    assert tables(site) == before
    answer = ask(site, head + body + b"0")  # players=30
    assert status(answer) == 400
    assert tables(site) == before


def tables(site: Site) -> int:
    """How many tables have been opened."""
    with closing(sqlite3.connect(site.database)) as database:
        return int(database.execute("SELECT count(*) FROM game_table").fetchone()[0])


def test_a_body_in_pieces_is_read_whole(site: Site) -> None:
    browser = Browser(site)
    browser.get("/")
    body = f"csrfmiddlewaretoken={browser.token}&players=3".encode()
    pieces = b"".join(b"%x\r\n%s\r\n" % (1, body[i : i + 1]) for i in range(len(body)))
    answer = ask(
        site,
        get(
            b"/solo/",
            b"Cookie: " + browser._cookies()["Cookie"].encode(),
            b"Content-Type: application/x-www-form-urlencoded",
            b"Transfer-Encoding: chunked",
            method=b"POST",
        )
        + pieces
        + b"0\r\n\r\n",
    )
    assert status(answer) == 302


def test_many_slow_readers_of_streams_leave_the_pages_quick(site: Site) -> None:
    browser = Browser(site)
    table = browser.open_solo()
    lines = []
    for _ in range(60):
        line = socket.create_connection(("127.0.0.1", site.port), timeout=20)
        cookie = b"Cookie: " + browser._cookies()["Cookie"].encode()
        line.sendall(get(f"{table}events/?page=table".encode(), cookie))
        lines.append(line)
    try:
        for line in lines:
            assert line.recv(12) == b"HTTP/1.1 200"
        begun = time.monotonic()
        assert browser.get(table).status == 200
        assert time.monotonic() - begun < 3
    finally:
        for line in lines:
            line.close()


def test_passwords_tried_at_once_keep_nobody_from_the_pages(site: Site) -> None:
    """Each takes a processor a third of a second, as it must."""
    browser = Browser(site)
    browser.get("/teacher/")
    cookie = b"Cookie: " + browser._cookies()["Cookie"].encode()
    lines = []
    try:
        for n in range(20):
            body = f"csrfmiddlewaretoken={browser.token}&username=teacher{n}&password=x".encode()
            kind = b"Content-Type: application/x-www-form-urlencoded"
            length = b"Content-Length: " + str(len(body)).encode()
            line = socket.create_connection(("127.0.0.1", site.port), timeout=20)
            line.sendall(get(b"/teacher/", cookie, kind, length, method=b"POST") + body)
            lines.append(line)
        assert browser.get("/").status == 200
        answered, _, _ = select.select(lines, [], [], 0)
        assert len(answered) < len(lines) // 2, "it waited for its turn behind them"
        for line in lines:
            assert status(line.recv(1 << 12)) == 422
    finally:
        for line in lines:
            line.close()


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has one loopback address")
def test_an_address_with_too_many_streams_keeps_nobody_else_out(site: Site) -> None:
    """Whose stream is refused has a page that asks now and then instead (case 17)."""
    allow_many()
    browser = Browser(site)
    table = browser.open_solo()
    request = get(
        f"{table}events/?page=table".encode(), b"Cookie: " + browser._cookies()["Cookie"].encode()
    )

    def stream(address: str) -> tuple[int, socket.socket]:
        line = socket.create_connection(("127.0.0.1", site.port), 20, (address, 0))
        line.sendall(request)
        return status(line.recv(1 << 12)), line

    answers = [stream("127.0.0.1") for _ in range(PER_ADDRESS + 1)]
    elsewhere = stream("127.0.0.2")
    try:
        assert [answer for answer, _ in answers] == [200] * PER_ADDRESS + [503]
        assert elsewhere[0] == 200
        assert browser.get(table).status == 200
    finally:
        for _, line in [*answers, elsewhere]:
            line.close()


def test_pages_asked_for_at_once_are_all_answered(site: Site) -> None:
    statuses: list[int] = []

    def visit() -> None:
        statuses.append(Browser(site).get("/").status)

    threads = [threading.Thread(target=visit) for _ in range(35)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert statuses == [200] * 35


def test_the_stream_has_the_headers_and_no_proxy_keeps_it_back(site: Site) -> None:
    browser = Browser(site)
    table = browser.open_solo()
    with browser.stream(f"{table}events/?page=table") as stream:
        assert stream.status == 200
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.headers["X-Accel-Buffering"] == "no"
        assert stream.headers["Content-Encoding"] is None
        for name, value in HEADERS.items():
            assert stream.headers[name] == value
        assert stream.readline() == b"retry: 2000\n"
        assert stream.readline() == b"event: version\n"


def test_underscores_in_header_names_pass_for_no_other_header(site: Site) -> None:
    plain = ask(site, get(b"/", b"Accept_Language: x", b"HX_Request: true", b"X_Forwarded_Host: e"))
    assert status(plain) == 200
    table = Browser(site)
    address = table.open_solo()
    cookie = b"Cookie: " + table._cookies()["Cookie"].encode()
    form = b"csrfmiddlewaretoken=" + table.token.encode() + b"&version=0"
    head = get(
        f"{address}pass/".encode(),
        cookie,
        b"HX_Request: true",
        b"Content-Type: application/x-www-form-urlencoded",
        b"Content-Length: " + str(len(form)).encode(),
        method=b"POST",
    )
    assert b"<html" in ask(site, head + form), "a plain form, not htmx"


def test_a_record_is_a_download(site: Site) -> None:
    browser = Browser(site)
    answer = browser.get(f"{browser.open_solo()}record/")
    assert answer.status == 404
    with pytest.raises(json.JSONDecodeError):
        json.loads(answer.text)
