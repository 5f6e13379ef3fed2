"""What a class's pupils are called on their teacher's pages; hidden names stay on the server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from game import names
from quiz.progress import Member

ERASED = 0
"""Stands in addresses for all pupils whose names were erased: nobody tells them apart again."""

ANY = "any"
"""Stands in addresses for whatever continent was named."""


@dataclass(frozen=True, slots=True)
class Called:
    """One pupil of the class."""

    player: int
    listed: str
    """As in a register: surname first."""
    spoken: str
    """As in a sentence."""
    given: str
    group: str


def called(members: Iterable[Member], hidden: bool) -> dict[int, Called]:
    """The pupils who are in the class, in alphabetical order, by player.

    Those of one name are numbered. Hidden, they are called by their place in that order.
    """
    present = sorted((one for one in members if one.present), key=_order)
    found = {}
    apart = numbers((names.alike(one.surname), names.alike(one.given)) for one in present)
    for place, (one, number) in enumerate(zip(present, apart, strict=True), 1):
        if hidden:
            stand_in = _("Pupil %d") % place
            found[one.player] = Called(one.player, stand_in, stand_in, stand_in, one.group)
            continue
        found[one.player] = Called(
            one.player,
            f"{one.surname} {one.given}{number}".strip(),
            f"{one.given} {one.surname}{number}".strip(),
            f"{one.given}{number}",
            one.group,
        )
    return found


def numbers(keys: Iterable[Hashable]) -> Iterator[str]:
    """For each what tells it from those before it that are alike: "", " 2", " 3"."""
    times: Counter[Hashable] = Counter()
    for key in keys:
        times[key] += 1
        yield f" {times[key]}" if times[key] > 1 else ""


def _order(one: Member) -> tuple[str, str, int]:
    return names.alphabetical(one.surname), names.alphabetical(one.given), one.player


def counted(number: int) -> str:
    """With the language's own thousands: 2,927 or 2.927."""
    return str(number_format(number, force_grouping=True))


def percent(number: int | None) -> str:
    """ "82%", in Romanian "82 %"; a dash of nothing."""
    return "–" if number is None else _("%d%%") % number
