"""Opening a table, and playing alone."""

import re

import pytest
from django.test import Client

from game import names
from game.models import Player, Seat, Table
from tests.conftest import client_of, guest
from tests.game.rounds import text

pytestmark = pytest.mark.django_db

GOOD = {
    "name": "Ana",
    "avatar": "zebra",
    "seat2": "human",
    "seat3": "good",
    "seat4": "none",
    "seat5": "beginner",
    "seat6": "none",
    "referee": "strict",
    "explain": "0",
    "pace": "slow",
    "watch": "none",
}


def test_the_opener_sits_first_and_all_else_is_as_chosen(client: Client) -> None:
    answer = client.post("/open/", GOOD)
    table = Table.objects.get()
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/t/{table.code}/"
    seats = list(table.seats.all())
    assert [(seat.level, seat.is_free) for seat in seats] == [
        ("", False),
        ("", True),
        ("good", False),
        ("beginner", False),
    ]
    assert (seats[0].name, seats[0].avatar) == ("Ana", "zebra")
    assert (table.referee, table.explain, table.pace, table.watch) == (
        "strict",
        False,
        "slow",
        "none",
    )
    assert table.phase == Table.Phase.LOBBY
    assert "Ana" in text(client.get(f"/t/{table.code}/"))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("kind", ["human", "beginner", "medium", "good"])
def test_tables_of_three_to_six(client: Client, seats: int, kind: str) -> None:
    plan = {f"seat{n}": kind if n <= seats else "none" for n in range(2, 7)}
    assert client.post("/open/", GOOD | plan).status_code == 302
    table = Table.objects.get()
    assert table.seats.count() == seats
    named = [seat.name for seat in table.seats.all() if seat.name]
    assert len(set(named)) == len(named)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_two_clicks_to_a_game_alone(client: Client, players: int) -> None:
    assert "/solo/" in text(client.get("/"))
    page = client.post("/solo/", {"players": players}, follow=True)
    table = Table.objects.get()
    assert page.status_code == 200
    assert page.redirect_chain == [(f"/t/{table.code}/", 302)]
    assert table.phase == Table.Phase.PLAYING
    assert text(page).count('name="card"') == 60 // players
    assert table.seats.exclude(level="").count() == players - 1
    assert table.watch == Table.Watch.NONE


@pytest.mark.parametrize("players", ["2", "7", "", "x", "3.5", "3\0", "9" * 400, "-3", "٣٣"])
def test_a_game_alone_with_another_number_is_refused(client: Client, players: str) -> None:
    assert client.post("/solo/", {"players": players}).status_code == 400
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "   "),
        ("name", "\u200b\u202e\u2800"),
        ("name", "x" * 41),
        ("name", "x" * 5000),
        ("seat2", "none"),
        ("seat3", "none"),
        ("seat4", "master"),
        ("seat6", ""),
        ("referee", "mother"),
        ("explain", "perhaps"),
        ("pace", ""),
        ("watch", "all"),
    ],
)
def test_a_refused_form_keeps_what_was_chosen(client: Client, field: str, value: str) -> None:
    answer = client.post("/open/", GOOD | {field: value})
    page = text(answer)
    assert answer.status_code == 422
    assert not Table.objects.exists()
    assert "field__error" in page
    kept = {
        "name": 'value="Ana"',
        "seat5": '<option value="beginner" selected>',
        "referee": 'name="referee" value="strict" checked',
        "explain": 'name="explain" value="0" checked',
        "pace": 'name="pace" value="slow" checked',
        "watch": 'name="watch" value="none" checked',
        "avatar": 'name="avatar" value="zebra" checked',
    }
    for name, html in kept.items():
        assert name == field or html in page, name


@pytest.mark.parametrize("missing", sorted(GOOD))
def test_a_missing_field_is_told_and_is_no_error(client: Client, missing: str) -> None:
    form = {name: value for name, value in GOOD.items() if name != missing}
    answer = client.post("/open/", form)
    assert answer.status_code == (302 if missing == "avatar" else 422)


@pytest.mark.parametrize("avatar", ["", "lup", "../../secret", "<svg>", "zebra\0", "x" * 9000])
def test_an_animal_that_is_none_of_the_choice_becomes_one(client: Client, avatar: str) -> None:
    answer = client.post("/open/", GOOD | {"avatar": avatar})
    assert answer.status_code in (302, 422)
    assert set(Seat.objects.filter(index=0).values_list("avatar", flat=True)) <= {
        "",
        *names.AVATARS,
    }


def test_the_form_knows_the_name_of_the_last_time() -> None:
    player = guest("Ștefan")
    player.avatar = "morsa"
    player.save()
    page = text(client_of(player).get("/open/"))
    assert 'value="Ștefan"' in page
    assert 'value="morsa" checked' in page


def test_looking_around_makes_no_guest(client: Client) -> None:
    for path in ("/", "/rules/", "/about/", "/open/", "/join/", "/join/?code=K7MP2Q"):
        client.get(path)
    client.post("/open/", GOOD | {"name": ""})
    client.post("/solo/", {"players": "x"})
    assert not Player.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_name_is_shown_as_text(client: Client) -> None:
    client.post("/open/", GOOD | {"name": '<b>"Ana"</b>&amp;'})
    page = text(client.get(f"/t/{Table.objects.get().code}/"))
    assert "&lt;b&gt;&quot;Ana&quot;&lt;/b&gt;&amp;amp;" in page
    assert "<b>&quot;" not in page


def test_codes_are_six_of_the_clear_symbols(client: Client) -> None:
    for _ in range(30):
        client.post("/open/", GOOD)
    codes = list(Table.objects.values_list("code", flat=True))
    assert len(set(codes)) == 30
    assert all(re.fullmatch("[234679CDFGHJKMNPQRTVWXY]{6}", code) for code in codes)
