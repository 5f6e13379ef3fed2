"""The machine's clock was set: what is timed at the tables moves along."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, Max
from django.utils import timezone

from game.models import Seat, Table
from game.services.writing import write

JUST_NOW = timedelta(seconds=2)
"""What changed within this time was timed by the clock as it is now."""


def clock_was_set(by: timedelta) -> None:
    """Turns, pauses and absences of all running tables began, by the new clock, so much later."""
    now = timezone.now()
    with write():
        tables = Table.objects.running().exclude(changed_at__range=(now - JUST_NOW, now))
        moved = list(tables.values_list("pk", flat=True))
        Table.objects.filter(pk__in=moved).update(
            **{name: F(name) + by for name in ("turn_at", "paused_at", "due_at", "changed_at")}
        )
        Seat.objects.filter(table__in=moved, away_since__isnull=False).update(
            away_since=F("away_since") + by
        )


def last_change() -> datetime | None:
    """When the last of the running tables changed, by the clock of that time."""
    changed: datetime | None = Table.objects.running().aggregate(last=Max("changed_at"))["last"]
    return changed
