"""What is due: one thread looks at `Table.due_at` and lets the services act.

Nothing is remembered here. After a crash the next process finds the same columns and goes on; with
several processes the compare-and-swap of the services lets exactly one act.
"""

import logging
from datetime import timedelta
from threading import Event, Thread

from django.db import OperationalError, close_old_connections
from django.utils import timezone

from game import services
from game.models import Table
from game.refusals import Refused

log = logging.getLogger(__name__)

LOOK_EVERY = 0.2
"""Seconds; a bot's move is late by this much at most."""
FORGET_EVERY = timedelta(hours=6)


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


class Clock(Thread):
    """Ticks until stopped."""

    def __init__(self) -> None:
        super().__init__(name="clock", daemon=True)
        self._stopping = Event()

    def run(self) -> None:
        forgotten_at = timezone.now() - FORGET_EVERY
        while not self._stopping.wait(LOOK_EVERY):
            try:
                close_old_connections()
                tick()
                if timezone.now() - forgotten_at >= FORGET_EVERY:
                    forgotten_at = timezone.now()
                    services.forget_guests(now=forgotten_at)
            except Exception:
                log.exception("the clock missed a beat")
                self._stopping.wait(1)

    def stop(self) -> None:
        """Returns once the last tick has ended."""
        self._stopping.set()
        self.join(timeout=2)
