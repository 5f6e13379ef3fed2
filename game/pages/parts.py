"""The parts of a page that change, as HTML for `live.js` to put in their places.

A fragment begins with the table's version. It holds either every part, or, after a move, only what
that move changed for this viewer: a part is a value in a template of its own, under an id, and what
is equal before and after is not sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language

from game import history
from game.live import View
from game.models import Happening, Seat, Table
from game.pages.rooms import end_context, lobby_context
from game.pages.table import story_of, table_view, whole_story
from game.pages.values import TableView
from game.refusals import Refused

FOR_PLAYERS = ("lobby", "table", "end")
FOR_SPECTATORS = ("invitation", "watch")


ABOUT_PEOPLE = ("note", "seat", "prompt", "menu", "done")
"""The templates of the parts that can change without a move."""


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
        Table.Phase.ENDED: "end",
        Table.Phase.CLOSED: "closed",
    }[Table.Phase(table.phase)]


def table_context(
    table: Table, index: int | None, told: Refused | None = None
) -> dict[str, object]:
    """What the page of a dealt table shows, whole."""
    game, seats = history.game_of(table), list(table.seats.all())
    return {
        "view": table_view(table, seats, game, index, told),
        "story": whole_story(table, seats, game, index),
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
    change = Change.last(table)
    made = {}
    for view in views:
        with translation.override(view.language):
            made[view] = change.fragment(view) if change else fragment(table, view)
    return table.version, made


def move_fragment(table: Table, view: View, version: object) -> str:
    """The answer to a move made at `version`: what changed, or all when more has happened."""
    change = Change.last(table) if version == table.version - 1 else None
    return change.fragment(view) if change else fragment(table, view)


class Change(NamedTuple):
    """What led from the version before to a table's version: a move, or something about people."""

    table: Table
    seats: list[Seat]
    game: history.Game
    moved: bool
    happenings: list[Happening]

    @classmethod
    def last(cls, table: Table) -> Change | None:
        """None before the deal."""
        if table.deal is None:
            return None
        game, before = history.game_of(table), table.version - 1
        return cls(
            table,
            list(table.seats.all()),
            game,
            bool(game.entries) and game.entries[-1].version == before,
            list(table.happenings.filter(version=before)),
        )

    def fragment(self, view: View) -> str:
        """The parts of `view` that changed; all of a page that has no parts."""
        table, seats, game, entries = self.table, self.seats, self.game, self.game.entries
        if view.page not in ("table", "watch") or not entries:
            return fragment(table, view)
        now = table_view(table, seats, game, view.seat)
        if self.moved and game.before is not None:
            then = dict(_parts(table_view(table, seats, game.before, view.seat)))
        else:  # the cards lie as they lay; who is there has changed
            then = {id_: part for id_, part in _parts(now) if part.template not in ABOUT_PEOPLE}
        changed = [part for id_, part in _parts(now) if then.get(id_) != part]
        told: list[history.Entry | Happening] = [*self.happenings]
        if self.moved:
            told.append(entries[-1])
        changed += [Part("line", line) for line in story_of(table, seats, told, view.seat)]
        stamp = {"version": table.version, "since": table.version - 1, "prompt": now.prompt}
        language = get_language() or "ro"
        return render_to_string("game/_version.html", stamp) + "".join(
            _html(part, language) for part in changed
        )


def _parts(view: TableView) -> Iterator[tuple[str, Part]]:
    """The parts of a table by the ids of their elements; the story's lines come beside them."""
    yield "note", Part("note", view.note)
    for seat in view.seats:
        yield f"seat-{seat.index}", Part("seat", seat)
    yield "prompt", Part("prompt", view.prompt)
    if view.is_player:
        yield "menu", Part("menu", view.menu)
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
