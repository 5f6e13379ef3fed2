"""How good each question of a quiz is, told from the answers to it. Pure.

Facility is the share of right answers. Discrimination is the corrected item-total correlation: over
all who took the quiz, the correlation between this question (right 1, wrong 0) and how many of the
*other* questions that count were right. It is near 1 where those who know the rest know this one
too, near 0 where knowing the rest is no help, and negative where they get it wrong more often than
the others do, which mostly means that the key is wrong.

A class is small, and chance moves the figure by about one over the square root of the answers. A
question is doubtful when it lies below `WEAK` by more than that. In a class of 27 with twelve
questions one sound question in fourteen is then doubted (three in ten without this allowance), and
of wrong keys 98 in 100 are found (`tests/quiz/test_quality.py` counts them).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from quiz.items import Item

ENOUGH = 15
"""Answers from which on a question is judged; with fewer, chance says more than the question."""
FEW = 3
"""Fewer wrong (or right) answers than this say nothing about who gives them."""
WEAK = 0.2
"""A question that tells apart less than this, and not by chance, deserves a look."""
STRONG = 0.4

Paper = Mapping[int, Sequence[str]]
"""What somebody answered in one whole attempt, by the question's place in the quiz; empty where the
time ran out. A question that was passed over is left out."""


class Tells(StrEnum):
    """What the answers say about a question."""

    FEW = "few"
    """Not enough answers."""
    EASY = "easy"
    """Nearly everybody is right."""
    STRONG = "strong"
    FAIR = "fair"
    UNSURE = "unsure"
    """Knowing the rest hardly helps, which may be chance."""
    WEAK = "weak"
    """Knowing the rest hardly helps."""
    AGAINST = "against"
    """Those who know the rest get it wrong more often."""
    NOBODY = "nobody"
    """Nearly nobody is right."""


DOUBTFUL = (Tells.WEAK, Tells.AGAINST, Tells.NOBODY)


@dataclass(frozen=True, slots=True)
class Figures:
    """One question's."""

    answered: int
    right: int
    discrimination: float | None
    tells: Tells

    @property
    def facility(self) -> float:
        """The share of right answers, 0 where there are none."""
        return self.right / self.answered if self.answered else 0.0

    @property
    def doubtful(self) -> bool:
        """Whether somebody should look at it."""
        return self.tells in DOUBTFUL


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of the scores when a question is put right."""

    before: float
    """The average."""
    after: float
    counted_before: int
    """Of so many questions."""
    counted_after: int
    gain: int
    """How many have this question right that was wrong for them."""
    lose: int


def is_right(item: Item, answer: Sequence[str]) -> bool:
    """Whether an answer is right as a whole: all six of a sorted item."""
    return all(item.judge(answer))


def scores(items: Sequence[Item], out: Collection[int], papers: Sequence[Paper]) -> list[int]:
    """How many questions each has right, without those taken `out`."""
    return [
        sum(is_right(items[n], answer) for n, answer in paper.items() if n not in out)
        for paper in papers
    ]


def average(items: Sequence[Item], out: Collection[int], papers: Sequence[Paper]) -> float:
    """The average score; 0 when nobody took the quiz."""
    return statistics.fmean(scores(items, out, papers)) if papers else 0.0


def figures(items: Sequence[Item], out: Collection[int], papers: Sequence[Paper]) -> list[Figures]:
    """Each question's, in order. One that is taken `out` is still compared with the others."""
    totals = scores(items, out, papers)
    return [_figures(n, item, n not in out, papers, totals) for n, item in enumerate(items)]


def _figures(
    n: int, item: Item, counts: bool, papers: Sequence[Paper], totals: Sequence[int]
) -> Figures:
    answered = [
        (is_right(item, paper[n]), total)
        for paper, total in zip(papers, totals, strict=True)
        if n in paper
    ]
    own = [int(right) for right, _total in answered]
    rest = [total - (right if counts else 0) for right, total in answered]
    told = _correlation(own, rest)
    return Figures(len(own), sum(own), told, judged(len(own), sum(own), told))


def _correlation(own: Sequence[int], rest: Sequence[int]) -> float | None:
    """None where all are right or wrong, or all know as much of the rest."""
    if len(set(own)) < 2 or len(set(rest)) < 2:
        return None
    return statistics.correlation(own, rest)


def judged(answered: int, right: int, discrimination: float | None) -> Tells:
    """What these figures say."""
    if answered < ENOUGH:
        return Tells.FEW
    if right < FEW:
        return Tells.NOBODY
    if answered - right < FEW:
        return Tells.EASY
    if discrimination is None:
        return Tells.FEW
    if discrimination < WEAK - 1 / math.sqrt(answered - 1):
        return Tells.AGAINST if discrimination < 0 else Tells.WEAK
    if discrimination < WEAK:
        return Tells.UNSURE
    return Tells.STRONG if discrimination >= STRONG else Tells.FAIR


def change(
    items: Sequence[Item],
    out: Collection[int],
    papers: Sequence[Paper],
    n: int,
    new: Item,
    new_out: bool,
) -> Change:
    """What comes of putting `new` in the place of item `n`, or of taking it out."""
    after = [*items[:n], new, *items[n + 1 :]]
    out_after = {*out, n} if new_out else set(out) - {n}
    given = [paper[n] for paper in papers if n in paper]
    was = [is_right(items[n], answer) for answer in given]
    becomes = [is_right(new, answer) for answer in given]
    return Change(
        before=average(items, out, papers),
        after=average(after, out_after, papers),
        counted_before=len(items) - len(out),
        counted_after=len(items) - len(out_after),
        gain=sum(b and not a for a, b in zip(was, becomes, strict=True)),
        lose=sum(a and not b for a, b in zip(was, becomes, strict=True)),
    )
