"""What several processes tell each other, on PostgreSQL: who is here, and what was guessed."""

import asyncio
import json
import time
from contextlib import aclosing

import pytest
from django.db import connection

from game import history, live, news, presence, services, throttle
from game.models import Table
from quiz.classes.throttle import tries
from tests.conftest import open_for
from tests.game.rounds import BLOCKS, slug_of
from tests.game.test_live import SOON, elsewhere, heard, run, seat

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="several processes serve on PostgreSQL only"
    ),
]


def told_by_another(topic: str, *words: object) -> None:
    """Another process tells this."""
    with connection.cursor() as cursor:
        told = json.dumps(["another", topic, *words])
        cursor.execute("SELECT pg_notify(%s, %s)", [news.CHANNEL, told])


def test_who_has_a_page_open_in_any_process_is_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    monkeypatch.setattr(presence, "HOLD_SECONDS", 0.1)
    monkeypatch.setattr(presence, "TELL_SECONDS", 0.2)
    monkeypatch.setattr(presence, "TRUST_SECONDS", 3.0)

    async def until_away(*expected: int) -> None:
        away = table.seats.filter(away_since__isnull=False).order_by("index")
        deadline = time.monotonic() + SOON
        while (found := await elsewhere(lambda: set(away.values_list("index", flat=True)))) != {
            *expected
        }:
            assert time.monotonic() < deadline, found
            await asyncio.sleep(0.05)

    async def story() -> None:
        await presence.start()
        await until_away(0, 1, 2)  # no other process serves
        stream = live.stream(table.pk, seat(1))
        async with aclosing(presence.while_open(stream, table.pk, 1)) as page:
            await heard(page)
            await until_away(0, 2)
            await elsewhere(lambda: told_by_another("here", [(table.pk, 0), (table.pk, 1)]))
            while (table.pk, 0) not in presence._told_of():
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.3)  # who was just being taken for away is so by now
            await elsewhere(lambda: services.come_back(table_id=table.pk, index=0))
            await until_away(2)
            # Another process has lost its page of seat 1, and believes nobody has one.
            await elsewhere(lambda: services.go_away(table_id=table.pk, index=1))
            await elsewhere(lambda: told_by_another("gone", table.pk, 1))
            await until_away(2)
            await until_away(0, 2)  # the other process says nothing any more
        await until_away(0, 1, 2)

    run(story)


def test_a_process_that_starts_beside_another_takes_nobody_for_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_for("Ana", "Bogdan", "Crina")

    async def story() -> None:
        monkeypatch.setattr(presence, "TELL_SECONDS", 60.0)
        answer = asyncio.create_task(elsewhere(lambda: told_by_another("here", [(table.pk, 0)])))
        await presence.start()
        await answer
        assert not await elsewhere(table.seats.filter(away_since__isnull=False).exists)

    run(story)


def test_what_was_tried_at_another_process_counts_here() -> None:
    throttle.guesses.forget()
    tries.forget()

    def told() -> None:
        told_by_another("asked", "10.0.0.1", "KNOWN2")
        for _ in range(throttle.PER_ADDRESS):
            told_by_another("asked", "10.0.0.1", "")
        for _ in range(6):
            told_by_another("wrong", "10.0.0.2", "ene")

    async def story() -> None:
        await elsewhere(told)
        async with asyncio.timeout(SOON):
            while not tries.wait("10.0.0.2", "ene"):
                await asyncio.sleep(0.05)
        with pytest.raises(throttle.TooManyGuesses):
            await elsewhere(lambda: throttle.guesses.asked("10.0.0.1", "NEW222", exists=True))
        await elsewhere(lambda: throttle.guesses.asked("10.0.0.1", "KNOWN2", exists=True))
        await elsewhere(lambda: told_by_another("right", "10.0.0.2", "ene"))
        async with asyncio.timeout(SOON):
            while tries.wait("10.0.0.2", "ene"):
                await asyncio.sleep(0.05)

    run(story)


def test_what_another_process_did_reaches_the_streams_here() -> None:
    """A table's new version, and names that a teacher has hidden there."""
    table = open_for("Ana", "Bogdan", "Crina")

    async def story() -> None:
        async with aclosing(live.stream(table.pk, seat(1), "a teacher's session")) as stream:
            assert (await heard(stream))[1] == table.version
            newer = Table.objects.filter(pk=table.pk)
            await elsewhere(lambda: newer.update(version=table.version + 1))
            await elsewhere(lambda: told_by_another("table", table.pk, table.version + 1))
            assert (await heard(stream))[1] == table.version + 1
            await elsewhere(lambda: told_by_another("again", "a teacher's session"))
            assert (await heard(stream))[0] == "again"

    run(story)


def test_a_move_of_another_process_is_told_without_being_read() -> None:
    """Here it was not even written."""
    table = open_for("Ana", "Bogdan", "Crina")
    Table.objects.filter(pk=table.pk).update(deal=BLOCKS)
    before = Table.objects.get(pk=table.pk)

    async def story() -> None:
        await elsewhere(lambda: history.game_of(before))
        async with aclosing(live.stream(table.pk, seat(1))) as stream:
            await heard(stream)
            newer, version = Table.objects.filter(pk=table.pk), before.version + 1
            await elsewhere(lambda: newer.update(version=version))
            move = 0, "place", "EU6", "EU"
            await elsewhere(lambda: told_by_another("table", table.pk, version, *move))
            name, known, parts = await heard(stream)
            assert (name, known) == ("table", version)
            assert slug_of("EU6") in parts

    run(story)
