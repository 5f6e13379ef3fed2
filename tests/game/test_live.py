"""The event streams, on a real event loop; moves are made by other threads, as in the site."""

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from functools import partial
from threading import Thread
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from game import live, news, services
from game.live import View
from game.models import Table
from tests.conftest import guest, open_for, player_at
from tests.game.rounds import BLOCKS, slug_of

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 5.0
SPECTATOR = View(None, "en", "watch", "http://x")


@pytest.fixture(autouse=True)
def hub() -> Iterator[live.Hub]:
    yield live.hub
    live.hub.closed = False
    assert live.hub.tables() == [], "a stream was left behind"


@pytest.fixture
def table() -> Table:
    table = open_for("Ana", "Bogdan", "Crina")
    Table.objects.filter(pk=table.pk).update(deal=BLOCKS)
    return table


def seat(index: int, language: str = "en") -> View:
    return View(index, language, "table", "http://x")


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Runs the story on an event loop that has the hub, as the site's does."""

    async def whole() -> None:
        # One thread, whose database connection can be closed at the end.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        live.hub.open()
        listening = None
        if connection.vendor == "postgresql":
            listening = await news.start()
        try:
            await story()
        finally:
            if listening is not None:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
            await asyncio.to_thread(connections.close_all)
            await sync_to_async(connections.close_all)()

    asyncio.run(whole())


async def elsewhere(act: Callable[[], Any]) -> Any:
    """Does it in another thread, with a database connection of its own."""
    return await asyncio.to_thread(act)


async def heard(stream: AsyncGenerator[bytes, None]) -> tuple[str, int, str]:
    """The next event: its name, id and data."""
    text = (await asyncio.wait_for(anext(stream), SOON)).decode()
    match = re.search(r"event: (\w+)\nid: (\d+)\n((?:data: .*\n)+)\n$", text)
    assert match, text
    data = "\n".join(line.removeprefix("data: ") for line in match[3].splitlines())
    return match[1], int(match[2]), data


def lay(table: Table, index: int, card: str) -> Callable[[], None]:
    """The seat lays the card rightly, at the table as it is by then."""

    def act() -> None:
        now = Table.objects.get(pk=table.pk)
        services.place(
            table=now,
            player=player_at(now, index),
            version=now.version,
            card=card,
            row=card[:2],
        )

    return act


def test_the_version_comes_at_once(table: Table) -> None:
    async def story() -> None:
        async with aclosing(live.stream(table.pk, SPECTATOR)) as stream:
            assert await heard(stream) == ("version", table.version, str(table.version))

    run(story)


def test_a_move_brings_each_the_parts_of_the_own_page(table: Table) -> None:
    async def story() -> None:
        async with (
            aclosing(live.stream(table.pk, seat(1))) as bogdan,
            aclosing(live.stream(table.pk, seat(2))) as crina,
            aclosing(live.stream(table.pk, SPECTATOR)) as wall,
        ):
            for stream in (bogdan, crina, wall):
                await heard(stream)
            await elsewhere(lay(table, 0, "EU6"))
            pages = [await heard(stream) for stream in (bogdan, crina, wall)]
            for name, version, _ in pages:
                assert (name, version) == ("table", table.version + 1)
            prompts = [page[2].split('id="prompt"')[1] for page in pages]
            assert ["It&#x27;s your turn" in prompt for prompt in prompts] == [True, False, False]
            for _, _, page in pages:
                assert f"art/scenes/{slug_of('EU6')}.svg" in page
                for card in (card for hand in BLOCKS for card in hand if card != "EU6"):
                    assert f"art/scenes/{slug_of(card)}.svg" not in page, "nothing else has changed"

    run(story)


def test_each_hears_it_in_the_own_language(table: Table) -> None:
    async def story() -> None:
        async with (
            aclosing(live.stream(table.pk, seat(1, "en"))) as english,
            aclosing(live.stream(table.pk, seat(1, "ro"))) as romanian,
        ):
            await heard(english)
            await heard(romanian)
            await elsewhere(lay(table, 0, "EU6"))
            assert "Europe" in (await heard(english))[2]
            assert "Europa" in (await heard(romanian))[2]

    run(story)


