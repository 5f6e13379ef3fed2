"""What a pupil knows about where an animal lives, from evidence alone: pure, and recomputable.

The memory model is FSRS (open-spaced-repetition): each piece of evidence is a review, and an animal
is due when the chance of remembering it has fallen to nine in ten.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

import fsrs

KNOWN_AFTER = 2
"""Right answers in a row after which an animal counts as known: luck alone does that in 1 of 25."""

_scheduler = fsrs.Scheduler(
    learning_steps=(), relearning_steps=(), maximum_interval=120, enable_fuzzing=False
)


class Source(StrEnum):
    """Where a piece of evidence comes from."""

    GAME = "game"
    QUIZ = "quiz"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Once, a pupil said where an animal lives."""

    card: str
    right: bool
    at: datetime
    source: Source
    named: str = ""
    """The continent that was named, where one was."""
    coin: bool = False
    """Whether a coin would be right half of the time: a right answer tells little."""


class State(StrEnum):
    """How an animal stands with a pupil."""

    NEW = "new"
    LEARNING = "learning"
    KNOWN = "known"
    FADING = "fading"
    """It was known, and is due by now."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a pupil knows about one animal at a moment."""

    state: State = State.NEW
    due: datetime | None = None
    """When it wants another look; None while the animal was never met."""
    chance: float = 0.0
    """Of saying now where it lives, 0 to 1."""
    right: int = 0
    wrong: int = 0
    streak: int = 0
    """Right answers in a row, the last one included."""
    last: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """All that past evidence about one animal leaves behind; the present moment is not in it."""

    card: fsrs.Card
    right: int = 0
    wrong: int = 0
    streak: int = 0
    last: Evidence | None = None

    def after(self, evidence: Evidence) -> Memory:
        """The memory once this has happened too; evidence comes in the order of time."""
        card, _ = _scheduler.review_card(self.card, _rating(evidence), _utc(evidence.at))
        if not evidence.right:
            return replace(self, card=card, wrong=self.wrong + 1, streak=0, last=evidence)
        # A coin's side that fell right lets a streak live, but does not lengthen it.
        streak = self.streak + (not evidence.coin)
        return replace(self, card=card, right=self.right + 1, streak=streak, last=evidence)

    def at(self, now: datetime) -> Knowledge:
        """What is known at `now`."""
        if self.last is None:
            return Knowledge()
        due = self.card.due
        if self.streak < KNOWN_AFTER:
            state = State.LEARNING
        else:
            state = State.KNOWN if now < due else State.FADING
        chance = _scheduler.get_card_retrievability(self.card, _utc(now))
        return Knowledge(state, due, chance, self.right, self.wrong, self.streak, self.last)


def memories(evidence: Iterable[Evidence]) -> dict[str, Memory]:
    """The memory of each animal that was met, by code; evidence in any order."""
    found: defaultdict[str, Memory] = defaultdict(lambda: Memory(fsrs.Card(card_id=0)))
    for piece in sorted(evidence, key=lambda piece: piece.at):
        found[piece.card] = found[piece.card].after(piece)
    return dict(found)


def knowledge(evidence: Iterable[Evidence], now: datetime) -> dict[str, Knowledge]:
    """What is known at `now` of each animal that was met, by code."""
    return {card: memory.at(now) for card, memory in memories(evidence).items()}


def over_time(
    evidence: Iterable[Evidence], moments: Iterable[datetime]
) -> list[dict[str, Knowledge]]:
    """What was known at each of the moments, the earliest first; evidence in any order."""
    pieces = deque(sorted(evidence, key=lambda piece: piece.at))
    kept: defaultdict[str, Memory] = defaultdict(lambda: Memory(fsrs.Card(card_id=0)))
    found = []
    for moment in sorted(moments):
        while pieces and pieces[0].at <= moment:
            piece = pieces.popleft()
            kept[piece.card] = kept[piece.card].after(piece)
        found.append({card: memory.at(moment) for card, memory in kept.items()})
    return found


def _rating(evidence: Evidence) -> fsrs.Rating:
    if not evidence.right:
        return fsrs.Rating.Again
    return fsrs.Rating.Hard if evidence.coin else fsrs.Rating.Good


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)
