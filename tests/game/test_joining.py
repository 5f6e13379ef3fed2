"""Taking a seat by code."""

import re
from html import unescape

import pytest
from django.test import Client

from game import names, services
from game.models import Player, Table
from game.services import HUMAN
from tests.conftest import client_of, guest, open_for, player_at
from tests.game.rounds import Answer, text

pytestmark = pytest.mark.django_db


def lobby(seats: int = 4, name: str = "Ana") -> Table:
    """An open table at which Ana sits."""
    opener = guest(name)
    return services.open_table(opener=opener, plan=[HUMAN] * seats, name=name, avatar="zebra")


def join(code: str, name: str = "Bogdan", avatar: str = "koala") -> Answer:
    return Client().post("/join/", {"code": code, "name": name, "avatar": avatar})


def names_at(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all() if seat.name]


@pytest.mark.parametrize("spelled", ["{}", " {} ", "{0[0]} {0[1]}-{rest}", "{low}", "–{}\t", "{}."])
def test_a_code_in_any_case_with_spaces_and_dashes(spelled: str) -> None:
    table = lobby()
    typed = spelled.format(table.code, rest=table.code[2:], low=table.code.lower())
    answer = join(typed)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/t/{table.code}/"
    assert names_at(table) == ["Ana", "Bogdan"]
    assert Client().get("/join/", {"code": typed}).status_code == 200


def test_the_address_itself_may_be_typed_in_small_letters() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    browser = client_of(player_at(table, 1))
    assert browser.get(f"/t/{table.code.lower()}/").status_code == 200


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("", r"<span>\S"),
        ("K7MP2", "six letters|șase litere"),
        ("K7MP2O", r"\bO\b"),
        ("222222", r"<span>\S"),
        ("\0" * 6, r"<span>\S"),
        ("K" * 41, r"<span>\S"),
        ("😀😀😀", r"<span>\S"),
        ("' OR 1=1", r"<span>\S"),
    ],
)
def test_a_code_of_no_table_is_told_beside_the_field(code: str, told: str) -> None:
    answer = join(code)
    page = unescape(text(answer))
    assert answer.status_code == 422
    assert 'id="code-error"' in page
    assert 'aria-invalid="true"' in page
    assert 'value="Bogdan"' in page, "what was typed stays"
    error = page.split('id="code-error"')[1].split("</p>")[0]
    assert re.search(told, error)
    assert not Player.objects.exists()


def test_a_wrong_code_in_the_address_is_told_before_more_is_asked(client: Client) -> None:
    answer = client.get("/join/", {"code": "K7MP2Q"})
    assert answer.status_code == 404
    assert 'id="code-error"' in text(answer)
    assert 'id="name-error"' not in text(answer)


