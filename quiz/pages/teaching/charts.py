"""Where things stand in the dashboard's pictures: a matrix, bars by day, a line by week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from math import sqrt

from django.utils.translation import gettext as _

from game.engine import CONTINENTS
from quiz.pages import words
from quiz.pages.teaching.called import counted
from quiz.pages.teaching.looking import Look, day_and_month
from quiz.progress import Facts, Origin, by_day

LARGEST = 27.0
"""The radius of the largest circle, in a square of 64."""
HOLDS_TEXT = 16.9
"""A circle of this radius has its figure inside, a smaller one beside it."""
WIDTH, HEIGHT, BASE, LEFT = 600, 178, 150, 20
"""Of the bars by day."""
MOST_BARS = 62
"""More days than this are drawn by week."""
LABELS = 5


@dataclass(frozen=True, slots=True)
class Circle:
    """A cell of the matrix; coordinates as SVG wants them."""

    home: str
    """The continent's name, for those who don't see where the cell stands."""
    named: str
    count: str
    url: str
    kind: str
    """`ok` (right), `big` (figure inside), `zero` or empty."""
    x: str = ""
    radius: str = ""
    text_x: str = ""


def conf(
    matrix: Mapping[tuple[str, str], int], url: Callable[[str, str], str]
) -> list[tuple[str, str, list[Circle]]]:
    """Rows (code, name, cells): where animals live, by where they were said to live."""
    most = max((count for pair, count in matrix.items() if pair[0] != pair[1]), default=0)
    rows = []
    for home in CONTINENTS:
        cells = [
            _circle(home, named, matrix[home, named], most, url(home, named))
            for named in CONTINENTS
        ]
        rows.append((home, words.continent(home), cells))
    return rows


def _circle(home: str, named: str, count: int, most: int, url: str) -> Circle:
    names = words.continent(home), words.continent(named)
    if not count:
        return Circle(*names, "0", "", "zero")
    if home == named:
        return Circle(*names, counted(count), url, "ok", "32", "25", "32")
    radius = max(4.0, LARGEST * sqrt(count / most))
    if radius >= HOLDS_TEXT:
        return Circle(*names, counted(count), url, "big", "32", f"{radius:.1f}", "32")
    return Circle(*names, counted(count), url, "", "20", f"{radius:.1f}", f"{25 + radius:.1f}")


@dataclass(frozen=True, slots=True)
class Bar:
    """A day's answers, or a week's."""

    label: str
    short: str
    """Under the bar; empty under most."""
    url: str
    total: str
    parts: tuple[tuple[str, str, str, str], ...]
    """From the bottom up: origin, y, height, count."""
    counts: tuple[tuple[str, str], ...]
    """By origin: how many, and their address; in the order of the table."""
    x: str
    width: str
    middle: str
    is_most: bool = False
    top: str = ""


@dataclass(frozen=True, slots=True)
class Days:
    """The picture of all days."""

    bars: tuple[Bar, ...]
    legend: tuple[tuple[str, str, str, str], ...]
    """Origin, its name, how many answers, and their address."""
    most: Bar | None
    by_week: bool


ORIGINS = (Origin.QUIZ, Origin.LESSON, Origin.GAME)


def origin_name(origin: str) -> str:
    """Where answers were given."""
    return {
        Origin.QUIZ: _("in quizzes"),
        Origin.LESSON: _("after lessons"),
        Origin.GAME: _("at the table"),
    }[Origin(origin)]


def days(facts: Facts, look: Look, answers: str) -> Days:
    """Answers by day, or by week when the days are many; none before the first of them."""
    found = by_day(facts)
    if not found:
        return Days((), (), None, by_week=False)
    first, last = look.first or min(found), look.last or max(found)
    first = max(first, min(found)) if (last - first).days >= MOST_BARS else first
    by_week = (last - first).days >= MOST_BARS
    step = 7 if by_week else 1
    begin = first - timedelta(days=first.weekday()) if by_week else first
    spans: dict[date, Counter[Origin]] = {}
    while begin <= last:
        spans[begin] = sum(
            (found.get(begin + timedelta(days=n), Counter()) for n in range(step)),
            start=Counter(),
        )
        begin += timedelta(days=step)
    most = max(spans, key=lambda day: spans[day].total())
    bars = tuple(
        _bar(n, day, counts, len(spans), step, day == most, spans[most].total(), look, answers)
        for n, (day, counts) in enumerate(spans.items())
    )
    totals: Counter[Origin] = sum(found.values(), start=Counter())
    legend = tuple(
        (
            origin.value,
            origin_name(origin),
            counted(totals[origin]),
            look.link(answers, origin=origin.value),
        )
        for origin in ORIGINS
        if totals[origin]
    )
    return Days(bars, legend, next(bar for bar in bars if bar.is_most), by_week)


def _bar(
    n: int,
    day: date,
    counts: Counter[Origin],
    bars: int,
    step: int,
    is_most: bool,
    most: int,
    look: Look,
    answers: str,
) -> Bar:
    space = (WIDTH - 2 * LEFT) / bars
    every = max(1, -(-bars // LABELS))
    y, parts = float(BASE), []
    for origin in ORIGINS:
        height = 124 * counts[origin] / most
        if height:
            y -= height
            parts.append(
                (origin.value, f"{y:.1f}", f"{max(height - 1, 1):.1f}", counted(counts[origin]))
            )
    last = day + timedelta(days=step - 1)
    label = day_and_month(day) if step == 1 else f"{words.short_day(day)} – {words.short_day(last)}"
    x = LEFT + n * space
    within: dict[str, object] = {"day": day.isoformat(), "days": step if step > 1 else ""}
    return Bar(
        label=label,
        short=words.short_day(day) if n % every == 0 else "",
        url=look.link(answers, **within),
        total=counted(counts.total()),
        parts=tuple(parts),
        counts=tuple(
            (
                counted(counts[origin]),
                look.link(answers, **within, origin=origin.value) if counts[origin] else "",
            )
            for origin in ORIGINS
        ),
        x=f"{x + space * 0.1:.1f}",
        width=f"{space * 0.8:.1f}",
        middle=f"{x + space / 2:.1f}",
        is_most=is_most,
        top=f"{y - 5:.1f}",
    )


@dataclass(frozen=True, slots=True)
class Point:
    """How many animals were known at the end of a week."""

    label: str
    short: str
    count: int
    x: str
    y: str
    text_y: str


@dataclass(frozen=True, slots=True)
class Line:
    """The pupil's way."""

    points: tuple[Point, ...]
    path: str

    @property
    def says(self) -> str:
        """The counts, for those who don't see the picture."""
        return ", ".join(str(one.count) for one in self.points)


def line(weeks: Iterable[tuple[date, int]]) -> Line:
    """A line in 360 × 170; the dates as they fit beneath."""
    found = list(weeks)
    most = max((count for _day, count in found), default=0) or 1
    space = 300 / max(1, len(found) - 1)
    points = []
    for n, (day, count) in enumerate(found):
        x, y = (180.0 if len(found) == 1 else 30 + n * space), 132 - 96 * count / most
        every = -(-len(found) // 4)
        shown = (len(found) - 1 - n) % every == 0
        points.append(
            Point(
                day_and_month(day),
                words.short_day(day) if shown else "",
                count,
                f"{x:.1f}",
                f"{y:.1f}",
                f"{y - 11:.1f}",
            )
        )
    path = " ".join(f"{'L' if n else 'M'}{one.x} {one.y}" for n, one in enumerate(points))
    return Line(tuple(points), path)
