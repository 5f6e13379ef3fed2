"""What somebody knows by now: sixty animals from dim to bright, what is due, what went before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from game.engine import CONTINENTS
from quiz import kinds, mastery
from quiz.exports.certificate import earned_at
from quiz.mastery import Evidence, State
from quiz.pages import words
from quiz.pages.lessons import Known, continent_of, known_from, legend, today, tomorrows

PAST = timedelta(weeks=4)
WEEK = timedelta(weeks=1)
SPANS = 8
"""Weeks, or days, that the history shows."""
CHART = (480, 120)


@dataclass(frozen=True, slots=True)
class Span:
    """Answers of a day or of a week; `x` to `right_y` are where its bar stands in the chart."""

    label: str
    short: str
    answers: int
    right: int
    x: float = 0
    width: float = 0
    y: float = 0
    height: float = 0
    right_y: float = 0
    right_height: float = 0

    @property
    def middle(self) -> float:
        """Where its label stands."""
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True, slots=True)
class Due:
    """What comes, in words that owe nothing: today's practice, tomorrow, the days after."""

    today: int
    tomorrow: int
    later: int
    """In the week from now on."""


def progress_context(
    evidence: Sequence[Evidence], now: datetime, done: bool = False
) -> dict[str, object]:
    """The page, from the evidence; `done` when today's practice is finished."""
    known = known_from(evidence, now)
    continents = [continent_of(code, known) for code in CONTINENTS]
    count = sum(one.known for one in continents)
    spans = history(evidence, now)
    return {
        "continents": continents,
        "met": [tile for one in continents for tile in one.tiles if tile.state != State.NEW],
        "known": count,
        "before": _before(evidence, now, count),
        "legend": legend(),
        "today": today(known, now, done),
        "due": due(known, now, done),
        "mistakes": len(kinds.mistakes(known)),
        "spans": spans,
        "answers": sum(span.answers for span in spans),
        "right": sum(span.right for span in spans),
        "chart": sum(span.answers > 0 for span in spans) > 1,
        "diplomas": [one for one in continents if earned_at(evidence, one.code)],
    }


def due(known: Known, now: datetime, done: bool = False) -> Due:
    """How many animals want a look, and when; what does not fit into a day comes the day after."""
    first = [] if done else kinds.daily(known, now)
    second = tomorrows(known, now, done)
    end = timezone.localdate(now) + WEEK
    week = [code for code, one in known.items() if one.due and timezone.localdate(one.due) <= end]
    return Due(
        today=len(first),
        tomorrow=len(second),
        later=len({*week} - {*first} - {*second}),
    )


def history(evidence: Sequence[Evidence], now: datetime) -> list[Span]:
    """Answers by day in the first days, later by week; the newest last, none before the first."""
    if not evidence:
        return []
    day = timezone.localdate(now)
    days = [timezone.localdate(piece.at) for piece in evidence]
    by_week = (day - min(days)).days >= SPANS
    step = WEEK.days if by_week else 1
    end = day + timedelta(days=6 - day.weekday()) if by_week else day
    spans: list[Span] = []
    for back in reversed(range(SPANS)):
        last = end - timedelta(days=back * step)
        first = last - timedelta(days=step - 1)
        within = [
            piece for piece, when in zip(evidence, days, strict=True) if first <= when <= last
        ]
        if spans or within:
            right = sum(piece.right for piece in within)
            spans.append(Span(_label(first, last), words.short_day(first), len(within), right))
    return _drawn(spans)


def _drawn(spans: Sequence[Span]) -> list[Span]:
    wide, high = CHART
    most = max((span.answers for span in spans), default=0)
    step = wide / SPANS
    drawn = []
    for n, span in enumerate(spans):
        height = round(high * span.answers / most, 1)
        right = round(high * span.right / most, 1)
        drawn.append(
            Span(
                label=span.label,
                short=span.short,
                answers=span.answers,
                right=span.right,
                x=round(n * step + step * 0.14, 1),
                width=round(step * 0.72, 1),
                y=round(high - height, 1),
                height=height,
                right_y=round(high - right, 1),
                right_height=right,
            )
        )
    return drawn


def _label(first: date, last: date) -> str:
    if first == last:
        return words.short_day(first)
    return _("%(first)s – %(last)s") % {
        "first": words.short_day(first),
        "last": words.short_day(last),
    }


def _before(evidence: Sequence[Evidence], now: datetime, count: int) -> int | None:
    """How many were known four weeks ago; None when that is no good news."""
    then = now - PAST
    past = [piece for piece in evidence if piece.at <= then]
    if not past:
        return None
    known = sum(one.state == State.KNOWN for one in mastery.knowledge(past, then).values())
    return known if known < count else None
