"""The only writers of quizzes, attempts and responses: each one transaction, keyword-only.

What the moment forbids raises `quiz.refusals.Refused`, and nothing is changed.
"""

from quiz.services.attempts import (
    COME_BACK,
    SECONDS,
    answer,
    begin,
    begin_again,
    begin_set,
    show,
    try_set,
)
from quiz.services.making import close, keep_quiz, mend, open_again, void

__all__ = [
    "COME_BACK",
    "SECONDS",
    "answer",
    "begin",
    "begin_again",
    "begin_set",
    "close",
    "keep_quiz",
    "mend",
    "open_again",
    "show",
    "try_set",
    "void",
]
