"""A site with something in every table, and the databases that it can be in."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from game import catalogue
from game import services as game
from game.models import Happening, Table
from quiz.models import (
    Assigned,
    Assignment,
    Erasure,
    LinkMade,
    Pupil,
    Quiz,
    Sitting,
    SittingTable,
)
from quiz.services import classrooms
from quiz.services.classrooms import Name
from tests.site import manage

POSTGRES = os.environ.get("DATABASE_URL", "")
KINDS = ["sqlite", "postgresql"] if POSTGRES.startswith("postgres") else ["sqlite"]
"""Of databases; CI has the tests run once with a server of PostgreSQL, too."""


class Place:
    """A data folder, with a database of its own."""

    def __init__(self, data: Path, kind: str) -> None:
        self.data = data
        data.mkdir()
        self.url = f"sqlite:///{data / 'carti.sqlite3'}"
        if kind == "postgresql":
            import psycopg

            name = f"backup_{uuid4().hex}"
            with psycopg.connect(POSTGRES, autocommit=True) as server:
                server.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type,call-overload,unused-ignore]
            self.url = f"{POSTGRES.rpartition('/')[0]}/{name}"

    def manage(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Runs `manage.py` here."""
        return manage(self.data, *map(str, arguments), DATABASE_URL=self.url)

    def does(self, *arguments: str | Path) -> str:
        """Runs what must work; what was printed."""
        ended = self.manage(*arguments)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    def refuses(self, *arguments: str | Path) -> str:
        """Runs what must not work; the sentence that says why."""
        ended = self.manage(*arguments)
        assert ended.returncode != 0, ended.stdout
        assert "Traceback" not in ended.stderr, ended.stderr
        assert "CommandError: " in ended.stderr, ended.stderr
        return ended.stderr

    def calls(self, function: Callable[[], None]) -> None:
        """Calls it in a process of this site."""
        module, name = function.__module__, function.__qualname__
        self.does("shell", "-c", f"import {module}; {module}.{name}()")

    def fill(self) -> None:
        """Makes the tables, and something in each."""
        self.does("migrate")
        self.does("load_catalogue")
        self.does(
            "seed_year", "--classrooms", "1", "--pupils", "6", "--responses", "60", "--games", "2"
        )
        self.calls(fill)

    def rows(self, file: Path) -> dict[str, Any]:
        """What a backup made here now says of each table."""
        self.does("backup", file)
        return tables(file)

    def names(self) -> set[str]:
        """The given names of all pupils."""
        told = "from quiz.models import Pupil; print(*(p.given for p in Pupil.objects.all()))"
        return set(self.does("shell", "--no-imports", "-c", told).split())


def tables(file: Path) -> dict[str, Any]:
    """What the manifest of a backup says of each table: columns, rows, checksum."""
    with ZipFile(file) as packed:
        found: dict[str, Any] = json.loads(packed.read("manifest.json"))["tables"]
    return found


def fill() -> None:
    """Rows in those tables that `seed_year` leaves empty, in each of their fields."""
    now = timezone.now()
    teacher = User.objects.create_user("ene", "ene@example.org", "un-secret-lung", last_login=now)
    LinkMade.objects.create(teacher=teacher, by=None, made_at=now)
    classroom = classrooms.make_classroom(teacher=teacher, name="a V-a Ș „B”", year=2026)
    classrooms.set_marks(classroom=classroom, marks=[10, 20, 30, 40, 50, 60, 70, 80, 90])
    ilinca, radu = classrooms.enrol(
        classroom=classroom, pupils=[Name("Ilinca", "Ăstăloș"), Name("Radu", "Țurcanu")]
    )
    classrooms.print_words(classroom=classroom, players=[ilinca.pk])
    quiz = Quiz.objects.create(
        owner=teacher, title='"Iepuri"\n\\', items=[{"z": 1.5, "a": None}], shows="all",
        made_at=now, code="ABCDEF",
    )  # fmt: skip
    task = Assignment.objects.create(classroom=classroom, quiz=quiz, set_at=now, due_at=now)
    Assigned.objects.create(assignment=task, player=ilinca.player)
    sitting = Sitting.objects.create(classroom=classroom, started_at=now)
    table = game.open_table(
        opener=ilinca.player, plan=[game.HUMAN, "good", "beginner"], name="Ilinca", avatar="zebra"
    )
    game.start(table=table, player=ilinca.player)
    SittingTable.objects.create(sitting=sitting, table=table, number=1)
    game.leave(table=Table.objects.get(pk=table.pk), player=ilinca.player)
    assert Happening.objects.exists()
    Erasure.objects.create(key="of somebody", at=now)
    Session.objects.create(session_key="k" * 32, session_data="", expire_date=now)
    Pupil.objects.filter(pk=radu.pk).update(waits_until=now, wrong=5, time_factor=1.5)


def erase_ilinca() -> None:
    """As the teacher does it."""
    classrooms.erase(pupil=Pupil.objects.get(given="Ilinca", surname="Ăstăloș"))


def nobody_has_come_in() -> None:
    """Fails where anybody is signed in."""
    assert not Session.objects.exists()


def is_planned_by_its_rows() -> None:
    """Fails where PostgreSQL has not looked at the rows it will be asked for."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT DISTINCT tablename FROM pg_stats WHERE schemaname = 'public'")
            assert {"game_move", "quiz_response"} <= {name for (name,) in cursor}


def goes_on() -> None:
    """What is made after a restore gets numbers that nothing has."""
    catalogue.load()
    player = game.make_player()
    table = game.open_table(
        opener=player, plan=[game.HUMAN, "good", "good"], name="Z", avatar="koala"
    )
    game.start(table=table, player=player)
