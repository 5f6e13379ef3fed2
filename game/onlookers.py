"""Whose names an onlooker may see: who seats people at tables tells here whose tables they are."""

from collections.abc import Callable

from django.http import HttpRequest

from game.models import Table

Keeper = Callable[[HttpRequest, Table], bool | None]
"""Whether who asks belongs to the table's people; None when the table is nobody's in particular."""

_keepers: list[Keeper] = []


def add(keeper: Keeper) -> None:
    """From now on this one is asked, too."""
    if keeper not in _keepers:
        _keepers.append(keeper)


def belongs(request: HttpRequest, table: Table) -> bool:
    """Whether who asks may know who sits there, and sit down: all may, unless a keeper objects."""
    return all(keeper(request, table) is not False for keeper in _keepers)
