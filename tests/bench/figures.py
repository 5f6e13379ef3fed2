"""What a bench has found, as it is told: beside a floor measured in turn with it, and its bar."""

from __future__ import annotations

import multiprocessing
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
TIMES = ("ms", "s")


@dataclass(frozen=True)
class Figure:
    """One figure. Its ratio is to its floor; of bytes and counts without a floor, to their bar."""

    name: str
    value: float
    unit: str
    floor: float | None = None
    ratio_to_floor: float | None = None
    """The median of the rounds' ratios, where there were rounds."""
    bar: float | None = None
    """What must be reached: by the value, or by the ratio where `of_ratio`."""
    of_ratio: bool = False
    more: bool = False
    """Whether more is better."""

    @property
    def ratio(self) -> float | None:
        """By this today is compared with yesterday; None of what says nothing elsewhere, as times
        without a floor do.
        """
        if self.ratio_to_floor is not None:
            return self.ratio_to_floor
        if self.floor is not None:
            return self.value / self.floor
        return self.value / self.bar if self.bar and self.unit not in TIMES else None

    @property
    def reached(self) -> bool:
        """Whether it is at its bar or better; what has no bar always is."""
        if self.bar is None:
            return True
        found = self.ratio if self.of_ratio else self.value
        assert found is not None
        return found >= self.bar if self.more else found <= self.bar

    def worse_than(self, recorded: float) -> float:
        """How many times as bad as the recorded ratio."""
        if self.ratio is None:
            return 0.0
        better, worse = (self.ratio, recorded) if self.more else (recorded, self.ratio)
        return worse / better if better else 0.0

    def row(self, bench: str) -> str:
        """A line of the table."""
        floor = "" if self.floor is None else f"{told(self.floor)} {self.unit}"
        ratio = "" if self.floor is None or self.ratio is None else f"{self.ratio:.2f} ×"
        bar = ""
        if self.bar is not None:
            unit = "×" if self.of_ratio else self.unit
            bar = f"{'≥' if self.more else '≤'} {told(self.bar)} {unit}"
            bar += "" if self.reached else " **missed**"
        cells = (bench, self.name, f"{told(self.value)} {self.unit}", floor, ratio, bar)
        return "| " + " | ".join(cell.strip() for cell in cells) + " |"


HEAD = "| Bench | What | Figure | Floor | Ratio | Bar |\n| --- | --- | ---: | ---: | ---: | ---: |"


def told(number: float) -> str:
    """With as many digits as mean something."""
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"


def percentiles(times: Sequence[float]) -> tuple[float, float, float]:
    """The 50th, the 95th and the 99th."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return cuts[49], cuts[94], cuts[98]


def beside(pairs: Iterable[tuple[float, float]]) -> tuple[float, float, float]:
    """Of rounds of a value and its floor: the median value, the median floor, the median ratio."""
    values, floors = zip(*pairs, strict=True)
    ratios = [value / floor for value, floor in zip(values, floors, strict=True)]
    return statistics.median(values), statistics.median(floors), statistics.median(ratios)


def shuffled() -> float:
    """Milliseconds for a hundred shuffles of a deck: the floor of what only thinks."""
    cards, rng = list(range(60)), random.Random(1)
    begun = time.perf_counter()
    for _ in range(100):
        rng.shuffle(cards)
    return (time.perf_counter() - begun) * 1000


def apart(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Calls it in a new process, whose Django may have another database and other settings."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as one:
        return one.submit(function, *args, **kwargs).result()
