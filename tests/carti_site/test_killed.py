"""A power cut, a hundred times, in the middle of live games."""

import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPException
from threading import Timer

from tests.carti_site.test_presence import People, move, slugs, until
from tests.site import Site

KILLS = 100
RESUME_SECONDS = 5


def test_killed_a_hundred_times_no_acknowledged_move_is_lost(own_site: Site) -> None:
    rng, slug = random.Random(9), slugs()
    people, acknowledged, games = People(own_site, bots=2), 0, 1
    for _ in range(KILLS):
        killer = Timer(rng.uniform(0.02, 0.5), own_site.kill)
        killer.start()
        try:
            while own_site.exit_status is None:
                acknowledged += move(people, rng, slug)
        except (OSError, HTTPException):
            pass  # in the middle of an answer
        killer.join()

        with closing(sqlite3.connect(own_site.database)) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        kept = people.moves()
        by_people = sum(how == "player" for *_, how in kept)
        assert acknowledged <= by_people <= acknowledged + 1, "that one's answer was cut off"
        acknowledged = by_people
        versions = [version for version, *_ in kept]
        assert versions == sorted(set(versions))
        assert versions == [] or versions[-1] < people.table("version")
        over = people.state().over

        own_site.start()
        assert people.moves()[: len(kept)] == kept
        if over:
            people, acknowledged, games = People(own_site, bots=2), 0, games + 1
        else:
            goes_on(people, len(kept), lambda: move(people, rng, slug))  # noqa: B023  (at once)
            acknowledged = sum(how == "player" for *_, how in people.moves())
    assert games > 1, "whole games were played"


def goes_on(people: People, played: int, play: Callable[[], bool]) -> None:
    """A bot or a person moves."""
    begun = time.monotonic()
    until(lambda: play() or len(people.moves()) > played)
    assert time.monotonic() - begun < RESUME_SECONDS
