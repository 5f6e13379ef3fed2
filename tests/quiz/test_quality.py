"""How good a question is, told from its answers."""

import math
import random
import statistics

import pytest

from quiz import quality
from quiz.items import CONTINENTS, Form, Item, Shows
from quiz.quality import Tells

ITEMS = [
    Item(Form.REGION, Shows.ALL, (code,), CONTINENTS, (code[:2],))
    for code in ("AF8", "AF9", "AS3", "EU4", "AM5", "AU6")
]


def paper(*rights: bool | None) -> quality.Paper:
    """What somebody answered; None for a question that was passed over."""
    return {
        n: ITEMS[n].key if right else ("EU" if ITEMS[n].key != ("EU",) else "AS",)
        for n, right in enumerate(rights)
        if right is not None
    }


def test_discrimination_is_the_correlation_with_the_score_on_the_other_questions() -> None:
    rng = random.Random(1)
    papers = [paper(*(rng.random() < n / 40 for _ in ITEMS)) for n in range(40)]
    out = {5}
    for n, figures in enumerate(quality.figures(ITEMS, out, papers)):
        own = [int(one[n] == ITEMS[n].key) for one in papers]
        rest = [
            sum(one[m] == ITEMS[m].key for m in range(6) if m != n and m not in out)
            for one in papers
        ]
        assert figures.discrimination == pytest.approx(statistics.correlation(own, rest))
        assert (figures.answered, figures.right) == (40, sum(own))
        assert figures.facility == sum(own) / 40


def test_a_question_that_the_good_ones_get_wrong_is_doubtful() -> None:
    good = [paper(False, True, True, True, True, n % 2 == 0) for n in range(10)]
    weak = [paper(True, False, False, n % 2 == 0, False, False) for n in range(10)]
    figures = quality.figures(ITEMS, set(), [*good, *weak])
    assert figures[0].tells == Tells.AGAINST
    assert figures[0].doubtful
    assert figures[1].tells == Tells.STRONG
    assert not figures[1].doubtful


@pytest.mark.parametrize(("n", "tells"), [(60, Tells.WEAK), (20, Tells.UNSURE)])
def test_a_question_of_no_use_is_doubtful_once_it_is_not_chance(n: int, tells: Tells) -> None:
    papers = [paper(one % 2 == 0, *[one >= n // 2] * 5) for one in range(n)]
    assert quality.figures(ITEMS, set(), papers)[0].tells == tells


def test_wrong_keys_are_found_in_a_class_and_sound_questions_seldom_doubted() -> None:
    rng = random.Random(3)
    items = [ITEMS[0]] * 12
    doubted, found, classes = 0, 0, 100
    for _ in range(classes):
        hard = [rng.gauss(-0.8, 0.8) for _ in items]
        papers = []
        for _pupil in range(27):
            able = rng.gauss(0, 1)
            chances = [able - one for one in hard]
            chances[0] = -able - 0.3  # the key is wrong: who knows says something else
            rights = [rng.random() < 1 / (1 + math.exp(-one)) for one in chances]
            papers.append({n: ("AF",) if right else ("EU",) for n, right in enumerate(rights)})
        made = quality.figures(items, set(), papers)
        found += made[0].doubtful
        doubted += sum(one.doubtful for one in made[1:])
    assert found >= 0.95 * classes
    assert doubted <= 0.1 * 11 * classes


def test_what_nearly_all_or_nearly_nobody_knows() -> None:
    papers = [paper(n > 0, n == 0, *[n >= 10] * 4) for n in range(20)]
    all_know, nobody_knows, *_ = quality.figures(ITEMS, set(), papers)
    assert (all_know.tells, all_know.doubtful) == (Tells.EASY, False)
    assert (nobody_knows.tells, nobody_knows.doubtful) == (Tells.NOBODY, True)


@pytest.mark.parametrize("papers", [[], [paper(True)], [paper(*[True] * 6)] * 14])
def test_few_answers_say_nothing(papers: list[quality.Paper]) -> None:
    assert not any(one.doubtful for one in quality.figures(ITEMS, set(), papers))
    assert {one.tells for one in quality.figures(ITEMS, set(), papers)} == {Tells.FEW}


def test_a_question_that_was_passed_over_is_not_counted_against_it() -> None:
    papers = [paper(None, True), paper(True, True), paper(False, True)]
    first = quality.figures(ITEMS, set(), papers)[0]
    assert (first.answered, first.right) == (2, 1)


def test_a_sorted_question_is_right_when_all_six_are() -> None:
    item = Item(
        Form.SORT,
        Shows.ALL,
        ("EU4", "AS3", "AF9", "AM5", "AU6", "AF8"),
        CONTINENTS,
        ("EU", "AS", "AF", "AM", "AU", "AF"),
    )
    assert quality.is_right(item, item.key)
    assert not quality.is_right(item, (*item.key[:5], "EU"))


def test_what_a_change_would_do() -> None:
    papers = [paper(True, True), paper(False, True), paper(False, False)]
    also = Item(Form.REGION, Shows.ALL, ("AF8",), CONTINENTS, ("AF",), also=("EU",))
    mended = quality.change(ITEMS[:2], set(), papers, 0, also, False)
    assert mended.before == 1
    assert mended.after == pytest.approx(5 / 3)
    assert (mended.gain, mended.lose) == (2, 0)
    assert (mended.counted_before, mended.counted_after) == (2, 2)
    out = quality.change(ITEMS[:2], set(), papers, 0, ITEMS[0], True)
    assert out.after == pytest.approx(2 / 3)
    assert out.counted_after == 1
    back = quality.change(ITEMS[:2], {0}, papers, 0, ITEMS[0], False)
    assert (back.before, back.after) == (out.after, 1)
