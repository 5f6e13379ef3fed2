"""Who is there, told by the streams of a real server, and what a power cut leaves of it."""

import json
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import Any
from urllib.parse import urlsplit

from game import engine
from game.catalogue import DATA
from tests.engine.games import honest_action
from tests.site import Answer, Browser, Site

NAMES = ("Ana", "Bogdan", "Crina")


class People:
    """Three people's browsers, and bots, at a begun table of a real server."""

    def __init__(self, site: Site, bots: int = 0, **options: object) -> None:
        self.site = site
        self.browsers = [Browser(site) for _ in NAMES]
        ana = self.browsers[0]
        seats = ["human"] * 2 + ["medium"] * bots + ["none"] * (3 - bots)
        form: dict[str, object] = {f"seat{n}": kind for n, kind in enumerate(seats, start=2)}
        form |= {"name": "Ana", "avatar": "leu", "referee": "table", "explain": "0"}
        form |= {"pace": "quick", "watch": "code", **options}
        ana.get("/open/")
        self.path = urlsplit(ana.post("/open/", form).headers["Location"]).path
        self.code = self.path.strip("/").rpartition("/")[2]
        for name, browser in zip(NAMES[1:], self.browsers[1:], strict=True):
            browser.get(f"/join/?code={self.code}")
            seated = browser.post("/join/", {"code": self.code, "name": name, "avatar": "koala"})
            assert seated.status == 302, seated.text
        ana.get(self.path)
        assert ana.post(f"{self.path}start/", {}).status == 302

    def rows(self, query: str) -> list[Any]:
        """What the database says of this table, `?`, read by another process."""
        with closing(sqlite3.connect(f"file:{self.site.database}?mode=ro", uri=True)) as database:
            return list(database.execute(query, [self.code]))

    def table(self, column: str) -> Any:
        return self.rows(f"SELECT {column} FROM game_table WHERE code = ?")[0][0]  # noqa: S608

    def seat(self, index: int, column: str) -> Any:
        query = (
            f"SELECT s.{column} FROM game_seat s JOIN game_table t ON t.id = s.table_id"  # noqa: S608
            " WHERE t.code = ? ORDER BY s.'index'"
        )
        return self.rows(query)[index][0]

    def moves(self) -> list[tuple[int, int, str, str, str, str]]:
        """(version, seat, kind, card, row, by) of each."""
        return self.rows(
            "SELECT m.version, m.seat, m.kind, m.card, m.row, m.by FROM game_move m"
            " JOIN game_table t ON t.id = m.table_id WHERE t.code = ? ORDER BY m.version"
        )

    def stream(self, stack: ExitStack, index: int) -> None:
        """The page of the seat is open until the stack is closed."""
        stream = stack.enter_context(self.browsers[index].stream(f"{self.path}events/?page=table"))
        assert stream.readline() == b"retry: 2000\n"

    def state(self) -> engine.State:
        """The game as the database tells it."""
        state = engine.new_game(json.loads(self.table("deal")), engine.Referee.TABLE)
        for _, seat, kind, card, row, _ in self.moves():
            action = engine.Place(card, row) if kind == "place" else engine.Pass()
            state, _ = engine.apply(state, seat, action)
        return state


def until(true: Callable[[], object], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)


def slugs() -> dict[str, str]:
    cards = json.loads((DATA / "catalogue.json").read_text(encoding="utf-8"))
    return {card["code"]: card["slug"] for card in cards}


def move(people: People, rng: random.Random, slug: dict[str, str]) -> bool:
    """Whoever is to move does it, if it is a person; whether it was acknowledged."""
    answer = asked_to_move(people, rng, slug)
    return answer is not None and answer.status == 302


def asked_to_move(people: People, rng: random.Random, slug: dict[str, str]) -> Answer | None:
    """What a person who is to move is answered."""
    state = people.state()
    seat = state.to_move
    if seat is None or seat >= len(NAMES):
        return None
    browser = people.browsers[seat]
    form: dict[str, object] = {"version": people.table("version")}
    browser.get(people.path)
    match honest_action(state, rng):
        case engine.Place(card, row):
            form |= {"card": slug[card], "row": row}
            return browser.post(f"{people.path}move/", form)
        case _:
            return browser.post(f"{people.path}pass/", form)


