"""What every answer carries, and what no page may hold."""

import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from carti_site.middleware import HEADERS
from tests.game.rounds import Round, browser_in, text
from tests.game.test_addresses import ADDRESSES, form_of, path_of

pytestmark = pytest.mark.django_db

FETCHING = {"src", "href", "action", "formaction", "poster", "data", "srcset", "hx-get", "hx-post"}


class Addresses(HTMLParser):
    """Every address a page names, and what the CSP would forbid."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.forbidden: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in FETCHING:
                self.found.append(value or "")
            if name == "style" or name.startswith(("on", "hx-on")):
                self.forbidden.append(f"<{tag} {name}>")
        if tag == "style" or (tag == "script" and "src" not in dict(attrs)):
            self.forbidden.append(f"<{tag}>")


def answers(playing: Round, language: str) -> list[tuple[str, Any]]:
    """The answer of each address to GET and POST, for a player and for a stranger."""
    stranger = browser_in(language)
    playing.browsers[1].cookies["django_language"] = language
    found = []
    for name in ADDRESSES:
        path = path_of(name, playing.table)
        for browser in (playing.browsers[1], stranger):
            found.append((f"GET {path}", browser.get(path, {"page": "table"})))
            form = form_of(name, playing.table)
            found.append((f"POST {path}", browser.post(path, form)))
            found.append((f"bad {path}", browser.post(path, {})))
    found += [(path, stranger.get(path)) for path in ("/nothing/", "/t/", "/t/K7MP2Q/watch/")]
    found.append(("host", stranger.get("/", headers={"Host": "a b"})))
    strict = Client(enforce_csrf_checks=True)
    found.append(("csrf", strict.post("/solo/", {"players": 3})))
    return found


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("over", [False, True])
def test_every_answer_in_both_languages(language: str, over: bool) -> None:
    playing = Round()
    if over:
        playing.finish(wild=True)
    for where, answer in answers(playing, language):
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, where
        assert "Cross-Origin-Opener-Policy" not in answer.headers, where
        assert "ETag" not in answer.headers, where
        assert set(answer.cookies) <= {"sessionid", "csrftoken", "django_language"}, where
        for cookie in answer.cookies.values():
            assert cookie["httponly"], where
            assert cookie["samesite"] == "Lax", where
        if answer.streaming or "html" not in answer.headers["Content-Type"]:
            continue
        page = Addresses(text(answer))
        assert page.forbidden == [], where
        for address in page.found:
            parts = urlsplit(address)
            assert (parts.scheme, parts.netloc) == ("", ""), (where, address)
        # Sources are named in words; nothing is fetched from them or led to them.
        attributes = re.sub(r">[^<]*<", "><", text(answer))
        assert not re.search(r"//(?!www\.w3\.org)[\w.]+\.\w+", attributes), where


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_page_says_its_language(language: str) -> None:
    for where, answer in answers(Round(), language):
        if where in ("host", "csrf") or answer.streaming:
            continue
        assert answer.headers["Content-Language"] in (language, "en")
        if "<html" in text(answer):
            # Setting the language is one of the addresses asked.
            assert f'<html lang="{answer.headers["Content-Language"]}">' in text(answer), where


def test_the_policy_lets_no_script_or_style_be_inline() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "*" not in policy


def test_an_error_of_ours_is_a_page_with_the_headers_and_no_details(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr("game.views.rooms.pages.running", broken)
    playing = Round()
    browser = playing.browsers[0]
    browser.raise_request_exception = False
    answer = browser.get("/")
    assert answer.status_code == 500
    assert "42" not in text(answer)
    assert "500" in text(answer)
    assert Addresses(text(answer)).forbidden == []
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
