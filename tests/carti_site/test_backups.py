"""Backups: whole, of one moment, for either kind of database; what is broken is refused."""

import hashlib
import itertools
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.management.base import CommandError
from django.utils import timezone
from pytest_django import Settings

from carti_site.backups import restoring, saving
from tests.carti_site import filled
from tests.carti_site.filled import KINDS, Place
from tests.site import ROOT, environment


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A site with something in every table, which no test changes."""
    place = Place(tmp_path_factory.mktemp("full") / "data", KINDS[-1])
    place.fill()
    return place


@pytest.fixture(scope="module")
def backup(full: Place) -> Path:
    """A backup of it."""
    file = full.data / "backup.zip"
    assert f"Backup: {file}" in full.does("backup", file)
    return file


@pytest.fixture
def broken(backup: Path, tmp_path: Path) -> Callable[..., Path]:
    """Makes copies of the backup in which one member is another."""

    def change(**members: bytes) -> Path:
        file = tmp_path / "changed.zip"
        with ZipFile(backup) as old, ZipFile(file, "w", ZIP_DEFLATED) as new:
            for name in old.namelist():
                key = name.removesuffix(".jsonl").removesuffix(".json").replace(".", "_")
                new.writestr(name, members.get(key, old.read(name)))
        return file

    return change


def said(backup: Path) -> dict[str, Any]:
    with ZipFile(backup) as packed:
        found: dict[str, Any] = json.loads(packed.read("manifest.json"))
    return found


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.mark.parametrize("kind", KINDS)
def test_all_there_is_comes_back_the_same(
    full: Place, backup: Path, kind: str, tmp_path: Path
) -> None:
    """On the other kind of database, too: so a laptop is outgrown."""
    told = filled.tables(backup)
    empty = {name for name, contents in told.items() if not contents["rows"]}
    django_own = {"auth.Group", "auth.Group_permissions", "auth.User_groups"}
    assert empty == django_own | {"auth.User_user_permissions"}, "the test fills none of these"
    assert not {"sessions.Session", "quiz.Invitation"} & set(told)
    assert backup.stat().st_mode & 0o077 == 0, "nobody else reads it"

    place = Place(tmp_path / "new", kind)
    assert "are there" in place.does("restore", backup)
    assert place.rows(tmp_path / "again.zip") == told, "row for row, byte for byte"
    place.calls(filled.nobody_has_come_in)
    place.calls(filled.is_planned_by_its_rows)
    place.calls(filled.goes_on)
    assert full.rows(tmp_path / "third.zip") == told


@pytest.mark.parametrize("kind", KINDS)
def test_case_35_whoever_was_erased_stays_erased_after_a_restore(
    backup: Path, kind: str, tmp_path: Path
) -> None:
    place = Place(tmp_path / "site", kind)
    place.does("restore", backup)
    place.calls(filled.erase_ilinca)
    assert not {"Ilinca"} & place.names()
    assert "people in this database already" in place.refuses("restore", backup)
    assert "now again: 1." in place.does("restore", "--replace", backup)
    assert "Radu" in place.names()
    assert "Ilinca" not in place.names()
    (kept,) = (place.data / "backups").iterdir()
    seats = ZipFile(place.data / "backups" / kept).read("game.Seat.jsonl").decode()
    assert "Ilinca" not in seats, "what gave way was kept, and is as it was"
    after = place.rows(tmp_path / "after.zip")
    assert after["quiz.Erasure"]["rows"] == 2, "one is in the backup"
    with ZipFile(tmp_path / "after.zip") as packed:
        assert not any(b"stlo" in packed.read(name) for name in packed.namelist())
    assert "now again: 0." in place.does("restore", "--replace", tmp_path / "after.zip")


def test_a_laptop_moves_to_another_database_by_one_command(backup: Path, tmp_path: Path) -> None:
    here, there = Place(tmp_path / "here", "sqlite"), Place(tmp_path / "there", KINDS[-1])
    here.does("restore", backup)
    before = filled.tables(backup)
    told = here.does("move_to", there.url)
    assert "rows of 25 tables are there" in told
    assert there.rows(tmp_path / "there.zip") == before
    assert here.rows(tmp_path / "here.zip") == before, "a copy: nothing is gone here"
    assert "Nothing was moved" in here.refuses("move_to", there.url), "there are people by now"
    assert "Nothing was moved" in here.refuses("move_to", "mysql://x/y")


def test_broken_files_are_refused(
    backup: Path, broken: Callable[..., Path], tmp_path: Path
) -> None:
    content = backup.read_bytes()
    with ZipFile(backup) as packed:
        moves = packed.read("game.Move.jsonl")
        manifest = packed.read("manifest.json")
    files = {
        "cut.zip": content[: len(content) // 2],
        "cut-a-little.zip": content[:-1],
        "flipped.zip": content[:2000] + bytes([content[2000] ^ 1]) + content[2001:],
        "empty.zip": b"",
        "photo.zip": b"\x89PNG" + bytes(1000),
        "list.zip": b"[]",
    }
    for name, changed in files.items():
        file = tmp_path / name
        file.write_bytes(changed)
        refused(file)
    refused(broken(game_Move=moves.replace(b"place", b"plaXe", 1)))
    refused(broken(game_Move=moves[: moves.rindex(b"\n", 0, -1) + 1]))
    refused(broken(game_Move=moves + moves.splitlines(keepends=True)[-1]))
    refused(broken(game_Move=b"[" * 100_000))
    refused(broken(manifest=b"{}"))
    refused(broken(manifest=b"[" * 100_000))
    refused(broken(manifest=manifest.replace(b'"carti-backup"', b'"carti-game"')))
    refused(broken(manifest=manifest.replace(b"game.Move", b"game.Mover")))
    with pytest.raises(CommandError, match="can't be read"), restoring.opened(tmp_path / "none"):
        pass


def refused(file: Path) -> None:
    told = "no backup of the site, or it is broken"
    with pytest.raises(CommandError, match=told), restoring.opened(file):
        pass


def test_a_file_that_would_unpack_without_end_is_refused_in_little_memory(
    broken: Callable[..., Path],
) -> None:
    file = broken(game_Move=bytes(300_000_000))
    assert file.stat().st_size < 1_000_000
    tracemalloc.start()
    refused(file)
    assert tracemalloc.get_traced_memory()[1] < 60_000_000
    tracemalloc.stop()


def test_what_is_newer_or_does_not_fit_is_refused_and_the_site_untouched(
    backup: Path, broken: Callable[..., Path], tmp_path: Path
) -> None:
    place = Place(tmp_path / "site", "sqlite")
    place.does("restore", backup)
    database = place.data / "carti.sqlite3"
    place.does("migrate")  # whoever opens it first after a restore marks the file
    before = digest(database)
    manifest = said(backup)
    newer = [*manifest["migrations"], ["quiz", "0999_newer"]]
    changes: dict[str, dict[str, Any]] = {
        "newer version of the site (quiz.0999_newer)": {"migrations": newer},
        "newer version of the site;": {"format": 2},
    }
    for told, changed in changes.items():
        file = broken(manifest=json.dumps(manifest | changed).encode())
        assert told in place.refuses("restore", "--replace", file)
    assert digest(database) == before

    with ZipFile(backup) as packed:
        players = packed.read("game.Player.jsonl")
    players = players.replace(b"+00:00", b"?", 1)
    tables = manifest["tables"] | {
        "game.Player": manifest["tables"]["game.Player"]
        | {"sha256": hashlib.sha256(players).hexdigest()}
    }
    file = broken(game_Player=players, manifest=json.dumps(manifest | {"tables": tables}).encode())
    assert "does not take the backup" in place.refuses("restore", "--replace", file)
    assert place.rows(tmp_path / "after.zip") == filled.tables(backup), "all as it was"


def test_a_full_disk_leaves_no_half_a_backup(full: Place, backup: Path, tmp_path: Path) -> None:
    assert backup.stat().st_size > 34_000
    file = tmp_path / "there-is-no-room.zip"
    ended = subprocess.run(
        ["bash", "-c", 'ulimit -f 33; exec "$0" manage.py backup "$1"', sys.executable, file],
        cwd=ROOT,
        env=environment(full.data, DATABASE_URL=full.url),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert f"The backup {file} can't be written (File too large)" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "ignored" not in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_backup_writes_over_no_file_and_one_of_nothing_is_none(
    full: Place, backup: Path, tmp_path: Path
) -> None:
    before = digest(backup)
    assert "already" in full.refuses("backup", backup)
    assert digest(backup) == before
    assert "is whole" in full.does("restore", "--check", backup)
    place = Place(tmp_path / "empty", "sqlite")
    assert "nothing in this database" in place.refuses("backup", tmp_path / "x.zip")
    assert not (tmp_path / "x.zip").exists()


def test_the_page_for_parents_says_how_long_backups_hold_a_name() -> None:
    page = (ROOT / "templates/quiz/privacy.html").read_text(encoding="utf-8")
    assert f"for {saving.DAYS} days more" in page


def test_old_backups_go_from_the_sites_own_folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    saving.folder().mkdir()
    now = timezone.now()
    for day, hour in itertools.product(range(40), (6, 18)):
        at = now - timedelta(days=day, hours=hour)
        file = saving.folder() / f"carti-{at:%Y-%m-%d-%H%M%S}.zip"
        file.touch()
        os.utime(file, (at.timestamp(), at.timestamp()))
    own = saving.folder() / "before-the-holidays.zip"
    own.touch()
    os.utime(own, (0, 0))
    saving.prune(now=now)
    left = sorted(saving.folder().glob("carti-*"))
    assert len(left) == saving.AT_MOST
    assert left[0].name.startswith(f"carti-{now - timedelta(days=7):%Y-%m}")
    saving.prune(now=now + timedelta(days=saving.DAYS))
    assert list(saving.folder().iterdir()) == [own], "what somebody else named is theirs"
