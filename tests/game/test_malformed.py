"""Requests that no page sends: 4xx, and never an error of ours."""

import random
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import client_of, guest
from tests.game.rounds import BLOCKS, Round
from tests.game.test_addresses import PATHS

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
BODIES: list[tuple[str, bytes]] = [
    (FORM, b""),
    (FORM, b"&&&===&"),
    (FORM, b"version=%00&card=%00&row=%00&name=%00&code=%00&players=%00"),
    (FORM, b"version=%ff%fe&card=%ED%A0%80&row=%C3%28&name=%ff&code=%ff&players=%ff"),
    (FORM, b"\xff\xfe\x00\x00" * 50),
    (FORM, b"version=1&version=2&card=ren&card=lup&row=EU&row=AS&name=a&name=b"),
    (FORM, b"version[]=1&card[x]=ren&name[]=a&code[]=K7MP2Q"),
    (FORM, b"version=1e999&card=ren&row=EU"),
    (FORM, b"version=" + b"9" * 5000 + b"&card=ren&row=EU&players=" + b"9" * 5000),
    (FORM, b"version=1_0&card=ren&row=EU&players=1_0"),
    (FORM, "version=١&card=ren&row=EU&players=٤".encode()),
    (FORM, b"name=" + b"A%CC%81" * 9000 + b"&code=" + b"K" * 9000),
    (FORM, b"&".join(b"f%d=1" % n for n in range(500))),
    (FORM, b"name=" + b"x" * 1_100_000),
    (FORM + "; charset=utf-16", b"v\0e\0r\0"),
    (FORM + "; charset=nonsense", b"version=1"),
    ("multipart/form-data", b"version=1"),
    ("multipart/form-data; boundary=", b"--\r\n\r\n"),
    ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="ver'),
    ("multipart/form-data; boundary=\xff", b"--x--"),
    (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="name"; filename="a\0b"\r\n\r\n'
        b"hi\r\n--x--\r\n",
    ),
    (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="version"\r\n'
        b"Content-Transfer-Encoding: base64\r\n\r\n!!!\r\n--x--\r\n",
    ),
    ("application/json", b'{"version": 1, "card": "ren"'),
    ("application/xml", b"<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>"),
    ("text/plain", b"version=1"),
    ("", b"version=1"),
    ("nonsense/;;;=", b"\0"),
]
QUERIES = [
    "%00",
    "code=%00&page=%00",
    "code=%ff%fe&page=%ED%A0%80",
    "code=" + "K" * 9000,
    "code=%F0%9F%A6%8A&page=table%00",
    "code[]=1&page[]=watch&page=watch",
    "&&&==;;",
    "page=table&page=watch",
    "code=" + "%CC%81" * 500,
    "code=" + quote("İıſß"),
]
CODES = ["K7MP2Q", "%00", "..", "%2e%2e", "a b", "%C8%98", "%ff", "x" * 4000, "EU6", "<script>"]


NO_FORM = ("/start/", "/leave/", "/back/")
"""They ask for nothing but who it is."""


@pytest.fixture
def playing() -> Round:
    return Round(deal=BLOCKS)


def paths(code: str) -> list[str]:
    return ["/" + path.replace("<slug:code>", code) for path in PATHS.values()]


@pytest.mark.parametrize(("content_type", "body"), BODIES)
def test_any_body_at_any_address(playing: Round, content_type: str, body: bytes) -> None:
    before = playing.state
    for path in paths(playing.table.code):
        for browser in (playing.browsers[0], Client()):
            for method in ("POST", "PUT", "GET"):
                answer = browser.generic(method, path, body, content_type)
                assert answer.status_code < 500, (method, path)
                if method == "POST" and "/t/" in path:
                    assert answer.status_code >= 400 or path.endswith(NO_FORM), path
    assert playing.state == before


@pytest.mark.parametrize("query", QUERIES)
def test_any_query_at_any_address(playing: Round, query: str) -> None:
    for path in paths(playing.table.code):
        for browser in (playing.browsers[0], Client()):
            answer = browser.get(path, QUERY_STRING=query)
            assert answer.status_code < 500, path


