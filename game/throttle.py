"""Against guessing codes: who asks for too many tables that don't exist must wait.

A class behind one address never feels it: what was opened or rightly asked for from an address
stays open to it, however much somebody there guesses. Any other right code waits like a wrong one,
or waiting would keep nobody from guessing. Addresses are kept in memory only, and no longer than
WINDOW after they last asked; several processes tell each other what they heard.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from threading import Lock

from game import news

log = logging.getLogger(__name__)

WINDOW = 600.0
"""Seconds in which wrong guesses count."""
PER_ADDRESS = 30
"""Wrong guesses an address has in WINDOW."""
IN_ALL = 1_000
"""Wrong guesses in WINDOW that are taken for an attack from many addresses."""
PER_ADDRESS_THEN = 5
"""Wrong guesses an address has during such an attack."""
ADDRESSES = 10_000
"""How many addresses are remembered."""
TABLES = 1_000
"""How many tables are remembered of an address: several schools behind one."""


@lru_cache(maxsize=ADDRESSES)
def neighbourhood(address: str) -> str:
    """The address, of IPv6 its network (/64): whoever has one of these has all its addresses."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return address
    return str(known.ipv4_mapped or IPv6Network((int(known) >> 64 << 64, 64)))


class TooManyGuesses(Exception):
    """This address must wait before it may ask for a code it does not know."""


@dataclass
class _Address:
    asked_at: float = 0.0
    wrong: deque[float] = field(default_factory=deque)
    known: OrderedDict[str, None] = field(default_factory=OrderedDict)
    told: bool = False
    """Whether the log says already that it waits."""

    def learn(self, code: str) -> None:
        self.known[code] = None
        self.known.move_to_end(code)
        if len(self.known) > TABLES:
            self.known.popitem(last=False)


class Guesses:
    """What was asked for from which address; safe to use from several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._addresses: OrderedDict[str, _Address] = OrderedDict()
        """Who asked last comes last."""
        self._wrong: deque[float] = deque(maxlen=IN_ALL)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._addresses)

    def asked(self, address: str, code: str, exists: bool, at_home: bool = False) -> None:
        """Notes that `code` was asked for; TooManyGuesses when it may not be answered.

        `at_home`: whoever asks opened the table or sits there.
        """
        now = self._clock()
        with self._lock:
            place = self._place(address, now)
            known = exists and code in place.known
            if not known and not (exists and at_home):
                self._check(place, address, now)
        self.noted(address, code if exists else "")
        if not known:
            news.tell("asked", address, code if exists else "")

    def noted(self, address: str, code: str) -> None:
        """Some process let `address` ask for this code; "" for one that does not exist."""
        now = self._clock()
        with self._lock:
            place = self._place(address, now)
            if code:
                place.learn(code)
            else:
                place.wrong.append(now)
                self._wrong.append(now)

    def _check(self, place: _Address, address: str, now: float) -> None:
        _forget(self._wrong, now)
        _forget(place.wrong, now)
        budget = PER_ADDRESS if len(self._wrong) < IN_ALL else PER_ADDRESS_THEN
        waits = len(place.wrong) >= budget
        if waits and not place.told:
            log.warning("too many wrong codes from %s; it waits", address)
        place.told = waits
        if waits:
            raise TooManyGuesses

    def forget(self) -> None:
        """Starts anew."""
        with self._lock:
            self._addresses.clear()
            self._wrong.clear()

    def _place(self, address: str, now: float) -> _Address:
        key = neighbourhood(address)
        place = self._addresses.setdefault(key, _Address())
        place.asked_at = now
        self._addresses.move_to_end(key)
        while len(self._addresses) > ADDRESSES or self._first.asked_at <= now - WINDOW:
            self._addresses.popitem(last=False)
        return place

    @property
    def _first(self) -> _Address:
        return next(iter(self._addresses.values()))


def _forget(times: deque[float], now: float) -> None:
    while times and now - times[0] >= WINDOW:
        times.popleft()


guesses = Guesses()
news.hear("asked", guesses.noted)
