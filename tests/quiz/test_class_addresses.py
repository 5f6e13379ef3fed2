"""Case 41, further: the game's addresses at a class's table, and how little a superuser may."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from tests.game import test_addresses as game
from tests.quiz.school import as_pupil, english
from tests.quiz.test_people_addresses import ADDRESSES, METHODS, World, expected

pytestmark = pytest.mark.django_db

AT_TABLE = [name for name, path in game.PATHS.items() if path.startswith("t/<slug:code>/")]
STREAMS = ("game:events", "quiz:live_events")
"""They answer HEAD with 405."""
OF_THE_CLASS = ("pupil", "classmate", "teacher")


def browser_of(world: World, role: str) -> Client:
    if role == "classmate":
        return as_pupil(world.school.pupils["Bogdan"])
    return world.browser(role)


@pytest.mark.parametrize("role", [*OF_THE_CLASS, "nobody", "elsewhere", "colleague"])
def test_at_a_classs_table_who_sits_there_may_play_and_all_others_are_strangers(role: str) -> None:
    """Its teacher has pages of one's own; and the class's names are for the class alone."""
    world = World()
    table = world.sitting.tables.get().table
    like = "seated" if role == "pupil" else "elsewhere"
    wrong = []
    for name in AT_TABLE:
        path = game.path_of(name, table)
        for method, due in zip(("GET", "POST"), game.ADDRESSES[name], strict=True):
            with transaction.atomic():
                browser = browser_of(world, role)
                form = game.form_of(name, table) if method == "POST" else {}
                address = f"{path}?page=table" if method == "GET" else path
                answer = getattr(browser, method.lower())(address, form)
                transaction.set_rollback(True)
            if answer.status_code != game.expected(due, like):
                wrong.append((name, method, answer.status_code))
            if role not in OF_THE_CLASS and not answer.streaming:
                assert b"Ana P." not in answer.content, name
    assert len(AT_TABLE) > 10
    assert wrong == []


def test_a_superuser_sees_no_class_but_may_help_every_teacher() -> None:
    world = World()
    root = User.objects.create_superuser("root")
    wrong = []
    for name, dues in ADDRESSES.items():
        for method in METHODS:
            due = {"GET": dues[0], "HEAD": dues[0], "POST": dues[1]}.get(method, 405)
            if method == "HEAD" and name in STREAMS:
                due = 405
            if (name, method) == ("quiz:new_password", "POST"):
                due = 200
            with transaction.atomic():
                browser = english()
                browser.force_login(root)
                answer = getattr(browser, method.lower())(
                    world.path(name), world.form(name, method)
                )
                transaction.set_rollback(True)
            if answer.status_code != expected(due, "colleague"):
                wrong.append((name, method, answer.status_code, due))
    assert wrong == []
