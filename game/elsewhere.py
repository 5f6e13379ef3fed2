"""Tables that hang together: who seats people at several tells here where each belongs by now."""

from collections.abc import Callable

from game.models import Seat, Table

Finder = Callable[[Seat], str]
"""The code of the table to which the seat's player was moved from there; "" if from none."""
Told = Callable[[Table, Table], None]
"""Hears, within its transaction, of a game (the second) that follows the one before."""

_finders: list[Finder] = []
_told: list[Told] = []


def add(finder: Finder, told: Told) -> None:
    """From now on these are asked and told, too."""
    if finder not in _finders:
        _finders.append(finder)
        _told.append(told)


def moved_to(seat: Seat) -> str:
    """The code of the table at which the seat's player is to play instead; mostly ""."""
    if not seat.stand_in:
        return ""
    return next((code for finder in _finders if (code := finder(seat))), "")


def follows(before: Table, table: Table) -> None:
    """The same players have begun another game."""
    for told in _told:
        told(before, table)
