"""What nobody writes who means well, in every field of every form: never an error of ours, never
anything stored that can't be seen or would be drawn over its neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import models, transaction
from django.test import Client

from game.throttle import guesses
from quiz.classes.throttle import tries
from tests.conftest import client_of, player_at
from tests.game.rounds import Round, text
from tests.game.test_addresses import PATHS, path_of
from tests.game.test_malformed import BODIES, QUERIES
from tests.quiz.forms import FORM, Form, forms_of
from tests.quiz.test_people_addresses import ADDRESSES, World

pytestmark = pytest.mark.django_db

SCRIPT = "<script>alert(1)</script>"
NO_CHOICE = ("", "\0", "\ud800", "x" * 10_000, "9" * 400, "-1", "١٢")
"""For a field that is chosen from: what no page offers there."""
NASTY = (
    *NO_CHOICE,
    "a\0b",
    "\u202egnp.\u2066exe",
    "A\u200b\u200d\ufeff\u2060na",
    "Z" + "\u0351" * 300,
    f"{SCRIPT}\"'><img src=x onerror=alert(1)>",
    "{{ 7|add:7 }}{% debug %}",
    "' OR 1=1; DROP TABLE game_table; --",
    "=cmd|' /C calc'!A0",
    "../../etc/passwd",
    "Ana\r\nSet-Cookie: sessionid=1",
    "1e999",
)
UNSEEN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800]")
ROLES: dict[str, Callable[[World, Round], Client]] = {
    "teacher": lambda world, _playing: world.browser("teacher"),
    "pupil": lambda world, _playing: world.browser("pupil"),
    "player": lambda _world, playing: client_of(player_at(playing.table, 0)),
    "nobody": lambda _world, _playing: Client(),
}


@contextmanager
def as_it_was(browser: Client) -> Iterator[None]:
    """Whatever is done within is undone, so that the next finds the world as it was."""
    cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    browser.cookies.clear()
    browser.cookies.load(cookies)
    guesses.forget()
    tries.forget()


def addresses(world: World, playing: Round) -> Iterator[str]:
    for name in PATHS:
        yield world.path(name) if name in ADDRESSES else path_of(name, playing.table)


def forms(browser: Client, paths: Iterator[str]) -> Iterator[Form]:
    """All different forms of the pages at these addresses."""
    known = set()
    for path in paths:
        with as_it_was(browser):
            answer = browser.get(path)
        if answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
            for form in forms_of(path, text(answer)):
                kind = re.sub(r"\d+", "0", form.action), *form.names
                if kind not in known:
                    known.add(kind)
                    yield form


def stored() -> Iterator[str]:
    """Every text in the database."""
    for model in apps.get_models():
        names = [
            one.name
            for one in model._meta.concrete_fields
            if isinstance(one, models.CharField | models.TextField | models.JSONField)
        ]
        if model._meta.app_label in ("game", "quiz", "auth") and names:
            for row in model._default_manager.values_list(*names):
                yield from map(str, row)


@pytest.mark.parametrize("role", ROLES)
def test_nothing_written_in_any_field_of_any_form_does_harm(role: str) -> None:
    world, playing = World(), Round()
    browser = ROLES[role](world, playing)
    tried = accepted = 0
    for form in list(forms(browser, addresses(world, playing))):
        for name in form.names:
            for nasty in NASTY if name in form.free else NO_CHOICE:
                tried += 1
                with as_it_was(browser):
                    answer = send(browser, form, name, nasty)
                    assert answer.status_code < 500, (form, name, nasty)
                    if answer.status_code == 302:
                        accepted += 1
                        assert not any(map(UNSEEN.search, stored())), (form, name, nasty)
                        answer = browser.get(answer.headers["Location"])
                        assert answer.status_code < 500, (form, name, nasty)
                    if not answer.streaming:
                        assert SCRIPT.encode() not in answer.content, (form, name, nasty)
    assert tried > 100
    assert accepted > 0


def send(browser: Client, form: Form, name: str, nasty: str) -> Any:
    body = form.with_text(name, nasty)
    if form.method == "GET":
        return browser.get(form.action.partition("?")[0], QUERY_STRING=body)
    return browser.generic(form.method, form.action, body, FORM)


@pytest.mark.parametrize("role", ["teacher", "pupil"])
def test_any_body_and_any_query_at_any_address(role: str) -> None:
    world, playing = World(), Round()
    browser = ROLES[role](world, playing)
    for name in ADDRESSES:
        path = world.path(name)
        for content_type, body in BODIES:
            with as_it_was(browser):
                answer = browser.generic("POST", path, body, content_type)
                assert answer.status_code < 500, (path, body)
        for query in QUERIES:
            with as_it_was(browser):
                assert browser.get(path, QUERY_STRING=query).status_code < 500, (path, query)
