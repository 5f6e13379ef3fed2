"""Who sits with whom."""

import random
from statistics import fmean

from hypothesis import given
from hypothesis import strategies as st

from quiz.classes.seating import Way, tables


@given(st.integers(0, 60), st.integers(3, 6), st.sampled_from(list(Way)), st.randoms())
def test_everybody_sits_once_and_tables_are_as_full_as_each_other(
    pupils: int, size: int, way: Way, rng: random.Random
) -> None:
    seated = tables(range(pupils), size, way, rng, {n: n / 60 for n in range(pupils)})
    assert sorted(pupil for table in seated for pupil in table) == list(range(pupils))
    if seated:
        counts = [len(table) for table in seated]
        assert max(counts) - min(counts) <= 1
        assert max(counts) <= size
        assert len(seated) == -(-pupils // size)


def test_balanced_tables_know_about_the_same() -> None:
    knows = {n: n / 28 for n in range(28)}
    seated = tables(list(knows), 4, Way.BALANCED, random.Random(1), knows)
    means = [fmean(knows[pupil] for pupil in table) for table in seated]
    assert max(means) - min(means) < 0.05


def test_random_tables_differ_from_time_to_time() -> None:
    one, other = (tables(range(28), 4, Way.RANDOM, random.Random(n)) for n in (1, 2))
    assert one != other
