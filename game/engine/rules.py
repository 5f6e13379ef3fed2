"""The rules: the deal becomes a game, and an action turns one state into the next.

Roman numbers are the printed rules I to VI. `legal` is the one source of right placements: it
serves validation, hints and bots.
"""

from collections.abc import Sequence
from typing import TypeVar

from game.engine.cards import (
    BIT,
    CARD,
    CONTINENT,
    CONTINENTS,
    OPENING_CARD,
    check_deal,
    continent_of,
    mask_of,
    numbered,
)
from game.engine.state import (
    Action,
    Event,
    IllegalAction,
    Place,
    Referee,
    State,
    Timeout,
)

T = TypeVar("T")
Outcome = tuple[State, tuple[Event, ...]]

PENALTY_TURNS = 2

_OPENING = BIT[OPENING_CARD]
_OPENING_ACTION = Place(OPENING_CARD, continent_of(OPENING_CARD))
_SIXES, _TWELVES = numbered(6), numbered(12)
_NOT_ONES, _NOT_TWELVES = ~numbered(1), ~_TWELVES
_RIGHT = {bit: Place(card, CONTINENT[card]) for bit, card in CARD.items()}


def new_game(hands: Sequence[Sequence[str]], referee: Referee = Referee.TABLE) -> State:
    """The game before its opening, the holder of the reindeer to move.

    `hands` are 3 to 6 equal hands, in seat order, of the 60 codes; BadDeal otherwise.
    """
    check_deal(hands)
    held = tuple(mask_of(hand) for hand in hands)
    nothing = (0,) * len(held)
    return State(
        referee=Referee(referee),  # its value will do
        held=held,
        laid=0,
        to_move=next(seat for seat, mask in enumerate(held) if mask & _OPENING),
        bonus=False,
        lost_turns=nothing,
        places=(),
        seen=nothing,
        passes=((),) * len(held),
    )


def open_ends(laid: int) -> int:
    """The cards a layout takes: the 6 of a closed row (I), the next ones of an open row (II)."""
    above = (laid & _NOT_TWELVES) << 1
    below = (laid & _NOT_ONES) >> 1
    return (above | below | _SIXES) & ~laid


def playable_by(state: State, seat: int | None) -> int:
    """The cards this seat can rightly lay now; none unless it is the seat to move."""
    if seat is None or seat != state.to_move:
        return 0
    if not state.laid:
        return _OPENING
    return state.held[seat] & open_ends(state.laid)


def legal(state: State) -> tuple[Place, ...]:
    """The right placements of the seat to move, in the sorted order of the cards (rules I, II).

    Without any, the honest action is `Pass()`; a pending bonus may be declined by `Pass()` as well
    (rule III). At the opening there is the reindeer alone; once the game is over there is nothing.
    """
    playable = playable_by(state, state.to_move)
    actions = []
    while playable:
        lowest = playable & -playable
        actions.append(_RIGHT[lowest])
        playable ^= lowest
    return tuple(actions)


def apply(state: State, seat: int, action: Action) -> Outcome:
    """The state after `seat` does `action`, and the events of it in the order they happen.

    A wrong placement and a false pass are allowed, and cost what rules IV and V say. What is no
    move at all raises IllegalAction.
    """
    if seat != state.to_move:
        raise _out_of_turn(state, seat)
    if not state.laid and action != _OPENING_ACTION:
        raise IllegalAction("opening_required", "The game opens with the reindeer, EU6, in row EU.")
    if isinstance(action, Place):
        bit = _held_bit(state, seat, action)
        if bit & open_ends(state.laid) and action.row == CONTINENT[action.card]:
            return _lay(state, seat, action, bit)
        return _misplace(state, seat, action, bit)
    if isinstance(action, Timeout):
        return _end_turn(state, seat, [("timed_out", seat)])
    if state.bonus:
        return _end_turn(state, seat, [("declined", seat)])
    return _pass(state, seat)


def _out_of_turn(state: State, seat: int) -> IllegalAction:
    if state.to_move is None:
        return IllegalAction("game_over", "The game is over.")
    return IllegalAction("not_your_turn", f"It is the turn of seat {state.to_move}, not of {seat}.")


def _held_bit(state: State, seat: int, action: Place) -> int:
    bit = BIT.get(action.card)
    if bit is None:
        raise IllegalAction("unknown_card", "There is no such card.")
    if action.row not in CONTINENTS:
        raise IllegalAction("unknown_row", "There is no such row.")
    if not bit & state.held[seat]:
        raise IllegalAction("not_in_hand", f"Seat {seat} does not hold {action.card}.")
    return bit


