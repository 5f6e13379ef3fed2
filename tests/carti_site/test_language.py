"""Romanian until somebody switches; the switch keeps the place."""

import re

import pytest
from django.test import Client

from tests.game.rounds import BLOCKS, Round, browser_in, text

pytestmark = pytest.mark.django_db


def language_of(page: str) -> str:
    found = re.search(r'<html lang="(\w+)">', page)
    assert found
    return found[1]


def here(page: str) -> str:
    """Where the page's language switch comes back to."""
    found = re.search(r'name="next" value="([^"]*)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize("accepted", ["en", "en-GB,en;q=0.9", "de", "*", "", "x" * 500])
def test_accept_language_is_not_asked(accepted: str) -> None:
    answer = Client().get("/", headers={"Accept-Language": accepted})
    assert language_of(text(answer)) == "ro"
    assert "Accept-Language" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize(
    ("cookie", "spoken"), [("en", "en"), ("ro", "ro"), ("de", "ro"), ("", "ro")]
)
def test_the_cookie_decides(cookie: str, spoken: str) -> None:
    assert language_of(text(browser_in(cookie).get("/"))) == spoken


def test_the_language_of_one_request_does_not_stay_for_the_next() -> None:
    assert language_of(text(browser_in("en").get("/"))) == "en"
    assert language_of(text(Client().get("/"))) == "ro"


def test_the_switch_comes_back_to_the_same_place() -> None:
    playing = Round(deal=BLOCKS)
    browser = playing.browsers[0]
    for path in (
        "/rules/",
        "/join/?code=K7MP2Q",
        playing.address("table"),
        playing.address("watch"),
    ):
        place = here(text(browser.get(path)))
        assert place == path
        answer = browser.post("/language/", {"language": "en", "next": place})
        assert (answer.status_code, answer.headers["Location"]) == (302, path)
    assert language_of(text(browser.get("/"))) == "en"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("move", {"card": "lup", "row": "EU", "version": "1"}),
        ("move", {}),
        ("pass", {"version": "999"}),
        ("again", {}),
    ],
)
def test_from_a_refusal_it_comes_back_to_a_page_that_can_be_opened(
    name: str, data: dict[str, str]
) -> None:
    playing = Round(deal=BLOCKS)
    answer = playing.browsers[0].post(playing.address(name), data)
    assert answer.status_code in (400, 403, 409, 422)
    place = here(text(answer))
    assert place == playing.address("table")
    assert playing.browsers[0].get(place).status_code == 200


def test_from_any_other_refusal_too() -> None:
    strict = Client(enforce_csrf_checks=True)
    for answer in (
        Client().post("/solo/", {}),
        Client().post("/open/", {}),
        Client().post("/join/", {}),
        Client().post("/nothing/", {}),
        strict.post("/solo/", {"players": 3}),
        strict.post("/language/", {"language": "en"}),
    ):
        assert answer.status_code >= 400
        assert Client().get(here(text(answer))).status_code == 200


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "///evil.example",
        "javascript:alert(1)",
        "http:evil.example",
        "\thttps://evil.example",
        "/ok\r\nSet-Cookie: a=b",
    ],
)
def test_the_switch_leads_to_no_other_site(target: str) -> None:
    answer = Client().post(
        "/language/", {"language": "en", "next": target}, headers={"Referer": target.strip()}
    )
    assert answer.status_code == 302
    location = answer.headers["Location"]
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))
    assert set(answer.cookies) <= {"django_language"}


@pytest.mark.parametrize("language", ["", "xx", "x" * 900, "en\0", "../en"])
def test_a_language_we_do_not_speak_changes_nothing(language: str) -> None:
    browser = browser_in("en")
    assert browser.post("/language/", {"language": language, "next": "/"}).status_code == 302
    assert language_of(text(browser.get("/"))) == "en"


def test_the_choice_lasts_a_year() -> None:
    answer = Client().post("/language/", {"language": "en", "next": "/"})
    assert answer.cookies["django_language"]["max-age"] == 365 * 24 * 3600
