"""Names that go while the figures stay: of whole classes, and of those a backup brought back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.services.writing import write
from quiz.models import Classroom, Erasure, Pupil
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


def erase_again(*, erasures: Iterable[Erasure]) -> int:
    """After a restore: whoever was erased by then, there or here, is erased again; how many."""
    with write():
        Erasure.objects.bulk_create(erasures, ignore_conflicts=True)
        found = list(Pupil.objects.filter(key__in=Erasure.objects.values("key")))
        for pupil in found:
            erase(pupil=pupil)
        return len(found)
