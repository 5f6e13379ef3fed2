"""How many questions it takes to learn the sixty animals: chosen practice against random quizzes.

    python -m tests.bench.learning [--pupils N] [--plot docs/learning.png]

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

import argparse
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PIL import Image, ImageDraw

from game.engine import CARDS
from quiz.kinds import MOST_A_DAY, daily
from quiz.mastery import Evidence, Knowledge, Memory, Source, memories
from tests.bench import tables

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


def plot(path: Path, lines: dict[str, list[tuple[int, float]]], most: int) -> None:
    """Both curves as a picture."""
    with tempfile.TemporaryDirectory() as folder:
        tables.use(Path(folder))  # the deck's type belongs to an app
    from game.deck.type import BODY, INK, NAME, PAPER, SOFT

    wide, high, left, top = 1200, 640, 110, 90
    right, low = wide - 230, high - 90
    image = Image.new("RGB", (wide, high), PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((left, 24), "Animals remembered, by questions answered", INK, NAME.at(34))

    def spot(asked: float, share: float) -> tuple[float, float]:
        return left + (right - left) * asked / most, low - (low - top) * share

    for tenth in range(0, 11, 2):
        x, y = spot(0, tenth / 10)
        draw.line((x, y, right, y), (226, 216, 196), 2)
        draw.text((x - 14, y), f"{tenth * 10} %", SOFT, BODY.at(20), anchor="rm")
    for asked in range(0, most + 1, 500):
        draw.text((spot(asked, 0)[0], low + 16), str(asked), SOFT, BODY.at(20), anchor="mt")
    draw.line((*spot(0, GOAL), *spot(most, GOAL)), (200, 92, 31), 2)
    for (name, points), colour in zip(lines.items(), ((31, 78, 69), (170, 120, 40)), strict=True):
        draw.line([spot(*point) for point in points], colour, 5, joint="curve")
        x, y = spot(*points[-1])
        draw.text((x + 14, y), name, colour, NAME.at(24), anchor="lm")
    image.save(path, optimize=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pupils", type=int, default=200)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    ways: dict[str, tuple[Chooser, bool]] = {
        "daily practice": (practice, True),
        "random quizzes": (quizzes, False),
    }
    print(__doc__.split("\n\n", 2)[2])
    medians = {}
    for name, (choose, comes_back) in ways.items():
        found = [questions_to_goal(seed, choose, comes_back) for seed in range(options.pupils)]
        medians[name] = statistics.median(asked for asked, _ in found)
        print(
            f"{name}: {medians[name]:.0f} questions (median of {options.pupils} pupils),"
            f" {statistics.median(day for _, day in found):.0f} days;"
            f" never within {GIVE_UP} days: {sum(day == GIVE_UP for _, day in found)}"
        )
    ratio = medians["daily practice"] / medians["random quizzes"]
    print(f"ratio {ratio:.2f} (bar < 1): {'holds' if ratio < 1 else 'DOES NOT HOLD'}")
    if options.plot:
        lines = {name: curve(*way, options.pupils // 4, 3_000) for name, way in ways.items()}
        plot(options.plot, lines, 3_000)
    return 0 if ratio < 1 else 1


if __name__ == "__main__":
    sys.exit(main())
