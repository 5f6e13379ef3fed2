"""Hints, where the table gives them: what fits is ticked, and cards show their continent."""

import random
import re

import pytest
from django.test import Client

from game import engine, selectors
from game.models import Table
from tests.conftest import player_at
from tests.engine.games import wild_action
from tests.game.rounds import BLOCKS, Answer, Round, slug_of, text

pytestmark = pytest.mark.django_db


def hand(answer: Answer) -> str:
    return text(answer).split('id="hand"')[1].split("</fieldset>")[0]


def ticked(answer: Answer) -> set[str]:
    """The slugs of the cards that are said to fit."""
    items = hand(answer).split("<li")[1:]
    assert all(("hand__item--fits" in item) == ("card__fits" in item) for item in items)
    found = [re.search(r'value="([\w-]+)"', item) for item in items if "card__fits" in item]
    return {match[1] for match in found if match}


@pytest.mark.parametrize("name", ["table", "fresh"])
def test_without_hints_a_card_tells_neither(name: str) -> None:
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    for seat in range(3):
        address = playing.address(name)
        shown = hand(playing.browsers[seat].get(address, {"page": "table"}))
        for word in ("card__fits", "hand--hints", "hand__item--fits", "chip", "#row-"):
            assert word not in shown


def test_with_hints_the_ticks_are_the_legal_placements_at_every_move() -> None:
    playing = Round(4, hints=True, referee="off")
    rng = random.Random(4)
    for _ in range(40):
        state = playing.state
        if state.over or state.to_move is None:
            break
        legal = {slug_of(place.card) for place in engine.legal(state)}
        assert ticked(playing.page(state.to_move)) == legal
        action = wild_action(state, rng)
        playing.do(engine.Pass() if isinstance(action, engine.Timeout) else action)


def test_with_hints_every_card_shows_its_continent_in_words() -> None:
    playing = Round(deal=BLOCKS, hints=True)
    playing.browsers[0].cookies["django_language"] = "en"
    items = hand(playing.page(0)).split("<li")[1:]
    assert len(items) == 20
    europe = {slug_of(card) for card in BLOCKS[0] if card.startswith("EU")}
    for item in items:
        slug = re.search(r'value="([\w-]+)"', item)
        assert slug
        assert ("Europe" in item) == (slug[1] in europe)
        assert ("Asia" in item) == (slug[1] not in europe)


def test_the_ticks_are_in_words_too() -> None:
    playing = Round(deal=BLOCKS, hints=True)
    playing.browsers[0].cookies["django_language"] = "en"
    assert "fits now" in hand(playing.page(0))


def test_spectators_get_no_hints() -> None:
    playing = Round(deal=BLOCKS, hints=True)
    playing.lay(0, "EU6", "EU")
    page = text(playing.page(0, "watch"))
    assert "card__fits" not in page
    assert 'name="card"' not in page


def test_placements_with_hints_are_told_apart() -> None:
    found = []
    for hints in (False, True):
        playing = Round(deal=BLOCKS, hints=hints)
        playing.lay(0, "EU6", "EU")
        playing.lay(1, "AF6", "AF")
        playing.lay(2, "AU6", "AM")
        found.append(
            [
                [one.hinted for one in selectors.placements_by(player_at(playing.table, seat))]
                for seat in range(3)
            ]
        )
    assert found == [[[], [False], [False]], [[], [True], [True]]]


def test_they_are_off_unless_the_opener_wants_them() -> None:
    browser = Client()
    form = {f"seat{n}": "medium" for n in range(2, 5)} | {"name": "Ana", "avatar": "leu"}
    form |= {"seat5": "none", "seat6": "none", "referee": "table", "explain": "1"}
    form |= {"pace": "quick", "watch": "code"}
    for hints in ("", "0", "1"):
        answer = browser.post("/open/", form | {"hints": hints})
        assert answer.status_code == 302
        table = Table.objects.get(code=answer.headers["Location"].split("/")[2])
        assert table.hints == (hints == "1")
