"""Bots are legal, honest, and stronger level by level."""

import random
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import (
    LEVELS,
    Pass,
    Place,
    Referee,
    SeatView,
    apply,
    choose,
    deal,
    legal,
    new_game,
    seat_view,
)
from tests.bench.bots import MATCHES, Match, won_share
from tests.engine.games import play, referees, seeds, sorted_deal, table_sizes

levels = st.sampled_from(LEVELS)


def view_of(hand: str, playable: str, *, bonus: bool = False) -> SeatView:
    """Early in a game of three: the view of seat 0, to move with these cards."""
    return seat_view(new_game(sorted_deal(3)), 0)._replace(
        opening=False,
        hand=tuple(hand.split()),
        playable=tuple(playable.split()),
        counts=(len(hand.split()), 18, 18),
        bonus=bonus,
    )


def test_a_thousand_bot_games_of_every_size_all_end_and_no_move_is_refused() -> None:
    rng = random.Random(1)
    for game in range(1000):
        state = new_game(deal(rng, 3 + game % 4), rng.choice(list(Referee)))
        bots = [rng.choice(LEVELS) for _ in range(state.seats)]
        while state.to_move is not None:
            seat = state.to_move
            state, _ = apply(state, seat, choose(seat_view(state, seat), rng, bots[seat]))
        assert len(state.places) == state.seats


@given(seeds, table_sizes, referees, levels)
def test_a_bot_is_honest_whatever_the_others_do(
    seed: int, seats: int, referee: Referee, level: str
) -> None:
    rng = random.Random(seed)
    for step in play(new_game(deal(rng, seats), referee), rng, wild=True):
        action = choose(seat_view(step.before, step.seat), rng, level)
        right = legal(step.before)
        assert action in right or (action == Pass() and (step.before.bonus or not right))


@given(seeds, table_sizes, levels)
def test_a_bot_decides_the_same_from_the_same_view_and_seed(
    seed: int, seats: int, level: str
) -> None:
    rng = random.Random(seed)
    for step in play(new_game(deal(rng, seats)), rng, wild=False):
        view = seat_view(step.before, step.seat)
        assert choose(view, random.Random(7), level) == choose(view, random.Random(7), level)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_opens_with_the_reindeer(level: str) -> None:
    view = seat_view(new_game(sorted_deal(3)), 0)
    assert choose(view, random.Random(1), level) == Place("EU6", "EU")


@pytest.mark.parametrize("seat", [None, 1])
def test_a_bot_does_not_move_out_of_turn(seat: int | None) -> None:
    view = seat_view(new_game(sorted_deal(3)), seat)
    with pytest.raises(ValueError, match="turn"):
        choose(view, random.Random(1), "good")


def test_there_are_no_other_levels() -> None:
    with pytest.raises(ValueError, match="level"):
        choose(seat_view(new_game(sorted_deal(3)), 0), random.Random(1), "expert")


def test_the_medium_bot_opens_the_way_to_its_own_cards() -> None:
    view = view_of("EU7 EU8 EU9 EU10 AS7 AF1 AF2", "EU7 AS7")
    assert choose(view, random.Random(1), "medium") == Place("EU7", "EU")


def test_the_good_bot_holds_back_what_lets_the_others_on() -> None:
    view = view_of("EU2 AF7 AF10 AF11 AM1 AM8 AM9 AS1 AU2", "EU2 AM1")
    assert choose(view, random.Random(1), "good") == Place("AM1", "AM")


def test_the_good_bot_declines_a_bonus_that_only_helps_the_others() -> None:
    hand = "EU1 EU2 AF7 AF10 AF11 AM1 AM2 AM8 AM9 AS1 AS2 AU2 AU4 AU8 AU9"
    assert choose(view_of(hand, "AF7"), random.Random(1), "good") == Place("AF7", "AF")
    hand = hand.replace("AF10 AF11 ", "")
    assert choose(view_of(hand, "AF7"), random.Random(1), "good") == Place("AF7", "AF")
    assert choose(view_of(hand, "AF7", bonus=True), random.Random(1), "good") == Pass()


@pytest.mark.parametrize("match", [match for match in MATCHES if match.bar], ids=str)
def test_a_level_is_about_as_strong_as_it_must_be(match: Match) -> None:
    games = 600  # the bench plays enough of them to be exact; this only notices a broken bot
    assert won_share(match, games, defaultdict(list)) > match.bar - 0.06
