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
    are still in somebody's hand. An "early" weight counts in full while the own hand is whole and
    fades as it empties.
    """

    far: float  # each step to the farthest own card: the row must grow up to there for us
    far_early: float
    far_squared: float
    others: float  # each card of the others: laying this one may let them on
    others_early: float
    others_near_end: float  # the same, in full once another player has one card left
    others_squared: float
    end: float  # the card opens no side at all, so that it helps nobody else
    decline: float  # a bonus is declined when no card is worth at least this


# Found by playing some hundred million games against the "classic" bot of tests/bench/bots.py at
# tables of three to six.
GOOD = Weights(
    far=4.79,
    far_early=5.85,
    far_squared=0.423,
    others=-0.71,
    others_early=-4.89,
    others_near_end=1.67,
    others_squared=-0.105,
    end=1.27,
    decline=-1.35,
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
    worth = {card: _worth(card, view) for card in view.playable}
    best = max(worth, key=worth.__getitem__)
    if view.bonus and worth[best] < GOOD.decline:
        return Pass()
    return _lay(best)


def _lay(card: str) -> Place:
    return Place(card, continent_of(card))


def _lead(card: str, hand: tuple[str, ...]) -> int:
    """How many more own cards than cards of the others lie beyond a card."""
    return sum(1 if beyond in hand else -1 for side in _SIDES[card] for beyond in side)


def _worth(card: str, view: SeatView) -> float:
    """How much the good bot wants to lay a card; see Weights."""
    w = GOOD
    early = len(view.hand) * view.seats / len(CARDS)
    near_end = 1 / min(n for seat, n in enumerate(view.counts) if n and seat != view.seat)
    worth = 0.0 if _SIDES[card] else w.end
    for side in _SIDES[card]:
        own = [step for step, beyond in enumerate(side, 1) if beyond in view.hand]
        far = own[-1] if own else 0
        others = len(side) - len(own)
        worth += far * (w.far + w.far_early * early + w.far_squared * far)
        worth += others * (w.others + w.others_early * early + w.others_near_end * near_end)
        worth += others * others * w.others_squared
    return worth
