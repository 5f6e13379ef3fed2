"""The end of a school year: the names of whole classes go, the figures stay."""

from __future__ import annotations

from collections.abc import Sequence

from game.services.writing import write
from quiz.models import Classroom
from quiz.selectors.people import names_in
from quiz.services.classrooms import erase


def purge(*, classrooms: Sequence[Classroom]) -> int:
    """Erases everybody who is or was in these classrooms and is in no other now; how many.

    Done twice it changes nothing.
    """
    with write():
        found = names_in(classrooms)
        for pupil in found:
            erase(pupil=pupil)
        return len(found)