def _lay(state: State, seat: int, action: Place, bit: int) -> Outcome:
    """A right placement (I, II), what it proves (V), and the place (VI) or the bonus (III)."""
    events: list[Event] = [("placed", seat, action.card, action.row)]
    lost_turns, passes = _show(state, seat, action.card, events)
    hand = state.held[seat] ^ bit
    held = _with(state.held, seat, hand)
    places = state.places
    to_move: int | None = seat
    bonus = bool(hand and bit & _TWELVES)
    if bonus:
        events.append(("bonus", seat))
    else:
        if not hand:
            # Who has finished owes nothing.
            lost_turns, passes = _with(lost_turns, seat, 0), _with(passes, seat, ())
            places = _finish(held, places, seat, events)
        to_move, lost_turns = _next_turn(held, places, lost_turns, seat, events)
    seen = _with(state.seen, seat, state.seen[seat] & hand)
    laid = state.laid | bit
    # By position, because `_replace` would take a fifth of the time of the whole move.
    after = State(state.referee, held, laid, to_move, bonus, lost_turns, places, seen, passes)
    return after, tuple(events)


def _misplace(state: State, seat: int, action: Place, bit: int) -> Outcome:
    """A wrong placement (IV): the card goes back to the hand, and all have seen it."""
    if action.row != CONTINENT[action.card]:
        reason = "wrong_continent"
    elif state.rows[action.row] is None:
        reason = "row_closed"
    else:
        reason = "out_of_order"
    events: list[Event] = [("misplaced", seat, action.card, action.row, reason)]
    lost_turns, passes = _show(state, seat, action.card, events)
    seen = _with(state.seen, seat, state.seen[seat] | bit)
    state = state._replace(lost_turns=lost_turns, seen=seen, passes=passes)
    return _end_turn(state, seat, events)


def _pass(state: State, seat: int) -> Outcome:
    """A pass (IV), honest or false; a false one may be discovered at once (V)."""
    events: list[Event] = [("passed", seat)]
    strict = state.referee is Referee.STRICT
    playable = open_ends(state.laid)
    proof = playable & state.held[seat] & (-1 if strict else state.seen[seat])
    passes = state.passes[seat]
    if proof:
        if state.referee is not Referee.OFF:
            events.append(("discovered", seat, None if strict else CARD[proof & -proof]))
            state = state._replace(lost_turns=_with(state.lost_turns, seat, PENALTY_TURNS))
    elif playable not in passes:
        # Passes at which the same cards were playable are proven together, so one of them will do.
        state = state._replace(passes=_with(state.passes, seat, (*passes, playable)))
    return _end_turn(state, seat, events)


def _show(
    state: State, seat: int, card: str, events: list[Event]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """All see a card of the hand: was it playable when this seat passed, that pass was false (V).

    The card was in the hand then, since hands only shrink. Returns the new lost_turns and passes.
    """
    passes = state.passes[seat]
    if not passes:
        return state.lost_turns, state.passes
    unproven = tuple([playable for playable in passes if not playable & BIT[card]])
    if len(unproven) == len(passes):
        return state.lost_turns, state.passes
    lost_turns = state.lost_turns
    if state.referee is Referee.TABLE:
        events.append(("discovered", seat, card))
        lost_turns = _with(lost_turns, seat, PENALTY_TURNS)
    return lost_turns, _with(state.passes, seat, unproven)


def _finish(
    held: tuple[int, ...], places: tuple[int, ...], seat: int, events: list[Event]
) -> tuple[int, ...]:
    """The last card is laid: the seat takes the next place, and the last player the last (VI)."""
    places = (*places, seat)
    events.append(("finished", seat, len(places)))
    if len(places) == len(held) - 1:
        last = next(other for other, hand in enumerate(held) if hand)
        places = (*places, last)
        events += [("finished", last, len(places)), ("over",)]
    return places


def _end_turn(state: State, seat: int, events: list[Event]) -> Outcome:
    """Nothing was laid, and the turn goes to the right."""
    to_move, lost_turns = _next_turn(state.held, state.places, state.lost_turns, seat, events)
    after = state._replace(to_move=to_move, bonus=False, lost_turns=lost_turns)
    return after, tuple(events)


def _next_turn(
    held: tuple[int, ...],
    places: tuple[int, ...],
    lost_turns: tuple[int, ...],
    seat: int,
    events: list[Event],
) -> tuple[int | None, tuple[int, ...]]:
    """The turn goes to the right, over finished seats and over those that owe turns (V).

    Returns the new to_move, None once all have their places (VI), and the new lost_turns.
    """
    seats = len(held)
    if len(places) == seats:
        return None, lost_turns
    while True:
        seat = (seat + 1) % seats
        if not held[seat]:
            continue
        if not lost_turns[seat]:
            return seat, lost_turns
        lost_turns = _with(lost_turns, seat, lost_turns[seat] - 1)
        events.append(("turn_lost", seat))


def _with(per_seat: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The same tuple but for one seat."""
    changed = list(per_seat)
    changed[seat] = value
    return tuple(changed)
