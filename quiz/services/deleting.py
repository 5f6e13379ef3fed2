"""What teachers throw away: a class, a quiz. What was answered stays, without a name or a title."""

from __future__ import annotations

from django.utils import timezone

from game.models import Seat
from game.services.writing import write
from quiz.models import Classroom, Quiz, Sitting
from quiz.services.erasing import purge
from quiz.services.sittings import end_all


def delete_classroom(*, classroom: Classroom) -> None:
    """The class, its list and what was set to it, with the names of all who are in no other.

    Their answers and moves stay, nameless; so do the results of quizzes. Games that go on are
    ended, and nobody is named at the class's tables any more, since they are no class's now.
    """
    with write():
        for sitting in Sitting.objects.running().filter(classroom=classroom):
            end_all(sitting=sitting, now=timezone.now())
        purge(classrooms=[classroom])
        at_its_tables = Seat.objects.filter(table__sitting_table__sitting__classroom=classroom)
        at_its_tables.filter(player__isnull=False).update(name="", avatar="")
        classroom.delete()


def delete_quiz(*, quiz: Quiz) -> None:
    """The quiz, its results and where it was set; the answers stay with those who gave them."""
    with write():
        quiz.delete()
