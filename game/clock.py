"""What is due: one thread looks at `Table.due_at` and lets the services act.

Nothing is remembered here. After a crash the next process finds the same columns and goes on; with
several processes the compare-and-swap of the services lets exactly one act.

When the machine's own clock is set, or the machine has slept, what is timed moves along, so that
nobody loses a turn to it and no bot falls silent.
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from threading import Event, Thread

from django.db import OperationalError, close_old_connections, connection
from django.utils import timezone

from game import services
from game.models import Table
from game.refusals import Refused

log = logging.getLogger(__name__)

LOOK_EVERY = 0.2
"""Seconds; a bot's move is late by this much at most."""
FORGET_EVERY = timedelta(hours=6)
JUMP = timedelta(seconds=5)
"""By less no clock is set; a busy machine may be late by as much."""

Timed = Callable[[timedelta], None]
"""Moves what it has timed by as much as the clock was set forward (or back, if negative)."""

_timed: list[Timed] = [services.clock_was_set]


def add(timed: Timed) -> None:
    """From now on this one is told when the clock was set, too."""
    if timed not in _timed:
        _timed.append(timed)


def tick() -> None:
    """Does all that is due now, table by table; one that fails does not stop the others."""
    now = timezone.now()
    for table_id in list(Table.objects.due(now).values_list("pk", flat=True)):
        try:
            services.play_due(table_id=table_id, now=now)
        except Refused:
            pass  # another process was quicker
        except OperationalError:
            raise
        except Exception:
            log.exception("table %s could not go on by itself", table_id)
            services.postpone(table_id=table_id, now=now)


class Jumps:
    """Notices when the machine's clock is set, beside one that nobody sets.

    Where one process runs the site, that is; hosted machines have their time from the network, and
    several processes would each move the same rows.
    """

    def __init__(self) -> None:
        self._last: timedelta | None = None

    def look(self) -> None:
        """Lets everything that is timed move along, if the clock was set since the last look."""
        beside = timedelta(seconds=time.time() - time.monotonic())
        if self._last is not None:
            _move_along(beside - self._last)
        elif (latest := services.last_change()) is not None:
            # A clock that was set back while the site was closed is before the last changes.
            _move_along(min(timedelta(), timezone.now() - latest))
        self._last = beside


def _move_along(by: timedelta) -> None:
    if abs(by) >= JUMP and connection.vendor == "sqlite":
        log.warning("the machine's clock was set by %d seconds", by.total_seconds())
        for timed in _timed:
            timed(by)


class Clock(Thread):
    """Ticks until stopped; what is old is forgotten now and then, by `forgetting` too."""

    def __init__(self, *forgetting: Callable[..., object]) -> None:
        super().__init__(name="clock", daemon=True)
        self._forgetting = (services.forget_guests, *forgetting)
        self._stopping = Event()

    def run(self) -> None:
        forgotten_at = timezone.now() - FORGET_EVERY
        jumps = Jumps()
        while not self._stopping.wait(LOOK_EVERY):
            try:
                close_old_connections()
                jumps.look()
                tick()
                if timezone.now() - forgotten_at >= FORGET_EVERY:
                    forgotten_at = timezone.now()
                    for forget in self._forgetting:
                        forget(now=forgotten_at)
            except Exception:
                log.exception("the clock missed a beat")
                self._stopping.wait(1)

    def stop(self) -> None:
        """Returns once the last tick has ended."""
        self._stopping.set()
        self.join(timeout=2)
