"""A seat sees its hand and what happened in front of everybody, and nothing else."""

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from game.engine import (
    Action,
    Pass,
    Place,
    Referee,
    State,
    Timeout,
    apply,
    deal,
    legal,
    new_game,
    seat_view,
)
from tests.engine.games import play, referees, seeds, sorted_deal, table_sizes

# Three seats: seat 0 holds EU1-12 and AS1-8, seat 1 AS9-12, AF1-12 and AM1-4, seat 2 the rest.


def after(*actions: tuple[int, Action], referee: Referee = Referee.TABLE) -> State:
    state = new_game(sorted_deal(3), referee)
    for seat, action in [(0, Place("EU6", "EU")), *actions]:
        state, _ = apply(state, seat, action)
    return state


def test_a_spectator_has_no_hand_and_nothing_to_lay() -> None:
    view = seat_view(after(), None)
    assert (view.seat, view.hand, view.playable) == (None, (), ())
    assert view.counts == (19, 20, 20)


def test_only_the_seat_to_move_is_told_what_it_can_lay() -> None:
    state = after()
    assert seat_view(state, 0).playable == ()
    assert seat_view(state, 1).playable == ("AF6",)
    assert seat_view(new_game(sorted_deal(3)), 0).playable == ("EU6",)


def test_a_wrong_placement_shows_the_card_until_it_is_laid() -> None:
    state = after((1, Place("AF6", "AM")), (2, Timeout()), (0, Timeout()))
    assert seat_view(state, 2).shown == ((), ("AF6",), ())
    state, _ = apply(state, 1, Place("AF6", "AF"))
    assert seat_view(state, 2).shown == ((), (), ())


def test_a_pass_says_which_cards_an_honest_player_lacks() -> None:
    state = after((1, Pass()))
    lacks = ("EU5", "EU7", "AS6", "AF6", "AM6", "AU6")
    assert seat_view(state, 2).passed_on == ((), lacks, ())
    state, _ = apply(state, 2, Place("AM6", "AM"))
    assert seat_view(state, 0).passed_on[1] == ("EU5", "EU7", "AS6", "AF6", "AU6")


@pytest.mark.parametrize("referee", [Referee.TABLE, Referee.OFF])
def test_a_pass_that_all_know_to_be_false_says_nothing_about_the_hand(referee: Referee) -> None:
    passed: list[tuple[int, Action]] = [(1, Pass()), (2, Timeout()), (0, Timeout())]
    later = after(*passed, (1, Place("AF6", "AF")), referee=referee)
    assert seat_view(later, 0).passed_on == ((), (), ())
    at_once = after((1, Place("AF6", "AM")), (2, Timeout()), (0, Timeout()), *passed[:1])
    assert seat_view(at_once, 0).passed_on == ((), (), ())


def test_a_timeout_says_nothing_about_the_hand() -> None:
    assert seat_view(after((1, Timeout())), 0).passed_on == ((), (), ())


@given(seeds, table_sizes, referees)
def test_a_view_made_from_anybody_elses_is_the_same(
    seed: int, seats: int, referee: Referee
) -> None:
    rng = random.Random(seed)
    eyes = (None, *range(seats))
    for step in play(new_game(deal(rng, seats), referee), rng, wild=True):
        other = seat_view(step.before, rng.choice(eyes))
        for seat in eyes:
            assert seat_view(step.before, seat, other) == seat_view(step.before, seat)


def test_there_is_no_view_from_a_seat_that_is_not_there() -> None:
    with pytest.raises(IndexError):
        seat_view(after(), 3)


@given(seeds, table_sizes, referees)
def test_a_view_offers_exactly_what_is_legal(seed: int, seats: int, referee: Referee) -> None:
    rng = random.Random(seed)
    for step in play(new_game(deal(rng, seats), referee), rng, wild=True):
        for seat in range(seats):
            placements = legal(step.before) if seat == step.before.to_move else ()
            assert seat_view(step.before, seat).playable == tuple(p.card for p in placements)


@given(seeds, table_sizes, referees)
def test_in_honest_play_nobody_holds_a_card_they_passed_on(
    seed: int, seats: int, referee: Referee
) -> None:
    rng = random.Random(seed)
    for step in play(new_game(deal(rng, seats), referee), rng, wild=False):
        view = seat_view(step.after, None)
        for hand, lacks in zip(step.after.hands, view.passed_on, strict=True):
            assert not set(hand) & set(lacks)


@given(seeds, table_sizes, referees)
def test_shown_cards_are_held_and_never_passed_on(seed: int, seats: int, referee: Referee) -> None:
    rng = random.Random(seed)
    for step in play(new_game(deal(rng, seats), referee), rng, wild=True):
        view = seat_view(step.after, None)
        for seat, shown in enumerate(view.shown):
            assert set(shown) <= set(step.after.hands[seat])
            assert not set(shown) & set(view.passed_on[seat])


@given(seeds, table_sizes, referees, st.integers(1, 150))
def test_cards_that_others_hide_may_be_swapped_and_no_view_changes(
    seed: int, seats: int, referee: Referee, length: int
) -> None:
    rng = random.Random(seed)
    hands = deal(rng, seats)
    steps = list(play(new_game(hands, referee), rng, wild=True, most=length))
    told = {card for step in steps for event in step.events for card in event[2:3]}
    one, other, viewer = rng.sample(range(seats), 3)
    hidden_one = [card for card in hands[one] if card not in told]
    hidden_other = [card for card in hands[other] if card not in told]
    assume(hidden_one and hidden_other)
    swap = {(x := rng.choice(hidden_one)): (y := rng.choice(hidden_other)), y: x}
    state = new_game([[swap.get(card, card) for card in hand] for hand in hands], referee)
    for step in steps:
        state, events = apply(state, step.seat, step.action)
        if referee is Referee.STRICT and events != step.events:
            return  # a strict referee told all that a pass was false: another world for them too
        assert events == step.events
        for seat in (viewer, None):
            assert seat_view(state, seat) == seat_view(step.after, seat)
