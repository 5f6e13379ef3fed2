"""Where this machine is on the local network, and which devices have reached it from elsewhere."""

import socket
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from threading import Lock

from game import news

FRESH_SECONDS = 5.0
"""For so long the address that was found is taken for the present one."""
LOOPBACK = "127.0.0.1"
WINDOW = 900.0
"""Seconds for which it is known that a device came by."""
MOST = 1_000
"""How many devices are known at once."""


def address() -> str:
    """This machine's address on the local network; the loopback address when there is none.

    It is looked for again every few seconds: a laptop is carried from one network to another.
    """
    return _address_at(time.monotonic() // FRESH_SECONDS)


@lru_cache(maxsize=1)
def _address_at(_moment: float) -> str:
    """Nothing is sent: connecting a datagram socket only chooses the interface."""
    for target in ("192.0.2.1", "10.255.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            return str(probe.getsockname()[0])
    return LOOPBACK


class Devices:
    """Addresses from which somebody came by: in memory only, and no longer than WINDOW."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._came: OrderedDict[str, float] = OrderedDict()
        """When each came last; who did so last comes last."""
        self._lock = Lock()

    def came(self, address: str) -> None:
        """Notes it, here and in the other processes."""
        self.noted(address)
        news.tell("came", address)

    def noted(self, address: str) -> None:
        """Notes what some process saw."""
        with self._lock:
            self._came[address] = self._clock()
            self._came.move_to_end(address)
            if len(self._came) > MOST:
                self._came.popitem(last=False)

    def __len__(self) -> int:
        """How many came within WINDOW."""
        with self._lock:
            while self._came and next(iter(self._came.values())) <= self._clock() - WINDOW:
                self._came.popitem(last=False)
            return len(self._came)


devices = Devices()
news.hear("came", devices.noted)
