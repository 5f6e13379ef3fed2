"""What is known about a player's knowledge: quiz responses and placements at tables, merged.

Evidence is pulled from where it was written down; there is no second copy of it.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from game.catalogue import deck
from game.models import Player
from game.selectors import placements_by, placements_of
from quiz import mastery
from quiz.items import WHERE, Form
from quiz.mastery import Evidence, Knowledge, Source
from quiz.models import Response


def evidence_of(player: Player) -> list[Evidence]:
    """Every time the player said where an animal lives, oldest first.

    Without what was taken out of a score, and without placements made with hints.
    """
    placed = [
        Evidence(one.card, one.right, one.at, Source.GAME, one.row)
        for one in placements_by(player)
        if not one.hinted
    ]
    answered = Response.objects.filter(
        attempt__player=player, form__in=WHERE, right__isnull=False
    ).values_list("card", "right", "at", "named", "form")
    said = [
        Evidence(card, bool(right), at, Source.QUIZ, named, coin=form == Form.TRUTH)
        for card, right, at, named, form in answered
    ]
    return sorted(placed + said, key=lambda piece: piece.at)


def evidence_of_all(players: Collection[int]) -> dict[int, list[Evidence]]:
    """As `evidence_of`, for each of these players; in three queries."""
    found: dict[int, list[Evidence]] = {player: [] for player in players}
    for one in placements_of(players):
        if not one.hinted:
            found[one.player].append(Evidence(one.card, one.right, one.at, Source.GAME, one.row))
    answered = Response.objects.filter(
        attempt__player__in=players, form__in=WHERE, right__isnull=False
    ).values_list("attempt__player_id", "card", "right", "at", "named", "form")
    for player, card, right, at, named, form in answered:
        found[player].append(
            Evidence(card, bool(right), at, Source.QUIZ, named, coin=form == Form.TRUTH)
        )
    return found


def knowledge_of(player: Player | None, now: datetime) -> dict[str, Knowledge]:
    """What the player knows at `now` about each of the sixty animals, by code."""
    met = mastery.knowledge(evidence_of(player), now) if player else {}
    return {code: met.get(code, Knowledge()) for code in deck()}
