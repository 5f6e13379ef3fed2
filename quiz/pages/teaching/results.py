"""The page of a teacher's quiz: how it went, and how good its questions are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from quiz import quality
from quiz.items import Item
from quiz.models import Quiz
from quiz.pages.teaching import keyed
from quiz.quality import Figures, Paper, Tells

SAYS = {
    Tells.FEW: gettext_lazy("too few answers to say"),
    Tells.EASY: gettext_lazy("nearly everybody got it right"),
    Tells.STRONG: gettext_lazy("clearly more often right"),
    Tells.FAIR: gettext_lazy("more often right"),
    Tells.UNSURE: gettext_lazy("hardly more often right, which may be chance"),
    Tells.WEAK: gettext_lazy("hardly more often right: read it as a pupil would"),
    Tells.AGAINST: gettext_lazy("more often wrong: see whether another answer is right, too"),
    Tells.NOBODY: gettext_lazy("nearly nobody got it right: see whether the right answer is right"),
}
"""What those who know more of the rest did here; where that is doubtful, what to do about it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A question in the table."""

    number: int
    stem: SafeString | str
    detail: str
    form: str
    right: int
    answered: int
    share: str
    """Of right answers, in hundredths: how wide the bar is."""
    discrimination: str
    says: str
    doubtful: bool
    void: bool
    mended: bool
    here: bool


class Results:
    """A quiz's items and answers, read once."""

    def __init__(self, quiz: Quiz, papers: Sequence[Paper], unfinished: int) -> None:
        self.quiz = quiz
        self.items = [Item.from_json(kept) for kept in quiz.items]
        self.out = {n for n, kept in enumerate(quiz.items) if "void" in kept}
        self.papers = papers
        self.unfinished = unfinished
        self.figures = quality.figures(self.items, self.out, papers)

    @property
    def first_doubtful(self) -> int | None:
        """The question that most deserves a look."""
        doubtful = [
            (one.discrimination or 0, n)
            for n, one in enumerate(self.figures)
            if one.doubtful and n not in self.out and not is_mended(self.quiz, n)
        ]
        return min(doubtful)[1] if doubtful else None


def is_mended(quiz: Quiz, n: int) -> bool:
    """Whether other answers to item `n` count than at first."""
    kept = quiz.items[n]
    return "first_key" in kept and set(kept["first_key"]) != {*kept["key"], *kept.get("also", ())}


def results(of: Results, at: int | None) -> dict[str, object]:
    """The page; `at` is the question that is looked at."""
    doubtful = sum(row.doubtful and i not in of.out for i, row in enumerate(of.figures))
    counted = len(of.items) - len(of.out)
    average = quality.average(of.items, of.out, of.papers)
    return {
        "quiz": of.quiz,
        "taken": len(of.papers),
        "heading": _heading(of, doubtful),
        "summary": _summary(of),
        "average": decimal(average, 1),
        "counted": counted,
        "rows": [_row(of, i, at) for i in range(len(of.items))],
        "enough": quality.ENOUGH,
    }


def _heading(of: Results, doubtful: int) -> str:
    if doubtful:
        return ngettext(
            "%(n)d question seems doubtful", "%(n)d questions seem doubtful", doubtful
        ) % {"n": doubtful}
    if len(of.papers) < quality.ENOUGH:
        return _("The questions")
    return _("No question seems doubtful")


def _summary(of: Results) -> tuple[str, ...]:
    """What the figures take in, and what they leave out."""
    lines = []
    if of.out:
        lines.append(
            ngettext(
                "%(n)d question is taken out and doesn't count.",
                "%(n)d questions are taken out and don't count.",
                len(of.out),
            )
            % {"n": len(of.out)}
        )
    if of.unfinished:
        lines.append(
            ngettext(
                "%(n)d has begun and not finished, and is not counted.",
                "%(n)d have begun and not finished, and are not counted.",
                of.unfinished,
            )
            % {"n": of.unfinished}
        )
    return tuple(lines)


def _row(of: Results, n: int, at: int | None) -> Row:
    item, own = of.items[n], of.figures[n]
    stem, detail = keyed.in_a_line(item)
    return Row(
        number=n + 1,
        stem=stem,
        detail=detail,
        form=str(keyed.NAMES[item.form]),
        right=own.right,
        answered=own.answered,
        share=hundredths(own.right, own.answered),
        discrimination=_told(own),
        says=str(SAYS[own.tells]),
        doubtful=own.doubtful and n not in of.out,
        void=n in of.out,
        mended=is_mended(of.quiz, n),
        here=n == at,
    )


def _told(own: Figures) -> str:
    """The discrimination, where there are answers enough to speak of it."""
    if own.discrimination is None or own.tells in (Tells.FEW, Tells.EASY, Tells.NOBODY):
        return ""
    return decimal(own.discrimination, 2)


def decimal(value: float, places: int) -> str:
    """With the language's comma and a real minus."""
    text = number_format(f"{value:.{places}f}")
    return text.replace("-", "−") if float(f"{value:.{places}f}") else text.replace("-", "")


def hundredths(part: int, whole: int) -> str:
    """How wide a bar is."""
    return f"{100 * part / whole:.0f}" if whole else "0"
