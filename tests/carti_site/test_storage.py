"""A disk that is full, a database that can't be written to, one that another program keeps locked.

What is asked for is not done, and that is said in words; afterwards everything goes on.
"""

import random
import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from django.db import connection

from game.models import Move, Player, Table
from quiz.forms.people import school_year
from tests.carti_site.test_presence import People, asked_to_move, move, slugs, until
from tests.game.rounds import BLOCKS, Round
from tests.quiz.school import School
from tests.site import Site, manage


@contextmanager
def full_disk(site: Site) -> Iterator[None]:
    """The running site can write into no file; what was written before has its place."""
    _, most = resource.prlimit(site.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (0, most))
    try:
        # Else the log of writes may be used again from its beginning.
        with closing(sqlite3.connect(site.database)) as database:
            until(lambda: database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)
        yield
    finally:
        resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (most, most))


def test_on_a_full_disk_a_move_is_refused_in_words_and_the_game_goes_on_after(
    own_site: Site,
) -> None:
    people, rng, slug = People(own_site, bots=2), random.Random(5), slugs()
    until(lambda: (people.state().to_move or 0) < 3)
    before, version = people.moves(), people.table("version")
    with full_disk(own_site):
        answer = asked_to_move(people, rng, slug)
        assert answer is not None
        assert answer.status == 503
        assert answer.headers["Retry-After"]
        assert "nimic nu s-a pierdut" in answer.text or "nothing was lost" in answer.text
        assert "Traceback" not in answer.text
        assert people.browsers[0].get(people.path).status == 200, "the table can still be seen"
        assert people.browsers[0].get("/rules/").status == 200
        time.sleep(2)
        assert (people.moves(), people.table("version")) == (before, version)
    until(lambda: move(people, rng, slug))
    until(lambda: move(people, rng, slug) or any(how == "bot" for *_, how in people.moves()))
    with closing(sqlite3.connect(own_site.database)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_while_another_program_writes_for_ten_seconds_a_move_waits_and_is_not_lost(
    own_site: Site,
) -> None:
    people, rng, slug = People(own_site, bots=2), random.Random(5), slugs()
    until(lambda: (people.state().to_move or 0) < 3)
    before, locked = len(people.moves()), Event()

    def write() -> None:
        with closing(sqlite3.connect(own_site.database)) as database:
            database.execute("BEGIN IMMEDIATE")
            locked.set()
            time.sleep(10)

    other = Thread(target=write)
    other.start()
    locked.wait()
    begun = time.monotonic()
    assert move(people, rng, slug), "acknowledged, not refused"
    assert time.monotonic() - begun > 5
    other.join()
    until(lambda: len(people.moves()) > before + 1 or move(people, rng, slug))


def test_a_start_while_another_program_writes_for_long_is_refused_in_a_sentence(
    tmp_path: Path,
) -> None:
    assert manage(tmp_path, "prepare").returncode == 0
    with closing(sqlite3.connect(tmp_path / "carti.sqlite3")) as database:
        database.execute("BEGIN IMMEDIATE")
        ended = manage(tmp_path, "serve", "--port", "1")
    assert ended.returncode != 0
    assert "database is locked" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="asks SQLite to take no writes")
def test_a_database_that_takes_no_writes_is_told_in_words_wherever_one_writes() -> None:
    school, playing = School("ene", "Ana Pop"), Round(deal=BLOCKS)
    pupil, desk, browser = school.sign_in("Ana"), school.desk(), playing.browsers[0]
    version = playing.table.version
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    asked = [
        (
            browser,
            playing.address("move"),
            {"card": "ren", "row": "EU", "version": version},
        ),
        (browser, "/solo/", {"players": 3}),
        (pupil, "/quiz/start/", {"kind": "quick"}),
        (pupil, school.door("Ana"), {"one": "x", "other": "y"}),
        (desk, school.address("erase"), {"player": school.pupils["Ana"].pk, "sure": "Ana"}),
        (desk, "/classes/new/", {"name": "6 A", "year": school_year(), "language": "en"}),
    ]
    before = (Move.objects.count(), Player.objects.count(), Table.objects.count())
    try:
        for client, address, form in asked:
            client.raise_request_exception = False
            client.cookies["django_language"] = "en"
            answer = client.post(address, form)
            assert answer.status_code == 503, address
            assert "was not done" in answer.content.decode(), address
        assert browser.get(playing.address("table")).status_code == 200
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = OFF")
    assert (Move.objects.count(), Player.objects.count(), Table.objects.count()) == before
    client, address, form = asked[0]
    assert client.post(address, form).status_code == 302, "the same move, once it can be made"
