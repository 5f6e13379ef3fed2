"""The threads that make pages, and the event loop's standing aside for them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

ASIDE_SECONDS = 0.005
"""So long the event loop waits for a page, and does nothing else; most take a fraction of it."""


class PageThreads:
    """Makes each page in a thread that has nothing else to do; to be used on the event loop.

    Of Python's threads one runs at a time. With `aside` the event loop waits a moment for a page
    to be ready: both would hand the interpreter's lock to and fro at every row of SQLite, which
    takes longer than the rows. Where a database server answers, that time is the loop's.
    """

    def __init__(self, most: int, aside: bool) -> None:
        self._free = asyncio.Semaphore(most)
        self._for_looks = asyncio.Semaphore(max(most - 1, 1))
        # The last one that was busy comes first: its connection knows best what has been written.
        self._idle = [ThreadPoolExecutor(1, thread_name_prefix="page") for _ in range(most)]
        self._aside = aside
        self._turn = asyncio.Lock()

    async def make(self, page: Callable[[], T], looks: bool = False) -> T:
        """What `page` returns or raises, once a thread is free.

        Pages that are only looked at leave one of the threads to what is done.
        """
        async with self._for_looks if looks else contextlib.nullcontext(), self._free:
            thread = self._idle.pop()
            try:
                return await (self._at_once(thread, page) if self._aside else _made(thread, page))
            finally:
                self._idle.append(thread)

    async def _at_once(self, thread: ThreadPoolExecutor, page: Callable[[], T]) -> T:
        async with self._turn:  # one after the other, but nobody waits for a long one
            future = thread.submit(page)
            with contextlib.suppress(TimeoutError):
                return future.result(ASIDE_SECONDS)
        return await asyncio.wrap_future(future)


async def _made(thread: ThreadPoolExecutor, page: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(thread, page)
