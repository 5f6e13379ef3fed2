"""What a teacher chooses for a quiz, and the questions that come of it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game import names
from quiz.animals import animals
from quiz.items import CONTINENTS, FORMS, Form, Item, Shows, suits
from quiz.services.making import make_items

TITLE_LENGTH = 80
LENGTHS = (6, 12, 20)
SECONDS = (20, 40)
ALL = 0
"""As a length: every chosen animal once."""

_NO_LANDS = gettext_lazy("Choose a continent.")
_NO_FORMS = gettext_lazy("Choose a kind of question.")
_CHOOSE = gettext_lazy("Choose one of these.")


def _one_of(*values: object) -> forms.ChoiceField:
    """A choice among a few, each always there on the page."""
    wrong = {"required": _CHOOSE, "invalid_choice": _CHOOSE}
    return forms.ChoiceField(choices=[(str(one), str(one)) for one in values], error_messages=wrong)


def _some_of(values: Collection[str], nothing: Any) -> forms.MultipleChoiceField:
    wrong = {"required": nothing, "invalid_choice": nothing}
    return forms.MultipleChoiceField(choices=[(one, one) for one in values], error_messages=wrong)


class MakeForm(forms.Form):
    """The state of the page on which a quiz is made: all of it is sent with every press."""

    title = forms.CharField(required=False)
    continents = _some_of(CONTINENTS, _NO_LANDS)
    cards = forms.MultipleChoiceField(required=False)
    """The animals that are ticked; those of a continent that isn't chosen don't count."""
    kinds = _some_of([*Form], _NO_FORMS)
    length = _one_of(*LENGTHS, ALL)
    shuffled = _one_of("1", "0")
    seconds = _one_of("0", *SECONDS)
    shows = _one_of(*Shows)
    seed = forms.CharField(required=False)
    """Of the chance that makes the questions: what is kept is what was seen."""
    at = forms.CharField(required=False)
    """The question in the preview, from 0."""

    def __init__(self, data: Any, *, keep: bool) -> None:
        super().__init__(data)
        self.fields["cards"].choices = [(code, code) for code in animals()]  # type: ignore[attr-defined]
        self.keep = keep
        """Whether the quiz is to be kept, and so needs a name."""

    def clean_title(self) -> str:
        title = names.tidy_name(self.cleaned_data["title"])
        if self.keep and not title:
            raise forms.ValidationError(_("Give the quiz a name."))
        if len(title) > TITLE_LENGTH:
            raise forms.ValidationError(_("That is too long: at most %d letters.") % TITLE_LENGTH)
        return title

    def clean_seed(self) -> int:
        given = self.cleaned_data["seed"]
        fine = given.isascii() and given.isdecimal() and len(given) < 12
        return int(given) if fine else secrets.randbits(31)

    def clean_at(self) -> int:
        given = self.cleaned_data["at"]
        return int(given) if given.isascii() and given.isdecimal() and len(given) < 4 else 0

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "continents" in data and "cards" in data:
            data["cards"] = [code for code in data["cards"] if code[:2] in data["continents"]]
            if not data["cards"]:
                self.add_error("cards", _("Choose an animal."))
        if "kinds" in data and "shows" in data and not set(data["kinds"]) & {*FORMS[data["shows"]]}:
            self.add_error("kinds", _NOT_SHOWN[data["shows"]])
        return data

    @property
    def seen(self) -> Shows:
        """What pupils see of an animal; once the form is valid."""
        return Shows(self.cleaned_data["shows"])

    @property
    def chosen(self) -> list[Form]:
        """The kinds of question that can be asked when only so much is seen."""
        return [form for form in FORMS[self.seen] if form in self.cleaned_data["kinds"]]

    @property
    def possible(self) -> int:
        """How many different questions can be made."""
        return possible(self.cleaned_data["cards"], self.chosen, self.seen)

    @property
    def wanted(self) -> int:
        """How many were asked for."""
        return int(self.cleaned_data["length"]) or len(self.cleaned_data["cards"])

    def items(self) -> list[Item]:
        """The questions: always the same ones for the same form."""
        return make_items(
            cards=self.cleaned_data["cards"],
            forms=self.chosen,
            shows=self.seen,
            length=min(self.wanted, self.possible),
            seed=self.cleaned_data["seed"],
        )

    def options(self) -> dict[str, Any]:
        """As `services.keep_quiz` takes them."""
        return {
            "title": self.cleaned_data["title"],
            "items": self.items(),
            "shows": self.seen,
            "shuffled": self.cleaned_data["shuffled"] == "1",
            "seconds": int(self.cleaned_data["seconds"]) or None,
        }


_NOT_SHOWN = {
    Shows.ALL: _NO_FORMS,
    Shows.PICTURE: gettext_lazy("None of these can be asked with the picture only."),
    Shows.REGION: gettext_lazy("None of these can be asked with the region only."),
}


def first_choice() -> dict[str, object]:
    """What the page proposes."""
    return {
        "title": "",
        "continents": CONTINENTS,
        "cards": list(animals()),
        "kinds": [Form.REGION, Form.ANIMAL, Form.MAP, Form.ODD, Form.FACT],
        "length": "12",
        "shuffled": "1",
        "seconds": "0",
        "shows": Shows.ALL,
        "seed": str(secrets.randbits(31)),
        "at": "0",
    }


def possible(cards: Collection[str], chosen: Sequence[Form], shows: Shows) -> int:
    """In how many ways these animals can be asked about; each in one at least."""
    deck = animals()
    return sum(max(1, sum(suits(form, shows, deck[code]) for form in chosen)) for code in cards)