def test_a_closed_page_is_away_within_seconds_and_an_open_one_is_back(site: Site) -> None:
    people = People(site)
    with ExitStack() as others, ExitStack() as bogdans:
        for index in (0, 2):
            people.stream(others, index)
        people.stream(bogdans, 1)
        time.sleep(0.5)
        assert [people.seat(index, "away_since") for index in range(3)] == [None] * 3
        closed = time.monotonic()
        bogdans.close()
        until(lambda: people.seat(1, "away_since"))
        assert time.monotonic() - closed > 2, "a reload closes and opens it, too"
        assert people.seat(0, "away_since") is None
        assert "seat--away" in people.browsers[0].get(people.path).text
        people.stream(others, 1)
        until(lambda: people.seat(1, "away_since") is None)
        assert "seat--away" not in people.browsers[0].get(people.path).text


def test_a_reload_and_a_second_tab_are_no_absence(site: Site) -> None:
    people = People(site)
    with ExitStack() as second:
        with ExitStack() as first:
            people.stream(first, 0)
            people.stream(second, 0)
        time.sleep(4)
        assert people.seat(0, "away_since") is None, "the other tab is still open"
        with ExitStack() as reloaded:
            people.stream(reloaded, 1)
        with ExitStack() as reloaded:
            people.stream(reloaded, 1)
            time.sleep(4)
            assert people.seat(1, "away_since") is None


def test_where_streams_are_blocked_a_poll_is_presence_too(site: Site) -> None:
    people = People(site)
    with ExitStack() as streams:
        people.stream(streams, 1)
    until(lambda: people.seat(1, "away_since"))
    assert people.browsers[1].get(f"{people.path}fresh/?page=table&poll=1").status == 200
    until(lambda: people.seat(1, "away_since") is None)


def test_killed_while_somebody_is_away_the_grace_goes_on(own_site: Site) -> None:
    """Cases 11 and 12, with a process that is really killed."""
    people = People(own_site)
    with ExitStack() as streams:
        people.stream(streams, 0)
        with ExitStack() as bogdans:
            people.stream(bogdans, 1)
        until(lambda: people.seat(1, "away_since"))
        own_site.kill()
    assert not people.seat(1, "stand_in")
    # As if the wait had begun 40 of its 45 seconds earlier.
    with closing(sqlite3.connect(own_site.database)) as database, database:
        database.execute(
            "UPDATE game_seat SET away_since = datetime(away_since, '-40 seconds')"
            " WHERE away_since IS NOT NULL"
        )
    own_site.start()
    with ExitStack() as streams:
        time.sleep(1)
        assert not people.seat(1, "stand_in"), "nobody is there to play with"
        for index in (0, 2):
            people.stream(streams, index)
        until(lambda: people.seat(1, "stand_in"))
        assert not people.seat(2, "stand_in")
        bogdan = people.browsers[1]
        assert 'id="take-back"' in bogdan.get(people.path).text
        assert bogdan.post(f"{people.path}back/", {}).status == 302
        assert not people.seat(1, "stand_in")
        page = bogdan.get(people.path).text
        assert 'data-note="back-' in page, "told in words what happened"
        assert 'name="card"' in page


def test_killed_twice_among_people_and_bots_no_acknowledged_move_is_lost(own_site: Site) -> None:
    """Cases 11 and 12: killed right after an answer, whoever is due."""
    people = People(own_site, bots=2)
    rng, slug = random.Random(3), slugs()
    for _ in range(2):
        acknowledged = 0
        deadline = time.monotonic() + 40
        while acknowledged < 5:
            assert time.monotonic() < deadline
            acknowledged += move(people, rng, slug)
        known = people.moves()
        own_site.kill()
        kept = people.moves()
        assert kept[: len(known)] == known
        own_site.start()
        assert people.moves()[: len(kept)] == kept
    until(lambda: len(people.moves()) > len(kept) or (people.state().to_move or 0) < len(NAMES))
    assert {by for _, seat, *_, by in people.moves() if seat >= len(NAMES)} <= {"bot"}
    versions = [version for version, *_ in people.moves()]
    assert versions == sorted(set(versions))
    with ExitStack() as streams:
        people.stream(streams, 0)
        until(lambda: people.seat(0, "away_since") is None)
        assert 'id="hand"' in people.browsers[0].get(people.path).text
