"""The form that begins a quiz."""

from typing import Any

from django import forms

from quiz.items import CONTINENTS, Shows
from quiz.kinds import LENGTHS
from quiz.models import Attempt
from quiz.services import SECONDS


class BeginForm(forms.Form):
    """Which quiz, how long, how hard; what is left out is as simple as can be."""

    kind = forms.ChoiceField(choices=[one for one in Attempt.Kind.choices if one[0] != "set"])
    continent = forms.ChoiceField(choices=[(one, one) for one in CONTINENTS], required=False)
    length = forms.TypedChoiceField(
        choices=[(n, n) for n in LENGTHS], coerce=int, required=False, empty_value=None
    )
    shows = forms.TypedChoiceField(
        choices=[(one, one) for one in Shows], coerce=Shows, required=False, empty_value=None
    )
    timed = forms.BooleanField(required=False)
    factor = forms.TypedChoiceField(
        choices=[(one, one) for one in ("1", "1.5", "2", "3")],
        coerce=float,
        required=False,
        empty_value=None,
    )
    """Extra time on the clock."""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        kind = data.get("kind")
        one_continent = kind in (Attempt.Kind.CONTINENT, Attempt.Kind.CHECK)
        if one_continent and not data.get("continent"):
            raise forms.ValidationError("a continent is missing")
        if not one_continent:
            data["continent"] = ""
        return data

    def options(self) -> dict[str, Any]:
        """As `services.begin` takes them."""
        data = self.cleaned_data
        return {
            "kind": data["kind"],
            "continent": data["continent"],
            "length": data["length"] or LENGTHS[1],
            "shows": data["shows"] or Shows.ALL,
            "seconds": round(SECONDS * (data["factor"] or 1)) if data["timed"] else None,
        }
