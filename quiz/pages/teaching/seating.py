"""The page on which a class is seated: who is here, and who sits with whom."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.services import MIN_SEATS
from quiz.classes import seating
from quiz.classes.seating import Way
from quiz.forms.sittings import HAND
from quiz.pages.teaching.people import Line


@dataclass(frozen=True, slots=True)
class Chair:
    """A pupil at a table that is being planned."""

    player: int
    label: str
    moved: bool
    """Whether the teacher put him or her there."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A table that is being planned."""

    number: int
    chairs: tuple[Chair, ...]
    bots: int
    knows: int | None
    """Per cent of right answers, of those who gave any."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Who sits with whom."""

    tables: tuple[Planned, ...]
    out: tuple[Chair, ...]
    """Who is here and sits at no table."""
    size: int

    @property
    def seats(self) -> list[list[int]]:
        """The players, table by table."""
        return [[chair.player for chair in table.chairs] for table in self.tables]

    @property
    def numbers(self) -> list[int]:
        """To which tables one may be moved."""
        return [table.number for table in self.tables]

    @property
    def new_number(self) -> int:
        """Of the table that is not there yet."""
        return len(self.tables) + 1

    @property
    def says(self) -> str:
        """In one line."""
        pupils = sum(len(table.chairs) for table in self.tables)
        if not pupils:
            return _("Nobody sits at a table yet.")
        facts = {
            "pupils": ngettext("%d pupil", "%d pupils", pupils) % pupils,
            "tables": ngettext("%d table", "%d tables", len(self.tables)) % len(self.tables),
        }
        bots = sum(table.bots for table in self.tables)
        if not bots:
            return _("%(pupils)s at %(tables)s") % facts
        facts["bots"] = ngettext("one bot", "%(n)d bots", bots) % {"n": bots}
        return _("%(pupils)s at %(tables)s, with %(bots)s") % facts


def plan_of(
    lines: Sequence[Line],
    present: Sequence[int],
    *,
    size: int,
    way: str,
    seed: int,
    knows: Mapping[int, float],
    wanted: Mapping[int, int],
    moved: set[int],
    as_shown: bool = False,
) -> Plan:
    """Seats those present. Whom the teacher has `moved` sits where `wanted`; so does everybody
    `as_shown`, or by hand.
    """
    stays = as_shown or way == HAND
    fixed = {one: wanted[one] for one in present if one in wanted and (stays or one in moved)}
    out = {one for one, at in fixed.items() if at == 0}
    middle = sum(knows.values()) / len(knows) if knows else 0.0
    tables = seating.tables(
        [one for one in present if one not in out],
        size,
        Way.RANDOM if way == HAND else Way(way),
        random.Random(seed),  # noqa: S311  (seen by everybody)
        {one: knows.get(one, middle) for one in present},
        {one: at - 1 for one, at in fixed.items() if at},
    )
    label = {line.player: line.label for line in lines}
    order = {line.player: place for place, line in enumerate(lines)}

    def chairs(players: Sequence[int]) -> tuple[Chair, ...]:
        return tuple(Chair(one, label[one], one in moved) for one in players)

    return Plan(
        tables=tuple(
            Planned(
                number=number,
                chairs=chairs(table),
                bots=max(0, max(size, MIN_SEATS) - len(table)),
                knows=_percent([knows[one] for one in table if one in knows]),
            )
            for number, table in enumerate([table for table in tables if table], start=1)
        ),
        out=chairs(sorted(out, key=order.__getitem__)),
        size=size,
    )


def _percent(parts: Sequence[float]) -> int | None:
    return round(100 * sum(parts) / len(parts)) if parts else None
