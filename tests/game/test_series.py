"""Several games with the same players: everybody moves one seat to the right."""

from typing import cast

import pytest
from django.test import Client

from game import pages, services
from game.models import Seat, Table
from game.pages.values import Score
from tests.conftest import client_of, guest, open_for, player_at
from tests.game.rounds import Round, text

pytestmark = pytest.mark.django_db

Sitting = list[tuple[str, str]]


def over(table: Table) -> None:
    """As if the table's game had been begun, and played to its end."""
    services.start(table=table, player=table.opener)
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.OVER, due_at=None)


def again(table: Table, *names: str) -> Table:
    """These come along, in this order."""
    following = table
    for name in names:
        player = table.seats.get(name=name).player
        assert player is not None
        following = services.play_again(table=table, player=player)
    following.refresh_from_db()
    return following


def sitting(table: Table) -> Sitting:
    """(name, bot's level) by seat."""
    return list(table.seats.values_list("name", "level"))


def turned(seats: Sitting) -> Sitting:
    return seats[-1:] + seats[:-1]


@pytest.fixture
def first() -> Table:
    """Three people and two bots, whose game is over."""
    table = open_for("Ana", "Bogdan", "Crina", bots=2, limit=30)
    over(table)
    return table


@pytest.mark.parametrize("order", [("Ana", "Bogdan", "Crina"), ("Crina", "Ana", "Bogdan")])
def test_over_several_games_everybody_comes_round_to_the_own_seat(
    first: Table, order: tuple[str, ...]
) -> None:
    table, was = first, sitting(first)
    avatars = dict(table.seats.values_list("name", "avatar"))
    for _ in range(5):
        table = again(table, *order)
        assert sitting(table) == turned(was), "bots keep names and levels"
        assert dict(table.seats.values_list("name", "avatar")) == avatars
        was = sitting(table)
        over(table)
    assert was == sitting(first)


def test_the_first_who_comes_opens_and_begins_when_he_or_she_is_last(first: Table) -> None:
    following = again(first, "Bogdan")
    assert following.opener == first.seats.get(name="Bogdan").player
    following = again(first, "Ana", "Crina")
    assert following.phase == Table.Phase.LOBBY, "the opener begins, when all are there"
    services.start(table=following, player=player_at(following, 2))
    following.refresh_from_db()
    assert following.phase == Table.Phase.PLAYING


def test_extra_time_goes_along_with_its_player(first: Table) -> None:
    Seat.objects.filter(table=first, name="Bogdan").update(time_factor=2)
    table = first
    for _ in range(3):
        table = again(table, "Crina", "Bogdan", "Ana")
        factors = dict(table.seats.values_list("name", "time_factor"))
        assert {name for name, factor in factors.items() if factor != 1} == {"Bogdan"}
        assert table.limit == 30
        over(table)


def test_a_stranger_on_somebodys_seat_gets_the_seat_alone(first: Table) -> None:
    """Who knows the next table's code may sit down there; the others still find a place."""
    Seat.objects.filter(table=first, name="Bogdan").update(time_factor=2)
    following = again(first, "Ana")
    services.take_seat(table=following, player=guest("Zoe"), name="Zoe", avatar="leu")
    taken = following.seats.get(name="Zoe")
    assert (taken.index, taken.time_factor) == (2, 1), "Bogdan's, without his time"
    following = again(first, "Bogdan")
    assert following.seats.get(name="Bogdan").time_factor == 2
    assert Table.objects.count() == 2
    late = first.seats.get(name="Crina").player
    assert late is not None
    answer = client_of(late).post(f"/t/{first.code}/again/")
    assert answer.status_code == 409, "the table is full"


def test_a_latecomer_is_told_and_may_watch(first: Table) -> None:
    following = again(first, "Ana", "Bogdan")
    services.start(table=following, player=player_at(following, 1))
    crina = first.seats.get(name="Crina").player
    assert crina is not None
    browser = client_of(crina)
    browser.cookies["django_language"] = "en"
    answer = browser.post(f"/t/{first.code}/again/")
    assert answer.status_code == 409
    assert "The game has already begun" in text(answer)
    assert browser.get(f"/t/{following.code}/watch/").status_code == 200
    levels = dict(following.seats.values_list("index", "level"))
    assert levels[3] == "medium", "a bot took the seat that stayed free"


def test_who_missed_a_game_comes_not_into_the_next_one_as_somebody_else(first: Table) -> None:
    second = again(first, "Ana", "Bogdan")
    services.start(table=second, player=player_at(second, 1))
    over(second)
    crina = first.seats.get(name="Crina").player
    assert crina is not None
    assert client_of(crina).post(f"/t/{second.code}/again/").status_code == 403
    third = again(second, "Bogdan", "Ana")
    assert "Crina" not in {name for name, _ in sitting(third)}


def test_somebody_for_whom_a_bot_played_sits_there_again(first: Table) -> None:
    first.seats.filter(name="Crina").update(stand_in=True, away_since="2026-01-01T00:00Z")
    following = again(first, "Ana", "Crina", "Bogdan")
    crina = following.seats.get(name="Crina")
    assert crina.is_present
    assert crina.index == 3


def test_strangers_do_not_come_along(first: Table) -> None:
    for browser in (Client(), client_of(guest("Zoe"))):
        assert browser.post(f"/t/{first.code}/again/").status_code == 403
    assert Table.objects.count() == 1


def test_the_points_are_the_players_wherever_they_sat() -> None:
    """Zoe, a stranger, has Bogdan's seat in the second game; he has Crina's, who stays away."""
    first = Round(3)
    first.finish(seed=1)
    names = [seat.name for seat in first.table.seats.all()]
    worth = {names[seat]: 2 - place for place, seat in enumerate(first.state.places)}
    following = again(first.table, "Ana")
    services.take_seat(table=following, player=guest("Zoe"), name="Zoe", avatar="leu")
    following = again(first.table, "Bogdan")
    over(following)
    following.refresh_from_db()
    scores = cast(list[Score], pages.end_context(following, 0)["scores"])
    lines = {score.name: score for score in scores}
    for name in ("Ana", "Bogdan"):
        assert lines[name].points[0] == str(worth[name])
        assert lines[name].total >= worth[name]
    assert lines["Zoe"].points[0] == "–"
