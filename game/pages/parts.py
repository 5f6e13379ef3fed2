"""The parts of a page that change, as HTML for `live.js` to put in their places.

A fragment begins with the table's version. It holds either every part, or, after a move, only what
that move changed for this viewer: a part is a value in a template of its own, under an id, and what
is equal before and after is not sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language

from game import history
from game.live import View
from game.models import Seat, Table
from game.pages.rooms import end_context, lobby_context
from game.pages.table import story_of, table_view
from game.pages.values import TableView
from game.refusals import Refused

FOR_PLAYERS = ("lobby", "table", "end")
FOR_SPECTATORS = ("invitation", "watch")


class Part(NamedTuple):
    """A value in a template; equal parts look the same."""

    template: str
    value: object


def shows(table: Table) -> str:
    """The page that belongs to the table's phase: lobby, table, end or closed."""
    return {
        Table.Phase.LOBBY: "lobby",
        Table.Phase.PLAYING: "table",
        Table.Phase.OVER: "end",
        Table.Phase.CLOSED: "closed",
    }[Table.Phase(table.phase)]


def table_context(
    table: Table, index: int | None, told: Refused | None = None
) -> dict[str, object]:
    """What the page of a dealt table shows, whole."""
    game, seats = history.game_of(table), list(table.seats.all())
    return {
        "view": table_view(table, seats, game, index, told),
        "story": list(story_of(table, seats, game.entries, index)),
        "version": table.version,
        "code": table.code,
    }


def fragment(table: Table, view: View, told: Refused | None = None) -> str:
    """Every changing part of `view.page`; a step to another page when that is due."""
    due = shows(table)
    if view.page in ("table", "watch") and table.deal is not None:
        return render_to_string("game/_table.html", table_context(table, view.seat, told))
    if view.page in ("lobby", "invitation") and due == "lobby":
        return render_to_string("game/_lobby.html", lobby_context(table, view.seat, view.origin))
    if view.page == due == "end":
        return render_to_string("game/_end.html", end_context(table, view.seat))
    address = reverse("game:watch" if view.seat is None else "game:table", args=[table.code])
    return render_to_string("game/_go.html", {"url": address, "version": table.version})


def fragments(table_id: int, views: Iterable[View]) -> tuple[int, dict[View, str]]:
    """The table's version and, for each view, what has changed since the version before."""
    table = Table.objects.get(pk=table_id)
    seats = list(table.seats.all())
    made = {}
    for view in views:
        with translation.override(view.language):
            made[view] = _change(table, seats, view) or fragment(table, view)
    return table.version, made


def move_fragment(table: Table, view: View, version: object) -> str:
    """The answer to a move made at `version`: what changed, or all when more has happened."""
    if version == table.version - 1 and (changed := _change(table, list(table.seats.all()), view)):
        return changed
    return fragment(table, view)


def _change(table: Table, seats: Sequence[Seat], view: View) -> str:
    """What the last move changed; empty when it was no move that led to this version."""
    if view.page not in ("table", "watch") or table.deal is None:
        return ""
    game = history.game_of(table)
    before = game.before
    if before is None or before.version != game.version - 1:
        return ""
    now = table_view(table, seats, game, view.seat)
    then = dict(_parts(table_view(table, seats, before, view.seat)))
    changed = [part for id_, part in _parts(now) if then.get(id_) != part]
    entries = game.entries[len(before.entries) :]
    changed += [Part("line", line) for line in story_of(table, seats, entries, view.seat)]
    stamp = render_to_string("game/_version.html", {"version": table.version, "prompt": now.prompt})
    return stamp + "".join(_html(part, get_language() or "ro") for part in changed)


def _parts(view: TableView) -> Iterator[tuple[str, Part]]:
    """The parts of a table by the ids of their elements; the story's lines come beside them."""
    yield "note", Part("note", view.note)
    for seat in view.seats:
        yield f"seat-{seat.index}", Part("seat", seat)
    yield "prompt", Part("prompt", view.prompt)
    if view.is_player:
        yield "hand", Part("done", view.done) if view.done else Part("hand", view.hand)
    for row in view.rows:
        yield row.says.id, Part("says", row.says)
        for slot in row.slots:
            yield slot.id, Part("slot", slot)


@lru_cache(maxsize=1024)
def _html(part: Part, language: str) -> str:
    """A part's element; kept, since several viewers get the same one."""
    with translation.override(language):
        return render_to_string(f"game/_{part.template}.html", {part.template: part.value})
