"""What teachers and pupils see of what was set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from game.models import Player
from quiz.animals import SLUGS
from quiz.forms.work import lesson_title
from quiz.models import Assignment
from quiz.pages.teaching.people import Line
from quiz.selectors import work as readers
from quiz.selectors.work import Doing

NONE, RUNNING, DONE = "new", "running", "done"


@dataclass(frozen=True, slots=True)
class WorkCard:
    """Something that was set, in the list."""

    pk: int
    title: str
    until: str
    says: str
    done: int
    running: int
    of: int
    closed: bool


@dataclass(frozen=True, slots=True)
class DoneLine:
    """How far one pupil has come."""

    name: str
    state: str
    says: str
    late: bool
    again: str


@dataclass(frozen=True, slots=True)
class SetCard:
    """Something that is set to the pupil who looks."""

    title: str
    says: str
    state: str
    score: str
    lesson: bool
    url: str
    """The lesson, or what the quiz's form is sent to; "" when it can't be begun any more."""


def title_of(work: Assignment) -> str:
    """What was set."""
    return work.quiz.title if work.quiz is not None else lesson_title(work.continent)


def until(due_at: datetime | None, now: datetime) -> str:
    """The date and hour in words, on the school's clock; "" without one."""
    if due_at is None:
        return ""
    local = timezone.localtime(due_at)
    days = (local.date() - timezone.localdate(now)).days
    hour = time_format(local, "H:i")
    match days:
        case 0:
            return _("today, %s") % hour
        case 1:
            return _("tomorrow, %s") % hour
    day = date_format(local, "l, j F")
    day = day if get_language() == "en" else day.lower()
    return f"{day}, {hour}"


def cards(
    works: Sequence[Assignment], doing: Mapping[int, Mapping[int, Doing]], now: datetime
) -> list[WorkCard]:
    """The list of what was set."""
    return [_card(work, doing[work.pk].values(), now) for work in works]


def _card(work: Assignment, doing: Iterable[Doing], now: datetime) -> WorkCard:
    states = [one.state for one in doing]
    done, running = states.count(DONE), states.count(RUNNING)
    says = ngettext(
        "%(done)d of %(all)d has finished", "%(done)d of %(all)d have finished", done
    ) % {"done": done, "all": len(states)}
    if running:
        says += ", " + ngettext("%d is at it", "%d are at it", running) % running
    return WorkCard(
        work.pk,
        title_of(work),
        until(work.due_at, now),
        says + ".",
        done,
        running,
        len(states),
        work.is_closed,
    )


def done_lines(
    work: Assignment, doing: Mapping[int, Doing], lines: Sequence[Line]
) -> list[DoneLine]:
    """Everybody to whom it is set, in the order of the roll; last, together, who was erased."""
    found = [_done_line(work, doing[line.player], line) for line in lines if line.player in doing]
    if erased := len(doing) - len(found):
        says = ngettext("%d has finished", "%d have finished", erased) % erased
        found.append(DoneLine(_("Names that were erased"), DONE, says, False, ""))
    return found


def _done_line(work: Assignment, one: Doing, line: Line) -> DoneLine:
    if one.state == NONE:
        return DoneLine(line.listed, NONE, _("not begun yet"), False, "")
    if one.state == RUNNING:
        says = _("at question %(at)d of %(of)d") % {"at": one.at, "of": one.of}
        return DoneLine(line.listed, RUNNING, says, False, "")
    late = work.due_at is not None and one.finished_at is not None and one.finished_at > work.due_at
    again = ""
    if one.times > 1:
        again = ngettext("%d time in all", "%d times in all", one.times) % one.times
    return DoneLine(line.listed, DONE, score_of(one), late, again)


def score_of(one: Doing) -> str:
    """Right answers of those that count."""
    return _("%(right)d of %(all)d right") % {"right": one.right, "all": one.counted}


def set_cards(player: Player | None, now: datetime) -> list[SetCard]:
    """What is set to the pupil: what is to be done first, then what is done."""
    if player is None or player.is_guest:
        return []
    works = readers.set_for(player)
    if not works:
        return []
    doing = readers.doing(works)
    made = [_set_card(work, doing[work.pk].get(player.pk, Doing(player.pk)), now) for work in works]
    return sorted(made, key=lambda one: one.state == DONE)


def _set_card(work: Assignment, one: Doing, now: datetime) -> SetCard:
    lesson = work.quiz is None
    begun = one.state == RUNNING
    may = begun or work.may_begin(now)
    if one.state == DONE:
        says = ""
    elif work.is_closed and not begun:
        says = _("Your teacher has closed it: it can't be begun any more.")
    elif work.due_at is None:
        says = _("When you like.")
    elif not work.is_overdue(now):
        says = _("Until %s") % until(work.due_at, now)
    elif may:
        says = _("The time has passed, and you can still do it.")
    else:
        says = _("The time has passed: it can't be begun any more.")
    url = ""
    if work.quiz is not None and may:
        url = reverse("quiz:set", args=[work.quiz.code])
    elif lesson and may:
        url = reverse("quiz:continent", args=[SLUGS[work.continent]])
    if begun:
        says = _("at question %(at)d of %(of)d") % {"at": one.at, "of": one.of} + ". " + says
    score = score_of(one) if one.state == DONE else ""
    return SetCard(title_of(work), says, one.state, score, lesson, url)
