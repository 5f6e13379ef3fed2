"""The forms by which a teacher seats a class, and looks after its tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from game.forms import OpenForm
from game.models import Table
from game.services import MAX_SEATS, MIN_SEATS
from quiz.classes.seating import Way

HAND = "hand"
MOST_TABLES = 40
OTHERS = ("referee", "explain", "grace", "pace")
"""Options of a table that a teacher seldom changes."""


class SeatingForm(forms.Form):
    """Who is here, how many sit at a table, in which way, and how it is played."""

    here = forms.TypedMultipleChoiceField(coerce=int, required=False)
    size = forms.TypedChoiceField(
        coerce=int, choices=[(n, str(n)) for n in range(MIN_SEATS, MAX_SEATS + 1)], initial=4
    )
    way = forms.ChoiceField(
        choices=[
            (Way.RANDOM.value, _("By chance")),
            (Way.BALANCED.value, pgettext_lazy("tables", "Balanced")),
            (HAND, _("By hand")),
        ],
        initial=Way.BALANCED.value,
    )
    hints = forms.ChoiceField(
        choices=[("0", pgettext_lazy("help", "None")), ("1", _("With hints"))], initial="0"
    )
    limit = OpenForm.base_fields["limit"]
    referee = OpenForm.base_fields["referee"]
    explain = OpenForm.base_fields["explain"]
    grace = OpenForm.base_fields["grace"]
    pace = OpenForm.base_fields["pace"]
    seed = forms.IntegerField(min_value=0, max_value=2**31 - 1)

    def __init__(self, players: Sequence[int], sent: QueryDict) -> None:
        super().__init__(sent)
        self.players, self.sent = players, sent
        self.fields["here"] = forms.TypedMultipleChoiceField(
            coerce=int, required=False, choices=[(one, str(one)) for one in players]
        )

    def options(self) -> dict[str, Any]:
        """As `game.services.open_seated` takes them."""
        data = self.cleaned_data
        return {
            "referee": data["referee"],
            "explain": data["explain"],
            "pace": data["pace"],
            "hints": data["hints"] == "1",
            "limit": int(data["limit"] or 0),
            "grace": int(data["grace"] or 0),
        }

    def wishes(self) -> tuple[dict[int, int], set[int]]:
        """At which table the page shows each pupil (from 1; 0 is none), and whom the teacher has
        put there by hand, now or before.
        """
        wanted: dict[int, int] = {}
        moved = {int(one) for one in self.sent.getlist("pin") if one.isdecimal()}
        for player in self.players:
            to, was = self.sent.get(f"to-{player}", ""), self.sent.get(f"was-{player}", "")
            if to and was and to.isdecimal() and int(to[:4]) <= MOST_TABLES:
                wanted[player] = int(to)
                if was != to:
                    moved.add(player)
        return wanted, moved & set(wanted)


def usual() -> dict[str, object]:
    """What the form begins with at the first time."""
    return {name: field.initial for name, field in SeatingForm.base_fields.items()}


def as_last_time(table: Table, seats: int) -> dict[str, object]:
    """What the form begins with later: as the class played last."""
    return {
        "size": seats,
        "hints": "1" if table.hints else "0",
        "limit": str(table.limit),
        "referee": table.referee,
        "explain": "1" if table.explain else "0",
        "grace": str(table.grace),
        "pace": table.pace,
    }


class LookAfterForm(forms.Form):
    """What the teacher does with one table: `who` is a player there, `to` another table's number;
    `more` is one who plays at no table, and takes a bot's place.
    """

    do = forms.ChoiceField(
        choices=[(one, one) for one in ("pause", "go_on", "end", "change", "seat")]
    )
    who = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    to = forms.IntegerField(min_value=0, max_value=MOST_TABLES, required=False)
    """0 is no table: a bot plays for the pupil."""
    more = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
