"""Tables made without playing them by hand: run inside the site's own database."""

import json
import random
import sys
from collections.abc import Sequence
from typing import Any

from tests.site import Site

SCRIPT = "from tests.browser.prepare import make; make()"


def prepared(
    site: Site,
    *names: str,
    deal: Sequence[Sequence[str]] | None = None,
    wild: int = 0,
    moves: int | None = None,
    **options: Any,
) -> dict[str, Any]:
    """A table of these people after `moves` moves (None: to the end), `wild` of them wild.

    Returns its `code` and the `sessions` of its seats.
    """
    wish = {"names": names, "deal": deal, "wild": wild, "moves": moves, "options": options}
    done = site.manage("shell", "-v", "0", "-c", SCRIPT, PREPARE=json.dumps(wish))
    assert done.returncode == 0, done.stderr
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def make() -> None:
    """Reads the wish, makes the table, and writes where it is."""
    import os

    from django.contrib.sessions.backends.db import SessionStore

    from game import engine, history, services
    from game.models import Table
    from tests.conftest import open_for, player_at
    from tests.engine.games import honest_action, wild_action

    wish = json.loads(os.environ["PREPARE"])
    key = open_for(*wish["names"], **wish["options"]).pk
    if wish["deal"]:
        Table.objects.filter(pk=key).update(deal=wish["deal"])
    rng = random.Random(7)
    made = 0
    while wish["moves"] is None or made < wish["moves"]:
        table = Table.objects.get(pk=key)
        state = history.game_of(table).state
        if state.to_move is None:
            break
        action = (wild_action if made < wish["wild"] else honest_action)(state, rng)
        player = player_at(table, state.to_move)
        if isinstance(action, engine.Place):
            services.place(
                table=table,
                player=player,
                version=table.version,
                card=action.card,
                row=action.row,
            )
        else:
            services.pass_turn(table=table, player=player, version=table.version)
        made += 1
    sessions = []
    for seat in range(len(wish["names"])):
        session = SessionStore()
        session["player"] = player_at(Table.objects.get(pk=key), seat).pk
        session.save()
        sessions.append(session.session_key)
    json.dump({"code": Table.objects.get(pk=key).code, "sessions": sessions}, sys.stdout)
