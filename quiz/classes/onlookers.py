"""A class's tables, and those that play on from them, are its pupils' and its teacher's."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpRequest

from game.models import Table
from quiz.models import Classroom, Enrolment

FARTHEST = 100
"""Games in a row that are followed back to the one the class began with."""


def class_of(table: Table) -> int | None:
    """The key of the classroom whose table it is, if any's; also of a game that followed there."""
    at = table.pk
    for _step in range(FARTHEST):
        found = (
            Table.objects.filter(pk=at)
            .values_list("sitting_table__sitting__classroom", "preceding")
            .first()
        )
        classroom, before = found or (None, None)
        if classroom is not None or before is None:
            return classroom
        at = before
    return None


def is_of_class(request: HttpRequest, table: Table) -> bool | None:
    """Whether who asks is in the table's class, or teaches it; None when it is no class's."""
    classroom = class_of(table)
    if classroom is None:
        return None
    pupil = getattr(request, "pupil", None)
    if pupil is not None:
        here = Enrolment.objects.filter(classroom=classroom, player=pupil.pk, left_at=None)
        return here.exists()
    user = getattr(request, "user", None)
    if not isinstance(user, User) or not user.is_authenticated or not user.is_active:
        return False
    return Classroom.objects.of(user).filter(pk=classroom).exists()
