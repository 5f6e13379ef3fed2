"""The machine's clock is set by two hours while people play, and it sleeps: nobody loses a turn.

The site runs under libfaketime, which reads the clock's offset from a file; the other clock, which
nobody can set, goes on.
"""

import os
import random
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.carti_site.test_presence import People, move, slugs, until
from tests.site import Site

LIBRARY = next(iter(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), None)
HOURS = 7200


@pytest.fixture
def set_site(tmp_path: Path, start_site: Callable[..., Site]) -> Site:
    """A site whose clock is set by `set_clock`."""
    if LIBRARY is None and not os.environ.get("CI"):
        pytest.skip("NO FAKETIME: libfaketime is missing (Debian: apt install faketime)")
    set_clock(tmp_path, 0)
    return start_site(
        "--demo",
        LD_PRELOAD=str(LIBRARY),
        FAKETIME_TIMESTAMP_FILE=str(tmp_path / "clock"),
        FAKETIME_NO_CACHE="1",
        FAKETIME_DONT_FAKE_MONOTONIC="1",
    )


def set_clock(data: Path, seconds: int) -> None:
    """By so many seconds from the real time."""
    (data / "new").write_text(f"{seconds:+d}", encoding="ascii")
    (data / "new").rename(data / "clock")


@pytest.mark.parametrize("by", [HOURS, -HOURS])
def test_the_clock_is_set_while_people_play(set_site: Site, by: int) -> None:
    people = People(set_site, bots=1, limit=30, pace="slow")
    rng, slug = random.Random(5), slugs()

    def play_until(somebody: Callable[[int], bool]) -> list[tuple[int, int, str, str, str, str]]:
        until(lambda: move(people, rng, slug) or people.moves())
        while not somebody(to_move(people)):
            move(people, rng, slug)
        return people.moves()

    with ExitStack() as streams:
        for index in range(3):
            people.stream(streams, index)
        until(lambda: not any(people.seat(index, "away_since") for index in range(3)))
        before = play_until(lambda seat: seat < 3)
        set_clock(set_site.data, by)
        until(lambda: set_site.output.count("clock was set") == 1, 10)
        time.sleep(2)
        assert people.moves() == before, "the turn is not lost to the jump"
        assert not any(people.seat(index, "stand_in") for index in range(3))
        page = people.browsers[to_move(people)].get(people.path).text
        left = re.search(r'class="time" max="30" value="(\d+)"', page)
        assert left, page
        assert 20 <= int(left[1]) <= 29, "the bar tells what is left of the turn"
        before = play_until(lambda seat: seat == 3)
        set_clock(set_site.data, 0)
        until(lambda: len(people.moves()) > len(before), 10)
        assert people.moves()[len(before)][-1] == "bot"
        play_until(lambda seat: len(people.moves()) >= len(before) + 4)
    assert {how for *_, how in people.moves()} == {"bot", "player"}


def test_the_night_in_which_an_hour_comes_twice_is_like_any_other(set_site: Site) -> None:
    autumn = datetime(2026, 10, 25, 1, tzinfo=UTC)  # 4 o'clock in Bucharest becomes 3
    set_clock(set_site.data, round(autumn.timestamp() - time.time()) - 3)
    until(lambda: set_site.output.count("clock was set") == 1, 10)
    people = People(set_site, bots=2, limit=30)
    rng, slug = random.Random(7), slugs()
    until(lambda: move(people, rng, slug) and people.table("changed_at") > "2026-10-25 01:00:01")
    played = len(people.moves())
    until(lambda: move(people, rng, slug) and len(people.moves()) > played + 3)
    assert {how for *_, how in people.moves()} == {"bot", "player"}
    assert set_site.output.count("clock was set") == 1
    assert people.browsers[0].get("/progress/").status == 200


def to_move(people: People) -> int:
    seat = people.state().to_move
    assert seat is not None
    return seat


def test_set_back_while_the_site_is_closed_bots_go_on_at_once(set_site: Site) -> None:
    def moves() -> int:
        with closing(sqlite3.connect(set_site.database)) as database:
            query = (
                "SELECT count(*) FROM game_move WHERE table_id = (SELECT min(id) FROM game_table)"
            )
            return int(database.execute(query).fetchone()[0])

    until(moves)
    set_site.kill()
    played = moves()
    set_clock(set_site.data, -HOURS)
    set_site.start()
    until(lambda: moves() > played, 10)
