"""The end of a day's practice: its animals in the evening light, and what is better known now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.catalogue import CardFace, deck, face
from quiz import mastery
from quiz.mastery import Evidence, Knowledge, State
from quiz.models import Attempt, Response
from quiz.pages import words
from quiz.pages.answered import in_words
from quiz.pages.asking import definite
from quiz.pages.lessons import known_from, tomorrow_says

NAMED = 3
"""Up to so many animals are named in a sentence."""
LONGEST = 30
"""Minutes; whoever took longer was away meanwhile, and is told no time."""


@dataclass(frozen=True, slots=True)
class Practised:
    """An animal of the day's practice."""

    card: CardFace
    better: bool
    """Right at once, and not surely known before."""
    says: str

    @property
    def size(self) -> int:
        """1 for the lightest of its continent, 12 for the heaviest."""
        return self.card.number

    @property
    def figure(self) -> str:
        """The static path of the animal alone."""
        return f"art/animals/{self.card.slug}.svg"


@dataclass(frozen=True, slots=True)
class Evening:
    """All that the page shows."""

    animals: tuple[Practised, ...]
    """Lightest first."""
    says: str
    tomorrow: str


def evening(
    attempt: Attempt, responses: Sequence[Response], evidence: Sequence[Evidence], now: datetime
) -> Evening:
    """How the day's practice went; `evidence` is all there is about the player."""
    first: dict[str, bool] = {}
    for response in responses:
        if response.right is not None and response.card in deck():
            first.setdefault(response.card, response.right)
    before = mastery.knowledge([e for e in evidence if e.at < attempt.started_at], now)
    better = [code for code, right in first.items() if right and not _sure(before.get(code))]
    by_weight = sorted(first, key=lambda code: deck()[code].size["mass_typical_kg"])
    return Evening(
        animals=tuple(_practised(code, code in better) for code in by_weight),
        says=f"{_lasted(attempt, len(first))} {_better(better, len(first))}".strip(),
        tomorrow=tomorrow_says(known_from(evidence, now), now),
    )


def _sure(known: Knowledge | None) -> bool:
    return known is not None and known.state == State.KNOWN


def _practised(code: str, better: bool) -> Practised:
    seen = face(code)
    says = seen.name
    if better:
        is_she = deck()[code].gender == "f"
        says = (
            pgettext("feminine", "%(name)s, better known now")
            if is_she
            else pgettext("masculine", "%(name)s, better known now")
        ) % {"name": seen.name}
    return Practised(seen, better, says)


def _lasted(attempt: Attempt, count: int) -> str:
    animals = ngettext("%(n)s animal", "%(n)s animals", count) % {"n": in_words(count)}
    animals = animals[:1].upper() + animals[1:]
    took = (attempt.finished_at or attempt.started_at) - attempt.started_at
    minutes = max(1, round(took.total_seconds() / 60))
    if minutes > LONGEST:
        return f"{animals}."
    time = ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": in_words(minutes)}
    return f"{animals}, {time}."


def _better(codes: Sequence[str], of: int) -> str:
    if not codes:
        return ""
    if len(codes) == of and of > NAMED:
        return _("You know all %(n)s better now.") % {"n": in_words(of)}
    if len(codes) > NAMED:
        return ngettext("You know %(n)s better now.", "You know %(n)s better now.", len(codes)) % {
            "n": in_words(len(codes))
        }
    names = [definite(deck()[code]) for code in codes]
    return _("You know better now: %s.") % words.listed(names)
