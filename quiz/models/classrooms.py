"""Classrooms, their pupils, and what teachers set them.

A pupil is a `game.models.Player` with a name. All that he or she did hangs on the player; the name
is here alone, so that erasing it leaves the class's totals as they were.
"""

from __future__ import annotations

from datetime import datetime
from secrets import token_hex

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q

from game.models import Player
from quiz.models.quizzes import Quiz


class Invitation(models.Model):
    """A link that works once: to become a teacher, or to choose a new password."""

    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the link's secret; the secret itself is kept nowhere."""
    teacher = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True)
    """Whose password it renews; None makes a new teacher."""
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest[:8]


class LinkMade(models.Model):
    """A link that somebody made for another teacher's password; who is told until it is seen."""

    teacher = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="links_made")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.by_id} for {self.teacher_id}"


class ClassroomQuerySet(models.QuerySet["Classroom"]):
    """Named filters for classrooms."""

    def of(self, teacher: User) -> ClassroomQuerySet:
        """Those of a teacher, which are all that he or she may know of."""
        return self.filter(teacher=teacher)


class Classroom(models.Model):
    """A class in a school year."""

    teacher = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="classrooms")
    name = models.CharField(max_length=40)
    year = models.PositiveSmallIntegerField()
    """In which the school year begins: 2026 is 2026–2027."""
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, default="ro")
    code = models.CharField(max_length=8, unique=True)
    """What pupils type, or scan, to come in."""
    ranking = models.BooleanField(default=False)
    """Whether pupils may see who knows most; the server refuses it otherwise."""
    marks = models.JSONField(default=list, blank=True)
    """Percentages from which each mark from 2 to 10 is suggested; empty for the usual ones."""
    made_at = models.DateTimeField()

    objects = ClassroomQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.name} ({self.school_year})"

    @property
    def school_year(self) -> str:
        """As it is written: 2026–2027."""
        return f"{self.year}–{self.year + 1}"


def new_key() -> str:
    """At random: never another's, in whatever database."""
    return token_hex(16)


class Pupil(models.Model):
    """Who a player is: the only place where a pupil's name and secret are kept."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="pupil")
    given = models.CharField(max_length=40)
    surname = models.CharField(max_length=40)
    words = models.CharField(max_length=128, blank=True)
    """The hash of the two secret words; empty until cards are printed."""
    words_at = models.DateTimeField(null=True)
    wrong = models.PositiveSmallIntegerField(default=0)
    """Wrong words since the last right ones."""
    waits_until = models.DateTimeField(null=True)
    time_factor = models.FloatField(default=1)
    """Extra time, wherever a clock runs; shown to nobody else."""
    key = models.CharField(max_length=32, unique=True, default=new_key)
    """By which an erasure is known in all backups; it says nothing about the child."""
    merged = models.JSONField(default=list)
    """The keys of other entries that were found to be this child."""
    told_apart = models.BooleanField(default=False)
    """The teacher said that this is another child than those of this name before."""

    def __str__(self) -> str:
        return f"{self.given} {self.surname}"

    def waits(self, now: datetime) -> bool:
        """Whether too many wrong words were tried a moment ago."""
        return self.waits_until is not None and now < self.waits_until


class Erasure(models.Model):
    """A pupil was erased: where an older backup brings the name back, it goes again."""

    key = models.CharField(max_length=32, unique=True)
    """The pupil's."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.key


class Enrolment(models.Model):
    """A player is, or was, in a classroom. It outlives the pupil's name."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="enrolments")
    player = models.ForeignKey(Player, models.CASCADE, related_name="enrolments")
    group = models.CharField(max_length=20, blank=True)
    since = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    """When the pupil was taken out, or moved to another class."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["classroom", "player"], name="enrolled_once"),
            models.UniqueConstraint(
                fields=["player"], condition=Q(left_at=None), name="in_one_classroom_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.classroom_id}"


class Assignment(models.Model):
    """A quiz or a lesson that a teacher set to a classroom, or to some of it."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="assignments")
    quiz = models.ForeignKey(Quiz, models.CASCADE, null=True, related_name="assignments")
    continent = models.CharField(max_length=2, blank=True)
    """The continent of a lesson; empty for a quiz."""
    set_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    late = models.BooleanField(default=True)
    """Whether it can still be begun after that."""
    closed_at = models.DateTimeField(null=True)
    """Since when it can't be begun any more, whatever the date."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(quiz__isnull=False, continent="")
                | (Q(quiz__isnull=True) & ~Q(continent="")),
                name="a_quiz_or_a_lesson",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.quiz or self.continent}"

    @property
    def is_closed(self) -> bool:
        """Whether it was closed here, or the quiz itself for everybody."""
        return self.closed_at is not None or (self.quiz is not None and not self.quiz.open)

    def may_begin(self, now: datetime) -> bool:
        """Whether it is neither closed nor, where that counts, too late."""
        return not self.is_closed and (self.late or not self.is_overdue(now))

    def is_overdue(self, now: datetime) -> bool:
        """Whether its time has passed."""
        return self.due_at is not None and now > self.due_at


class Assigned(models.Model):
    """One pupil to whom an assignment is set, however often that was done."""

    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="assigned")
    player = models.ForeignKey(Player, models.CASCADE, related_name="assigned")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["assignment", "player"], name="assigned_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"
