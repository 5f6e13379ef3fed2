"""The forms by which a teacher sets a class something to do, and dates it anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from quiz.items import CONTINENTS
from quiz.models import Assignment, Quiz
from quiz.pages import words

EVENING = time(20)
DAYS = ["%Y-%m-%d", "%d.%m.%Y", "%d.%m.%y", "%d/%m/%Y"]


class DateForm(forms.Form):
    """Until when, in the time of the school."""

    due = forms.DateField(
        required=False,
        input_formats=DAYS,
        error_messages={"invalid": gettext_lazy("That is no date. Write it as 4.12.2026.")},
    )
    hour = forms.TimeField(
        required=False,
        error_messages={"invalid": gettext_lazy("That is no time. Write it as 20:00.")},
    )
    late = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        due = data.get("due")
        if due is not None and "hour" not in self.errors:
            end = datetime.combine(due, data.get("hour") or EVENING)
            data["due_at"] = timezone.make_aware(end)
            if data["due_at"] <= timezone.now():
                self.add_error("due", _("That has passed already."))
        return data

    @property
    def due_at(self) -> datetime | None:
        """Until when."""
        found = self.cleaned_data.get("due_at")
        return found if isinstance(found, datetime) else None


def date_of(work: Assignment) -> dict[str, object]:
    """What the form shows of the date that was given."""
    due = timezone.localtime(work.due_at) if work.due_at else None
    return {
        "due": due.date().isoformat() if due else "",
        "hour": (due or EVENING).strftime("%H:%M"),
        "late": work.late,
    }


class WorkForm(DateForm):
    """What, to whom, until when."""

    field_order = ("what", "to", "who")
    what = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose a quiz or a lesson."),
            "invalid_choice": gettext_lazy("That can't be set any more. Choose another one."),
        }
    )
    to = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose to whom."),
            "invalid_choice": gettext_lazy("There is no such group any more. Choose again."),
        }
    )
    who = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        quizzes: Sequence[Quiz],
        players: Sequence[int],
        groups: Mapping[str, Collection[int]],
        needing: Collection[int],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.quizzes = {f"quiz:{quiz.pk}": quiz for quiz in quizzes}
        self.players, self.groups, self.needing = players, groups, needing
        self.fields["what"].choices = [  # type: ignore[attr-defined]
            *((key, _titled(quiz)) for key, quiz in self.quizzes.items()),
            *((f"lesson:{code}", lesson_title(code)) for code in CONTINENTS),
        ]
        ways = [("all", _("The whole class"))]
        if needing:
            ways.append(("need", _("Those who need help")))
        # "A" is not enough for a button; "Grupa A" is.
        ways += [
            (f"group:{name}", name if " " in name else _("Group %s") % name) for name in groups
        ]
        self.fields["to"].choices = [*ways, ("some", _("I choose"))]  # type: ignore[attr-defined]
        self.fields["who"].choices = [(one, str(one)) for one in players]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("to") == "some" and not data.get("who") and "who" not in self.errors:
            self.add_error("who", _("Choose at least one pupil, or the whole class."))
        return super().clean()

    @property
    def chosen(self) -> list[int]:
        """The players to whom it is set, as far as the form can be read."""
        data = getattr(self, "cleaned_data", {})
        match str(data.get("to", "")).partition(":"):
            case ("all", _, _):
                return list(self.players)
            case ("need", _, _):
                return [one for one in self.players if one in self.needing]
            case ("group", _, name):
                return [one for one in self.players if one in self.groups.get(name, ())]
        return list(data.get("who", []))

    @property
    def quiz(self) -> Quiz | None:
        """The quiz that is set; None for a lesson."""
        return self.quizzes.get(self.cleaned_data.get("what", ""))

    @property
    def continent(self) -> str:
        """The continent of the lesson that is set."""
        kind, _, code = str(self.cleaned_data.get("what", "")).partition(":")
        return code if kind == "lesson" else ""


def lesson_title(code: str) -> str:
    """What the lesson of a continent is called."""
    return _("Lesson: %s") % words.continent(code)


def _titled(quiz: Quiz) -> str:
    n = len(quiz.items)
    questions = ngettext("%d question", "%d questions", n) % n
    return f"{quiz.title} ({questions})"
