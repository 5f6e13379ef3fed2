import random
from collections import Counter

import pytest

from game.engine import CARDS, OPENING_CARD, BadDeal, continent_of, deal, new_game, number_of
from tests.engine.games import sorted_deal


def test_the_deck_is_five_continents_of_twelve_in_the_sorted_order() -> None:
    assert len(CARDS) == len(set(CARDS)) == 60
    assert CARDS[:2] == ("EU1", "EU2")
    assert CARDS[-1] == "AU12"
    assert Counter(map(continent_of, CARDS)) == dict.fromkeys(("EU", "AS", "AF", "AM", "AU"), 12)
    assert [number_of(card) for card in CARDS] == [*range(1, 13)] * 5


@pytest.mark.parametrize("card", ["EU13", "EU0", "eu6", "EU06", "EU6 ", "OC1", ""])
def test_what_is_no_card_has_neither_continent_nor_number(card: str) -> None:
    with pytest.raises(KeyError):
        continent_of(card)
    with pytest.raises(KeyError):
        number_of(card)


@pytest.mark.parametrize(("seats", "size"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_whole_deck_is_dealt_in_equal_hands(seats: int, size: int) -> None:
    hands = deal(random.Random(1), seats)
    assert [len(hand) for hand in hands] == [size] * seats
    assert sorted(card for hand in hands for card in hand) == sorted(CARDS)


def test_cards_are_dealt_one_at_a_time_round_the_table() -> None:
    deck = list(CARDS)
    random.Random(7).shuffle(deck)
    hands = deal(random.Random(7), 3)
    assert [hands[0][0], hands[1][0], hands[2][0], hands[0][1]] == deck[:4]


@pytest.mark.parametrize("seats", [-3, 0, 2, 7])
def test_no_other_number_of_players_can_sit_down(seats: int) -> None:
    with pytest.raises(ValueError, match="not 3 to 6"):
        deal(random.Random(1), seats)


def test_the_holder_of_the_reindeer_moves_first() -> None:
    for seed in range(20):
        state = new_game(deal(random.Random(seed), 5))
        assert state.to_move is not None
        assert OPENING_CARD in state.hands[state.to_move]


@pytest.mark.parametrize(
    ("hands", "where"),
    [
        (sorted_deal(3)[:2], "hands"),
        ([*sorted_deal(3)[:2], []], "hands[2]"),
        ([*sorted_deal(3)[:2], sorted_deal(3)[0]], "hands[2][0]"),
        ([*sorted_deal(3)[:2], ["EU13"] * 20], "hands[2][0]"),
    ],
)
def test_hands_that_are_no_deal_of_the_deck_start_no_game(
    hands: list[list[str]], where: str
) -> None:
    with pytest.raises(BadDeal) as caught:
        new_game(hands)
    assert caught.value.where == where
