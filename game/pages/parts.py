"""The parts of a page that change, as HTML for `live.js` to put in their places.

A fragment begins with the table's version. It holds either every part, or, after a move, only what
that move changed for this viewer: a part is a value in a template of its own, under an id, and what
is equal before and after is not sent.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language

from game import history
from game.live import View
from game.models import Happening, Table
from game.pages.glance import PAGE as GLANCE
from game.pages.glance import glance_of
from game.pages.rooms import end_context, lobby_context
from game.pages.seats import NAMELESS, shown_seats
from game.pages.table import Moment, story_of, table_view, whole_story
from game.pages.values import Own
from game.refusals import Refused
from game.templatetags.kept import drawn, drawn_once

FOR_PLAYERS = ("lobby", "table", "end")
FOR_SPECTATORS = ("invitation", "watch", "places")
KEPT = 64
"""Last changes of tables kept in this process, for each language."""


class Part(NamedTuple):
    """A value in the template of its name; equal parts look the same."""

    name: str
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
    table: Table, index: int | None, told: Refused | None = None, named: bool = True
) -> dict[str, object]:
    """What the page of a dealt table shows, whole."""
    game, seats = history.game_of(table), shown_seats(table.seats.all(), named)
    return {
        "view": table_view(Moment.of(table, seats, game, named), index, told),
        "story": whole_story(table, seats, game, index),
        "version": table.version,
        "code": table.code,
    }


def fragment(table: Table, view: View, told: Refused | None = None) -> str:
    """Every changing part of `view.page`; a step to another page when that is due."""
    due = shows(table)
    if view.page == GLANCE and table.deal is not None:
        seats = shown_seats(table.seated, view.named)
        return _glance(Moment.of(table, seats, history.game_of(table), view.named), ())
    if view.page in ("table", "watch") and table.deal is not None:
        return render_to_string(
            "game/_table.html", table_context(table, view.seat, told, view.named)
        )
    if view.page in ("lobby", "invitation") and due == "lobby":
        return render_to_string(
            "game/_lobby.html", lobby_context(table, view.seat, view.origin, view.named)
        )
    if view.page in ("end", "places") and due == "end":
        return render_to_string("game/_end.html", end_context(table, view.seat, view.named))
    address = reverse("game:watch" if view.seat is None else "game:table", args=[table.code])
    address += "" if view.named else f"?{NAMELESS}"
    return render_to_string("game/_go.html", {"url": address, "version": table.version})


def fragments(table: Table, views: Iterable[View]) -> dict[View, str]:
    """For each view what has changed since the version before."""
    made = {}
    for (language, named), alike in _alike(views).items():
        with translation.override(language):
            change = Change.last(table, named)
            for view in alike:
                made[view] = change.fragment(view) if change else fragment(table, view)
    return made


def _alike(views: Iterable[View]) -> dict[tuple[str, bool], list[View]]:
    """By what they read alike: the language, and whether with names."""
    found: dict[tuple[str, bool], list[View]] = {}
    for view in views:
        found.setdefault((view.language, view.named), []).append(view)
    return found


def move_fragment(table: Table, view: View, version: object) -> str:
    """The answer to a move made at `version`: what changed, or all when more has happened."""
    change = Change.last(table) if version == table.version - 1 else None
    return change.fragment(view) if change else fragment(table, view)


class Change:
    """What led from the version before to a table's version: a move, or something about people.

    In the language of the thread that asked for it.
    """

    def __init__(
        self, now: Moment, before: Moment | None, told: Sequence[history.Entry | Happening]
    ) -> None:
        self.now = now
        self.before = before
        """Before the move; None when the cards lie as they lay, and who is there has changed."""
        self.told = told
        self._made: dict[View, str] = {}
        self._read_by: dict[int | None, str] = {}

    @classmethod
    def last(cls, table: Table, named: bool = True) -> Change | None:
        """None before the first move. Kept a while: an answer tells what the streams have told."""
        game = history.game_of(table) if table.deal is not None else None
        if game is None or not game.entries:
            return None
        key = table.pk, get_language() or "ro", named
        known = _kept.get(key)
        if known is None or known.now.game is not game:
            known = _kept[key] = cls._read(table, game, known, named)
            if game.state.over:
                _kept.pop(key, None)  # no move follows that would look back at it
            while len(_kept) > KEPT:
                _kept.popitem(last=False)
        return known

    @classmethod
    def _read(cls, table: Table, game: history.Game, known: Change | None, named: bool) -> Change:
        version, seats = table.version - 1, shown_seats(table.seated, named)
        now, last = Moment.of(table, seats, game, named), game.entries[-1]
        if game.before is None or last.version != version:
            return cls(now, None, list(table.happenings.filter(version=version)))
        before = known.now if known is not None else None
        if (
            before is None
            or before.game.version != version
            or before.game.state is not game.before.state
        ):
            before = Moment.of(table, seats, game.before, named)
        return cls(now, before, [last])

    def fragment(self, view: View) -> str:
        """The parts of `view` that changed; all of a page that has no parts."""
        if view.page == GLANCE:
            return _glance(self.now, self.told)
        if view.page not in ("table", "watch"):
            return fragment(self.now.table, view)
        if view not in self._made:
            self._made[view] = "".join(self._parts(view.seat))
        return self._made[view]

    def _parts(self, index: int | None) -> Iterator[str]:
        yield _stamp(self.now.game.version, self.now.own(index).prompt.go, self.now.language)
        for seat, html in self._seats:
            if seat != index:
                yield html
        for part in self._own(index):
            yield self._html(part)
        yield self._rows
        yield self._lines(index if index in self._told_of else None)

    def _own(self, index: int | None) -> Iterator[Part]:
        """What each viewer sees otherwise, where it looks different now."""
        now = self.now.own(index)
        if self.before is None:  # without a move these alone can change
            parts = [Part("note", now.note), Part("prompt", now.prompt), Part("menu", now.menu)]
        else:
            # A time that is shown began anew, be it the same seat's turn again.
            began = now.prompt.left is not None
            parts = [
                Part(name, new)
                for name, old, new in zip(Own._fields, self.before.own(index), now, strict=True)
                if new != old or (began and new is now.prompt)
            ]
        # An empty note takes the place of one; other parts are not there for everybody.
        yield from (part for part in parts if part.value is not None or part.name == "note")

    @cached_property
    def _seats(self) -> list[tuple[int, str]]:
        """The seats that look different now; without a moment before, all."""
        old = self.before.lines if self.before else [None] * len(self.now.lines)
        return [
            (line.index, self._html(Part("seat", line)))
            for then, line in zip(old, self.now.lines, strict=True)
            if line != then
        ]

    @cached_property
    def _told_of(self) -> set[object]:
        """The seats that the story speaks to when they read it; to all others it says the same."""
        seats: set[object] = set()
        for one in self.told:
            if isinstance(one, Happening):
                seats.add(one.seat)
            else:
                seats.update(event[1] for event in one.events if event[1:])
        return seats

    def _lines(self, index: int | None) -> str:
        """What the story tells of this version."""
        if index not in self._read_by:
            lines = story_of(self.now.table, self.now.seats, self.told, index)
            self._read_by[index] = "".join([self._html(Part("line", line)) for line in lines])
        return self._read_by[index]

    @cached_property
    def _rows(self) -> str:
        """What has changed in the rows, which all see alike."""
        parts = []
        for old, row in zip(self.before.rows, self.now.rows, strict=True) if self.before else ():
            if row.says != old.says:
                parts.append(Part("says", row.says))
            parts += [
                Part("slot", slot)
                for then, slot in zip(old.slots, row.slots, strict=True)
                if slot != then
            ]
        return "".join(map(self._html, parts))

    def _html(self, part: Part) -> str:
        """A part's element; what several viewers or moments have alike is kept."""
        template = f"game/_{part.name}.html"
        if part.name in ("hand", "line"):  # never the same again
            return drawn_once(template, dict([part]))
        return drawn(template, self.now.language, part)


_kept: OrderedDict[tuple[int, str, bool], Change] = OrderedDict()


def _glance(moment: Moment, told: Sequence[history.Entry | Happening]) -> str:
    """The table in small, with the news of what was `told`."""
    return render_to_string("game/_glance.html", {"glance": glance_of(moment, told)})


def _stamp(version: int, go: str, language: str) -> str:
    """What changes begin with: the version they lead to, and where the page goes on to."""
    values = ("version", str(version)), ("since", str(version - 1)), ("go", go)
    return drawn("game/_version.html", language, *values)
