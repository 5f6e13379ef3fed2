"""Players that are programs. They decide from a `SeatView` alone, and they are honest.

Honest: no bot places a card wrongly on purpose, and none says that it has no card while it has
one. Losing a turn that way is strong play, but a bad example. Declining a bonus is fair (rule III).
"""

import random
from typing import NamedTuple

from game.engine.cards import CARDS, continent_of, number_of
from game.engine.state import Action, Pass, Place
from game.engine.view import SeatView

LEVELS = ("beginner", "medium", "good")


class Weights(NamedTuple):
    """What makes a card worth laying: the weights of a sum over the sides that it opens.

    A 6 opens two sides, a 1 and a 12 none, any other card one. All cards beyond it on that side
    are still in somebody's hand. An "early" weight counts in full while the hand is whole and
    fades as it empties.
    """

    side: float  # that the card opens a side at all
    side_early: float
    others: float  # each card of the others on the side: they may go on there
    others_early: float
    others_near_end: float  # the same, in full once another player has one card left
    others_squared: float
    own: float  # that there is an own card on the side
    far: float  # each step to the farthest own card, up to which the row must grow for us
    far_early: float
    far_squared: float
    before: float  # each card of the others up to the farthest own one: they must lay it for us
    after: float  # each card of the others after the farthest own one: a gift to them
    nothing: float  # that nothing lies beyond the card, a 1 or a 12: it changes nothing for others
    decline: float  # a bonus is declined when no card is worth at least this


GOOD = Weights(
    side=0.907,
    side_early=-1.39,
    others=-0.502,
    others_early=-3.145,
    others_near_end=1.258,
    others_squared=-0.11,
    own=2.185,
    far=1.221,
    far_early=2.6,
    far_squared=0.4,
    before=1.325,
    after=2.354,
    nothing=1.784,
    decline=-0.459,
)


def _sides(card: str) -> tuple[tuple[str, ...], ...]:
    """The cards beyond a card, from its neighbour outwards, on each side that it opens."""
    number, index = number_of(card), CARDS.index(card)
    down = CARDS[index - number + 1 : index][::-1] if number <= 6 else ()
    up = CARDS[index + 1 : index - number + 13] if number >= 6 else ()
    return tuple(side for side in (down, up) if side)


_SIDES = {card: _sides(card) for card in CARDS}


def choose(view: SeatView, rng: random.Random, level: str) -> Action:
    """What a bot of this level (one of LEVELS) does, seeing the game from the seat to move.

    A right placement; `Pass()` when there is none, or to decline a bonus. ValueError when it is not
    the turn of that seat, or when there is no such level.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}")
    if view.seat is None or view.seat != view.to_move:
        raise ValueError("a bot can only move when it is its turn")
    if not view.playable:
        return Pass()
    if level == "beginner":
        return _lay(rng.choice(view.playable))
    if level == "medium":
        return _lay(max(view.playable, key=lambda card: (_lead(card, view.hand), rng.random())))
    worth = {card: _worth(card, view, GOOD) for card in view.playable}
    best = max(worth, key=worth.__getitem__)
    if view.bonus and worth[best] < GOOD.decline:
        return Pass()
    return _lay(best)


def _lay(card: str) -> Place:
    return Place(card, continent_of(card))


def _lead(card: str, hand: tuple[str, ...]) -> int:
    """How many more own cards than cards of the others lie beyond a card."""
    return sum(1 if beyond in hand else -1 for side in _SIDES[card] for beyond in side)


def _farthest(side: tuple[str, ...], hand: tuple[str, ...]) -> int:
    """Steps to the farthest own card on a side; 0 without any."""
    return max((step for step, card in enumerate(side, 1) if card in hand), default=0)


def _worth(card: str, view: SeatView, weights: Weights) -> float:
    """The weighted sum of what laying this card opens; see Weights."""
    early = len(view.hand) * view.seats / len(CARDS)
    near_end = 1 / min(n for seat, n in enumerate(view.counts) if n and seat != view.seat)
    worth = 0.0 if _SIDES[card] else weights.nothing
    for side in _SIDES[card]:
        own = sum(beyond in view.hand for beyond in side)
        others = len(side) - own
        far = _farthest(side, view.hand)
        worth += weights.side + weights.side_early * early
        worth += others * (
            weights.others + weights.others_early * early + weights.others_near_end * near_end
        )
        worth += weights.others_squared * others**2
        if own:
            worth += weights.own + far * (weights.far + weights.far_early * early)
            worth += weights.far_squared * far**2
            worth += weights.before * (far - own) + weights.after * (len(side) - far)
    return worth
