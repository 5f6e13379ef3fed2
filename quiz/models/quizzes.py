"""Quizzes: what was asked, and what was answered.

A question keeps its own words' animals and its key (`Attempt.items`), so that what was asked can be
shown whatever becomes of the catalogue. What a pupil knows is not kept: it follows from the
responses and from the moves at tables.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from game.models import Player
from quiz.items import PLACED, PLACED_TIMES, Form, Item, Shows


class Quiz(models.Model):
    """A quiz that a teacher made: its items are made once, and the same for everybody."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="quizzes")
    title = models.CharField(max_length=80)
    code = models.CharField(max_length=6, unique=True)
    """Stands in its address: a number could be counted through."""
    items = models.JSONField()
    """As of `Item.to_json`; one may carry `void`, or the `first_key` from before it was mended."""
    shuffled = models.BooleanField(default=True)
    seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    """For each question; none by default."""
    shows = models.CharField(max_length=7, choices=[(one, one) for one in Shows])
    made_at = models.DateTimeField()
    open = models.BooleanField(default=True)
    """Whether it can be begun by whoever has its address."""

    class Meta:
        verbose_name_plural = "quizzes"

    def __str__(self) -> str:
        return self.title


class Attempt(models.Model):
    """Somebody takes a quiz once: what is asked, in order, and how far he or she has come."""

    class Kind(models.TextChoices):
        QUICK = "quick", _("Quick quiz")
        CONTINENT = "continent", _("One continent")
        ALL = "all", _("All sixty animals")
        MISTAKES = "mistakes", _("My mistakes")
        DAILY = "daily", _("Daily practice")
        CHECK = "check", _("Check of a lesson")
        SET = "set", _("A teacher's quiz")

    player = models.ForeignKey(Player, models.CASCADE, related_name="attempts")
    kind = models.CharField(max_length=9, choices=Kind)
    continent = models.CharField(max_length=2, blank=True)
    quiz = models.ForeignKey(Quiz, models.SET_NULL, null=True, related_name="attempts")
    assignment = models.ForeignKey(
        "quiz.Assignment", models.SET_NULL, null=True, related_name="attempts"
    )
    shows = models.CharField(max_length=7, choices=[(one, one) for one in Shows])
    items = models.JSONField()
    """As of `Item.to_json`; those asked once more after a mistake carry `again`."""
    position = models.PositiveSmallIntegerField(default=0)
    """How many items are answered: the place of the next one."""
    seconds = models.PositiveSmallIntegerField(null=True)
    """For each question, extra time included; None without a clock."""
    shown_at = models.DateTimeField(null=True)
    """When the question at `position` was first shown, if there is a clock."""
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(continent__in=["", "EU", "AS", "AF", "AM", "AU"]),
                name="attempt_continent_known",
            ),
        ]
        indexes = [models.Index(fields=["player", "-started_at"], name="attempt_by_player")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def is_over(self) -> bool:
        """Whether every item is answered."""
        return self.position >= len(self.items)

    @property
    def first_count(self) -> int:
        """How many items there are without those that came back after a mistake."""
        return sum("again" not in kept for kept in self.items)

    def item(self, position: int) -> Item:
        """The item at `position`."""
        return Item.from_json(self.items[position])

    def marks(self, position: int) -> dict[str, Any]:
        """What the item at `position` carries beside itself: `again`, `void`, `first_key`."""
        kept = self.items[position]
        return {name: kept[name] for name in ("again", "void", "first_key") if name in kept}

    def is_mended(self, position: int) -> bool:
        """Whether other answers to the item count now than when this attempt was begun."""
        kept = self.items[position]
        now = {*kept["key"], *kept.get("also", ())}
        return "first_key" in kept and set(kept["first_key"]) != now

    @property
    def seconds_here(self) -> int | None:
        """For the question at `position`: more where several animals have a place."""
        if self.seconds is None or self.is_over:
            return self.seconds
        placed = self.items[self.position]["form"] in PLACED
        return self.seconds * (PLACED_TIMES if placed else 1)

    @property
    def ends_at(self) -> datetime | None:
        """When the time for the question that is shown runs out."""
        if self.seconds_here is None or self.shown_at is None:
            return None
        return self.shown_at + timedelta(seconds=self.seconds_here)


class Response(models.Model):
    """What was answered to an item, about one animal: a sorted item makes six."""

    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="responses")
    position = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=4)
    """The animal's code; no foreign key, so that it outlives the catalogue."""
    form = models.CharField(max_length=8, choices=[(one, one) for one in Form])
    answer = models.CharField(max_length=40)
    """The option's token; all of them, in order, for ORDER; empty when the time ran out."""
    named = models.CharField(max_length=2, blank=True)
    """The continent that the answer names for the animal, if it names one."""
    right = models.BooleanField(null=True)
    """None when the item was taken out of the score."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["attempt", "position", "card"], name="response_once_for_each_animal"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.card} {self.form} {self.answer}"
