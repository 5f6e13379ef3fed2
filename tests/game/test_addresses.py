"""Case 41: every address, for everybody, by every method. A new address needs a line here."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from game.models import Table
from tests.conftest import client_of, guest, player_at
from tests.game.rounds import Round, text

pytestmark = pytest.mark.django_db

ROLES = ("nobody", "elsewhere", "seated", "opener")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

# Address: (statuses of GET and HEAD, statuses of POST); one for all, or one for each of ROLES.
# The table is being played, and nobody has moved; a form is what its page would send.
Statuses = int | tuple[int, int, int, int]
PAGE: tuple[Statuses, Statuses] = (200, 405)
ADDRESSES: dict[str, tuple[Statuses, Statuses]] = {
    "set_language": (405, 302),
    "game:home": PAGE,
    "game:rules": PAGE,
    "game:about": PAGE,
    "game:learn": PAGE,
    "game:deck": PAGE,
    "game:deck_file": (400, 405),  # what the deck's form would say is missing
    "game:phones": PAGE,
    "game:phones_fresh": PAGE,
    "game:phone": PAGE,
    "game:phone_events": PAGE,
    "game:solo": (405, 302),
    "game:open": (200, 302),
    # By the code of the table: strangers are told that it has begun.
    "game:join": (200, (409, 409, 302, 302)),
    "game:table": ((302, 302, 200, 200), 405),
    "game:start": (405, (403, 403, 403, 302)),
    "game:leave": (405, (403, 403, 302, 302)),
    "game:ask": (405, (403, 403, 409, 302)),
    "game:back": (405, (403, 403, 302, 302)),
    "game:time": (405, (403, 403, 403, 409)),
    "game:move": (405, (403, 403, 422, 422)),
    "game:pass": (405, (403, 403, 422, 422)),
    "game:again": (405, (403, 403, 409, 409)),
    "game:watch": PAGE,
    "game:record": (404, 405),
    "game:replay": (404, 405),
    "game:qr": PAGE,
    "game:fresh": ((404, 404, 200, 200), 405),
    "game:events": ((404, 404, 200, 200), 405),
    "quiz:learn": PAGE,
    "quiz:continent": PAGE,
    "quiz:animal": PAGE,
    "quiz:progress": PAGE,
    # Nobody knows Africa yet.
    "quiz:certificate": (404, 405),
    "quiz:certificate_pdf": (404, 405),
    "quiz:certificate_png": (404, 405),
    "quiz:choose": PAGE,
    "quiz:start": (302, 302),
    # There is no quiz with this number, and none with this code.
    "quiz:attempt": (404, 405),
    "quiz:again": (302, 404),
    "quiz:item": (404, 404),
    "quiz:set": (404, 404),
    # Whoever is no teacher is asked to sign in.
    "quiz:quizzes": (302, 405),
    "quiz:make": (302, 302),
    "quiz:results": (302, 405),
    "quiz:give": (302, 405),
    "quiz:delete_quiz": (302, 302),
    "quiz:reopen": (405, 302),
    "quiz:correct": (302, 302),
}
# What is otherwise once the game is over.
OVER: dict[str, tuple[Statuses, Statuses]] = {
    "game:record": ((404, 404, 200, 200), 405),
    "game:replay": PAGE,
    "game:again": (405, (403, 403, 302, 302)),
    "game:start": (405, (403, 403, 403, 302)),
}
POSTS = [name for name, (_, post) in ADDRESSES.items() if post != 405]
CHANGES = ("game:leave", "game:ask")
"""They change the table for those who sit there."""
STREAMS = ("game:events", "game:phone_events")
"""They answer HEAD with 405."""


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, str]]:
    """All (name, path) of the URLconf."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else ""
            for name, path in addresses(pattern, prefix + inner):
                yield name, str(pattern.pattern) + path
        else:
            assert isinstance(pattern, URLPattern)
            assert pattern.name, f"{pattern.pattern} has no name"
            yield prefix + pattern.name, str(pattern.pattern)


PATHS = dict(addresses(get_resolver()))


PARTS = {
    "<slug:continent>": "africa",
    "<slug:slug>": "ren",
    "<int:pk>": "1000000",
    "<int:position>": "0",
    "<int:number>": "1",
    "<slug:quiz_code>": "K7MP2Q",
}
"""What stands in the addresses of lessons and quizzes."""


def path_of(name: str, table: Table) -> str:
    path = PATHS[name].replace("<slug:code>", table.code)
    for part, value in PARTS.items():
        path = path.replace(part, value)
    return f"/{path}"


def form_of(name: str, table: Table) -> dict[str, str | int]:
    """What a page would send, or what is not allowed at the opening."""
    forms: dict[str, dict[str, str | int]] = {
        "set_language": {"language": "en", "next": "/rules/"},
        "game:solo": {"players": 4},
        "game:join": {"code": table.code, "name": "Dan", "avatar": "leu"},
        "game:open": {
            "name": "Ana",
            **{f"seat{n}": "human" for n in range(2, 7)},
            "referee": "table",
            "explain": "1",
            "pace": "normal",
            "watch": "code",
        },
        "game:move": {"version": table.version, "card": "lup", "row": "EU"},
        "game:pass": {"version": table.version},
        "game:ask": {"ask": "bot:1"},
        "game:time": {"seat": 1, "factor": "2"},
        "quiz:start": {"kind": "quick"},
    }
    return forms.get(name, {})


