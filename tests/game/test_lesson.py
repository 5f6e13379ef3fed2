"""The first game: every scene is what the engine makes of it, and no tap is ever blamed."""

import pytest
from django.test import Client

from game import catalogue, engine
from game.models import Player, Table
from game.pages.lesson import LAST, SCENES, STEPS, is_right, lesson
from tests.game.rounds import browser_in, text

pytestmark = pytest.mark.django_db

ADDRESS = "/learn-to-play/"


def thing_to_do(at: int) -> dict[str, str | int]:
    """What the page of scene `at` asks for, as its form sends it."""
    scene = SCENES[at - 1]
    if scene.do:
        return {"at": at, "card": catalogue.face(scene.do[0]).slug, "row": scene.do[1]}
    return {"at": at, "passes": "1"} if scene.passes else {"at": at + 1}


def hand(at: int) -> list[str]:
    return [card.slug for card in lesson(at).hand]


def test_each_of_the_five_cards_has_its_step() -> None:
    assert hand(1) == ["tucan-toco", "ren", "cerb", "tigru", "cangurul-rosu"]
    assert hand(2) == ["tucan-toco", "cerb", "tigru", "cangurul-rosu"]
    assert hand(3) == hand(4) == hand(5) == ["tucan-toco", "tigru", "cangurul-rosu"]
    assert hand(6) == ["tucan-toco", "tigru"]
    assert hand(7) == hand(LAST) == ["tigru"]
    assert {scene.step for scene in SCENES} == set(range(1, len(STEPS) + 1))


def test_the_engine_tells_what_happened() -> None:
    said = {at: [str(line.html) for line in lesson(at).story] for at in range(1, LAST + 1)}
    assert said[1] == said[5] == []
    assert [line.avatar for line in lesson(2).story] == ["kookaburra", "panda-rosu", "ren"]
    assert "Amur" in said[4][0]
    assert len(said[6]) == 2, "the 12 laid, and one more card"
    assert len(said[LAST]) == len(said[7]) + 1


def test_the_mistake_shows_on_the_map_where_the_tiger_lives_and_shakes_it_back() -> None:
    after = lesson(4)
    assert after.note is not None
    assert (after.note.home, after.note.claimed) == ("AS", "EU")
    assert [card.slug for card in after.hand if card.back] == ["tigru"]
    assert all(lesson(at).note is None for at in range(1, LAST + 1) if at != 4)


def test_the_pass_is_an_honest_one() -> None:
    rows = {row.code: row for row in lesson(7).rows}
    open_ends = {(code, s.number) for code, row in rows.items() for s in row.slots if s.open}
    assert ("AS", 8) not in open_ends
    assert open_ends & {("AS", 5), ("AS", 7)}


def test_from_the_first_page_to_the_end_by_what_each_page_asks() -> None:
    browser = Client()
    address = ADDRESS
    for at in range(1, LAST):
        assert browser.get(address).status_code == 200
        answer = browser.get(ADDRESS, thing_to_do(at), follow=True)
        assert answer.status_code == 200
        assert answer.context["lesson"].at == at + 1
        address = answer.request["PATH_INFO"] + "?" + answer.request["QUERY_STRING"]
    assert answer.context["lesson"].ended


@pytest.mark.parametrize("at", range(1, LAST))
def test_any_other_card_and_row_gets_a_kind_word_and_stays(at: int) -> None:
    scene = SCENES[at - 1]
    for slug in hand(at):
        for row in engine.CONTINENTS:
            if is_right(at, slug, row, passes=False):
                continue
            page = lesson(at, slug, row)
            assert (page.at, page.hand, page.rows) == (at, lesson(at).hand, lesson(at).rows)
            if scene.do or scene.passes:
                assert page.told
                assert page.text != str(scene.text)
                assert "%" not in page.text
    assert is_right(at, "", "", passes=True) == scene.passes


@pytest.mark.parametrize(
    "query",
    ["at=0", "at=99", "at=8", "at=-1", "at=x", "at=", "at=1&card=lup&row=EU", "card=ren&row=XX",
     "at=1&card=EU6&row=EU", "at=8&card=ren&row=EU", "at=2&passes=1", "at=1&card=" + "x" * 99],
)  # fmt: skip
def test_odd_addresses_lead_to_a_scene(query: str) -> None:
    answer = Client().get(f"{ADDRESS}?{query}", follow=True)
    assert answer.status_code == 200
    assert 1 <= answer.context["lesson"].at <= LAST


def test_nothing_is_stored_and_nobody_needs_to_be_known() -> None:
    browser = Client()
    for at in range(1, LAST + 1):
        assert browser.get(ADDRESS, {"at": at}).status_code == 200
    assert "sessionid" not in browser.cookies
    assert not Player.objects.exists()
    assert not Table.objects.exists()


@pytest.mark.parametrize("language", ["ro", "en"])
def test_no_card_in_the_hand_tells_its_code(language: str) -> None:
    for at in range(1, LAST + 1):
        page = text(browser_in(language).get(ADDRESS, {"at": at}))
        assert not any(f'"{code}"' in page or f">{code}<" in page for code in engine.CARDS)


def test_the_way_to_it_and_from_it() -> None:
    browser = Client()
    for page in ("/", "/rules/"):
        assert f'href="{ADDRESS}"' in text(browser.get(page))
    end = text(browser.get(ADDRESS, {"at": LAST}))
    assert 'action="/solo/"' in end
    assert 'href="/rules/"' in end
