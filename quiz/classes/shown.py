"""What is shown for a while and kept nowhere: secret words just made, until the cards are printed.

Only in memory, by the browser's session and the class; a page loaded anew shows the same words.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Lock

LASTS = 600.0
"""Seconds after which it is gone."""
KEPT = 200

Words = Mapping[int, tuple[str, str]]


class Shown:
    """Words by player, for a browser and a class; safe to use from several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[tuple[str, int], tuple[float, Words]] = OrderedDict()
        self._lock = Lock()

    def keep(self, session: str, classroom: int, words: Words) -> None:
        """From now on; what was kept before is gone."""
        with self._lock:
            self._forget_old()
            self._kept[session, classroom] = self._clock(), words
            self._kept.move_to_end((session, classroom))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def words(self, session: str, classroom: int) -> Words | None:
        """None when there are none, or none any more."""
        with self._lock:
            self._forget_old()
            found = self._kept.get((session, classroom))
            return found[1] if found else None

    def forget(self, session: str) -> None:
        """All of a browser's."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == session]:
                del self._kept[key]

    def _forget_old(self) -> None:
        now = self._clock()
        for key in [key for key, (at, _) in self._kept.items() if now - at > LASTS]:
            del self._kept[key]


shown = Shown()
"""Of this process."""
