"""Guests are known by their session for thirty days after the last visit, and then forgotten."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from game import services
from game.models import Move, Player, Seat, Table
from tests.conftest import client_of, guest, open_for, player_at
from tests.game.rounds import Round, text

pytestmark = pytest.mark.django_db

NOW = timezone.now()
LONG_AGO = NOW - timedelta(days=30, seconds=1)
JUST_KNOWN = NOW - timedelta(days=29, hours=23)


def last_seen(player: Player, when: object) -> None:
    Player.objects.filter(pk=player.pk).update(last_seen=when)


def last_changed(table: Table, when: object) -> None:
    Table.objects.filter(pk=table.pk).update(changed_at=when)


def test_forgotten_thirty_days_after_the_last_visit_and_not_before() -> None:
    gone, stays = guest("Ana"), guest("Bogdan")
    last_seen(gone, LONG_AGO)
    last_seen(stays, JUST_KNOWN)
    assert services.forget_guests(now=NOW) == 1
    assert list(Player.objects.all()) == [stays]
    assert services.forget_guests(now=NOW) == 0


def test_the_name_is_gone_where_others_still_sit_and_their_game_stays() -> None:
    playing = Round()
    playing.finish()
    ana = player_at(playing.table, 0)
    moves = list(Move.objects.values_list("version", "seat", "card"))
    last_seen(ana, LONG_AGO)
    last_changed(playing.table, LONG_AGO)
    services.forget_guests(now=NOW)
    assert list(Move.objects.values_list("version", "seat", "card")) == moves
    seat = Seat.objects.get(table=playing.pk, index=0)
    assert (seat.player, seat.name, seat.avatar) == (None, "", "")
    for name in ("table", "record"):
        page = playing.page(1, name)
        assert page.status_code == 200
        assert "Ana" not in text(page)


def test_tables_only_they_knew_are_deleted_with_their_moves() -> None:
    playing = Round()
    playing.finish()
    for seat in range(3):
        last_seen(player_at(playing.table, seat), LONG_AGO)
    last_changed(playing.table, LONG_AGO)
    services.forget_guests(now=NOW)
    for model in (Table, Seat, Move, Player):
        assert not model._default_manager.exists()


def test_the_tables_of_others_are_left_alone() -> None:
    old, running = open_for("Ana", "Bogdan", "Crina"), open_for("Dan", "Ema", "Florin")
    bots = services.open_table(opener=None, plan=["medium"] * 3)
    before = list(Table.objects.filter(pk__in=(running.pk, bots.pk)).order_by("pk").values())
    for seat in range(3):
        last_seen(player_at(old, seat), LONG_AGO)
    last_changed(old, LONG_AGO)
    services.forget_guests(now=NOW)
    assert list(Table.objects.order_by("pk").values()) == before
    assert [seat.name for seat in running.seats.all()] == ["Dan", "Ema", "Florin"]


def test_a_table_of_bots_that_nobody_looks_at_any_more_is_deleted() -> None:
    bots = services.open_table(opener=None, plan=["medium"] * 3)
    last_changed(bots, LONG_AGO)
    services.forget_guests(now=NOW)
    assert not Table.objects.exists()


def test_the_way_to_the_next_game_survives_the_end_of_the_first() -> None:
    first = open_for("Ana", "Bogdan", "Crina")
    Table.objects.filter(pk=first.pk).update(phase=Table.Phase.OVER, changed_at=LONG_AGO)
    following = services.play_again(table=first, player=player_at(first, 0))
    last_seen(player_at(first, 1), LONG_AGO)
    services.forget_guests(now=NOW)
    assert Table.objects.filter(pk=following.pk).exists()
    assert following.seats.get(index=1).name == "Ana"


def test_sessions_that_have_ended_are_deleted() -> None:
    browsers = [client_of(guest()), client_of(guest())]
    key = browsers[0].session.session_key
    Session.objects.filter(session_key=key).update(expire_date=LONG_AGO)
    services.forget_guests(now=NOW)
    assert [s.session_key for s in Session.objects.all()] == [browsers[1].session.session_key]


def test_a_visit_is_noted_once_a_day_and_makes_the_session_last() -> None:
    player = guest()
    browser = client_of(player)
    browser.get("/")
    assert "sessionid" not in browser.get("/").cookies, "nothing is written at every visit"
    last_seen(player, NOW - timedelta(days=2))
    expires = NOW + timedelta(days=28)
    Session.objects.update(expire_date=expires)
    answer = browser.get("/")
    player.refresh_from_db()
    assert player.last_seen >= NOW
    assert Session.objects.get().expire_date > expires
    assert answer.cookies["sessionid"]["max-age"] == 30 * 24 * 3600


def test_a_guest_comes_back_to_the_same_seat_after_the_browser_was_closed() -> None:
    browser = Client()
    browser.post("/solo/", {"players": 3})
    cookie = browser.cookies["sessionid"]
    assert cookie["max-age"] == 30 * 24 * 3600, "no session that ends with the window"
    again = Client(HTTP_COOKIE=f"sessionid={cookie.value}")
    address = f"/t/{Table.objects.get().code}/"
    hand = 'id="hand"'
    assert text(again.get(address)).split(hand)[1] == text(browser.get(address)).split(hand)[1]


def test_case_3_a_game_alone_survives_reloading() -> None:
    playing = Round()
    list(playing.play(seed=1, most=7))
    pages = {text(playing.page(0)).split('id="hand"')[1] for _ in range(5)}
    assert len(pages) == 1


def test_a_forgotten_guest_starts_anew_without_an_error() -> None:
    playing = Round()
    last_seen(player_at(playing.table, 0), LONG_AGO)
    services.forget_guests(now=NOW)
    browser = playing.browsers[0]
    assert browser.get("/").status_code == 200
    assert browser.get(playing.address("table")).status_code == 302
    assert browser.post("/solo/", {"players": 3}).status_code == 302
