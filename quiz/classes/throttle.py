"""Against guessing a teacher's password: after some wrong ones, one waits; kindly, and in memory.

Wrong ones count for a name together with the address they came from, so that nobody elsewhere keeps
a teacher out; and for an address, and for a name, when they are many more. Several processes tell
each other what was tried.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from game import news
from game.throttle import neighbourhood

FORGET = 900.0
"""Seconds after the last wrong one until all is forgotten."""
WAIT, LONGEST = 30.0, 900.0
"""Seconds of the first wait; each further wrong one doubles it, up to LONGEST."""
FREE = {"both": 5, "address": 40, "name": 100}
"""Wrong ones without a wait."""
KEPT = 20_000

Key = tuple[str, str]


@dataclass
class _Tries:
    wrong: int = 0
    last: float = 0.0


class Tries:
    """Wrong passwords of late; safe to use from several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tries: OrderedDict[tuple[str, Key], _Tries] = OrderedDict()
        self._lock = Lock()

    def wait(self, address: str, name: str) -> int:
        """Seconds this name must wait at this address before it may be tried; 0: none."""
        now = self._clock()
        with self._lock:
            return max(self._left(kind, key, now) for kind, key in _keys(address, name))

    def wrong(self, address: str, name: str) -> None:
        """A wrong one."""
        self.noted_wrong(address, name)
        news.tell("wrong", address, name)

    def right(self, address: str, name: str) -> None:
        """The right one: this name may err again here."""
        self.noted_right(address, name)
        news.tell("right", address, name)

    def noted_wrong(self, address: str, name: str) -> None:
        """Some process was given a wrong one."""
        now = self._clock()
        with self._lock:
            for kind, key in _keys(address, name):
                tries = self._tries.setdefault((kind, key), _Tries())
                if now - tries.last > FORGET:
                    tries.wrong = 0
                tries.wrong, tries.last = tries.wrong + 1, now
                self._tries.move_to_end((kind, key))
            while len(self._tries) > KEPT:
                self._tries.popitem(last=False)

    def noted_right(self, address: str, name: str) -> None:
        """Some process was given the right one."""
        with self._lock:
            self._tries.pop(("both", (neighbourhood(address), name)), None)

    def forget(self) -> None:
        """Starts anew."""
        with self._lock:
            self._tries.clear()

    def _left(self, kind: str, key: Key, now: float) -> int:
        tries = self._tries.get((kind, key))
        if tries is None or now - tries.last > FORGET or tries.wrong < FREE[kind]:
            return 0
        doublings = min(tries.wrong - FREE[kind], 10)
        wait: float = min(WAIT * 2.0**doublings, LONGEST)
        return max(0, round(tries.last + wait - now))


def _keys(address: str, name: str) -> list[tuple[str, Key]]:
    place = neighbourhood(address)
    return [("both", (place, name)), ("address", (place, "")), ("name", ("", name))]


tries = Tries()
news.hear("wrong", tries.noted_wrong)
news.hear("right", tries.noted_right)
