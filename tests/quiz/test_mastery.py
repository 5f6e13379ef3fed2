"""What evidence says about a pupil, and that it always says the same."""

import random
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from quiz.mastery import Evidence, Knowledge, Source, State, knowledge, memories

START = datetime(2026, 9, 14, 8, tzinfo=UTC)
DAY = timedelta(days=1)


def said(*rights: bool, apart: timedelta = DAY, coin: bool = False) -> list[Evidence]:
    """The same animal, right or wrong, `apart` from each other."""
    return [
        Evidence("AF9", right, START + n * apart, Source.QUIZ, coin=coin)
        for n, right in enumerate(rights)
    ]


def after(evidence: list[Evidence], wait: timedelta = timedelta()) -> Knowledge:
    """What is known `wait` after the last of it."""
    return knowledge(evidence, evidence[-1].at + wait)["AF9"]


def test_an_animal_never_met_is_unknown() -> None:
    assert knowledge([], START) == {}
    assert Knowledge().state == State.NEW


def test_once_right_is_learning_and_twice_is_known() -> None:
    assert after(said(True)).state == State.LEARNING
    assert after(said(True, True)).state == State.KNOWN
    assert after(said(True, False, True)).state == State.LEARNING


def test_what_was_known_fades_and_comes_due() -> None:
    known = after(said(True, True, True))
    assert known.due is not None
    later = after(said(True, True, True), wait=known.due - START)
    assert later.state == State.FADING
    assert later.chance < known.chance <= 1


def test_a_mistake_makes_it_learning_again_and_due_tomorrow() -> None:
    known = after(said(True, True, True, False))
    assert known.state == State.LEARNING
    assert (known.right, known.wrong, known.streak) == (3, 1, 0)
    assert known.due == START + 4 * DAY


def test_each_success_makes_the_next_wait_longer() -> None:
    waits = []
    evidence: list[Evidence] = []
    at = START
    for _ in range(6):
        evidence.append(Evidence("AF9", True, at, Source.QUIZ))
        due = knowledge(evidence, at)["AF9"].due
        assert due is not None
        waits.append(due - at)
        at = due
    assert waits == sorted(waits)
    assert waits[-1] <= timedelta(days=120), "within a school year everything comes again"


def test_a_coin_that_fell_right_is_no_knowledge() -> None:
    assert after(said(*[True] * 6, coin=True)).state == State.LEARNING
    assert after(said(False, coin=True)).wrong == 1
    sure, coin = after(said(True)), after(said(True, coin=True))
    assert sure.due is not None
    assert coin.due is not None
    assert coin.due < sure.due


EVIDENCE = st.builds(
    Evidence,
    card=st.sampled_from(["AF9", "EU6", "AM1"]),
    right=st.booleans(),
    at=st.integers(0, 60 * 24 * 200).map(lambda minutes: START + timedelta(minutes=minutes)),
    source=st.sampled_from(list(Source)),
    coin=st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(EVIDENCE, max_size=40, unique_by=lambda one: one.at), st.randoms())
def test_recomputed_from_the_same_evidence_in_any_order_it_is_the_same(
    evidence: list[Evidence], chance: random.Random
) -> None:
    now = START + timedelta(days=201)
    shuffled = evidence[:]
    chance.shuffle(shuffled)
    assert knowledge(evidence, now) == knowledge(shuffled, now)


@settings(max_examples=150, deadline=None)
@given(st.lists(EVIDENCE, min_size=1, max_size=40, unique_by=lambda one: one.at))
def test_every_evidence_is_counted_and_chance_is_a_chance(evidence: list[Evidence]) -> None:
    for code, memory in memories(evidence).items():
        known = memory.at(START + timedelta(days=201))
        mine = [one for one in evidence if one.card == code]
        assert known.right + known.wrong == len(mine)
        assert known.last == max(mine, key=lambda one: one.at)
        assert 0 <= known.chance <= 1
        assert known.state != State.NEW
        assert known.due is not None
        assert known.due > known.last.at
