"""`manage.py serve` as a real process."""

import json
import os
import signal
import socket
import sqlite3
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.site import Browser, Site, manage

STOP_SECONDS = 3.0
"""Generous: alone on a machine it takes about half a second."""


def rows(site: Site, query: str, *values: object) -> list[tuple[object, ...]]:
    """What the site's database says, read by another process."""
    with closing(sqlite3.connect(f"file:{site.database}?mode=ro", uri=True)) as database:
        return list(database.execute(query, values))


def until(true: object, seconds: float = 20.0) -> None:
    """Waits for `true()`."""
    assert callable(true)
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)


def test_it_says_where_it_is_and_answers(site: Site) -> None:
    assert f"http://127.0.0.1:{site.port}/" in site.output
    assert "Ctrl-C" in site.output
    page = Browser(site).get("/")
    assert page.status == 200
    assert 'lang="ro"' in page.text


def test_the_first_teacher_comes_by_the_link_it_prints(site: Site) -> None:
    link = site.output.split("/teacher/join/")[1].split("/")[0]
    browser = Browser(site)
    assert browser.get(f"/teacher/join/{link}/").status == 200
    assert "Predai?" in site.output
    assert "Do you teach?" in site.output


def test_a_large_upload_is_cut_off_and_the_page_says_so(site: Site) -> None:
    """The limit of an upload is the page's to tell: nobody who isn't a teacher gets even that."""
    browser = Browser(site)
    browser.get("/")
    answer = browser.post("/classes/1/pupils/import/", {"text": "x" * 7_000_000})
    assert answer.status == 400, "too much text, of which there is no more than was kept"
    elsewhere = browser.post("/classes/1/pupils/", {"text": "x" * 2_000_000})
    assert elsewhere.status == 413


def test_static_files_are_served_by_names_that_change_with_them(site: Site) -> None:
    page = Browser(site).get("/")
    address = page.text.split('rel="stylesheet" href="')[1].split('"')[0]
    sheet = Browser(site).get(address)
    assert sheet.status == 200
    assert "immutable" in sheet.headers["Cache-Control"]
    assert "default-src 'none'" in sheet.headers["Content-Security-Policy"]


