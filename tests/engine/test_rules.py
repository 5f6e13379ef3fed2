"""The rules on deals built by hand; tests/vectors holds many more."""

from collections.abc import Sequence

import pytest

from game.engine import (
    Action,
    IllegalAction,
    Pass,
    Place,
    Referee,
    State,
    Timeout,
    apply,
    legal,
    new_game,
)
from tests.engine.games import sorted_deal

# Three seats: seat 0 holds EU1-12 and AS1-8, seat 1 AS9-12, AF1-12 and AM1-4, seat 2 the rest.
OPENING: tuple[int, Action] = (0, Place("EU6", "EU"))


def after(
    *actions: tuple[int, Action],
    swaps: Sequence[tuple[str, str]] = (),
    referee: Referee = Referee.TABLE,
) -> State:
    state = new_game(sorted_deal(3, *swaps), referee)
    for seat, action in actions:
        state, _ = apply(state, seat, action)
    return state


def refusal(state: State, seat: int, action: Action) -> str:
    with pytest.raises(IllegalAction) as caught:
        apply(state, seat, action)
    assert str(caught.value) == caught.value.message
    return caught.value.code


def test_the_opening_offers_the_reindeer_alone() -> None:
    assert legal(after()) == (Place("EU6", "EU"),)


def test_a_closed_row_takes_its_6_and_an_open_row_its_two_neighbours() -> None:
    state = after(OPENING, (1, Pass()), (2, Pass()))
    assert legal(state) == (Place("EU5", "EU"), Place("EU7", "EU"), Place("AS6", "AS"))


def test_a_finished_row_takes_nothing_and_its_ends_open_no_other_row() -> None:
    moves: list[tuple[int, Action]] = [OPENING]
    for card in ["EU7", "EU8", "EU9", "EU10", "EU11", "EU12"]:
        moves += [(1, Timeout()), (2, Timeout()), (0, Place(card, "EU"))]
    state = after(*moves)
    assert state.rows["EU"] == (6, 12)
    assert legal(state) == (Place("EU5", "EU"), Place("AS6", "AS"))


def test_whoever_cannot_lay_is_offered_nothing_and_passes_honestly() -> None:
    state = after(OPENING, swaps=[("AF6", "EU1")])
    assert legal(state) == ()
    state, events = apply(state, 1, Pass())
    assert events == (("passed", 1),)
    assert state.to_move == 2


def test_nothing_is_legal_once_the_game_is_over() -> None:
    state = after(OPENING)._replace(to_move=None)
    assert legal(state) == ()
    assert refusal(state, 1, Pass()) == "game_over"


def test_a_refused_action_leaves_the_state_as_it_was() -> None:
    state = after(OPENING)
    before = tuple(state)
    assert refusal(state, 0, Pass()) == "not_your_turn"
    assert refusal(state, 1, Place("AF13", "AF")) == "unknown_card"
    assert refusal(state, 1, Place("AF6", "af")) == "unknown_row"
    assert refusal(state, 1, Place("EU7", "EU")) == "not_in_hand"
    assert tuple(state) == before


@pytest.mark.parametrize("action", [Pass(), Timeout(), Place("EU6", "AS"), Place("?", "?")])
def test_at_the_opening_all_but_the_reindeer_in_its_row_is_refused(action: Action) -> None:
    assert refusal(after(), 0, action) == "opening_required"
    assert refusal(after(), 2, action) == "not_your_turn"


def test_a_seat_that_is_not_at_the_table_never_has_the_turn() -> None:
    assert refusal(after(OPENING), 3, Pass()) == "not_your_turn"
    assert refusal(after(OPENING), -2, Pass()) == "not_your_turn"


def test_a_state_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        after().to_move = 1  # type: ignore[misc]


def test_actions_of_different_kinds_are_never_equal() -> None:
    assert len({Pass(), Timeout(), Place("EU6", "EU")}) == 3


def test_with_the_referee_off_a_false_pass_costs_nothing_even_when_shown() -> None:
    state = after(OPENING, (1, Pass()), referee=Referee.OFF)
    state, _ = apply(state, 2, Pass())
    state, _ = apply(state, 0, Pass())
    state, events = apply(state, 1, Place("AF6", "AF"))
    assert events == (("placed", 1, "AF6", "AF"),)
    assert state.lost_turns == (0, 0, 0)