def browser_of(role: str, table: Table) -> Client:
    if role == "nobody":
        return Client()
    if role == "elsewhere":
        return client_of(guest("Zoe"))
    return client_of(player_at(table, 0 if role == "opener" else 1))


def expected(statuses: Statuses, role: str) -> int:
    return statuses if isinstance(statuses, int) else statuses[ROLES.index(role)]


def test_no_address_is_without_an_entry() -> None:
    from tests.quiz.test_people_addresses import ADDRESSES as LEARNING  # which needs PATHS

    assert set(PATHS) == set(ADDRESSES) | set(LEARNING)


@pytest.mark.parametrize("role", ROLES)
def test_every_address_answers_everybody_as_it_should(role: str) -> None:
    playing = Round()
    before = playing.table.version
    wrong = []
    for name, (get, post) in ADDRESSES.items():
        table = (Round() if name in CHANGES else playing).table
        path = path_of(name, table)
        for method in METHODS:
            browser = browser_of(role, table)
            query = f"{path}?page=table&code={table.code}" if method in ("GET", "HEAD") else path
            if name == "game:join" and method in ("GET", "HEAD"):
                query = path
            form = form_of(name, table) if method == "POST" else {}
            answer = getattr(browser, method.lower())(query, form)
            due = {"GET": get, "HEAD": get, "POST": post}.get(method, 405)
            if method == "HEAD" and name in STREAMS:
                due = 405
            if answer.status_code != expected(due, role):
                wrong.append((name, method, answer.status_code, expected(due, role)))
            if answer.status_code == 405:
                assert answer.headers["Allow"], name
                assert (b"<h1>" in answer.content) == (method == "GET"), f"{name}: no way on"
    assert wrong == []
    assert playing.table.version == before, "nothing was changed at the table"


@pytest.mark.parametrize("role", ROLES)
def test_what_is_otherwise_once_the_game_is_over(role: str) -> None:
    playing = Round()
    playing.finish()
    for name, (get, post) in OVER.items():
        path = path_of(name, playing.table)
        browser = browser_of(role, playing.table)
        assert browser.get(path).status_code == expected(get, role), name
        assert browser.post(path).status_code == expected(post, role), name


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("code", ["K7MP2Q", "EU6", "x", "0" * 300, "-", "_", "a-b"])
def test_a_table_that_is_not_there_is_404_for_everybody(role: str, code: str) -> None:
    browser = browser_of(role, Round().table)
    for name, path in PATHS.items():
        if "<slug:code>" in path:
            address = "/" + path.replace("<slug:code>", code)
            get, post = ADDRESSES[name]
            form = {"version": 1, "card": "ren", "row": "EU", "ask": "bot:1"}
            form |= {"seat": 1, "factor": "2"}
            assert browser.get(address).status_code == (405 if get == 405 else 404), name
            assert browser.post(address, form).status_code == (405 if post == 405 else 404), name


@pytest.mark.parametrize("name", POSTS)
@pytest.mark.parametrize("role", ROLES)
def test_case_46_a_post_without_token_is_403_and_says_what_to_do(name: str, role: str) -> None:
    table = Round().table
    if role in ("nobody", "elsewhere"):
        browser = Client(enforce_csrf_checks=True)
    else:
        player = player_at(table, 0 if role == "opener" else 1)
        browser = client_of(player, enforce_csrf_checks=True)
    browser.cookies["django_language"] = "en"
    before = (table.version, Table.objects.count())
    for headers in ({}, {"HX-Request": "true"}, {"X-CSRFToken": "x" * 64}):
        answer = browser.post(path_of(name, table), form_of(name, table), headers=headers)
        assert answer.status_code == 403
        assert "Open it again and try once more." in text(answer)
    table.refresh_from_db()
    assert (table.version, Table.objects.count()) == before


def test_with_its_token_a_form_is_accepted() -> None:
    browser = Client(enforce_csrf_checks=True)
    page = text(browser.get("/"))
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    form = {"players": 3, "csrfmiddlewaretoken": token}
    assert browser.post("/solo/", form).status_code == 302
    header = {"X-CSRFToken": token}
    assert browser.post("/solo/", {"players": 3}, headers=header).status_code == 302


def test_nobody_sees_the_events_or_parts_of_a_page_that_is_not_theirs() -> None:
    playing = Round(watch="none")
    for name in ("fresh", "events"):
        for page in ("", "table", "lobby", "end", "watch", "closed", "hand", "\0", "x" * 3000):
            answer = Client().get(playing.address(name), {"page": page})
            assert answer.status_code == 404
    assert playing.browsers[0].get(playing.address("fresh"), {"page": "watch"}).status_code == 404
