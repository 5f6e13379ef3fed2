"""What a teacher sets a class: to whom, until when, dated anew, and closed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from game.models import Player
from game.services.writing import write
from quiz.models import Assigned, Assignment, Classroom, Enrolment, Quiz
from quiz.refusals import Refused
from quiz.services.making import open_again


def set_work(
    *,
    classroom: Classroom,
    players: Iterable[int],
    quiz: Quiz | None = None,
    continent: str = "",
    due_at: datetime | None = None,
    late: bool = True,
    now: datetime | None = None,
) -> tuple[Assignment, int]:
    """Sets a quiz, or the lesson of a continent, to these pupils of the class.

    Who has it already, and it is not closed, does not get it again (case 27): the others get it
    with the same date in the same row, or with another one in a row of its own. Returns the row
    and how many got it. Refused: `nobody_chosen`, `set_already`.
    """
    now = now or timezone.now()
    with write():
        wanted = set(
            Enrolment.objects.filter(
                classroom=classroom, left_at=None, player__in=list(players)
            ).values_list("player_id", flat=True)
        )
        if not wanted:
            raise Refused("nobody_chosen")
        same = Assignment.objects.filter(
            classroom=classroom, quiz=quiz, continent=continent, closed_at=None
        )
        have = Assigned.objects.filter(assignment__in=same, player__in=wanted)
        new = wanted - set(have.values_list("player_id", flat=True))
        if not new:
            raise Refused("set_already")
        work = same.filter(due_at=due_at, late=late).first() or Assignment.objects.create(
            classroom=classroom,
            quiz=quiz,
            continent=continent,
            set_at=now,
            due_at=due_at,
            late=late,
        )
        Assigned.objects.bulk_create(Assigned(assignment=work, player_id=one) for one in new)
        return work, len(new)


def date_work(*, work: Assignment, due_at: datetime | None, late: bool) -> None:
    """Another date, or none, for all to whom it is set; whoever has not begun may begin by it.

    Refused: `work_closed`, also where the quiz itself is.
    """
    there = Assignment.objects.filter(pk=work.pk, closed_at=None).exclude(quiz__open=False)
    if not there.update(due_at=due_at, late=late):
        raise Refused("work_closed")


def close_work(*, work: Assignment, now: datetime | None = None) -> None:
    """It can't be begun any more; what is begun may be finished."""
    Assignment.objects.filter(pk=work.pk, closed_at=None).update(closed_at=now or timezone.now())


def open_work(*, work: Assignment) -> None:
    """It can be begun once more, also where the quiz itself was closed.

    Refused: `set_already` when it was set anew to one of them.
    """
    with write():
        again = Assigned.objects.filter(
            assignment__classroom=work.classroom_id,
            assignment__quiz=work.quiz_id,
            assignment__continent=work.continent,
            assignment__closed_at=None,
            player__assigned__assignment=work,
        ).exclude(assignment=work)
        if again.exists():
            raise Refused("set_already")
        Assignment.objects.filter(pk=work.pk).update(closed_at=None)
        if work.quiz is not None:
            open_again(quiz=work.quiz)


def work_for(
    player: Player, now: datetime, *, quiz: Quiz | None = None, continent: str = ""
) -> Assignment | None:
    """Within a transaction: what an attempt at this quiz, or at this lesson's check, is for."""
    open_ones = Assignment.objects.filter(
        assigned__player=player,
        quiz=quiz,
        continent=continent,
        closed_at=None,
        classroom__enrolments__player=player,
        classroom__enrolments__left_at=None,
    )
    return next((one for one in open_ones.order_by("-pk") if one.may_begin(now)), None)
