"""What the quizzes and classrooms keep."""

from quiz.models.classrooms import (
    Assigned,
    Assignment,
    Classroom,
    Enrolment,
    Erasure,
    Invitation,
    LinkMade,
    Pupil,
)
from quiz.models.quizzes import Attempt, Quiz, Response
from quiz.models.sittings import Sitting, SittingTable

__all__ = [
    "Assigned",
    "Assignment",
    "Attempt",
    "Classroom",
    "Enrolment",
    "Erasure",
    "Invitation",
    "LinkMade",
    "Pupil",
    "Quiz",
    "Response",
    "Sitting",
    "SittingTable",
]
