"""From which percentage each mark is suggested."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quiz.models import Classroom
from quiz.needs import MARKS

WRONG = gettext_lazy("A whole number from 1 to 100.")


class MarksForm(forms.Form):
    """A percentage for each mark from 10 to 2; each lower than the one before."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for mark in range(10, 1, -1):
            self.fields[f"m{mark}"] = forms.IntegerField(
                min_value=1,
                max_value=100,
                error_messages=dict.fromkeys(
                    ["required", "invalid", "min_value", "max_value"], WRONG
                ),
            )

    @classmethod
    def of(cls, classroom: Classroom, posted: Mapping[str, Any] | None) -> MarksForm:
        """The classroom's, or the usual ones."""
        kept = dict(zip(range(2, 11), classroom.marks, strict=True)) if classroom.marks else MARKS
        return cls(posted, initial={f"m{mark}": least for mark, least in kept.items()})

    def clean(self) -> dict[str, Any]:
        """A better mark asks for more."""
        given: dict[str, Any] = super().clean() or {}
        for mark in range(9, 1, -1):
            here, above = given.get(f"m{mark}"), given.get(f"m{mark + 1}")
            if here is not None and above is not None and here >= above:
                self.add_error(f"m{mark}", _("Less than for %d, please.") % (mark + 1))
        return given

    def marks(self) -> list[int]:
        """From 2 to 10, as they are kept."""
        return [self.cleaned_data[f"m{mark}"] for mark in range(2, 11)]

    def lines(self) -> list[tuple[int, BoundField]]:
        """The marks and their fields, the best first."""
        return [(mark, self[f"m{mark}"]) for mark in range(10, 1, -1)]
