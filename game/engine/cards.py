"""The sixty cards, their codes and the deal.

At the edge a card is its code, "EU6". Inside the engine a set of cards is one integer of sixty
bits, in the sorted order of the codes: bit 12·c + n - 1 is number n of continent c. Whole hands
are then compared and counted in one operation.
"""

import random
from collections.abc import Sequence

CONTINENTS = ("EU", "AS", "AF", "AM", "AU")
NUMBERS = range(1, 13)
CARDS: tuple[str, ...] = tuple(f"{continent}{n}" for continent in CONTINENTS for n in NUMBERS)
OPENING_CARD = "EU6"
SEATS = range(3, 7)

CONTINENT: dict[str, str] = {card: card[:2] for card in CARDS}
BIT: dict[str, int] = {card: 1 << index for index, card in enumerate(CARDS)}
CARD: dict[int, str] = {bit: card for card, bit in BIT.items()}


class BadDeal(ValueError):
    """Hands that are no deal of this deck: `where` ("hands[2][0]") and `problem`."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


def continent_of(card: str) -> str:
    """The row a card belongs to: "EU" for "EU6". KeyError when there is no such card."""
    return CONTINENT[card]


def number_of(card: str) -> int:
    """The number on a card, 1 to 12: 6 for "EU6". KeyError when there is no such card."""
    return (BIT[card].bit_length() - 1) % 12 + 1


def cards_of(mask: int) -> tuple[str, ...]:
    """The codes of a set of cards, in the sorted order EU, AS, AF, AM, AU, then by number."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(CARD[lowest])
        mask ^= lowest
    return tuple(cards)


def mask_of(cards: Sequence[str]) -> int:
    """The set of some different cards. KeyError when there is no such card."""
    return sum(BIT[card] for card in cards)


def numbered(number: int) -> int:
    """The set of the five cards with this number."""
    return mask_of([f"{continent}{number}" for continent in CONTINENTS])


def deal(rng: random.Random, seats: int) -> tuple[tuple[str, ...], ...]:
    """Shuffle the deck and deal it all, one card at a time round the table.

    Returns a hand for each seat, in the order dealt: 20, 15, 12 or 10 codes each.
    ValueError unless there are 3 to 6 seats.
    """
    if seats not in SEATS:
        raise ValueError(f"{seats} players, not 3 to 6")
    deck = list(CARDS)
    rng.shuffle(deck)
    return tuple(tuple(deck[seat::seats]) for seat in range(seats))


def check_deal(hands: Sequence[Sequence[str]]) -> None:
    """BadDeal unless these are 3 to 6 equal hands that together are the whole deck."""
    if len(hands) not in SEATS:
        raise BadDeal("hands", f"{len(hands)} hands, not 3 to 6")
    size = len(CARDS) // len(hands)
    holder: dict[str, int] = {}
    for seat, hand in enumerate(hands):
        for index, card in enumerate(hand):
            if card not in BIT:
                raise BadDeal(f"hands[{seat}][{index}]", "there is no such card")
            if card in holder:
                raise BadDeal(f"hands[{seat}][{index}]", f"{card} is in hands[{holder[card]}] too")
            holder[card] = seat
        if len(hand) != size:
            raise BadDeal(f"hands[{seat}]", f"{len(hand)} cards, not {size}")
