"""What lies around each question: where to go from it, and the style sheets it needs."""

from __future__ import annotations

from django.urls import reverse

from quiz.animals import SLUGS
from quiz.items import Form
from quiz.models import Attempt

SHEETS = {
    Form.MAP: "quiz/map.css",
    Form.PIN: "quiz/pin.css",
    Form.SORT: "quiz/place.css",
    Form.ORDER: "quiz/place.css",
}
"""Forms that need more than `quiz.css`; the sheets of a whole attempt come with its first page."""


def sheets(attempt: Attempt) -> list[str]:
    """Static paths of the style sheets for the attempt's questions."""
    forms = {Form(kept["form"]) for kept in attempt.items}
    return sorted({SHEETS[form] for form in forms if form in SHEETS})


def leave(attempt: Attempt) -> str:
    """The page from which an attempt of this kind is usually begun."""
    if attempt.kind == Attempt.Kind.DAILY:
        return reverse("quiz:learn")
    return lesson_of(attempt) or reverse("quiz:choose")


def lesson_of(attempt: Attempt) -> str:
    """The lesson that the attempt closes, if it does."""
    if attempt.kind != Attempt.Kind.CHECK or not attempt.continent:
        return ""
    return reverse("quiz:continent", args=[SLUGS[attempt.continent]])
