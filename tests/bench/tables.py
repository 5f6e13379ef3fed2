"""Tables for the benches: in a data folder of their own, played through the services."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
from django.core.management import call_command

from tests.site import environment

if TYPE_CHECKING:
    from game.models import Table

NAMES = ("Ana", "Bogdan", "Crina", "Dan", "Ema", "Florin")


def use(data: Path) -> None:
    """Makes this process's database that of the site in `data`. To be called once."""
    own = environment(data)
    os.environ.clear()
    os.environ.update(own, DJANGO_SETTINGS_MODULE="carti_site.settings")
    django.setup(set_prefix=False)


def prepare(data: Path) -> None:
    """The same for a new folder, which is made ready as `serve` does it."""
    use(data)
    from game import catalogue

    call_command("migrate", verbosity=0)
    catalogue.load()
    call_command("collectstatic", interactive=False, verbosity=0)


@contextmanager
def year(data: Path | None) -> Iterator[None]:
    """The same for a folder that `manage.py seed_year` filled; without one a year is made first."""
    with tempfile.TemporaryDirectory() as folder:
        if data:
            use(data)
        else:
            prepare(Path(folder))
            call_command("seed_year")
        yield


def people(count: int, **options: Any) -> Table:
    """A begun table of that many people."""
    from tests.conftest import open_for

    return open_for(*NAMES[:count], **options)


def sessions_of(table: Table) -> list[str]:
    """A session key for each seat, to be sent as the session cookie."""
    from django.contrib.sessions.backends.db import SessionStore

    keys = []
    for seat in table.seats.all():
        session = SessionStore()
        session["player"] = seat.player_id
        session.save()
        keys.append(str(session.session_key))
    return keys


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
