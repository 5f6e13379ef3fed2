"""The threads that make pages: a long page keeps neither other pages waiting nor the streams."""

import asyncio
import threading
import time

import pytest

from carti_site import threads as module
from carti_site.threads import PageThreads

aside = pytest.mark.parametrize("aside", [True, False])


class Long:
    """A page that takes until it may end."""

    def __init__(self) -> None:
        self.may_end = threading.Event()

    def __call__(self) -> str:
        assert self.may_end.wait(30)
        return "long"


@aside
def test_a_page_is_made_in_a_thread(aside: bool) -> None:
    made_by = asyncio.run(PageThreads(2, aside).make(threading.get_ident))
    assert made_by != threading.get_ident()


@aside
def test_an_error_reaches_whoever_waits_and_the_thread_goes_on(aside: bool) -> None:
    async def ask() -> str:
        threads = PageThreads(1, aside)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await threads.make(lambda: 1 // 0)
        return await threads.make(lambda: "still")

    assert asyncio.run(ask()) == "still"


@aside
def test_beside_a_long_page_others_are_made(aside: bool) -> None:
    async def ask() -> None:
        threads, long = PageThreads(2, aside), Long()
        waiting = asyncio.create_task(threads.make(long))
        assert [await threads.make(lambda: "short") for _ in range(20)] == ["short"] * 20
        assert not waiting.done()
        long.may_end.set()
        assert await waiting == "long"

    asyncio.run(ask())


@aside
def test_however_many_look_a_thread_is_left_for_what_is_done(aside: bool) -> None:
    async def ask() -> None:
        threads, long = PageThreads(2, aside), Long()
        looking = [asyncio.create_task(threads.make(long, looks=True)) for _ in range(5)]
        for _ in range(10):
            assert await threads.make(lambda: "done") == "done"
        assert not any(task.done() for task in looking)
        long.may_end.set()
        assert await asyncio.gather(*looking) == ["long"] * 5

    asyncio.run(ask())


@aside
def test_while_all_threads_make_long_pages_the_loop_goes_on(aside: bool) -> None:
    async def ask() -> None:
        threads, long = PageThreads(2, aside), Long()
        waiting = [asyncio.create_task(threads.make(long)) for _ in range(30)]
        for _ in range(10):
            await asyncio.sleep(0.01)
        assert not any(task.done() for task in waiting)
        long.may_end.set()
        assert await asyncio.gather(*waiting) == ["long"] * 30

    asyncio.run(ask())


def test_the_thread_that_was_busy_last_makes_the_next_page() -> None:
    async def ask() -> set[int]:
        threads = PageThreads(4, aside=True)
        return {await threads.make(threading.get_ident) for _ in range(20)}

    assert len(asyncio.run(ask())) == 1


def test_while_a_short_page_is_made_the_loop_stands_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ASIDE_SECONDS", 30)

    async def ask() -> list[str]:
        loop, done_meanwhile = asyncio.get_running_loop(), list[str]()

        def page() -> list[str]:
            loop.call_soon_threadsafe(done_meanwhile.append, "something else")
            time.sleep(0.01)
            return list(done_meanwhile)

        return await PageThreads(1, aside=True).make(page)

    assert asyncio.run(ask()) == []
