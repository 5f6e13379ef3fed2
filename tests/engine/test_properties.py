"""What holds in every game, however it is played."""

import random

from hypothesis import given

from game.engine import (
    CARDS,
    CONTINENTS,
    Event,
    Pass,
    Place,
    Record,
    Referee,
    State,
    apply,
    continent_of,
    deal,
    dump_record,
    legal,
    new_game,
    number_of,
    parse_record,
    replay,
)
from tests.engine.games import play, referees, seeds, table_sizes, wild_records


def cards_on_table(state: State) -> list[str]:
    return [
        f"{continent}{number}"
        for continent, run in state.rows.items()
        if run
        for number in range(run[0], run[1] + 1)
    ]


@given(seeds, table_sizes, referees)
def test_every_card_is_always_in_one_hand_or_on_the_table(
    seed: int, seats: int, referee: Referee
) -> None:
    rng = random.Random(seed)
    for step in play(new_game(deal(rng, seats), referee), rng, wild=True):
        held = [card for hand in step.after.hands for card in hand]
        assert sorted([*held, *cards_on_table(step.after)]) == sorted(CARDS)


@given(seeds, table_sizes, referees)
def test_a_row_is_closed_or_one_run_around_its_6(seed: int, seats: int, referee: Referee) -> None:
    rng = random.Random(seed)
    laid: set[object] = set()
    for step in play(new_game(deal(rng, seats), referee), rng, wild=True):
        laid |= {event[2] for event in step.events if event[0] == "placed"}
        assert tuple(step.after.rows) == CONTINENTS
        for run in step.after.rows.values():
            assert run is None or 1 <= run[0] <= 6 <= run[1] <= 12
        assert set(cards_on_table(step.after)) == laid


@given(seeds, table_sizes, referees)
def test_every_honest_game_ends_without_a_penalty(seed: int, seats: int, referee: Referee) -> None:
    rng = random.Random(seed)
    steps = list(play(new_game(deal(rng, seats), referee), rng, wild=False))
    assert steps[-1].after.over
    told = {event[0] for step in steps for event in step.events}
    assert told <= {"placed", "passed", "declined", "bonus", "finished", "over"}


@given(seeds, table_sizes, referees)
def test_places_are_taken_in_order_and_all_of_them_in_the_end(
    seed: int, seats: int, referee: Referee
) -> None:
    rng = random.Random(seed)
    told: list[tuple[object, ...]] = []
    for step in play(new_game(deal(rng, seats), referee), rng, wild=False):
        told += [event[1:] for event in step.events if event[0] == "finished"]
        assert step.after.places == tuple(seat for seat, _ in told)
    assert sorted(step.after.places) == list(range(seats))
    assert [place for _, place in told] == list(range(1, seats + 1))
    last = step.after.places[-1]
    assert [seat for seat, hand in enumerate(step.after.hands) if hand] == [last]


@given(seeds, table_sizes, referees)
def test_legal_is_exactly_what_is_placed_rightly(seed: int, seats: int, referee: Referee) -> None:
    rng = random.Random(seed)
    for step in play(new_game(deal(rng, seats), referee), rng, wild=True, most=60):
        state = step.before
        if state.opening:
            continue
        for card in state.hands[step.seat]:
            action = Place(card, continent_of(card))
            _, events = apply(state, step.seat, action)
            assert (events[0][0] == "placed") == (action in legal(state))


@given(seeds, table_sizes, referees)
def test_the_turn_is_with_a_seat_that_holds_cards_and_owes_nothing(
    seed: int, seats: int, referee: Referee
) -> None:
    rng = random.Random(seed)
    for step in play(new_game(deal(rng, seats), referee), rng, wild=True):
        if step.after.over:
            break
        to_move = step.after.to_move
        assert to_move is not None
        assert step.after.hands[to_move]
        assert step.after.bonus or not step.after.lost_turns[to_move]
        assert step.after.bonus <= (to_move == step.seat)


@given(seeds, table_sizes, referees)
def test_a_bonus_comes_with_a_12_and_only_with_it(seed: int, seats: int, referee: Referee) -> None:
    rng = random.Random(seed)
    for step in play(new_game(deal(rng, seats), referee), rng, wild=True):
        laid = [event[2] for event in step.events if event[0] == "placed"]
        earned = bool(laid) and number_of(str(laid[0])) == 12 and bool(step.after.hands[step.seat])
        assert step.after.bonus == earned == (("bonus", step.seat) in step.events)


@given(seeds, table_sizes)
def test_a_strict_referee_knows_every_false_pass_at_once(seed: int, seats: int) -> None:
    rng = random.Random(seed)
    for step in play(new_game(deal(rng, seats), Referee.STRICT), rng, wild=True):
        false = step.action == Pass() and not step.before.bonus and bool(legal(step.before))
        assert (("discovered", step.seat, None) in step.events) == false


@given(wild_records())
def test_a_record_written_and_read_again_is_the_same(record: Record) -> None:
    assert parse_record(dump_record(record)) == record


@given(wild_records())
def test_a_replay_tells_the_events_of_each_action_in_order(record: Record) -> None:
    state = new_game(record.hands, record.referee)
    told: list[Event] = []
    for seat, action in record.actions:
        state, events = apply(state, seat, action)
        told += events
    assert replay(record) == (state, tuple(told))
