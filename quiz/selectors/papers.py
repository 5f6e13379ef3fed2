"""Readers of a teacher's quizzes, and of the answers to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.urls import reverse

from game.models import Player
from quiz.models import Attempt, Quiz, Response
from quiz.quality import Paper


def quizzes_of(teacher: User) -> list[Quiz]:
    """The teacher's quizzes, newest first; `takers` is how many people have finished each."""
    finished = Q(attempts__finished_at__isnull=False)
    takers = Count("attempts__player", filter=finished, distinct=True)
    return list(Quiz.objects.filter(owner=teacher).annotate(takers=takers).order_by("-pk"))


def quiz_of(teacher: User, pk: int) -> Quiz | None:
    """The teacher's quiz with this key, if any."""
    return Quiz.objects.filter(owner=teacher, pk=pk).first()


def quiz_by_code(code: str) -> Quiz | None:
    """The quiz with this code, as it is kept."""
    return Quiz.objects.select_related("owner").filter(code=code).first()


def way_to_quiz(code: str) -> str:
    """The address to which a quiz's code leads; "" when it is none."""
    found = Quiz.objects.filter(code=code).exists()
    return reverse("quiz:set", args=[code]) if found else ""


def papers_of(quiz: Quiz) -> tuple[list[Paper], int]:
    """What everybody answered the first time, and how many have begun but never finished."""
    attempts = quiz.attempts.only("player_id", "items", "finished_at", "quiz_id").order_by("pk")
    first: dict[int, Attempt] = {}
    begun = set()
    for attempt in attempts:
        begun.add(attempt.player_id)
        if attempt.finished_at is not None:
            first.setdefault(attempt.player_id, attempt)
    given: defaultdict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    rows = Response.objects.filter(attempt__quiz=quiz, attempt__finished_at__isnull=False)
    for pk, position, card, said in rows.values_list("attempt", "position", "card", "answer"):
        given[pk, position][card] = said
    papers = [_paper(attempt, given) for attempt in first.values()]
    return papers, len(begun) - len(first)


def _paper(attempt: Attempt, given: Mapping[tuple[int, int], Mapping[str, str]]) -> Paper:
    """By the questions' places in the quiz, which may not be those in the attempt."""
    paper = {}
    for position, kept in enumerate(attempt.items):
        said = given.get((attempt.pk, position))
        if said and "n" in kept:
            item = attempt.item(position)
            paper[kept["n"]] = item.answer_of([said.get(code, "") for code in item.cards])
    return paper


def last_attempt_at(player: Player | None, quiz: Quiz) -> Attempt | None:
    """The player's attempt at the quiz that is under way, or else the last one."""
    if player is None:
        return None
    own = Attempt.objects.filter(player=player, quiz=quiz)
    return own.filter(finished_at=None).first() or own.order_by("-pk").first()
