"""Secret words just made, to be shown for a while, until the cards are printed: a page loaded anew
shows the same, whichever process answers.

The words are kept nowhere. The browser's session keeps the seed they were made from, and they are
made from it again with the site's own key; without that key the seed tells nothing.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, NamedTuple

from django.contrib.sessions.backends.base import SessionBase

from quiz.classes import secrets
from quiz.classes.secrets import Words
from quiz.models import Classroom

LASTS = 600.0
"""Seconds after which they can't be shown any more."""
KEPT = 50
"""Seeds of one browser."""
_KEY = "words"


class _Made(NamedTuple):
    """As it stands in the session: when, for which classroom, in which language, for whom."""

    at: float
    classroom: int
    language: str
    seed: str
    players: list[int]


def keep(
    session: SessionBase, classroom: Classroom, seed: str, players: Collection[int], beside: bool
) -> None:
    """From now on these pupils' words can be shown, `beside` those made before or instead."""
    made = _Made(time.time(), classroom.pk, classroom.language, seed, list(players))
    before = [one for one in _lasting(session) if beside or one.classroom != classroom.pk]
    session[_KEY] = [*before, made][-KEPT:]


def words(session: SessionBase, classroom: Classroom) -> dict[int, Words]:
    """By player; of each the newest."""
    return {
        player: secrets.words_of(made.seed, player, made.language)
        for made in _lasting(session)
        if made.classroom == classroom.pk
        for player in made.players
    }


def _lasting(session: SessionBase) -> list[_Made]:
    kept: list[Any] = session.get(_KEY, [])
    lasting = [made for made in map(_Made._make, kept) if 0 <= time.time() - made.at <= LASTS]
    if len(lasting) < len(kept):
        session.pop(_KEY)
        if lasting:
            session[_KEY] = lasting
    return lasting
