"""Playing again with the same players."""

from typing import Any

import pytest
from django.test import Client

from game import services
from game.models import Seat, Table
from tests.conftest import client_of, guest, open_for, player_at
from tests.game.rounds import Round, text

pytestmark = pytest.mark.django_db


def ended(people: int = 3, **options: Any) -> Round:
    playing = Round(people, **options)
    playing.finish()
    return playing


def again(playing: Round, seat: int) -> Table:
    answer = playing.browsers[seat].post(playing.address("again"))
    assert answer.status_code == 302, text(answer)
    return Table.objects.get(code=answer.headers["Location"].split("/")[2])


def sitting(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]


def end_of(table: Table) -> None:
    """As if the table's game had been played to its end."""
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.OVER, due_at=None)


def test_the_first_opens_and_the_rest_come_along_with_the_same_names() -> None:
    playing = ended(referee="strict", pace="quick", explain=False, watch="none")
    following = again(playing, 1)
    assert following.phase == Table.Phase.LOBBY
    assert sitting(following) == ["", "", "Bogdan"], "everybody moves one seat to the right"
    assert "end__next" in text(playing.page(0)), "the others see it"
    assert again(playing, 0) == following
    assert again(playing, 2) == following
    assert sitting(following) == ["Crina", "Ana", "Bogdan"]
    assert following.opener == player_at(following, 2)
    for option in services.OPTIONS:
        assert getattr(following, option) == getattr(playing.table, option)


def test_pressing_it_twice_is_one_table_and_one_seat() -> None:
    playing = ended()
    assert again(playing, 0) == again(playing, 0) == again(playing, 1)
    assert sitting(again(playing, 1)) == ["", "Ana", "Bogdan"]
    assert Table.objects.count() == 2


def test_alone_among_bots_it_begins_at_once() -> None:
    browser = Client()
    browser.post("/solo/", {"players": 4})
    table = Table.objects.get()
    end_of(table)
    answer = browser.post(f"/t/{table.code}/again/")
    following = Table.objects.exclude(pk=table.pk).get()
    assert answer.headers["Location"] == f"/t/{following.code}/"
    assert following.phase == Table.Phase.PLAYING
    assert following.seats.exclude(level="").count() == 3
    assert following.deal != table.deal
    assert 'name="card"' in text(browser.get(f"/t/{following.code}/"))
    # Pressed again it leads to the same game.
    assert browser.post(f"/t/{table.code}/again/").headers["Location"] == f"/t/{following.code}/"


def test_strangers_are_refused() -> None:
    playing = ended()
    for browser in (Client(), client_of(guest("Zoe"))):
        assert browser.post(playing.address("again")).status_code == 403
    assert Table.objects.count() == 1


def test_not_before_the_end() -> None:
    playing = Round()
    assert playing.browsers[0].post(playing.address("again")).status_code == 409
    assert Table.objects.count() == 1


@pytest.mark.parametrize("seed", range(8))
def test_no_bot_gets_the_name_of_somebody_who_will_come(seed: int) -> None:
    """Bots are named at random: among a few tables one would take a person's name."""
    ana, bobo, tica = (guest(name) for name in ("Ana", "Bobo", "Tica"))
    table = services.open_table(opener=ana, plan=["human"] * 6, name="Ana", avatar="zebra")
    for player in (bobo, tica):
        services.take_seat(table=table, player=player, name=player.name, avatar="koala")
    services.start(table=table, player=ana)
    end_of(table)
    following = services.play_again(table=table, player=ana)
    services.play_again(table=table, player=bobo)
    services.play_again(table=table, player=tica)
    people = Seat.objects.filter(table=following, player__isnull=False)
    assert [seat.name for seat in people] == ["Ana", "Bobo", "Tica"]


def test_when_the_next_table_was_closed_another_is_opened() -> None:
    playing = ended()
    closed = again(playing, 0)
    services.leave(table=closed, player=player_at(closed, 1))
    assert "end__next" not in text(playing.page(1)), "nobody waits there any more"
    following = again(playing, 1)
    assert following != closed
    assert again(playing, 0) == following


def test_who_comes_too_late_is_told_that_it_has_begun() -> None:
    playing = ended()
    following = again(playing, 0)
    services.start(table=following, player=player_at(following, 1))
    browser = playing.browsers[1]
    browser.cookies["django_language"] = "en"
    answer = browser.post(playing.address("again"))
    assert answer.status_code == 409
    assert "The game has already begun" in text(answer)


def test_a_seat_that_a_bot_took_at_the_start_stays_the_bots() -> None:
    table = open_for("Ana", bots=2, started=False)
    Seat.objects.filter(table=table, index=2).update(level="", name="", avatar="")
    services.start(table=table, player=player_at(table, 0))
    end_of(table)
    following = services.play_again(table=table, player=player_at(table, 0))
    levels = list(following.seats.values_list("level", flat=True))
    assert levels == ["medium", "", "beginner"]
