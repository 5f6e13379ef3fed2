"""Readers of what teachers set their classes: what it is, who has begun, how it went."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q

from game.models import Player
from quiz.models import Assigned, Assignment, Attempt, Classroom, Response
from quiz.selectors import attempts as selectors


@dataclass(frozen=True, slots=True)
class Doing:
    """How far one pupil has come with what was set. Unfinished is under way, nothing worse."""

    player: int
    at: int = 0
    """The question it is the turn of, from 1; 0 before the beginning and at the end."""
    of: int = 0
    right: int = 0
    counted: int = 0
    attempt: int | None = None
    finished_at: datetime | None = None
    times: int = 0
    """How often it was finished; the first time counts."""

    @property
    def state(self) -> str:
        """new, running or done."""
        return "done" if self.times else "running" if self.at else "new"


def works_of(classroom: Classroom) -> list[Assignment]:
    """What was set to the class, newest first."""
    found = Assignment.objects.filter(classroom=classroom).select_related("quiz")
    return list(found.order_by("-set_at", "-pk"))


def work_of(classroom: Classroom, pk: int) -> Assignment | None:
    """One of them."""
    found = Assignment.objects.filter(classroom=classroom, pk=pk)
    return found.select_related("quiz", "classroom").first()


def doing(works: Sequence[Assignment]) -> dict[int, dict[int, Doing]]:
    """By assignment, and there by player: those to whom it is set who are in the class now.

    What somebody finished counts on when the name is erased (case 35).
    """
    counts = Assigned.objects.filter(
        Q(player__enrolments__left_at=None) | Q(player__pupil=None),
        assignment__in=works,
        player__enrolments__classroom=F("assignment__classroom"),
    )
    found: dict[int, dict[int, Doing]] = {work.pk: {} for work in works}
    erased: set[int] = set()
    for work, player, pupil in counts.values_list("assignment", "player", "player__pupil"):
        found[work][player] = Doing(player)
        if pupil is None:
            erased.add(player)
    attempts: defaultdict[tuple[int, int], list[Attempt]] = defaultdict(list)
    for one in Attempt.objects.filter(assignment__in=works).order_by("pk"):
        if one.assignment_id in found and one.player_id in found[one.assignment_id]:
            attempts[one.assignment_id, one.player_id].append(one)
    counted = {key: _that_counts(several) for key, several in attempts.items()}
    responses: defaultdict[int, list[Response]] = defaultdict(list)
    done = [one.pk for one in counted.values() if one.finished_at]
    for said in Response.objects.filter(attempt__in=done).only("attempt_id", "position", "right"):
        responses[said.attempt_id].append(said)
    for (work, player), attempt in counted.items():
        times = sum(one.finished_at is not None for one in attempts[work, player])
        found[work][player] = _doing(attempt, responses[attempt.pk], times)
    return {
        work: {key: one for key, one in by.items() if key not in erased or one.times}
        for work, by in found.items()
    }


def _that_counts(attempts: Sequence[Attempt]) -> Attempt:
    """The first that was finished, else the last begun."""
    return next((one for one in attempts if one.finished_at), attempts[-1])


def _doing(attempt: Attempt, responses: Sequence[Response], times: int) -> Doing:
    if attempt.finished_at is None:
        at, of = attempt.position + 1, len(attempt.items)
        return Doing(attempt.player_id, min(at, of), of, attempt=attempt.pk)
    rights = selectors.rights_of(responses)
    first = [right for place, right in rights.items() if "again" not in attempt.items[place]]
    return Doing(
        attempt.player_id,
        right=sum(first),
        counted=len(first),
        attempt=attempt.pk,
        finished_at=attempt.finished_at,
        times=times,
    )


def set_for(player: Player) -> list[Assignment]:
    """What the pupil's class has set to him or her and not closed, what is due first at the top."""
    found = Assignment.objects.filter(
        assigned__player=player,
        closed_at=None,
        classroom__enrolments__player=player,
        classroom__enrolments__left_at=None,
    ).select_related("quiz")
    return list(found.order_by(F("due_at").asc(nulls_last=True), "pk"))
