"""Upgrades: a backup first, and a database that newer code made is refused, untouched."""

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import call_command

from game import catalogue
from game.models import Card
from tests.site import manage

# `replay` of nothing needs no database; `shell` runs what `serve` would, without serving.
PREPARE = "from carti_site import database; database.prepare(print)"


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder whose database is prepared, and holds a table."""
    assert manage(tmp_path, "shell", "-c", PREPARE).returncode == 0
    write(
        tmp_path,
        "INSERT INTO game_player (name, avatar, last_seen, is_guest)"
        " VALUES ('Ana', 'zebra', '2026-01-01', 1)",
    )
    return tmp_path


def write(data: Path, query: str, *values: str) -> None:
    with closing(sqlite3.connect(data / "carti.sqlite3")) as database:
        database.execute(query, values)
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def read(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


def test_a_new_database_is_made_without_a_backup(tmp_path: Path) -> None:
    ended = manage(tmp_path, "shell", "-c", PREPARE)
    assert ended.returncode == 0, ended.stderr
    assert "Backup" not in ended.stdout
    assert not (tmp_path / "backups").exists()
    assert read(tmp_path / "carti.sqlite3", "SELECT count(*) FROM game_table") == [(0,)]


def test_an_up_to_date_database_is_left_as_it_is(data: Path) -> None:
    ended = manage(data, "shell", "-c", PREPARE)
    assert ended.returncode == 0
    assert not (data / "backups").exists()


def test_case_36_an_older_database_is_backed_up_and_then_brought_up_to_date(
    tmp_path: Path,
) -> None:
    """One that the first version made, with a pupil from before erasures had keys."""
    for app in ("auth", "sessions", "game"):
        assert manage(tmp_path, "migrate", app).returncode == 0
    assert manage(tmp_path, "migrate", "quiz", "0001").returncode == 0
    for query in OLD:
        write(tmp_path, query)
    database = tmp_path / "carti.sqlite3"
    before = counts(database)
    ended = manage(tmp_path, "shell", "-c", PREPARE)
    assert ended.returncode == 0, ended.stderr
    (backup,) = (tmp_path / "backups").glob("carti-*.zip")
    assert f"Backup: {backup}" in ended.stdout
    assert {table: counts(database)[table] for table in before} == before
    assert read(database, "PRAGMA integrity_check") == [("ok",)]
    keys = read(database, "SELECT given, key FROM quiz_pupil")
    assert keys == [("Ana", "player 1")]

    with ZipFile(backup) as packed:
        assert "Ana" in packed.read("quiz.Pupil.jsonl").decode(), "as it was"
        told = json.loads(packed.read("manifest.json"))
    assert ["quiz", "0002_link_made"] not in told["migrations"]
    write(tmp_path, "UPDATE game_player SET name = 'spoilt'")
    ended = manage(tmp_path, "restore", "--replace", str(backup))
    assert ended.returncode == 0, ended.stderr
    assert {table: counts(database)[table] for table in before} == before
    assert read(database, "SELECT name FROM game_player") == [("Ana",)]
    assert read(database, "SELECT given, key FROM quiz_pupil") == keys, "erased once, always"


OLD = (
    "INSERT INTO game_player (id, name, avatar, last_seen, is_guest)"
    " VALUES (1, 'Ana', 'zebra', '2026-01-01', 0)",
    "INSERT INTO quiz_pupil (player_id, given, surname, words, wrong, time_factor)"
    " VALUES (1, 'Ana', 'Pop', '', 0, 1)",
    "INSERT INTO auth_user (id, username, password, is_superuser, first_name, last_name, email,"
    " is_staff, is_active, date_joined) VALUES (1, 'ene', '!', 0, '', '', '', 0, 1, '2026-01-01')",
    "INSERT INTO quiz_classroom (id, name, year, language, code, ranking, marks, made_at,"
    " teacher_id) VALUES (1, '5 B', 2026, 'ro', 'ABCDEF', 0, '[]', '2026-01-01', 1)",
    'INSERT INTO quiz_enrolment (classroom_id, player_id, "group", since)'
    " VALUES (1, 1, '', '2026-01-01')",
    "INSERT INTO quiz_quiz (title, items, shuffled, shows, made_at, open, owner_id)"
    " VALUES ('T', '[]', 1, 'all', '2026-01-01', 1, 1)",
)


def counts(file: Path) -> dict[str, int]:
    """Rows of each table of the two apps and of the teachers."""
    names = "SELECT name FROM sqlite_master WHERE type = 'table'"
    found = [str(name) for (name,) in read(file, names)]
    return {
        name: int(str(read(file, f"SELECT count(*) FROM {name}")[0][0]))  # noqa: S608
        for name in found
        if name.startswith(("game_", "quiz_", "auth_user"))
    }


@pytest.mark.parametrize(("app", "name"), [("game", "0999_newer"), ("newer_app", "0001_initial")])
def test_case_36_a_newer_database_is_refused_untouched(data: Path, app: str, name: str) -> None:
    write(
        data,
        "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2026-01-01')",
        app,
        name,
    )
    before = digest(data / "carti.sqlite3")
    ended = manage(data, "serve", "--port", "1")
    assert ended.returncode != 0
    assert "newer version" in ended.stderr
    assert f"{app}.{name}" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert digest(data / "carti.sqlite3") == before
    assert not (data / "backups").exists()


@pytest.mark.django_db
def test_loading_the_catalogue_again_changes_nothing() -> None:
    before = list(Card.objects.order_by("code").values())
    assert len(before) == 60
    assert catalogue.load() == (0, 0)
    call_command("load_catalogue", verbosity=0)
    assert list(Card.objects.order_by("code").values()) == before


@pytest.mark.django_db
def test_loading_the_catalogue_mends_what_differs_and_makes_what_is_missing() -> None:
    before = list(Card.objects.order_by("code").values())
    Card.objects.filter(code="EU6").update(slug="reindeer", number=6, name={"ro": "?", "en": "?"})
    Card.objects.filter(code="AU12").delete()
    assert catalogue.load() == (1, 1)
    after = list(Card.objects.order_by("code").values())
    assert [{**card, "id": 0} for card in after] == [{**card, "id": 0} for card in before]


@pytest.mark.django_db
def test_the_catalogue_is_the_files() -> None:
    file = json.loads((catalogue.DATA / "catalogue.json").read_text(encoding="utf-8"))
    for card in file:
        known = Card.objects.get(code=card["code"])
        assert (known.slug, known.name, known.region) == (
            card["slug"],
            card["name"],
            card["region"],
        )
        assert known.animal_class == card["class"]


@pytest.mark.django_db
def test_without_the_sixty_cards_the_site_says_what_to_run() -> None:
    Card.objects.filter(code="EU6").delete()
    catalogue.forget()
    try:
        with pytest.raises(LookupError, match=r"run manage\.py load_catalogue"):
            catalogue.deck()
    finally:
        catalogue.load()
        catalogue.deck()
        catalogue.codes_by_slug()
