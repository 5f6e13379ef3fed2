"""Waiting for the others: leaving, starting, and what is told to whom."""

import pytest
from django.test import Client
from pytest_django import Settings

from game import lan, services
from game.models import Seat, Table
from game.services import HUMAN
from tests.conftest import client_of, guest, open_for, player_at
from tests.game.rounds import HTMX, browser_in, text

pytestmark = pytest.mark.django_db


def lobby(*names: str, seats: int = 4) -> Table:
    """An open table with these people and free seats."""
    people = [guest(name) for name in names]
    plan = [HUMAN] * seats
    table = services.open_table(opener=people[0], plan=plan, name=names[0], avatar="zebra")
    for player in people[1:]:
        services.take_seat(table=table, player=player, name=player.name, avatar="koala")
    table.refresh_from_db()
    return table


def post(table: Table, seat: int, name: str, htmx: bool = False) -> int:
    headers = HTMX if htmx else {}
    browser = client_of(player_at(table, seat))
    return browser.post(f"/t/{table.code}/{name}/", headers=headers).status_code


def test_the_opener_starts_and_medium_bots_take_the_free_seats() -> None:
    table = lobby("Ana", "Bogdan", seats=5)
    assert post(table, 0, "start") == 302
    table.refresh_from_db()
    assert table.phase == Table.Phase.PLAYING
    levels = list(table.seats.values_list("level", flat=True))
    assert levels == ["", "", "medium", "medium", "medium"]
    names = [seat.name for seat in table.seats.all()]
    assert len(set(names)) == 5
    assert table.deal is not None
    assert sorted(card for hand in table.deal for card in hand) == sorted(
        f"{c}{n}" for c in ("EU", "AS", "AF", "AM", "AU") for n in range(1, 13)
    )


def test_only_the_opener_starts_and_the_others_are_told_so() -> None:
    table = lobby("Ana", "Bogdan")
    browser = client_of(player_at(table, 1))
    browser.cookies["django_language"] = "en"
    answer = browser.post(f"/t/{table.code}/start/")
    assert answer.status_code == 403
    assert "Only the one who opened the table can start" in text(answer)
    table.refresh_from_db()
    assert table.phase == Table.Phase.LOBBY
    assert 'id="start"' not in text(browser.get(f"/t/{table.code}/"))
    assert 'id="start"' in text(client_of(player_at(table, 0)).get(f"/t/{table.code}/"))


@pytest.mark.parametrize("htmx", [True, False])
def test_pressing_start_twice_begins_once_and_is_no_error(htmx: bool) -> None:
    table = lobby("Ana", "Bogdan")
    assert post(table, 0, "start", htmx) == (200 if htmx else 302)
    table.refresh_from_db()
    deal, version = table.deal, table.version
    assert post(table, 0, "start", htmx) == (200 if htmx else 302)
    table.refresh_from_db()
    assert (table.deal, table.version) == (deal, version)


def test_who_leaves_frees_the_seat_and_the_next_becomes_the_opener() -> None:
    table = lobby("Ana", "Bogdan", "Crina")
    bogdan = player_at(table, 1)
    assert post(table, 0, "leave") == 302
    table.refresh_from_db()
    assert table.opener == bogdan
    assert [seat.name for seat in table.seats.all()] == ["", "Bogdan", "Crina", ""]
    assert post(table, 1, "start") == 302


def test_the_seat_that_was_left_is_taken_by_the_next_who_comes() -> None:
    table = lobby("Ana", "Bogdan", "Crina", seats=3)
    post(table, 1, "leave")
    services.take_seat(table=table, player=guest(), name="Dan", avatar="leu")
    assert [seat.name for seat in table.seats.all()] == ["Ana", "Dan", "Crina"]


def test_the_last_to_leave_closes_the_table() -> None:
    table = lobby("Ana")
    browser = client_of(player_at(table, 0))
    assert browser.post(f"/t/{table.code}/leave/").status_code == 302
    table.refresh_from_db()
    assert table.phase == Table.Phase.CLOSED
    assert browser.get(f"/t/{table.code}/", follow=True).status_code == 200
    assert table.code not in text(browser.get("/"))
    for name in ("start", "leave", "again"):
        assert browser.post(f"/t/{table.code}/{name}/").status_code == 403


