"""A class that plays at its tables: who sat where stands with the tables themselves."""

from __future__ import annotations

from django.db import models

from game.models import Table
from quiz.models.classrooms import Classroom


class SittingQuerySet(models.QuerySet["Sitting"]):
    """Named filters for sittings."""

    def running(self) -> SittingQuerySet:
        """Not ended by the teacher; their tables may all be over."""
        return self.filter(ended_at=None)


class Sitting(models.Model):
    """A class is seated at tables, all begun at once.

    It is over when its tables are, or when the teacher ends it.
    """

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="sittings")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """When the teacher ended it, or began the next one."""

    objects = SittingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["classroom"],
                condition=models.Q(ended_at=None),
                name="one_sitting_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.classroom_id} at {self.started_at:%Y-%m-%d %H:%M}"


class SittingTable(models.Model):
    """One of its games, by the number of the table; of several, the last one is played there."""

    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="tables")
    table = models.OneToOneField(Table, models.CASCADE, related_name="sitting_table")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number", "pk"]

    def __str__(self) -> str:
        return f"{self.number}"
