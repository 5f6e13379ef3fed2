"""Games to test with: played at random, honestly or wildly, and the deals they start from."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import strategies as st

from game.engine import (
    CARDS,
    CONTINENTS,
    Action,
    Event,
    Pass,
    Place,
    Record,
    Referee,
    State,
    Timeout,
    apply,
    continent_of,
    deal,
    legal,
    new_game,
)

seeds = st.integers(0, 2**32 - 1)
table_sizes = st.integers(3, 6)
referees = st.sampled_from(Referee)


class Step(NamedTuple):
    before: State
    seat: int
    action: Action
    events: tuple[Event, ...]
    after: State


def honest_action(state: State, rng: random.Random) -> Action:
    """Uniformly one of the right placements, or the pass that is honest now."""
    choices: tuple[Action, ...] = legal(state)
    if state.bonus or not choices:
        choices = (*choices, Pass())
    return rng.choice(choices)


def wild_action(state: State, rng: random.Random) -> Action:
    """Anything that is not refused: wrong placements, false passes and timeouts among it."""
    if state.opening or rng.random() < 0.5:
        return honest_action(state, rng)
    card = rng.choice(state.hands[state.to_move or 0])
    wrong_row = rng.choice(CONTINENTS)
    choices: list[Action] = [Pass(), Timeout(), Place(card, continent_of(card))]
    return rng.choice([*choices, Place(card, wrong_row)])


def play(state: State, rng: random.Random, *, wild: bool, most: int = 1000) -> Iterator[Step]:
    """The steps of a game until it is over, or of its first `most` actions."""
    for _ in range(most):
        if state.to_move is None:
            return
        seat = state.to_move
        action = wild_action(state, rng) if wild else honest_action(state, rng)
        after, events = apply(state, seat, action)
        yield Step(state, seat, action, events, after)
        state = after


@st.composite
def wild_records(draw: st.DrawFn) -> Record:
    """Records of games that stopped somewhere, every action of which the rules accept."""
    rng = random.Random(draw(seeds))
    hands = deal(rng, draw(table_sizes))
    referee = draw(referees)
    steps = play(new_game(hands, referee), rng, wild=True, most=draw(st.integers(0, 200)))
    return Record(
        hands=hands,
        actions=tuple((step.seat, step.action) for step in steps),
        referee=referee,
        players=draw(st.none() | st.just(tuple(f"player {seat}" for seat in range(len(hands))))),
    )


def sorted_deal(seats: int, *swaps: tuple[str, str]) -> list[list[str]]:
    """The deck dealt in sorted blocks (three seats: EU1 to AS8, and so on), some cards swapped."""
    deck = list(CARDS)
    for one, other in swaps:
        i, j = deck.index(one), deck.index(other)
        deck[i], deck[j] = deck[j], deck[i]
    size = len(deck) // seats
    return [deck[start : start + size] for start in range(0, len(deck), size)]