def test_who_was_slow_is_told_to_fetch_the_newest(table: Table) -> None:
    """A fragment may hold only what its move changed: whoever missed one needs the whole."""

    async def story() -> None:
        async with aclosing(live.stream(table.pk, SPECTATOR)) as stream:
            await heard(stream)
            newest = table.version + 3
            for version in range(table.version + 1, newest + 1):
                live.hub.publish(table.pk, version, {SPECTATOR: "what has changed"})
            await asyncio.sleep(0)
            assert await heard(stream) == ("version", newest, str(newest))
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(stream), 0.1)

    run(story)


def test_an_older_version_that_comes_late_is_not_told(table: Table) -> None:
    async def story() -> None:
        async with aclosing(live.stream(table.pk, SPECTATOR)) as stream:
            await heard(stream)
            following = table.version + 1
            live.hub.publish(table.pk, following, {SPECTATOR: "new"})
            live.hub.publish(table.pk, following - 1, {SPECTATOR: "old"})
            assert await heard(stream) == ("table", following, "new")
            live.hub.publish(table.pk, following - 1, {SPECTATOR: "old"})
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(stream), 0.1)

    run(story)


def test_a_view_without_a_fragment_hears_the_version_to_fetch_it(table: Table) -> None:
    async def story() -> None:
        async with aclosing(live.stream(table.pk, SPECTATOR)) as stream:
            await heard(stream)
            live.hub.publish(table.pk, 9, {})
            assert await heard(stream) == ("version", 9, "9")

    run(story)


def test_a_fragment_of_many_lines_is_one_event() -> None:
    text = live.event("table", 3, "<p>\r\n\n a\n</p>")
    assert text == b"event: table\nid: 3\ndata: <p>\ndata: \ndata:  a\ndata: </p>\n\n"
    assert live.event("ping", 3, "") == b"event: ping\nid: 3\ndata: \n\n"


def test_silence_is_broken_by_pings(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PING_SECONDS", 0.02)

    async def story() -> None:
        async with aclosing(live.stream(table.pk, SPECTATOR)) as stream:
            await heard(stream)
            assert await heard(stream) == ("ping", table.version, "")
            assert (await heard(stream))[0] == "ping"
            live.hub.publish(table.pk, 9, {})
            names = [(await heard(stream))[:2] for _ in range(3)]
            assert ("version", 9) in names
            assert names[-1][1] == 9, "a ping tells the newest version"

    run(story)


def test_a_stream_that_ends_is_forgotten_however_early(table: Table) -> None:
    async def story() -> None:
        never_begun = live.stream(table.pk, SPECTATOR)
        await never_begun.aclose()
        assert live.hub.tables() == []
        async with aclosing(live.stream(table.pk, SPECTATOR)) as stream:
            await heard(stream)
            assert live.hub.tables() == [table.pk]
            assert live.hub.audience(table.pk) == {SPECTATOR}
        assert live.hub.tables() == []
        waiting = asyncio.ensure_future(anext(other := live.stream(table.pk, SPECTATOR)))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await other.aclose()
        assert live.hub.tables() == []

    run(story)


def test_a_stream_of_a_table_that_is_gone_ends_and_is_forgotten() -> None:
    async def story() -> None:
        async with aclosing(live.stream(10**6, SPECTATOR)) as stream:
            with pytest.raises(Table.DoesNotExist):
                await anext(stream)

    run(story)


def test_closing_the_hub_ends_every_stream_at_once(table: Table) -> None:
    async def story() -> None:
        async def listen() -> int:
            async with aclosing(live.stream(table.pk, SPECTATOR)) as stream:
                return len([event async for event in stream])

        listening = [asyncio.create_task(listen()) for _ in range(30)]
        while len(live.hub._subscribers.get(table.pk, ())) < 30:
            await asyncio.sleep(0.01)
        live.hub.close()
        assert await asyncio.wait_for(asyncio.gather(*listening), SOON) == [1] * 30

    run(story)


def test_what_is_rolled_back_is_told_to_nobody(table: Table) -> None:
    def rolled_back() -> None:
        with transaction.atomic():
            lay(table, 0, "EU6")()
            transaction.set_rollback(True)

    async def story() -> None:
        async with aclosing(live.stream(table.pk, SPECTATOR)) as stream:
            await heard(stream)
            await elsewhere(rolled_back)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(stream), 0.2)

    run(story)
    table.refresh_from_db()
    assert not table.moves.exists()


