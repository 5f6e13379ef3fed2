"""What a teacher's dashboard tells of a class: facts from game and quizzes, and what follows.

Every figure is counted from `Fact`s, and the same facts stand behind it when it is opened: screen,
file and paper can't disagree. Kept out, and counted apart: placements with hints, what was taken
out of a score, and quizzes that are not finished.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from game import names
from game.catalogue import deck
from game.selectors import placements_of
from quiz.items import CONTINENTS, WHERE
from quiz.models import Attempt, Classroom, Enrolment, Response

HOUR = 3600


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

    def covers(self, at: datetime) -> bool:
        """Whether this moment is looked at."""
        return (self.since is None or self.since <= at) and (self.until is None or at < self.until)


class Fact(NamedTuple):
    """Once, a pupil said where an animal lives. A tuple, since a year has many."""

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


@dataclass(frozen=True, slots=True)
class Member:
    """A pupil of the class; without a name where it was erased."""

    player: int
    given: str
    surname: str
    group: str
    present: bool
    """Whether the pupil is in the class now."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All that the dashboard is made of."""

    members: tuple[Member, ...]
    facts: tuple[Fact, ...]
    hinted: int
    """Placements with hints on, which say nothing."""
    unfinished: int
    """Answers in quizzes that are not finished."""


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
    facts: list[Fact] = []
    hinted = unfinished = 0
    if Origin.GAME in chosen.origins:
        for one in placements_of(players, chosen.since):
            if not chosen.covers(one.at):
                continue
            if one.hinted:
                hinted += 1
                continue
            facts.append(Fact(one.player, one.card, one.right, one.row, one.at, Origin.GAME))
    if chosen.origins - {Origin.GAME}:
        for fact, finished in _answers(players, chosen):
            if finished:
                facts.append(fact)
            else:
                unfinished += 1
    return Facts(tuple(members), tuple(facts), hinted, unfinished)


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


def _answers(players: Collection[int], chosen: Filter) -> Iterable[tuple[Fact, bool]]:
    answers = within(
        Response.objects.filter(attempt__player__in=players, form__in=WHERE, right__isnull=False),
        chosen,
    )
    answers = answers.annotate(finished=Q(attempt__finished_at__isnull=False))
    rows = answers.values_list(
        "attempt__player_id", "card", "right", "named", "at", "attempt__kind", "finished", "answer"
    )
    known = deck()
    for player, card, right, named, at, kind, finished, said in rows.iterator(chunk_size=5_000):
        if card in known:
            origin = Origin.LESSON if kind == Attempt.Kind.CHECK else Origin.QUIZ
            fact = Fact(player, card, bool(right), named, at, origin, "" if named else said)
            yield fact, bool(finished)


def shares(facts: Iterable[Fact], *by: str) -> dict[tuple[object, ...], Share]:
    """Right of all, by these attributes of the facts (`player`, `card`, `home`, `origin`)."""
    right: Counter[tuple[object, ...]] = Counter()
    total: Counter[tuple[object, ...]] = Counter()
    # Counted by animal first: of those there are sixty, of facts a year's.
    wanted = ["card" if name == "home" else name for name in by]
    for (was_right, *key), count in Counter(map(attrgetter("right", *wanted), facts)).items():
        found = tuple(
            str(value)[:2] if name == "home" else value for name, value in zip(by, key, strict=True)
        )
        total[found] += count
        right[found] += count * was_right
    return {key: Share(right[key], count) for key, count in total.items()}


def _named(facts: Iterable[Fact]) -> Counter[tuple[str, str]]:
    """How often which continent was named for which animal."""
    counts: Counter[tuple[str, str]] = Counter(map(attrgetter("card", "named"), facts))
    return Counter({pair: count for pair, count in counts.items() if pair[1]})


def confusion(facts: Iterable[Fact]) -> dict[tuple[str, str], int]:
    """How often an animal of one continent (first) was said to live on another (second)."""
    counts: Counter[tuple[str, str]] = Counter()
    for (card, named), count in _named(facts).items():
        counts[card[:2], named] += count
    return {(home, named): counts[home, named] for home in CONTINENTS for named in CONTINENTS}


@dataclass(frozen=True, slots=True)
class Mixup:
    """An animal taken for one of another continent: `times` of `total` answers that named one."""

    card: str
    named: str
    times: int
    total: int


def mixups(facts: Iterable[Fact], most: int = 6) -> list[Mixup]:
    """The class's most confused pairs, the most frequent first."""
    named = _named(facts)
    total: Counter[str] = Counter()
    for (card, _land), times in named.items():
        total[card] += times
    found = [
        Mixup(card, land, times, total[card])
        for (card, land), times in named.items()
        if times > 1 and land != card[:2]
    ]
    return sorted(found, key=lambda one: (-one.times, -one.times / one.total, one.card))[:most]


def hardest(facts: Iterable[Fact], most: int = 6, least: int = 5) -> list[tuple[str, Share]]:
    """The animals most often answered wrong, of those with `least` answers or more."""
    found = [(str(card), one) for (card,), one in shares(facts, "card").items()]
    enough = [(card, one) for card, one in found if one.total >= least]
    return sorted(enough, key=lambda pair: (pair[1].part or 0.0, -pair[1].total, pair[0]))[:most]


def by_day(facts: Iterable[Fact]) -> dict[date, Counter[Origin]]:
    """How many answers were given on each day of the school's own clock, by where."""
    days: defaultdict[date, Counter[Origin]] = defaultdict(Counter)
    hours = Counter((int(fact.at.timestamp()) // HOUR, fact.origin) for fact in facts)
    for (hour, origin), count in hours.items():
        day = timezone.localdate(datetime.fromtimestamp(HOUR * hour, UTC))
        days[day][origin] += count
    return dict(sorted(days.items()))
