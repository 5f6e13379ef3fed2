"""What a teacher's dashboard tells of a class: facts from game and quizzes, and what follows.

Every figure is counted from the same rows that are listed when it is opened: screen, file and
paper can't disagree. Kept out, and counted apart: placements with hints, what was taken out of a
score, and quizzes that are not finished.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeVar

from django.db.models import Case, Q, QuerySet, Value, When
from django.utils import timezone

from game import names
from game.catalogue import deck
from game.moments import Iso
from game.selectors import placements_of
from quiz.items import CONTINENTS, WHERE
from quiz.models import Attempt, Classroom, Enrolment, Response


class Origin(StrEnum):
    """Where an answer was given."""

    GAME = "game"
    QUIZ = "quiz"
    LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class Filter:
    """What the teacher looks at."""

    since: datetime | None = None
    until: datetime | None = None
    origins: frozenset[Origin] = frozenset(Origin)
    group: str = ""


Row = tuple[int, str, str, str, str, str, str]
"""A fact as the database tells it: player, card, "1" where it was right, the continent that was
named, the moment in UTC, the origin, what was answered. A year has tens of thousands, and whatever
is made of each of them is most of a page's time: so sums are counted from these."""


class Fact(NamedTuple):
    """Once, a pupil said where an animal lives."""

    player: int
    card: str
    right: bool
    named: str
    """The continent that was named; empty where none was."""
    at: datetime
    origin: Origin
    said: str = ""
    """What was answered, where no continent was named: an option's token."""

    @property
    def home(self) -> str:
        """The animal's continent."""
        return self.card[:2]


class Tally(NamedTuple):
    """So many times a pupil said the same about an animal, whose continent is `home`."""

    player: int
    card: str
    home: str
    right: bool
    named: str
    times: int


@dataclass(frozen=True, slots=True)
class Member:
    """A pupil of the class; without a name where it was erased."""

    player: int
    given: str
    surname: str
    group: str
    present: bool
    """Whether the pupil is in the class now."""


@dataclass(frozen=True)
class Facts:
    """All that the dashboard is made of."""

    members: tuple[Member, ...]
    rows: tuple[Row, ...]
    hinted: int
    """Placements with hints on, which say nothing."""
    unfinished: int
    """Answers in quizzes that are not finished."""

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Each for itself: for lists."""
        return tuple(
            Fact(player, card, bool(right), named, datetime.fromisoformat(at), Origin(origin), said)
            for player, card, right, named, at, origin, said in self.rows
        )

    @cached_property
    def tallies(self) -> tuple[Tally, ...]:
        """Those alike counted together: for sums."""
        alike = Counter(map(itemgetter(0, 1, 2, 3), self.rows))
        return tuple(
            Tally(player, card, card[:2], bool(right), named, times)
            for (player, card, right, named), times in alike.items()
        )

    @cached_property
    def last(self) -> dict[int, datetime]:
        """When each pupil gave the last answer, of those who gave any."""
        found: dict[int, str] = {}
        for player, _card, _right, _named, at, _origin, _said in self.rows:
            if at > found.get(player, ""):
                found[player] = at
        return {player: datetime.fromisoformat(at) for player, at in found.items()}

    @property
    def share(self) -> Share:
        """Right of all."""
        return Share(sum(one.times for one in self.tallies if one.right), len(self.rows))

    def of(self, player: int) -> Facts:
        """One pupil's alone."""
        return replace(
            self,
            members=tuple(one for one in self.members if one.player == player),
            rows=tuple(row for row in self.rows if row[0] == player),
        )


@dataclass(frozen=True, slots=True)
class Share:
    """So many right of so many."""

    right: int = 0
    total: int = 0

    @property
    def part(self) -> float | None:
        """0 to 1; None of nothing."""
        return self.right / self.total if self.total else None

    @property
    def percent(self) -> int | None:
        """Rounded half up, as everywhere."""
        return int(100 * self.right / self.total + 0.5) if self.total else None


def members_of(classroom: Classroom) -> list[Member]:
    """Everybody who counts in the class: who is in it, and who was erased; alphabetically."""
    enrolments = Enrolment.objects.filter(classroom=classroom).filter(
        Q(left_at=None) | Q(player__pupil=None)
    )
    rows = enrolments.values_list(
        "player_id", "player__pupil__given", "player__pupil__surname", "group", "left_at"
    )
    found = [
        Member(player, given or "", surname or "", group, left is None and given is not None)
        for player, given, surname, group, left in rows
    ]
    return sorted(
        found,
        key=lambda one: (
            not one.present,
            names.alphabetical(one.surname),
            names.alphabetical(one.given),
        ),
    )


def groups_of(classroom: Classroom) -> list[str]:
    """The groups of the class, in alphabetical order."""
    found = Enrolment.objects.filter(classroom=classroom, left_at=None).exclude(group="")
    return sorted(found.values_list("group", flat=True).distinct(), key=names.alphabetical)


