"""What happens at once: real threads, real transactions, a database in a file (or PostgreSQL)."""

from collections.abc import Callable, Sequence
from functools import partial
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from game import clock, services
from game.models import Move, Table
from game.refusals import Refused
from game.services import HUMAN
from tests.conftest import client_of, come_due, guest, open_for, player_at
from tests.game.rounds import BLOCKS, Round, slug_of, text

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each of these returns, or its refusal, when all begin at once in threads."""
    barrier = Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(index: int) -> None:
        try:
            barrier.wait(timeout=30)
            results[index] = acts[index]()
        except Refused as refused:
            results[index] = refused
        finally:
            connection.close()

    threads = [Thread(target=run, args=(index,)) for index in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads)
    return results


def test_case_43_twenty_moves_at_once_on_one_version() -> None:
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    version = playing.table.version
    player = player_at(playing.table, 1)
    hand = playing.state.hands[1]
    assert len(hand) == 20
    tabs = [client_of(player) for _ in hand]

    def tab(browser: Client, card: str) -> Callable[[], Any]:
        form = {"card": slug_of(card), "row": card[:2], "version": version}
        return lambda: browser.post(playing.address("move"), form)

    answers = at_once([tab(*pair) for pair in zip(tabs, hand, strict=True)])
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [302] + [409] * 19
    assert all("prompt--told" in text(a) for a in answers if a.status_code == 409)
    assert Move.objects.count() == 2
    assert playing.table.version == version + 1


def test_the_same_move_twenty_times_at_once_is_one_move_and_no_error() -> None:
    playing = Round(deal=BLOCKS)
    version = playing.table.version
    player = player_at(playing.table, 0)
    form = {"card": "ren", "row": "EU", "version": version}
    tabs = [client_of(player) for _ in range(20)]
    answers = at_once([partial(tab.post, playing.address("move"), form) for tab in tabs])
    assert {answer.status_code for answer in answers} == {302}
    assert Move.objects.count() == 1


@pytest.mark.parametrize("time", range(3))
def test_of_two_at_once_for_the_last_seat_one_gets_it(time: int) -> None:
    opener = guest()
    table = services.open_table(opener=opener, plan=[HUMAN] * 3, name="Ana", avatar="zebra")
    services.take_seat(table=table, player=guest(), name="Bogdan", avatar="koala")
    browsers = [Client(), Client(), Client()]
    answers = at_once(
        [
            partial(browser.post, "/join/", {"code": table.code, "name": name})
            for browser, name in zip(browsers, ("Crina", "Dan", "Ema"), strict=True)
        ]
    )
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [302, 409, 409]
    assert table.seats.filter(player__isnull=False).count() == 3


def test_of_two_at_once_with_one_name_one_gets_it() -> None:
    table = services.open_table(opener=guest(), plan=[HUMAN] * 4, name="Ana", avatar="zebra")
    browsers = [Client(), Client()]
    answers = at_once(
        [
            partial(browser.post, "/join/", {"code": table.code, "name": "Dan"})
            for browser in browsers
        ]
    )
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [302, 422]
    assert [seat.name for seat in table.seats.all()] == ["Ana", "Dan", "", ""]


def test_one_player_in_two_tabs_takes_one_seat() -> None:
    table = services.open_table(opener=guest(), plan=[HUMAN] * 4, name="Ana", avatar="zebra")
    dan = guest("Dan")
    at_once(
        [
            lambda: services.take_seat(table=table, player=dan, name="Dan", avatar="leu"),
            lambda: services.take_seat(table=table, player=dan, name="Dan 2", avatar="leu"),
        ]
    )
    assert table.seats.filter(player=dan).count() == 1


def test_start_pressed_at_once_in_two_tabs_deals_once() -> None:
    table = open_for("Ana", "Bogdan", "Crina", started=False)
    ana = player_at(table, 0)
    results = at_once([lambda: services.start(table=table, player=ana)] * 4)
    assert results == [None] * 4
    before = table.version
    table.refresh_from_db()
    assert table.version == before + 1


def test_start_and_leave_at_once_end_in_one_order_or_the_other() -> None:
    table = open_for("Ana", "Bogdan", "Crina", started=False)
    ana, bogdan = player_at(table, 0), player_at(table, 1)
    started, left = at_once(
        [
            lambda: services.start(table=table, player=ana),
            lambda: services.leave(table=table, player=bogdan),
        ]
    )
    assert started is None
    table.refresh_from_db()
    seat = table.seats.get(index=1)
    if left is None:
        # The seat was free when the game began, or was left in the game: a bot plays there.
        assert seat.level == "medium" or (seat.player == bogdan and seat.stand_in)
    else:
        assert isinstance(left, Refused)
        assert seat.player == bogdan
    assert table.phase == Table.Phase.PLAYING


def test_again_pressed_by_all_at_once_is_one_table() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.OVER)
    players = [player_at(table, seat) for seat in range(3)]
    results = at_once(
        [partial(services.play_again, table=table, player=player) for player in players]
    )
    assert len(set(results)) == 1, results
    following = Table.objects.exclude(pk=table.pk).get()
    assert following.seats.filter(player__isnull=False).count() == 3


def test_of_two_clocks_at_once_one_moves() -> None:
    table = services.open_table(opener=None, plan=["beginner"] * 3)
    services.start(table=table, player=None)
    come_due()
    assert at_once([clock.tick] * 4) == [None] * 4
    move = Move.objects.get()
    assert (move.card, move.by) == ("EU6", "bot")
