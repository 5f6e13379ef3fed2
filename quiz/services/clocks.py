"""The machine's clock was set: what is timed in quizzes and at the door of a class moves along."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from game.services.clocks import JUST_NOW
from game.services.writing import write
from quiz.models import Attempt, Pupil


def clock_was_set(by: timedelta) -> None:
    """Questions were shown, and waits after wrong words end, by the new clock so much later."""
    now = timezone.now()
    with write():
        shown = Attempt.objects.filter(finished_at=None, shown_at__isnull=False)
        shown.exclude(shown_at__range=(now - JUST_NOW, now)).update(shown_at=F("shown_at") + by)
        waiting = Pupil.objects.filter(waits_until__gt=now - by)
        waiting.update(waits_until=F("waits_until") + by)