def facts_of(classroom: Classroom, chosen: Filter) -> Facts:
    """The facts of a class under a filter: four queries, whatever its size."""
    members = [
        one for one in members_of(classroom) if not chosen.group or one.group == chosen.group
    ]
    players = [one.player for one in members]
    placed, hinted = _placed(players, chosen)
    answered, unfinished = _answered(players, chosen)
    return Facts(tuple(members), (*placed, *answered), hinted, unfinished)


def _placed(players: Collection[int], chosen: Filter) -> tuple[list[Row], int]:
    """What was said at tables, and how many placements don't count."""
    if Origin.GAME not in chosen.origins:
        return [], 0
    rows: list[Row] = []
    hinted = 0
    game = Origin.GAME.value
    for one in placements_of(players, chosen.since, chosen.until):
        if one.hinted:
            hinted += 1
        else:
            right = "1" if one.right else ""
            rows.append((one.player, one.card, right, one.row, one.moment, game, ""))
    return rows, hinted


def _answered(players: Collection[int], chosen: Filter) -> tuple[list[Row], int]:
    """What was said in quizzes and after lessons, and how many answers don't count."""
    if chosen.origins == {Origin.GAME}:
        return [], 0
    answers = Response.objects.filter(
        attempt__player__in=players, card__in=deck(), form__in=WHERE, right__isnull=False
    )
    fields = within(answers, chosen).values_list(
        "attempt__player_id",
        "card",
        Case(When(right=True, then=Value("1")), default=Value("")),
        "named",
        Iso("at"),
        Case(
            When(attempt__finished_at=None, then=Value("")),
            When(attempt__kind=Attempt.Kind.CHECK, then=Value(Origin.LESSON.value)),
            default=Value(Origin.QUIZ.value),
        ),
        Case(When(named="", then="answer"), default=Value("")),
    )
    found = list(fields.iterator(chunk_size=5_000))
    rows = [row for row in found if row[5]]
    return rows, len(found) - len(rows)


def within(answers: QuerySet[Response], chosen: Filter) -> QuerySet[Response]:
    """Those in the period and from the sources that are looked at."""
    if chosen.since is not None:
        answers = answers.filter(at__gte=chosen.since)
    if chosen.until is not None:
        answers = answers.filter(at__lt=chosen.until)
    if Origin.QUIZ not in chosen.origins:
        answers = answers.filter(attempt__kind=Attempt.Kind.CHECK)
    if Origin.LESSON not in chosen.origins:
        answers = answers.exclude(attempt__kind=Attempt.Kind.CHECK)
    return answers


K = TypeVar("K")


def counts(tallies: Iterable[Tally], by: Callable[[Tally], K]) -> Counter[K]:
    """How many answers, by what `by` tells of each."""
    found: Counter[K] = Counter()
    for one in tallies:
        found[by(one)] += one.times
    return found


def shares(tallies: Collection[Tally], by: Callable[[Tally], K]) -> dict[K, Share]:
    """Right of all, by what `by` tells of each."""
    right = counts((one for one in tallies if one.right), by)
    return {key: Share(right[key], total) for key, total in counts(tallies, by).items()}


def confusion(tallies: Iterable[Tally]) -> dict[tuple[str, str], int]:
    """How often an animal of one continent (first) was said to live on another (second)."""
    said = counts(tallies, attrgetter("home", "named"))
    return {(home, named): said[home, named] for home in CONTINENTS for named in CONTINENTS}


@dataclass(frozen=True, slots=True)
class Mixup:
    """An animal taken for one of another continent: `times` of `total` answers that named one."""

    card: str
    named: str
    times: int
    total: int


def mixups(tallies: Iterable[Tally], most: int = 6) -> list[Mixup]:
    """The class's most confused pairs, the most frequent first."""
    naming = [one for one in tallies if one.named]
    named = counts(naming, attrgetter("card", "named"))
    total = counts(naming, attrgetter("card"))
    found = [
        Mixup(card, land, times, total[card])
        for (card, land), times in named.items()
        if times > 1 and land != card[:2]
    ]
    return sorted(found, key=lambda one: (-one.times, -one.times / one.total, one.card))[:most]


def hardest(tallies: Collection[Tally], most: int = 6, least: int = 5) -> list[tuple[str, Share]]:
    """The animals most often answered wrong, of those with `least` answers or more."""
    found = shares(tallies, attrgetter("card"))
    enough = [(card, one) for card, one in found.items() if one.total >= least]
    return sorted(enough, key=lambda pair: (pair[1].part or 0.0, -pair[1].total, pair[0]))[:most]


def by_day(facts: Facts) -> dict[date, Counter[Origin]]:
    """How many answers were given on each day of the school's own clock, by where."""
    days: defaultdict[date, Counter[Origin]] = defaultdict(Counter)
    hours = Counter((row[4][:13], row[5]) for row in facts.rows)  # "2026-11-02 09"
    zone = timezone.get_current_timezone()
    for (hour, origin), count in hours.items():
        begun = datetime.fromisoformat(f"{hour}:00+00:00")
        days[begun.astimezone(zone).date()][Origin(origin)] += count
    return dict(sorted(days.items()))
