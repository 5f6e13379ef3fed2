"""What a teacher looks at, as the address of a page says it: the days, the source, the group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from quiz.models import Classroom
from quiz.pages import words
from quiz.progress import Filter, Origin

RECENT = 30
"""Days that are looked at unless something else is asked for, today included."""
SCHOOL_BEGINS = 9
"""The month in which a school year begins."""
FIRST, LAST = date(2000, 1, 1), date(2100, 1, 1)
"""No date beyond these is one that is meant."""


@dataclass(frozen=True, slots=True)
class Look:
    """A period (`30`, `year` or `days`), a source (empty for all), a group (empty for all)."""

    period: str
    first: date | None
    last: date | None
    """The days that are looked at, both included; None without a bound."""
    source: str = ""
    group: str = ""
    typed: tuple[str, str] = ("", "")
    """The days as they were typed, to stand in their fields again."""
    error: str = ""
    """What is wrong with them, in words."""
    asked: bool = False
    """Whether the period was asked for, and not only taken for granted."""

    @property
    def filter(self) -> Filter:
        """The moments, the origins and the group."""
        return Filter(
            since=_begin(self.first) if self.first else None,
            until=_begin(self.last + timedelta(days=1)) if self.last else None,
            origins=frozenset({Origin(self.source)}) if self.source else frozenset(Origin),
            group=self.group,
        )

    @property
    def query(self) -> dict[str, str]:
        """The fields of an address that looks at the same."""
        found = {"period": self.period} if self.asked else {}
        if self.period == "days":
            found |= {"from": self.typed[0], "to": self.typed[1]}
        found |= {"source": self.source, "group": self.group}
        return {name: value for name, value in found.items() if value}

    def link(self, address: str, **more: object) -> str:
        """The address with what is looked at, and more; what is None or empty is left out."""
        given = {name: value for name, value in more.items() if value not in (None, "")}
        fields = urlencode(self.query | given)
        return f"{address}?{fields}" if fields else address

    @property
    def days(self) -> str:
        """The period in words: "1–30 November"."""
        if self.period == "days" and not (self.first or self.last):
            return _("all days")
        if self.first and not self.last:
            return _("from %s on") % words.day(self.first)
        if self.last and not self.first:
            return _("until %s") % words.day(self.last)
        if self.first is None or self.last is None or self.first == self.last:
            return words.day(self.last or date.today())
        if (self.first.year, self.first.month) == (self.last.year, self.last.month):
            return f"{self.first.day}–{day_and_month(self.last)}"
        if self.first.year == self.last.year:
            return f"{day_and_month(self.first)} – {day_and_month(self.last)}"
        return f"{words.day(self.first)} – {words.day(self.last)}"


def look_of(asked: Mapping[str, str], classroom: Classroom, today: date) -> Look:
    """What is asked for; a class of an earlier year shows its whole year unless told otherwise."""
    period = asked.get("period", "")
    if period not in ("30", "year", "days"):
        period = ""
    source = asked.get("source", "")
    source = source if source in Origin._value2member_map_ else ""
    group = asked.get("group", "")[:20]
    begins, ends = school_year_of(classroom)
    chosen = period or ("30" if today <= ends else "year")
    if chosen == "days":
        typed = asked.get("from", "").strip()[:20], asked.get("to", "").strip()[:20]
        first, last = _date(typed[0]), _date(typed[1])
        error = ""
        if (typed[0] and not first) or (typed[1] and not last):
            error = _("That is no date. Write it like this: %s") % today.isoformat()
        elif first and last and first > last:
            error = _("The first day comes after the last one.")
        return Look(chosen, first, last, source, group, typed, error, asked=True)
    first, last = begins, min(ends, today)
    if chosen == "30":
        first, last = today - timedelta(days=RECENT - 1), today
    return Look(chosen, first, max(first, last), source, group, asked=bool(period))


def school_year_of(classroom: Classroom) -> tuple[date, date]:
    """Its first and its last day."""
    return (
        date(classroom.year, SCHOOL_BEGINS, 1),
        date(classroom.year + 1, SCHOOL_BEGINS, 1) - timedelta(days=1),
    )


def day_and_month(when: date) -> str:
    """ "30 November"; Romanian months begin with a small letter."""
    says = date_format(when, "j F")
    return says.lower() if get_language() == "ro" else says


def _date(text: str) -> date | None:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if FIRST <= found <= LAST else None


def _begin(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
