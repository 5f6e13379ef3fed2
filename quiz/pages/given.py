"""The page at a teacher's quiz's address, before and after it is taken."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from quiz.items import PLACED, Item
from quiz.models import Attempt, Quiz
from quiz.pages import words
from quiz.pages.answered import score
from quiz.pages.teaching import making
from quiz.selectors import attempts as selectors


def given(quiz: Quiz, attempt: Attempt | None, own: bool) -> dict[str, object]:
    """What the quiz is.

    `attempt` is the player's, under way or the last one; `own` whether the teacher who made it
    asks.
    """
    items = [Item.from_json(kept) for kept in quiz.items]
    over = attempt is not None and attempt.is_over
    return {
        "quiz": quiz,
        "by": quiz.owner.first_name,
        "says": making.length_says(items, quiz.seconds),
        "clock": _clock(quiz, items),
        "pictures": making.pictures(quiz),
        "attempt": attempt,
        "score": score(attempt, selectors.responses_of(attempt)) if attempt and over else None,
        "running": attempt is not None and not over,
        "own": own,
        "may_begin": own or quiz.open or (attempt is not None and not over),
    }


def _clock(quiz: Quiz, items: Sequence[Item]) -> str:
    if not quiz.seconds:
        return _("No clock: take your time.")
    return words.clock(quiz.seconds, placed=any(item.form in PLACED for item in items)) + "."