def test_every_change_of_a_lobby_is_told() -> None:
    lobby = open_for("Ana", "Bogdan", started=False, bots=1)
    services.leave(table=lobby, player=player_at(lobby, 1))
    lobby.refresh_from_db()
    view = View(0, "en", "lobby", "http://x")
    dan, ana = guest("Dan"), player_at(lobby, 0)
    changes = [
        partial(services.take_seat, table=lobby, player=dan, name="Dan", avatar="leu"),
        partial(services.leave, table=lobby, player=dan),
        partial(services.start, table=lobby, player=ana),
    ]

    async def story() -> None:
        async with aclosing(live.stream(lobby.pk, view)) as stream:
            await heard(stream)
            version, pages = lobby.version, []
            for change in changes:
                await elsewhere(change)
                name, number, page = await heard(stream)
                version += 1
                assert (name, number) == ("table", version)
                pages.append(page)
            assert "Dan" in pages[0]
            assert "Dan" not in pages[1]
            assert f'href="/t/{lobby.code}/"' in pages[2], "the way to the table"

    run(story)


def test_what_a_move_wrote_is_told_without_reading_it_again(table: Table) -> None:
    def asked() -> list[str]:
        with CaptureQueriesContext(connection) as queries:
            lay(table, 0, "EU6")()
        return [query["sql"] for query in queries]

    async def story() -> None:
        async with aclosing(live.stream(table.pk, seat(1))) as stream:
            await heard(stream)
            assert (await elsewhere(asked))[-1] == "COMMIT"
            assert (await heard(stream))[0] == "table"

    run(story)


def test_the_next_may_write_while_a_move_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_for("Dan", "Ema", "Florin")
    Table.objects.filter(pk=other.pk).update(deal=BLOCKS)
    waited: list[bool] = []

    def write() -> None:
        try:
            lay(other, 0, "EU6")()
        finally:
            connections.close_all()

    def slow(*_: object) -> dict[View, str]:
        writer = Thread(target=write)
        writer.start()
        writer.join(SOON)
        waited.append(writer.is_alive())
        return {}

    async def story() -> None:
        async with aclosing(live.stream(table.pk, SPECTATOR)) as stream:
            await heard(stream)
            monkeypatch.setattr("game.live._render", slow)
            await elsewhere(lay(table, 0, "EU6"))
            assert (await heard(stream))[1] == table.version + 1

    run(story)
    assert waited == [False]
    assert other.moves.exists()


def test_names_hidden_while_a_page_begins_to_listen_are_asked_for_again(table: Table) -> None:
    async def story() -> None:
        calls = live.hub.calls  # here the view reads that names are shown
        await elsewhere(lambda: live.call_again("a teacher's session"))
        await asyncio.sleep(0.05)
        late = live.stream(table.pk, SPECTATOR, "a teacher's session", calls=calls)
        several = live.stream_of([table.pk], SPECTATOR, "a teacher's session", calls=calls)
        for one in (late, several):
            async with aclosing(one) as stream:
                told = b"".join([await asyncio.wait_for(anext(stream), SOON) for _ in range(2)])
                told += b"".join([text async for text in stream])
                assert b"event: again" in told

    run(story)


def test_nobody_listening_costs_no_rendering(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def rendered(*_: object) -> None:
        raise AssertionError("nobody asked for it")

    monkeypatch.setattr("game.live._render", rendered)
    lay(table, 0, "EU6")()
    assert table.moves.count() == 1


def test_a_page_that_cannot_be_made_still_tells_the_version(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("broken")

    async def story() -> None:
        async with aclosing(live.stream(table.pk, SPECTATOR)) as stream:
            await heard(stream)
            monkeypatch.setattr("game.live._render", broken)
            await elsewhere(lay(table, 0, "EU6"))
            version = table.version + 1
            assert await heard(stream) == ("version", version, str(version))

    run(story)
