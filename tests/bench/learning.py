"""How many questions it takes to learn the sixty animals: chosen practice against random quizzes.

A simulated pupil forgets (half-life regression, Settles and Meeder 2016; not the FSRS model by
which the practice is chosen):
- an animal once seen is remembered after t days with probability 2^(-t/h);
- whoever does not remember guesses among five continents;
- its half-life h begins at about one day (lognormal over animals, the spread of `HARDNESS`); an
  answer that was remembered makes it longer by 1 + GAIN x (1 - p), more the nearer it was to being
  forgotten; one that was not remembered is explained, and halves it, but never below the beginning;
- a quarter of the animals is known from elsewhere, with a half-life of ten days.
Five school days a week the pupil answers about a dozen questions. Measured is how many questions
have been asked by the first morning on which, of a test of all sixty, 90 % would be remembered.
"""

import random
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from game.engine import CARDS
from quiz.kinds import MOST_A_DAY, daily
from quiz.mastery import Evidence, Knowledge, Memory, Source, memories
from tests.bench import plots
from tests.bench.figures import Figure

GOAL = 0.9
GAIN = 3.0
HARDNESS = 0.5
FAMILIAR, FAMILIAR_DAYS = 0.25, 10.0
GIVE_UP = 400  # days
START = datetime(2026, 9, 14, 8, tzinfo=UTC)


@dataclass
class Pupil:
    """What one pupil remembers."""

    rng: random.Random
    half_life: dict[str, float] = field(default_factory=dict)
    first: dict[str, float] = field(default_factory=dict)
    seen: dict[str, float] = field(default_factory=dict)
    """The day, and its fraction, on which each animal was last asked about."""

    def __post_init__(self) -> None:
        for card in CARDS:
            self.first[card] = self.rng.lognormvariate(0, HARDNESS)
            if self.rng.random() < FAMILIAR:
                self.half_life[card], self.seen[card] = FAMILIAR_DAYS, 0.0

    def chance(self, card: str, day: float) -> float:
        """Of remembering the animal."""
        if card not in self.seen:
            return 0.0
        return float(2 ** (-(day - self.seen[card]) / self.half_life[card]))

    def answer(self, card: str, day: float) -> bool:
        """Whether the answer is right; the pupil learns from the explanation either way."""
        p = self.chance(card, day)
        remembered = self.rng.random() < p
        before = self.half_life.get(card, self.first[card])
        if remembered:
            self.half_life[card] = before * (1 + GAIN * (1 - p) ** 0.5)
        elif card in self.seen:
            self.half_life[card] = max(self.first[card], before / 2)
        else:
            self.half_life[card] = before
        self.seen[card] = day
        return remembered or self.rng.random() < 1 / 5

    def would_know(self, day: float) -> float:
        """The share of the sixty remembered in a test on that morning."""
        return statistics.fmean(self.chance(card, day) for card in CARDS)


Chooser = Callable[[dict[str, Memory], datetime, random.Random], list[str]]


def practice(met: dict[str, Memory], now: datetime, rng: random.Random) -> list[str]:
    """The site's daily practice."""
    known = {card: met[card].at(now) if card in met else Knowledge() for card in CARDS}
    return daily(known, now)


def quizzes(met: dict[str, Memory], now: datetime, rng: random.Random) -> list[str]:
    """A dozen animals by chance."""
    return rng.sample(CARDS, MOST_A_DAY)


def days(pupil: Pupil, choose: Chooser, comes_back: bool) -> Iterator[tuple[int, float]]:
    """Morning by morning: questions so far, and the share of the sixty remembered."""
    asked, met = 0, dict(memories([]))
    for day in range(GIVE_UP):
        yield asked, pupil.would_know(day)
        if day % 7 >= 5:
            continue
        now = START + timedelta(days=day)
        cards = choose(met, now, pupil.rng)
        n = 0
        while n < len(cards):
            moment = now + timedelta(seconds=20 * n)
            right = pupil.answer(cards[n], day + n / 4_000)
            evidence = Evidence(cards[n], right, moment, Source.QUIZ)
            met |= memories_after(met, evidence)
            if comes_back and not right and cards.count(cards[n]) == 1:
                cards.append(cards[n])
            n += 1
        asked += n


def memories_after(met: dict[str, Memory], evidence: Evidence) -> dict[str, Memory]:
    """The memory of the animal once this has happened too."""
    if evidence.card in met:
        return {evidence.card: met[evidence.card].after(evidence)}
    return memories([evidence])


def questions_to_goal(seed: int, choose: Chooser, comes_back: bool) -> tuple[int, int]:
    """(questions, days) until GOAL."""
    pupil = Pupil(random.Random(seed))
    for day, (asked, share) in enumerate(days(pupil, choose, comes_back)):
        if share >= GOAL:
            return asked, day
    return asked, GIVE_UP


def curve(choose: Chooser, comes_back: bool, pupils: int, most: int) -> list[tuple[int, float]]:
    """The mean share by questions asked."""
    by_asked: dict[int, list[float]] = {}
    for seed in range(pupils):
        pupil = Pupil(random.Random(seed))
        for asked, share in days(pupil, choose, comes_back):
            if asked > most:
                break
            by_asked.setdefault(asked // 24 * 24, []).append(share)
    return [(asked, statistics.fmean(shares)) for asked, shares in sorted(by_asked.items())]


WAYS: dict[str, tuple[Chooser, bool]] = {
    "daily practice": (practice, True),
    "random quizzes": (quizzes, False),
}


def figures(short: bool) -> list[Figure]:
    """Questions until GOAL, by the median pupil; at length the curves are drawn, too."""
    pupils = 10 if short else 200
    medians = [
        statistics.median(questions_to_goal(seed, *way)[0] for seed in range(pupils))
        for way in WAYS.values()
    ]
    if not short:
        curves = {
            name: [(asked, 100 * share) for asked, share in curve(*way, pupils // 4, 3_000)]
            for name, way in WAYS.items()
        }
        title = "Animals remembered, by questions answered"
        plots.lines("learning.png", title, curves, "%", 100 * GOAL)
    name = f"questions of the daily practice until {GOAL:.0%}; the floor: random quizzes"
    return [Figure(name, medians[0], "", medians[1], bar=1.0, of_ratio=True)]
