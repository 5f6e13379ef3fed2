"""Codes that people type or scan: of classes and of quizzes, beside those of tables."""

from __future__ import annotations

from game import names
from game.models import Table
from quiz.models import Classroom, Quiz


def free_code() -> str:
    """Within a transaction: a code that is nobody's yet, since one field takes them all."""
    while True:
        code = names.new_code()
        if not any(kind.objects.filter(code=code).exists() for kind in (Table, Classroom, Quiz)):
            return code
