"""Tables for the benches: in a data folder of their own, played through the services."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import django
from django.core.management import call_command

from tests.site import environment

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from game import engine
    from game.models import Table

NAMES = ("Ana", "Bogdan", "Crina", "Dan", "Ema", "Florin")
SETTINGS = "tests.bench.floor"
HELLO, INSERT = "/floor/hello/", "/floor/insert/"
"""The floor's addresses there, and the table of the second one."""
FLOOR = "CREATE TABLE IF NOT EXISTS bench_floor (body text NOT NULL)"


def use(data: Path, database: str = "") -> None:
    """Makes this process's database that of the site in `data`, or the one at this address.

    To be called once in a process.
    """
    own = environment(data)
    os.environ.clear()
    os.environ.update(own, DJANGO_SETTINGS_MODULE=SETTINGS)
    if database:
        os.environ["DATABASE_URL"] = database
    django.setup(set_prefix=False)


def prepare(data: Path) -> None:
    """The same for a new folder, which is made ready as `serve` does it."""
    use(data)
    from django.db import connection

    from game import catalogue

    call_command("migrate", verbosity=0)
    catalogue.load()
    call_command("collectstatic", interactive=False, verbosity=0)
    connection.cursor().execute(FLOOR)


class Seating(NamedTuple):
    """A begun table of people, as somebody knows it who plays for all of them."""

    code: str
    key: int
    state: engine.State
    sessions: tuple[str, ...]
    """Of each seat."""
    slugs: dict[str, str]
    """What the forms call each card."""


def people(count: int, **options: Any) -> Table:
    """A begun table of that many people."""
    from tests.conftest import open_for

    return open_for(*NAMES[:count], **options)


def seating(table: Table) -> Seating:
    """The table for somebody who plays for all of them."""
    from game import history
    from game.catalogue import deck

    slugs = {code: card.slug for code, card in deck().items()}
    players = [seat.player_id for seat in table.seats.order_by("index")]
    keys = tuple(kept_session(player=player) for player in players)
    return Seating(table.code, table.pk, history.game_of(table).state, keys, slugs)


def kept_session(**values: object) -> str:
    """The key of a new session, to be sent as the session cookie."""
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session.update(values)
    session.save()
    return str(session.session_key)


def session_of(teacher: User) -> str:
    """The same, of a teacher who has signed in."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    return kept_session(
        **{
            SESSION_KEY: str(teacher.pk),
            BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
            HASH_SESSION_KEY: teacher.get_session_auth_hash(),
        }
    )


def seated(data: Path, database: str, tables: int, players: int) -> list[Seating]:
    """New tables at the site of `data`; to be called in a process of its own."""
    use(data, database)
    from django.db import connection

    connection.cursor().execute(FLOOR)
    return [seating(people(players)) for _ in range(tables)]


def play(table: Table, rng: random.Random, mistakes: float = 0.1) -> Iterator[Table]:
    """The table after each of its moves, to the end: honest ones, and some cards in a wrong row."""
    from game import engine, history, services
    from game.models import Table
    from tests.conftest import player_at
    from tests.engine.games import honest_action

    while True:
        table = Table.objects.get(pk=table.pk)
        state = history.game_of(table).state
        if state.to_move is None:
            return
        action = honest_action(state, rng)
        player, version = player_at(table, state.to_move), table.version
        if isinstance(action, engine.Place):
            row = action.row
            if not state.opening and rng.random() < mistakes:
                row = rng.choice([other for other in engine.CONTINENTS if other != row])
            services.place(table=table, player=player, version=version, card=action.card, row=row)
        else:
            services.pass_turn(table=table, player=player, version=version)
        yield Table.objects.get(pk=table.pk)
