"""The parts of a page that change, as HTML for `live.js` to put in their places.

A fragment begins with the table's version. It holds either every part, or, after a move, only what
that move changed for this viewer: a part is a value in a template of its own, under an id, and what
is equal before and after is not sent.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language

from game import history
from game.live import View
from game.models import Happening, Table
from game.pages.rooms import end_context, lobby_context
from game.pages.table import Moment, story_of, table_view, whole_story
from game.pages.values import TableView
from game.refusals import Refused

FOR_PLAYERS = ("lobby", "table", "end")
FOR_SPECTATORS = ("invitation", "watch", "places")
KEPT = 64
"""Last changes of tables kept in this process, for each language."""


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
        "view": table_view(Moment.of(table, seats, game), index, told),
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
    if view.page in ("end", "places") and due == "end":
        return render_to_string("game/_end.html", end_context(table, view.seat))
    address = reverse("game:watch" if view.seat is None else "game:table", args=[table.code])
    return render_to_string("game/_go.html", {"url": address, "version": table.version})


def fragments(table_id: int, views: Iterable[View]) -> tuple[int, dict[View, str]]:
    """The table's version and, for each view, what has changed since the version before."""
    table = Table.objects.get(pk=table_id)
    made = {}
    for language, alike in _by_language(views).items():
        with translation.override(language):
            change = Change.last(table)
            for view in alike:
                made[view] = change.fragment(view) if change else fragment(table, view)
    return table.version, made


def _by_language(views: Iterable[View]) -> dict[str, list[View]]:
    found: dict[str, list[View]] = {}
    for view in views:
        found.setdefault(view.language, []).append(view)
    return found


def move_fragment(table: Table, view: View, version: object) -> str:
    """The answer to a move made at `version`: what changed, or all when more has happened."""
    change = Change.last(table) if version == table.version - 1 else None
    return change.fragment(view) if change else fragment(table, view)


class Change(NamedTuple):
    """What led from the version before to a table's version: a move, or something about people.

    In the language of the thread that asked for it.
    """

    now: Moment
    before: Moment | None
    """Before the move; None when the cards lie as they lay, and who is there has changed."""
    told: Sequence[history.Entry | Happening]

    @classmethod
    def last(cls, table: Table) -> Change | None:
        """None before the first move. Kept a while: an answer tells what the streams have told."""
        game = history.game_of(table) if table.deal is not None else None
        if game is None or not game.entries:
            return None
        key = table.pk, get_language() or "ro"
        known = _kept.get(key)
        if known is None or known.now.game is not game:
            known = _kept[key] = cls._read(table, game)
            while len(_kept) > KEPT:
                _kept.popitem(last=False)
        return known

    @classmethod
    def _read(cls, table: Table, game: history.Game) -> Change:
        version, seats = table.version - 1, list(table.seats.all())
        now, last = Moment.of(table, seats, game), game.entries[-1]
        if game.before is not None and last.version == version:
            return cls(now, Moment.of(table, seats, game.before), [last])
        return cls(now, None, list(table.happenings.filter(version=version)))

    def fragment(self, view: View) -> str:
        """The parts of `view` that changed; all of a page that has no parts."""
        table, seats = self.now.table, self.now.seats
        if view.page not in ("table", "watch"):
            return fragment(table, view)
        now = table_view(self.now, view.seat)
        then = table_view(self.before, view.seat) if self.before else None
        lines = story_of(table, seats, self.told, view.seat)
        parts = [*_changed(then, now), *(Part("line", line) for line in lines)]
        language = get_language() or "ro"
        stamp = _stamp(table.version, now.prompt.go)
        return stamp + "".join(_html(part, language) for part in parts)


_kept: OrderedDict[tuple[int, str], Change] = OrderedDict()


def _changed(then: TableView | None, now: TableView) -> Iterator[Part]:
    """The parts that look different now; without a view of then, all that tell of people."""
    if then is None:
        yield from _about_people(now)
        return
    for old, part in zip(_parts(then), _parts(now), strict=True):
        if part != old or (part.value is now.prompt and now.prompt.left is not None):
            yield part  # a time that is shown began anew, be it the same seat's turn again
    for old_row, row in zip(then.rows, now.rows, strict=True):
        if row == old_row:
            continue
        if row.says != old_row.says:
            yield Part("says", row.says)
        for old_slot, slot in zip(old_row.slots, row.slots, strict=True):
            if slot != old_slot:
                yield Part("slot", slot)


def _parts(view: TableView) -> Iterator[Part]:
    """The parts beside the rows, each in its own place; the story's lines come as they are told."""
    yield from _about_people(view)
    if view.is_player:
        yield Part("done", view.done) if view.done else Part("hand", view.hand)


def _about_people(view: TableView) -> Iterator[Part]:
    """The parts that can change without a move."""
    yield Part("note", view.note)
    for seat in view.seats:
        yield Part("seat", seat)
    yield Part("prompt", view.prompt)
    if view.is_player:
        yield Part("menu", view.menu)


@lru_cache(maxsize=1024)
def _html(part: Part, language: str) -> str:
    """A part's element; kept, since several viewers get the same one."""
    with translation.override(language):
        return render_to_string(f"game/_{part.template}.html", {part.template: part.value})


@lru_cache(maxsize=256)
def _stamp(version: int, go: str) -> str:
    """What changes begin with: the version they lead to, and where the page goes on to."""
    context = {"version": version, "since": version - 1, "prompt": {"go": go}}
    return render_to_string("game/_version.html", context)