def test_bots_alone_keep_no_table_open() -> None:
    table = open_for("Ana", bots=3, started=False)
    assert post(table, 0, "leave") == 302
    table.refresh_from_db()
    assert table.phase == Table.Phase.CLOSED


def test_who_leaves_a_begun_game_keeps_the_seat_and_a_bot_plays_on() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    assert post(table, 1, "leave") == 302
    assert Seat.objects.filter(table=table, player__isnull=False).count() == 3
    assert list(table.seats.values_list("stand_in", flat=True)) == [False, True, False]


@pytest.mark.parametrize("name", ["move", "pass"])
def test_a_move_before_the_start_is_told_to_wait(name: str) -> None:
    table = lobby("Ana", "Bogdan")
    browser = client_of(player_at(table, 0))
    browser.cookies["django_language"] = "en"
    form = {"version": table.version, "card": "ren", "row": "EU"}
    for headers in ({}, HTMX):
        answer = browser.post(f"/t/{table.code}/{name}/", form, headers=headers)
        assert answer.status_code == 409
        assert "The game hasn&#x27;t begun yet" in text(answer)


def test_the_lobby_shows_code_address_and_who_is_there() -> None:
    table = lobby("Ana", "Bogdan")
    page = text(
        client_of(player_at(table, 1)).get(f"/t/{table.code}/", headers={"Host": "10.0.0.7:8000"})
    )
    assert "10.0.0.7:8000" in page
    assert f"/t/{table.code}/qr.svg" in page
    assert page.count("place--free") == 2
    assert page.count("place--me") == 1


def test_on_the_laptop_itself_the_address_is_the_one_for_the_phones(settings: Settings) -> None:
    table = lobby("Ana")
    browser = client_of(player_at(table, 0))
    for name, port in (("localhost", ":8000"), ("127.0.0.1", ""), ("[::1]", ":8000")):
        settings.PUBLIC_ADDRESS = "192.168.1.20:8000"
        page = text(browser.get(f"/t/{table.code}/", headers={"Host": name + port}))
        assert "192.168.1.20:8000" in page
        settings.PUBLIC_ADDRESS = ""
        page = text(browser.get(f"/t/{table.code}/", headers={"Host": name + port}))
        assert f"{lan.address()}{port}</strong>" in page


def test_the_home_page_leads_back_to_the_running_tables() -> None:
    table = lobby("Ana", "Bogdan")
    browser = client_of(player_at(table, 1))
    assert f'href="/t/{table.code}/"' in text(browser.get("/"))
    assert table.code not in text(Client().get("/"))


def test_spectators_see_the_invitation_and_no_buttons() -> None:
    table = lobby("Ana", "Bogdan")
    page = text(Client().get(f"/t/{table.code}/watch/"))
    assert table.code in page
    assert 'id="start"' not in page
    assert 'id="leave"' not in page


def test_a_full_lobby_invites_nobody_more_and_leads_to_the_start() -> None:
    table = lobby("Ana", "Bogdan", "Crina", seats=3)
    pages = []
    for index in (0, 1):
        browser = client_of(player_at(table, index))
        browser.cookies["django_language"] = "en"
        pages.append(text(browser.get(f"/t/{table.code}/")))
    watching = browser_in("en")
    pages.append(text(watching.get(f"/t/{table.code}/watch/")))
    for page in pages:
        assert "Everybody is here!" in page
        assert "qr.svg" not in page
        assert page.count("<h1") == 1
    assert [page.count('id="start"') for page in pages] == [1, 0, 0]
    for page in pages[1:]:
        assert page.count("Waiting for Ana to start the game.") == 1
    services.go_away(table_id=table.pk, index=2)
    page = text(watching.get(f"/t/{table.code}/watch/"))
    assert "All seats are taken" in page
    services.leave(table=table, player=player_at(table, 2))
    assert "qr.svg" in text(watching.get(f"/t/{table.code}/watch/"))
