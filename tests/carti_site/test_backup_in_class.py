"""A backup is made while a class plays, and restored elsewhere."""

import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

from tests.carti_site.filled import Place
from tests.carti_site.test_presence import People, move, slugs
from tests.site import Browser, Site, manage

TABLES = 12
"""Of three each: a class."""


def moves(file: Path, code: str) -> list[Any]:
    """Of a table, in order."""
    query = (
        "SELECT m.version, m.seat, m.kind, m.card, m.row, m.by FROM game_move m"
        " JOIN game_table t ON t.id = m.table_id WHERE t.code = ? ORDER BY m.version"
    )
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query, [code]).fetchall()


def test_case_40_restored_elsewhere_it_has_every_move_acknowledged_before_it_began(
    own_site: Site, tmp_path: Path
) -> None:
    tables = [People(own_site) for _ in range(TABLES)]
    acknowledged = dict.fromkeys((people.code for people in tables), 0)
    slug, stopped = slugs(), Event()

    def play(people: People, rng: random.Random) -> None:
        while not stopped.is_set() and not people.state().over:
            acknowledged[people.code] += move(people, rng, slug)

    file = tmp_path / "class.zip"
    with ThreadPoolExecutor(TABLES) as threads:
        playing = [threads.submit(play, one, random.Random(n)) for n, one in enumerate(tables)]
        while min(acknowledged.values()) < 2:
            stopped.wait(0.1)
        before = dict(acknowledged)
        ended = manage(own_site.data, "backup", str(file))
        after = dict(acknowledged)
        refused = manage(own_site.data, "restore", "--replace", str(file))
        stopped.set()
        for one in playing:
            one.result()
    assert ended.returncode == 0, ended.stderr
    assert sum(after.values()) > sum(before.values()), "people went on meanwhile"
    assert "The site runs on this database; stop it first" in refused.stderr
    assert "Traceback" not in refused.stderr

    place = Place(tmp_path / "elsewhere", "sqlite")
    place.does("restore", file)
    restored = place.data / "carti.sqlite3"
    with closing(sqlite3.connect(restored)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    for people in tables:
        found, live = moves(restored, people.code), people.moves()
        assert found == live[: len(found)], "of one moment"
        assert before[people.code] <= len(found) <= after[people.code] + 1
    (place.data / "static").symlink_to(own_site.data / "static")
    elsewhere = Site(place.data)
    elsewhere.start()
    try:
        for people in islice(tables, 2):
            assert Browser(elsewhere).get(f"{people.path}watch/").status == 200, "all can be told"
    finally:
        elsewhere.stop()