def test_a_head_request_gets_the_headers_alone(site: Site) -> None:
    with closing(socket.create_connection(("127.0.0.1", site.port), timeout=10)) as line:
        line.sendall(b"HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = b""
        while chunk := line.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert body == b""


def test_ctrl_c_ends_it_soon_though_streams_are_open(own_site: Site) -> None:
    browser = Browser(own_site)
    table = browser.open_solo()
    with ExitStack() as streams:
        for _ in range(20):
            stream = streams.enter_context(browser.stream(f"{table}events/?page=table"))
            assert stream.readline() == b"retry: 2000\n"
        tried = streams.enter_context(browser.stream("/phone/events/"))
        assert tried.readline() == b"event: word\n"
        seconds = own_site.stop(signal.SIGINT)
    print(f"stopped after {seconds:.2f} s")
    assert seconds < STOP_SECONDS
    assert own_site.exit_status == 0
    assert "Traceback" not in own_site.output


def test_a_service_manager_ends_it_as_soon(own_site: Site) -> None:
    assert own_site.stop(signal.SIGTERM) < STOP_SECONDS
    assert "Traceback" not in own_site.output


def test_a_move_is_heard_by_the_open_streams(own_site: Site) -> None:
    browser = Browser(own_site)
    table = browser.open_solo()
    while "prompt--mine" in browser.get(table).text:  # the reindeer is ours: nobody else moves
        table = browser.open_solo()
    with browser.stream(f"{table}events/?page=table") as stream:
        seen = b""
        deadline = time.monotonic() + 20
        while b"event: table" not in seen:
            assert time.monotonic() < deadline
            seen += stream.readline()


def test_case_11_killed_on_a_bots_turn_it_goes_on_by_itself(own_site: Site) -> None:
    browser = Browser(own_site)
    table = browser.open_solo(players=6)
    code = table.strip("/").rpartition("/")[2]

    def moves() -> list[tuple[object, ...]]:
        query = (
            "SELECT m.version, m.seat, m.kind, m.card, m.row, m.by FROM game_move m"
            " JOIN game_table t ON t.id = m.table_id WHERE t.code = ? ORDER BY m.version"
        )
        return rows(own_site, query, code)

    def now(column: str) -> Any:
        return rows(own_site, f"SELECT {column} FROM game_table WHERE code = ?", code)[0][0]  # noqa: S608

    if "EU6" not in json.loads(now("deal"))[0]:
        until(lambda: moves() and now("due_at") is None)  # the bots have come round to the person
    browser.get(table)
    form = {"card": "ren", "row": "EU", "version": now("version")}
    address = f"{table}pass/" if moves() else f"{table}move/"
    assert browser.post(address, form).status == 302
    acknowledged = moves()
    assert acknowledged[-1][1] == 0, "the person's"
    assert now("due_at") is not None, "a bot is next"
    own_site.kill()

    assert moves()[: len(acknowledged)] == acknowledged
    own_site.start()
    until(lambda: len(moves()) >= len(acknowledged) + 2)
    assert moves()[: len(acknowledged)] == acknowledged
    assert {move[-1] for move in moves()[len(acknowledged) :]} == {"bot"}
    page = browser.get(table)
    assert page.status == 200, "the browser still knows its seat"
    assert 'id="hand"' in page.text


def test_a_taken_port_is_told_in_one_sentence(site: Site, tmp_path: Path) -> None:
    ended = manage(tmp_path, "serve", "--host", "127.0.0.1", "--port", str(site.port))
    assert ended.returncode != 0
    assert ended.stderr.count("\n") == 1
    assert f"Port {site.port}" in ended.stderr
    assert f"--port {site.port + 1}" in ended.stderr
    assert not (tmp_path / "carti.sqlite3").exists(), "nothing was begun"


def test_on_sqlite_several_processes_are_refused_in_one_sentence(tmp_path: Path) -> None:
    ended = manage(tmp_path, "serve", "--port", "1", "--workers", "2", DATABASE_URL="")
    assert ended.returncode != 0
    assert "PostgreSQL" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("port", ["0", "65536", "-1"])
def test_a_port_that_cannot_be_is_told_in_one_sentence(port: str, tmp_path: Path) -> None:
    ended = manage(tmp_path, "serve", f"--port={port}")
    assert ended.returncode != 0
    assert "from 1 to 65535" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "mysql://user:secret@host/name",
        "postgres://user:secret@127.0.0.1:1/name",  # nobody listens there
        "postgres://user:secret@127.0.0.1:port/name",
        "postgres://user:secret@127.0.0.1:5432/",
        "postgres://",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:////no/such/folder/file.sqlite3",
        f"sqlite:///{os.path.abspath(__file__)}",
        f"sqlite:///{os.path.dirname(os.path.abspath(__file__))}",
    ],
)
def test_a_wrong_database_is_told_in_a_sentence(url: str, tmp_path: Path) -> None:
    ended = manage(tmp_path, "serve", "--port", "1", DATABASE_URL=url)
    told = ended.stdout + ended.stderr
    assert ended.returncode != 0
    assert "Traceback" not in told
    assert "DATABASE_URL" in told
    assert "secret" not in told, "passwords stay out of the log"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CARTI_DEBUG", "maybe"),
        ("CARTI_HTTPS", "on fire"),
        ("CARTI_SECRET_KEY", "short"),
        ("CARTI_HOSTS", "https://carti.scoala.ro/"),
        ("CARTI_MAIL", "mail.scoala.ro"),
    ],
)
def test_a_wrong_setting_is_told_in_a_sentence(name: str, value: str, tmp_path: Path) -> None:
    ended = manage(tmp_path, "serve", "--port", "1", **{name: value})
    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert name in ended.stderr or "secret key" in ended.stderr
