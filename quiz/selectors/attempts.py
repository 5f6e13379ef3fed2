"""Readers of attempts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, time

from django.utils import timezone

from game.models import Player
from game.prepared import Prepared
from quiz.models import Attempt, Response

_attempt_of = Prepared(lambda pk, player: Attempt.objects.filter(pk=pk, player=player))
_responses_of = Prepared(
    lambda attempt: Response.objects.filter(attempt=attempt).order_by("position", "pk")
)


def attempt_of(player: Player | None, pk: int) -> Attempt | None:
    """The player's attempt with this key, if any."""
    return _attempt_of.first(pk=pk, player=player.pk) if player else None


def running_attempts(player: Player | None) -> list[Attempt]:
    """The player's attempts that are not over, newest first."""
    if player is None:
        return []
    running = Attempt.objects.filter(player=player, finished_at__isnull=True)
    return list(running.order_by("-started_at")[:3])


def has_practised(player: Player | None, now: datetime) -> bool:
    """Whether the player has finished the practice of this day."""
    if player is None:
        return False
    here = timezone.localtime(now)
    midnight = datetime.combine(here.date(), time(), here.tzinfo)
    done = Attempt.objects.filter(player=player, kind=Attempt.Kind.DAILY)
    return done.filter(finished_at__gte=midnight, finished_at__lte=now).exists()


def responses_of(attempt: Attempt) -> list[Response]:
    """All that was answered, in order."""
    return _responses_of.all(attempt=attempt.pk)


def was_answered(attempt: Attempt, position: int, answer: Sequence[str]) -> bool:
    """Whether exactly this was the answer to the item."""
    by_card = {one.card: one.answer for one in attempt.responses.filter(position=position)}
    item = attempt.item(position)
    return [by_card.get(code, "") for code in item.cards] == item.kept(answer)


def rights_of(responses: Iterable[Response]) -> dict[int, bool]:
    """Whether each answered item is right as a whole, by position; voided ones are left out."""
    found: defaultdict[int, bool] = defaultdict(lambda: True)
    for response in responses:
        if response.right is not None:
            found[response.position] &= response.right
    return dict(found)
