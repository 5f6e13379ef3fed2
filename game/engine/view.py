"""What one seat may know: the only form in which a game leaves the engine.

A view is a function of the own hand and of what happened on the table in front of everybody.
Nothing in it depends on a card that others still hide.
"""

from functools import reduce
from operator import or_
from typing import NamedTuple

from game.engine.cards import cards_of
from game.engine.rules import playable_by
from game.engine.state import Referee, Rows, State


class SeatView(NamedTuple):
    """A game as one seat sees it, or a spectator (`seat` None, no hand).

    Cards are codes, sorted EU, AS, AF, AM, AU, then by number; "per seat" is a tuple in seat order.
    """

    seat: int | None
    seats: int
    referee: Referee
    rows: Rows  # row: (low, high), or None while its 6 is not laid
    hand: tuple[str, ...]
    counts: tuple[int, ...]  # cards in hand, per seat
    to_move: int | None  # None once the game is over
    bonus: bool  # the seat to move may lay one more (rule III)
    lost_turns: tuple[int, ...]  # penalty turns still owed, per seat (rule V)
    places: tuple[int, ...]  # seats in finishing order (rule VI)
    over: bool
    opening: bool  # the reindeer is still to be laid
    playable: tuple[str, ...]  # own cards that `legal` lets this seat lay now
    shown: tuple[tuple[str, ...], ...]  # per seat, cards in hand that a wrong placement showed
    passed_on: tuple[tuple[str, ...], ...]  # per seat, cards not laid yet that could have been laid
    # when it passed: an honest player holds none of them; passes known to be false do not count


def seat_view(state: State, seat: int | None, other: SeatView | None = None) -> SeatView:
    """The game as `seat` sees it; None is a spectator. IndexError when there is no such seat.

    `other` is anybody's view of the same state: what all see alike is taken from it.
    """
    if other is not None:
        return other._replace(
            seat=seat,
            hand=() if seat is None else cards_of(state.held[seat]),
            playable=cards_of(playable_by(state, seat)),
        )
    return SeatView(
        seat=seat,
        seats=state.seats,
        referee=state.referee,
        rows=state.rows,
        hand=() if seat is None else cards_of(state.held[seat]),
        counts=tuple(mask.bit_count() for mask in state.held),
        to_move=state.to_move,
        bonus=state.bonus,
        lost_turns=state.lost_turns,
        places=state.places,
        over=state.over,
        opening=state.opening,
        playable=cards_of(playable_by(state, seat)),
        shown=tuple(cards_of(mask) for mask in state.seen),
        passed_on=tuple(cards_of(reduce(or_, passes, 0) & ~state.laid) for passes in state.passes),
    )
