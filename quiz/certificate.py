"""A diploma for a continent whose twelve animals are known, drawn on one A4 sheet."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import fsrs

from quiz import mastery
from quiz.mastery import Evidence, State

TWELVE = 12


def earned_at(evidence: Iterable[Evidence], continent: str) -> datetime | None:
    """When all twelve animals of `continent` were first known at the same time; None: not yet.

    Once earned it stays: it follows from past evidence, whatever is forgotten since.
    """
    memories: dict[str, mastery.Memory] = {}
    for piece in sorted(evidence, key=lambda piece: piece.at):
        if piece.card[:2] != continent:
            continue
        before = memories.get(piece.card) or mastery.Memory(fsrs.Card(card_id=0))
        memories[piece.card] = before.after(piece)
        if len(memories) == TWELVE and all(
            memory.streak >= mastery.KNOWN_AFTER for memory in memories.values()
        ):
            states = {memory.at(piece.at).state for memory in memories.values()}
            if states == {State.KNOWN}:
                return piece.at
    return None


def make(continent: str, name: str, earned: datetime, kind: str, language: str) -> bytes:
    """The diploma as `pdf` or `png`."""
    raise NotImplementedError