@pytest.mark.parametrize("code", CODES)
def test_any_code_in_the_path(playing: Round, code: str) -> None:
    for path in paths(code):
        if code in path:
            for browser in (playing.browsers[0], Client()):
                form = {"version": 1, "card": "ren", "row": "EU"}
                assert 400 <= browser.get(path).status_code < 500
                assert 400 <= browser.post(path, form).status_code < 500


@pytest.mark.parametrize(
    "player",
    [None, "", "x", "1", 0, -1, 10**30, -(10**30), 1.5, float("inf"), [], [1], {}, {"pk": 1}, True],
    ids=repr,
)
def test_any_player_in_the_session(playing: Round, player: Any) -> None:
    browser = Client()
    session = browser.session
    session["player"] = player
    session.save()
    if player is True:
        return  # the number 1 to Python, and no harm: only this site writes sessions
    for path in paths(playing.table.code):
        assert browser.get(path).status_code < 500
    answer = browser.get(playing.address("table"))
    assert answer.status_code == 302, "nobody's seat"


def test_a_session_whose_guest_is_gone_becomes_another_guest(playing: Round) -> None:
    player = guest()
    browser = client_of(player)
    player.delete()
    assert browser.get("/").status_code == 200
    assert browser.post("/solo/", {"players": 3}).status_code == 302
    assert browser.session["player"] != player.pk


@pytest.mark.parametrize(
    "cookie",
    ["", "x", "\x01" * 40, "../../etc/passwd", "x" * 5000, "é" * 40, '"\\000aaaaaaaaaaaaa"', "{}"],
)
@pytest.mark.parametrize("name", ["sessionid", "django_language", "csrftoken"])
def test_any_cookie(playing: Round, name: str, cookie: str) -> None:
    for path in paths(playing.table.code):
        browser = Client(HTTP_COOKIE=f"{name}={cookie}")
        answer = browser.get(path)
        assert answer.status_code < 500, path
        if answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
            assert answer.headers["Content-Language"] == "ro"


def test_a_session_that_cannot_be_read_is_nobodys(playing: Round) -> None:
    store = SessionStore()
    store["player"] = 1
    store.save()
    assert store.session_key
    SessionStore.get_model_class().objects.update(session_data="garbage")
    browser = Client(HTTP_COOKIE=f"sessionid={store.session_key}")
    assert browser.get("/").status_code == 200


@pytest.mark.parametrize(
    "host",
    ["", " ", "a b", "evil.example/path", "x" * 300, "[::1", "a,b", "é.ro", "a\0b", "a:b:c", "@"],
)
def test_any_host_header(playing: Round, host: str) -> None:
    for path in paths(playing.table.code):
        answer = playing.browsers[0].get(path, headers={"Host": host})
        assert answer.status_code < 500, path


anything = st.dictionaries(
    st.sampled_from(["version", "card", "row", "name", "avatar", "code", "players", "language"])
    | st.text(max_size=5),
    st.text(max_size=60) | st.integers().map(str) | st.sampled_from(["ren", "EU", "1", "4", "en"]),
    max_size=6,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(form=anything, at=st.integers(0, len(PATHS) - 1), htmx=st.booleans(), seated=st.booleans())
def test_any_form(playing: Round, form: dict[str, str], at: int, htmx: bool, seated: bool) -> None:
    path = paths(playing.table.code)[at]
    browser = playing.browsers[0] if seated else Client()
    headers = {"HX-Request": "true"} if htmx else {}
    assert browser.post(path, form, headers=headers).status_code < 500
    assert browser.get(path, form, headers=headers).status_code < 500


@pytest.mark.parametrize("header", ["HX-Request", "HX-Current-URL", "HX-Prompt", "HX-Target"])
def test_any_htmx_header(playing: Round, header: str) -> None:
    rng = random.Random(1)
    for value in ("true", "false", "%ff", "http://[", "x" * 3000, chr(rng.randrange(1, 255))):
        headers = {header: value, f"{header}-URI-AutoEncoded": "true"}
        for path in paths(playing.table.code):
            assert playing.browsers[0].get(path, headers=headers).status_code < 500
