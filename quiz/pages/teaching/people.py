"""What teachers' pages show of classrooms and pupils; with names off, no name leaves the server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game import names
from game.selectors import placements_by
from quiz.models import Classroom, Enrolment, Pupil
from quiz.pages.teaching.called import numbers
from quiz.selectors import people

LANDSCAPES = ("savanna", "taiga", "coast", "mountain", "wetlands", "steppe", "tundra", "desert")


def class_title(classroom: Classroom) -> str:
    """ "Class 5 B"; a name that says so itself stands alone."""
    if classroom.name.casefold().startswith(("clas", "grup")):
        return classroom.name[0].upper() + classroom.name[1:]
    return _("Class %s") % classroom.name


@dataclass(frozen=True, slots=True)
class ClassCard:
    """A classroom in the list."""

    pk: int
    title: str
    code: str
    picture: str
    pupils: int
    says: str


def class_card(classroom: Classroom) -> ClassCard:
    """As of `people.classrooms_of`."""
    pupils, without = classroom.pupils, classroom.no_words  # type: ignore[attr-defined]
    if not pupils:
        says = _("Nobody yet: bring the list of names.")
    else:
        says = ngettext("%d pupil.", "%d pupils.", pupils) % pupils
        if without == pupils:
            says += " " + _("The cards with the secret words are still to be printed.")
        elif without:
            says += " " + ngettext("%d has no card yet.", "%d have no card yet.", without) % without
    picture = f"art/landscapes/{LANDSCAPES[classroom.pk % len(LANDSCAPES)]}.svg"
    return ClassCard(classroom.pk, class_title(classroom), classroom.code, picture, pupils, says)


@dataclass(frozen=True, slots=True)
class Line:
    """A pupil in a table."""

    player: int
    name: str
    """Surname and given name, as in a register; "Pupil 3" with names off."""
    listed: str
    """The same, numbered where several are called so: for lists that show nothing else of them."""
    called: str
    """Given name and surname, as in a sentence; "Pupil 3" with names off."""
    label: str
    """What others see: "Ana P."; "Pupil 3" with names off."""
    group: str
    seen: str
    words: str
    """The state of the secret words: none, given or waits."""
    wrong: int


def lines(enrolments: Sequence[Enrolment], hidden: bool, now: datetime) -> list[Line]:
    """As of `people.roll`; the number of a hidden name is the place in that order."""
    apart = numbers(names.alike(register_name(one.player.pupil)) for one in enrolments)
    return [
        _line(one, place, number, hidden, now)
        for place, (one, number) in enumerate(zip(enrolments, apart, strict=True), start=1)
    ]


def _line(enrolment: Enrolment, place: int, number: str, hidden: bool, now: datetime) -> Line:
    pupil = enrolment.player.pupil
    stand_in = _("Pupil %d") % place
    state = "none"
    if pupil.words:
        state = "waits" if pupil.waits(now) else "given"
    seen = enrolment.player.last_seen
    return Line(
        player=pupil.pk,
        name=stand_in if hidden else register_name(pupil),
        listed=stand_in if hidden else register_name(pupil) + number,
        called=stand_in if hidden else str(pupil),
        label=stand_in if hidden else enrolment.player.name,
        group=enrolment.group,
        seen="" if seen == enrolment.since else ago(seen, now),
        words=state,
        wrong=pupil.wrong,
    )


def register_name(pupil: Pupil) -> str:
    """Surname first."""
    return f"{pupil.surname} {pupil.given}".strip()


def alike(everybody: Sequence[Line]) -> dict[int, str]:
    """What tells those of one name apart: "Ana P. 2 · B · 3 days ago", by player."""
    times = Counter(names.alike(one.name) for one in everybody)
    return {
        one.player: " · ".join(part for part in (one.label, one.group, one.seen) if part)
        for one in everybody
        if times[names.alike(one.name)] > 1
    }


def ago(then: datetime, now: datetime) -> str:
    """The day in words."""
    days = (timezone.localdate(now) - timezone.localdate(then)).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("yesterday")
    return ngettext("%d day ago", "%d days ago", days) % days


@dataclass(frozen=True, slots=True)
class Side:
    """One of two entries that may be one child."""

    player: int
    label: str
    """What tells it from the other: "Ana P. 2"."""
    since: datetime
    answers: int
    placed: int
    """Cards laid at tables."""
    games: int
    words: bool


@dataclass(frozen=True, slots=True)
class Merging:
    """What there is before two entries become one, and what there will be."""

    name: str
    """Of the one that stays."""
    kept: Side
    gone: Side

    @property
    def answers(self) -> int:
        """After merging."""
        return self.kept.answers + self.gone.answers

    @property
    def placed(self) -> int:
        """After merging."""
        return self.kept.placed + self.gone.placed

    @property
    def games(self) -> int:
        """After merging."""
        return self.kept.games + self.gone.games


def merging(kept: Enrolment, other: Enrolment, roll: Sequence[Line]) -> Merging:
    """The preview of a merge of two who are on the roll."""
    by = {line.player: line for line in roll}
    one, two = by[kept.player_id], by[other.player_id]
    return Merging(one.called, _side(kept, one), _side(other, two))


def _side(enrolment: Enrolment, line: Line) -> Side:
    work = people.work_of(enrolment.player)
    return Side(
        enrolment.player_id,
        line.label,
        enrolment.since,
        work.answers,
        sum(1 for _placed in placements_by(enrolment.player)),
        work.games,
        bool(enrolment.player.pupil.words),
    )
