"""Before a class or a quiz is deleted: what goes, what stays, and what must be written first."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quiz.models import Assignment, Classroom, Quiz
from quiz.pages.teaching.called import counted
from quiz.pages.teaching.people import class_title
from quiz.selectors import papers, people


@dataclass(frozen=True, slots=True)
class Deleting:
    """What would become of it all."""

    title: str
    sure: str
    """What must be written before; its own name."""
    goes: tuple[str, ...]
    stays: tuple[str, ...]
    back: str
    copy: str = ""
    """A file to take along first."""


def of_classroom(classroom: Classroom) -> Deleting:
    """A class goes with the names of those who are in no other one."""
    names, work = len(people.names_in([classroom])), people.work_in([classroom])
    goes = [
        ngettext(
            "%(n)d name and its pair of words, for good",
            "%(n)d names and as many pairs of words, for good",
            names,
        )
        % {"n": names},
        _("the class's list, its code, its overview, and what was set to it"),
    ]
    stays = [
        ngettext("%(n)s quiz answer", "%(n)s quiz answers", work.answers)
        % {"n": counted(work.answers)}
        + ", "
        + ngettext("%(n)d game", "%(n)d games", work.games) % {"n": work.games}
        + _(": nameless, and no longer a class's"),
        _("the results of your quizzes, with the same totals"),
        _("pupils who are in another class now, with all they did"),
    ]
    return Deleting(
        title=class_title(classroom),
        sure=classroom.name,
        goes=tuple(goes) if names else tuple(goes[1:]),
        stays=tuple(stays) if work else tuple(stays[1:]),
        back=reverse("quiz:edit_class", args=[classroom.pk]),
        copy=reverse("quiz:export", args=[classroom.pk]) + "?what=all&kind=xlsx&period=days",
    )


def of_quiz(quiz: Quiz) -> Deleting:
    """A quiz goes with its results; what pupils answered still counts for what they know."""
    taken = len(papers.papers_of(quiz)[0])
    set_to = Assignment.objects.filter(quiz=quiz).values("classroom").distinct().count()
    goes = [_("the questions, the address and the QR code")]
    if taken:
        goes.append(
            ngettext(
                "its results: %(n)d has finished it",
                "its results: %(n)d have finished it",
                taken,
            )
            % {"n": taken}
        )
    if set_to:
        goes.append(
            ngettext(
                "where it was set, in %(n)d class", "where it was set, in %(n)d classes", set_to
            )
            % {"n": set_to}
        )
    return Deleting(
        title=_("“%s”") % quiz.title,
        sure=quiz.title if taken else "",
        goes=tuple(goes),
        stays=(
            _("every answer, in what the pupils know and in their class's figures"),
            _("what somebody has begun: it can be finished"),
        ),
        back=reverse("quiz:results", args=[quiz.pk]),
    )
