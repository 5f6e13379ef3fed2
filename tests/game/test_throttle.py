"""Case 44: who guesses codes must wait, and a class behind the same address never feels it."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest
from django.test import Client

from game import throttle
from game.models import Table
from game.names import CODE_SYMBOLS
from game.throttle import Guesses, TooManyGuesses
from quiz.classes.throttle import Tries
from tests.conftest import client_of, guest, player_at
from tests.game.rounds import Answer, Round, text
from tests.long import times
from tests.quiz.school import School

pytestmark = pytest.mark.django_db

SCHOOL = "10.1.2.3"
GUESSES = 10_000
ASKED = times(20, 1)
"""Of so many guesses one is a browser's."""
OPENING = {f"seat{n}": "human" for n in range(2, 7)} | {
    "name": "Ana",
    "avatar": "leu",
    "referee": "table",
    "explain": "1",
    "pace": "quick",
    "watch": "code",
}


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def codes() -> Iterator[str]:
    """Codes of no table, all different."""
    for n in range(10**6):
        yield "2" + "".join(CODE_SYMBOLS[n // 23**i % 23] for i in range(5))


def at(address: str) -> Client:
    """A new browser there."""
    return Client(REMOTE_ADDR=address)


def join(browser: Client, code: str, name: str) -> Answer:
    return browser.post("/join/", {"code": code, "name": name, "avatar": "leu"})


def guess(guesses: Guesses, address: str, code: str) -> bool:
    """Whether a wrong guess was answered."""
    try:
        guesses.asked(address, code, exists=False)
    except TooManyGuesses:
        return False
    return True


def opened_at(address: str) -> list[Table]:
    """Tables for a class, opened by its pupils there; six seats each."""
    for n in range(6):
        assert at(address).post("/open/", OPENING | {"name": f"Ana {n}"}).status_code == 302
    return list(Table.objects.order_by("pk"))


def wrong_asked(address: str, wrong: Iterator[str], number: int) -> int:
    """The status of a guess; most of the many are only counted, as every view does it first."""
    if number % ASKED == 0:
        return int(at(address).get("/join/", {"code": next(wrong)}).status_code)
    return 404 if guess(throttle.guesses, address, next(wrong)) else 429


def test_case_44_guesses_are_throttled_and_a_class_at_the_same_address_joins(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING, "game.throttle")
    school = School("ene", "Ana Pop", "Bogdan Rus", "Crina Ban", "Dan Ene", "Ema Lup")
    desk = at(SCHOOL)
    desk.force_login(school.teacher)
    assert desk.get(school.address("classroom")).status_code == 200
    tables = opened_at(SCHOOL)
    coming = class_of_35(school, tables)
    wrong = codes()

    # From one address: one guess after the other, and in between somebody of the class.
    found = Counter[int]()
    for n in range(GUESSES):
        found[wrong_asked(SCHOOL, wrong, n)] += 1
        if n % (GUESSES // 18) == 0:
            next(coming)()
    assert found == {404: 30, 429: GUESSES - 30}
    assert at(SCHOOL).post("/join/", {"code": next(wrong), "name": "x"}).status_code == 429
    assert at(SCHOOL).get(f"/class/{next(wrong)}/").status_code == 429

    # Then from two hundred.
    addresses = [f"10.9.{n // 100}.{n % 100}" for n in range(200)]
    for n, address in enumerate(addresses):
        answered = sum(wrong_asked(address, wrong, k) == 404 for k in range(50))
        assert 5 <= answered <= 30
        if n % 13 == 0:
            next(coming)()
    assert next(coming, None) is None, "the whole class has come"
    waits = [record.getMessage() for record in caplog.records if record.name == "game.throttle"]
    assert len(waits) == len(set(waits)) == 201, "logged once an address"
    assert SCHOOL in waits[0]

    elsewhere = Table.objects.get(pk=Round().pk)
    free = at("192.168.7.7")
    assert free.get(f"/t/{elsewhere.code}/watch/").status_code == 200, "others elsewhere, too"


def class_of_35(school: School, tables: Sequence[Table]) -> Iterator[Callable[[], None]]:
    """Thirty guests who sit down and five pupils who write their words, one after the other."""

    def sits_down(table: Table, name: str) -> None:
        browser = at(SCHOOL)
        assert browser.get("/join/", {"code": table.code}).status_code == 200
        assert join(browser, table.code, name).status_code == 302
        assert browser.get(f"/t/{table.code}/").status_code == 200

    def signs_in(given: str) -> None:
        browser = at(SCHOOL)
        assert browser.get(f"/class/{school.classroom.code}/").status_code == 200
        school.sign_in(given, browser)

    for n, given in enumerate(school.pupils):
        yield partial(signs_in, given)
        for table in tables:
            yield partial(sits_down, table, f"Pupil {n}")


def test_people_elsewhere_join_during_an_attack() -> None:
    table = opened_at("10.1.1.1")[0]
    wrong = codes()
    for n in range(2_000):
        guess(throttle.guesses, f"10.8.{n % 200}.1", next(wrong))
    for n in range(4):
        browser = at(f"172.16.0.{n}")
        assert browser.get("/join/", {"code": next(wrong)}).status_code == 404, "a slip"
        assert join(browser, table.code, f"Dan {n}").status_code == 302


def test_who_must_wait_is_told_so_in_both_languages() -> None:
    for language, words in (("ro", 'lang="ro"'), ("en", 'lang="en"')):
        browser = at(f"10.5.5.{len(language + words)}")
        browser.cookies["django_language"] = language
        wrong = codes()
        answers = [browser.get("/join/", {"code": next(wrong)}) for _ in range(31)]
        assert answers[-1].status_code == 429
        assert words in text(answers[-1])
        assert 'href="/"' in text(answers[-1])


def test_nothing_is_counted_for_those_who_sit_there() -> None:
    playing = Round()
    wrong = codes()
    for _ in range(40):
        guess(throttle.guesses, "127.0.0.1", next(wrong))
    for browser in playing.browsers:
        for name in ("table", "fresh", "watch"):
            answer = browser.get(playing.address(name), {"page": "table"})
            assert answer.status_code == 200
    # A stranger at an address where somebody guesses, for a table that nobody there knows.
    other = Round()
    assert at("127.0.0.1").get(other.address("watch")).status_code == 429
    # Once one of them has opened its page there, it is known there.
    player = player_at(other.table, 0)
    assert client_of(player).get(other.address("table")).status_code == 200
    assert at("127.0.0.1").get(other.address("watch")).status_code == 200


def test_a_table_that_is_there_costs_nothing() -> None:
    playing = Round()
    for _ in range(100):
        assert at("10.4.4.4").get(playing.address("watch")).status_code == 200
    assert client_of(guest()).get("/join/", {"code": "222222"}).status_code == 404


def test_after_the_window_one_may_try_again_and_is_logged_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    guesses = Guesses(clock)
    wrong = codes()
    for turn in range(1, 4):
        assert [guess(guesses, SCHOOL, next(wrong)) for _ in range(32)] == [True] * 30 + [False] * 2
        assert len(caplog.records) == turn
        clock.now += throttle.WINDOW - 1
        assert not guess(guesses, SCHOOL, next(wrong))
        clock.now += 1


def test_waiting_is_not_made_longer_by_asking() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    wrong = codes()
    for _ in range(30):
        guess(guesses, SCHOOL, next(wrong))
    for _ in range(599):
        clock.now += 1
        assert not guess(guesses, SCHOOL, next(wrong))
    clock.now += 1
    assert guess(guesses, SCHOOL, next(wrong))


def test_who_has_a_whole_network_of_ipv6_addresses_waits_as_one() -> None:
    guesses = Guesses(Clock())
    tries = Tries()
    wrong = codes()
    answered = [guess(guesses, f"2001:db8:1:1::{n:x}", next(wrong)) for n in range(40)]
    assert answered == [True] * 30 + [False] * 10
    assert guess(guesses, "2001:db8:1:2::1", next(wrong)), "a neighbour does not"
    assert guess(guesses, "::ffff:10.1.1.1", next(wrong)), "IPv4 in other words"
    for n in range(5):
        tries.wrong(f"2001:db8:1:1::{n:x}", "ene")
    assert tries.wait("2001:db8:1:1::ffff", "ene")
    assert not tries.wait("2001:db8:1:2::1", "ene")


def test_what_is_remembered_has_a_bound() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    wrong = codes()
    for n in range(throttle.ADDRESSES + 500):
        guess(guesses, f"address {n}", next(wrong))
    assert len(guesses) == throttle.ADDRESSES
    for _ in range(throttle.TABLES + 500):
        guesses.asked(SCHOOL, next(wrong), exists=True, at_home=True)
    assert len(guesses._addresses[SCHOOL].known) == throttle.TABLES
    assert len(guesses._wrong) == throttle.IN_ALL


def test_addresses_are_forgotten_once_they_ask_no_more() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    for n in range(50):
        guess(guesses, f"address {n}", "222222")
    clock.now += throttle.WINDOW
    guesses.asked(SCHOOL, "222223", exists=True)
    assert len(guesses) == 1
