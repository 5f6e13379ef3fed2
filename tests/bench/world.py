"""A made-up year with a lesson going on, and the address of every page in it, by role."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import cached_property
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from django.core.management import call_command

from tests.bench import tables

if TYPE_CHECKING:
    from quiz.models import Quiz

YEAR = {"classrooms": 70, "pupils": 2_000, "responses": 1_000_000, "games": 10_000}
PEOPLE = 4
QUERIES = {
    "quiz:classroom": ("", "?by=animals", "?period=year", "?period=days"),
    "quiz:export": ("?what=all&kind=xlsx&period=days",),
    "game:fresh": ("?page=table",),
}
"""What is asked of a page besides its address alone."""
NOT_PAGES = ("events/", "cards.pdf")
"""Streams have a bench of their own; the deck is printed once, and kept."""


class Page(NamedTuple):
    """A page that somebody is shown."""

    label: str
    role: str
    address: str


def prepared(data: Path, share: float) -> None:
    """Fills a new folder with that share of a year. To be called once in a process."""
    tables.prepare(data)
    sizes = {name: max(1, round(size * share)) for name, size in YEAR.items()}
    call_command("seed_year", stdout=StringIO(), **sizes)


class World:
    """A teacher of four of the year's classes; the first of them plays, and one pupil of it."""

    def __init__(self) -> None:
        from django.contrib.auth.models import User

        from game.models import Table
        from quiz.models import Attempt, Classroom
        from quiz.services import attempts, sittings, teachers, work

        self.teacher = User.objects.create(username="bench", first_name="Doamna Pop")
        rooms = Classroom.objects.order_by("pk")[:4]
        Classroom.objects.filter(pk__in=[room.pk for room in rooms]).update(teacher=self.teacher)
        self.room = rooms[0]
        self.players = list(self.room.enrolments.order_by("pk").values_list("player_id", flat=True))
        self.pupil = self.players[0]
        player = self.room.enrolments.get(player=self.pupil).player
        self.quiz = self._quiz()
        self.work, _ = work.set_work(classroom=self.room, players=self.players, quiz=self.quiz)
        self.finished = Attempt.objects.filter(player=player).latest("finished_at")
        self.attempt = attempts.begin(player=player, kind="quick")
        plan = [self.players[n : n + PEOPLE] for n in range(0, len(self.players), PEOPLE)]
        sitting = sittings.start(classroom=self.room, plan=plan, size=PEOPLE)
        self.table = sitting.tables.order_by("pk")[0].table
        list(islice(tables.play(self.table, random.Random(1)), 30))
        self.over = Table.objects.filter(seats__player=player, phase=Table.Phase.OVER)[0]
        self.lobby = tables.people(3, started=False)
        self.invitation = teachers.invite()

    def _quiz(self) -> Quiz:
        """One that the whole class has taken."""
        from game.models import Player
        from quiz.services import making
        from tests.quiz.desks import OTHERS, REGIONS, take

        quiz = making.keep_quiz(
            owner=self.teacher, title="Bench", items=[*REGIONS, *OTHERS], shows=REGIONS[0].shows
        )
        for player in Player.objects.filter(pk__in=self.players[1:]):
            take(quiz, "AF", "AF", "AS", "AU", "AM", player=player)
        return quiz

    @cached_property
    def sessions(self) -> dict[str, str]:
        """The session key of each role."""
        from quiz.middleware import SEEN

        pupil = {"player": self.pupil, SEEN: round(time.time())}
        return {
            "nobody": "",
            "pupil": tables.kept_session(**pupil),
            "teacher": tables.session_of(self.teacher),
        }

    def paths(self, name: str, path: str) -> Iterator[str]:
        """Of the page of that name, in each state that it has."""
        values = {
            "<slug:continent>": "africa",
            "<slug:slug>": "ren",
            "<int:position>": 0,
            "<int:player>": self.pupil,
            "<int:number>": 1,
            "<int:work>": self.work.pk,
            "<slug:class_code>": self.room.code,
            "<slug:quiz_code>": self.quiz.code,
            "<str:token>": self.invitation,
        }
        if path.startswith("quizzes/"):
            values["<int:pk>"] = self.quiz.pk
        for hole, value in values.items():
            path = path.replace(hole, str(value))
        if path.startswith("quiz/"):
            for attempt in (self.attempt, self.finished):
                yield path.replace("<int:pk>", str(attempt.pk))
        elif "<slug:code>" in path:
            for table in (self.table, self.lobby, self.over):
                yield path.replace("<slug:code>", table.code)
        else:
            yield path.replace("<int:pk>", str(self.room.pk))

    def pages(self) -> Iterator[Page]:
        """Every address of the site for every role; not everybody is shown a page there."""
        from tests.game.test_addresses import PATHS

        for name, pattern in PATHS.items():
            if pattern.startswith("floor/") or pattern.endswith(NOT_PAGES):
                continue
            paths = list(dict.fromkeys(self.paths(name, pattern)))
            for state, path in enumerate(paths):
                for query in QUERIES.get(name, ("",)):
                    mark = f" ({state + 1})" if len(paths) > 1 else ""
                    for role in self.sessions:
                        yield Page(f"{name}{query}{mark}, {role}", role, f"/{path}{query}")