@pytest.mark.parametrize(
    ("sits", "comes"),
    [
        ("Ana", "Ana"),
        ("Ana", "ană"),
        ("Ana", "ANA"),
        ("Ana", "A n a"),
        ("Ana", "ＡＮＡ"),
        ("Ana", "𝐀𝐍𝐀"),
        ("Ana", "A\u200bna"),
        ("Ana", "Ana\ufe0f"),
        ("Ana", "A\u034fna"),
        ("Ștefan", "Ştefan"),
        ("Ștefan", "stefan"),
        ("🦊", "🦊"),
        ("Straße", "STRASSE"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_taken_name_gets_a_suggestion_that_works_in_one_press(sits: str, comes: str) -> None:
    table = lobby(name=sits)
    browser = Client()
    form = {"code": table.code, "name": comes, "avatar": "koala"}
    answer = browser.post("/join/", form)
    assert answer.status_code == 422
    assert names_at(table) == [sits]
    page = text(answer)
    button = re.search(r'<button class="[^"]*" name="name" value="([^"]*)"', page)
    assert button
    # The press sends the field and then the button: the last one counts.
    pressed = browser.post("/join/", form | {"name": [comes, unescape(button[1])]})
    assert pressed.status_code == 302
    assert len(names_at(table)) == 2
    assert len(names_at(table)[1]) <= 40


def test_a_bots_name_is_taken_too() -> None:
    table = services.open_table(opener=guest(), plan=[HUMAN, HUMAN, "medium"], name="Ana")
    bot = table.seats.get(level="medium").name
    assert join(table.code, name=bot.upper()).status_code == 422


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana   Maria ", "Ana Maria"),
        ("A\u200bn\u200da\ufeff", "Ana"),
        ("\u202eanA\u202c", "anA"),
        ("A" + "\u0316\u0317\u0318\u0319" * 9 + "na" + "\u20dd" * 5, "A\u0316\u0317na\u20dd\u20dd"),
        ("Nguye\u0302\u0303n", "Nguyễn"),
        ("\u2066Ana\u2069\u200f", "Ana"),
        ("Ana\r\nBcc: x", "Ana Bcc: x"),
        ("A\x07n\x1ba\x7f\x85", "Ana"),
        ("Ana\u3164\u2800", "Ana"),
        ("Ana\u00a0\u2003B", "Ana B"),
        ("s\u0326tefan", "ștefan"),
        ("🦊 Vulpe", "🦊 Vulpe"),
        ("O'Neil-Ionescu", "O'Neil-Ionescu"),
        ("日本", "日本"),
        ("x" * 40, "x" * 40),
    ],
)
def test_names_are_cleaned_of_what_nobody_sees(typed: str, kept: str) -> None:
    table = lobby(name="Zoe")
    assert join(table.code, name=typed).status_code == 302
    assert names_at(table) == ["Zoe", kept]


@pytest.mark.parametrize("typed", ["", " ", "\u200b", "\u2800", "\u0301\u0302", "\x00", "x" * 41])
def test_names_that_are_none_or_too_long_are_refused(typed: str) -> None:
    table = lobby()
    answer = join(table.code, name=typed)
    assert answer.status_code == 422
    assert 'id="name-error"' in text(answer)
    assert f'value="{table.code}"' in text(answer), "the code stays"
    assert names_at(table) == ["Ana"]


def test_a_full_table_says_so_and_lets_watch() -> None:
    table = open_for("Ana", "Bogdan", "Crina", started=False)
    shown, sent = Client().get("/join/", {"code": table.code}), join(table.code, "Dan")
    assert (shown.status_code, sent.status_code) == (200, 409)
    for answer in (shown, sent):
        assert f"/t/{table.code}/watch/" in text(answer)
        assert "Bogdan" in text(answer)
    assert names_at(table) == ["Ana", "Bogdan", "Crina"]


def test_a_begun_table_that_nobody_may_watch_offers_no_watching() -> None:
    table = open_for("Ana", "Bogdan", "Crina", watch="none")
    answer = join(table.code, "Dan")
    assert answer.status_code == 409
    assert "/watch/" not in text(answer)
    assert Client().get(f"/t/{table.code}/watch/").status_code == 404


def test_a_closed_table_takes_nobody() -> None:
    table = lobby()
    services.leave(table=table, player=player_at(table, 0))
    answer = join(table.code)
    assert answer.status_code == 409
    assert "/watch/" not in text(answer)
    assert names_at(table) == []
    page = Client().get("/join/", {"code": table.code})
    assert page.status_code == 200
    assert "full__seats" not in text(page), "nobody sits there"


def test_a_taken_animal_is_not_offered_and_another_is_given() -> None:
    table = lobby()
    page = text(Client().get("/join/", {"code": table.code}))
    assert re.search(r'value="zebra"[^>]* disabled', page)
    assert join(table.code, avatar="zebra").status_code == 302
    assert table.seats.get(name="Bogdan").avatar in set(names.AVATARS) - {"zebra"}


def test_joining_twice_takes_one_seat() -> None:
    table = lobby()
    browser = Client()
    form = {"code": table.code, "name": "Bogdan", "avatar": "koala"}
    assert browser.post("/join/", form).status_code == 302
    assert browser.post("/join/", form).status_code == 302
    assert browser.post("/join/", form | {"name": "Another"}).status_code == 302
    assert names_at(table) == ["Ana", "Bogdan"]
    assert browser.get("/join/", {"code": table.code}).status_code == 302


def test_who_sits_there_comes_back_after_the_start_by_the_code() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    browser = client_of(player_at(table, 2))
    assert browser.get("/join/", {"code": table.code}).headers["Location"] == f"/t/{table.code}/"
    form = {"code": table.code, "name": "Crina"}
    assert browser.post("/join/", form).status_code == 302


def test_a_stranger_at_a_tables_address_is_asked_to_join() -> None:
    table = lobby()
    answer = Client().get(f"/t/{table.code}/")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/join/?code={table.code}"
