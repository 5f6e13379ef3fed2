"""What seats are called on pages, with names and without."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from django.utils.translation import gettext as _

from game.models import Seat


def seat_name(seat: Seat) -> str:
    """What the others call the seat."""
    return seat.name or _("Player")


NAMELESS = "names=off"
"""In an address: no player's name is shown there."""


def shown_seats(seats: Iterable[Seat], named: bool) -> list[Seat]:
    """The seats to make a page from; without `named` no player's name is in them."""
    if named:
        return list(seats)
    found = []
    for seat in seats:
        nameless = copy(seat)
        if not seat.level:
            nameless.name = _("Player %d") % (seat.index + 1)
        found.append(nameless)
    return found
