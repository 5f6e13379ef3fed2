"""The forms of opening and joining a table, and of a move."""

import random
from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game import names, services
from game.catalogue import codes_by_slug, deck
from game.models import Player, Seat, Table
from game.pages import TINTS

NOBODY = "none"


class WhoForm(forms.Form):
    """A name and an animal, asked of whoever sits down with others."""

    name = forms.CharField(
        max_length=200,  # the visible length is checked once it is tidy
        error_messages={"required": gettext_lazy("Write your name, as the others know you.")},
    )
    avatar = forms.CharField(required=False)

    suggestion = ""
    """A free name beside a taken one."""
    taken_avatars: frozenset[str] = frozenset()
    fixed_name = ""
    """Of somebody whose name is not asked: a pupil's is given by the class."""

    def is_for(self, player: Player | None) -> None:
        """Who fills it in; to be told before it is looked at."""
        if player is not None and not player.is_guest and player.name:
            self.fixed_name = player.name
            self.fields["name"].required = False

    def clean_name(self) -> str:
        if self.fixed_name:
            return self.fixed_name
        name = names.tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Write your name, as the others know you."))
        if len(name) > names.NAME_LENGTH:
            raise forms.ValidationError(
                _("That is too long: at most %d letters.") % names.NAME_LENGTH
            )
        return name

    def clean_avatar(self) -> str:
        """The chosen animal, or a free one when it is taken or unknown."""
        avatar = str(self.cleaned_data["avatar"])
        free = self._free_avatars()
        return avatar if avatar in free else random.choice(free)  # noqa: S311

    def avatars(self) -> list[dict[str, Any]]:
        """The animals to choose from, as the template shows them."""
        chosen = self["avatar"].value()
        free = self._free_avatars()
        if chosen not in free:
            chosen = random.choice(free)  # noqa: S311
        return [
            {
                "slug": slug,
                "name": deck()[codes_by_slug()[slug]].name_now,
                "taken": slug not in free,
                "checked": slug == chosen,
                "tint": TINTS[i % len(TINTS)],
            }
            for i, slug in enumerate(names.AVATARS)
        ]

    def _free_avatars(self) -> list[str]:
        free = [slug for slug in names.AVATARS if slug not in self.taken_avatars]
        return free or list(names.AVATARS)


class JoinForm(WhoForm):
    """Taking a seat by code."""

    field_order = ("code", "name", "avatar")
    code = forms.CharField(
        max_length=40,
        error_messages={"required": gettext_lazy("Write the table's code.")},
    )

    table: Table | None = None
    """The table of the code, found by the view, which counts wrong guesses."""

    def clean_code(self) -> str:
        code = names.tidy_code(self.cleaned_data["code"])
        if self.table is None:
            raise forms.ValidationError(no_table(code))
        return code

    def name_is_taken(self) -> None:
        """Says so beside the name, with a free one to take by one press."""
        name = self.cleaned_data["name"]
        self.suggestion = self.free_name()
        self.add_error("name", _("Somebody at the table is called %s already.") % name)

    def free_name(self) -> str:
        """The name with a number that nobody at the table has."""
        others = [seat.name for seat in self.table.seats.all()] if self.table else []
        return names.suggest(self.cleaned_data["name"], others)


def no_table(code: str, sentence: str = "", look: str = "") -> str:
    """What is wrong with a code, in words; `sentence` and `look` are said of what is no table."""
    sentence = sentence or _("There is no table with this code.")
    odd = sorted(set(code) - set(names.CODE_SYMBOLS))
    if odd:
        return sentence + " " + _("Codes don't have %s: look again.") % ", ".join(odd)
    if len(code) != names.CODE_LENGTH:
        return sentence + " " + _("A code has six letters and digits.")
    return sentence + " " + (look or _("Look again, or ask whoever opened it."))


class SoloForm(forms.Form):
    """How many play, alone against bots."""

    players = forms.TypedChoiceField(
        coerce=int,
        choices=[(n, n) for n in range(services.MIN_SEATS, services.MAX_SEATS + 1)],
    )


class OpenForm(WhoForm):
    """A new table: who sits where, and how it is played."""

    referee = forms.ChoiceField(choices=Table.Referee, initial=Table.Referee.TABLE)
    explain = forms.TypedChoiceField(
        choices=[("1", gettext_lazy("Show it on the map")), ("0", gettext_lazy("No map"))],
        coerce=lambda value: value == "1",
        initial="1",
    )
    pace = forms.ChoiceField(choices=Table.Pace, initial=Table.Pace.NORMAL)
    watch = forms.ChoiceField(choices=Table.Watch, initial=Table.Watch.CODE)

    hints = forms.ChoiceField(
        choices=[
            ("0", gettext_lazy("None")),
            ("1", gettext_lazy("Continent, and ticks on what fits")),
        ],
        initial="0",
        required=False,
    )
    limit = forms.ChoiceField(
        choices=[
            ("0", gettext_lazy("No limit")),
            ("60", gettext_lazy("1 minute")),
            ("30", gettext_lazy("30 seconds")),
        ],
        initial="0",
        required=False,
    )
    grace = forms.ChoiceField(
        choices=[
            ("45", gettext_lazy("45 seconds")),
            ("120", gettext_lazy("2 minutes")),
            ("0", gettext_lazy("However long")),
        ],
        initial="45",
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(2, services.MAX_SEATS + 1):
            kinds = [
                (services.HUMAN, _("A person, with the code")),
                *((level.value, level.label) for level in Seat.Level),
            ]
            if number > services.MIN_SEATS:
                kinds.append((NOBODY, _("Nobody")))
            self.fields[f"seat{number}"] = forms.ChoiceField(
                choices=kinds, initial=services.HUMAN if number <= 4 else NOBODY
            )

    def plan(self) -> list[str]:
        """The seats as `services.open_table` takes them, the opener's first."""
        chosen = [self.cleaned_data[f"seat{n}"] for n in range(2, services.MAX_SEATS + 1)]
        return [services.HUMAN, *(kind for kind in chosen if kind != NOBODY)]

    def options(self) -> dict[str, Any]:
        """The table's options; what was left out is as the form first shows it."""
        data = self.cleaned_data
        chosen = {name: data[name] or self.fields[name].initial for name in services.OPTIONS}
        return chosen | {
            "explain": data["explain"],
            "hints": chosen["hints"] == "1",
            "limit": int(chosen["limit"]),
            "grace": int(chosen["grace"]),
        }


class AskForm(forms.Form):
    """What a player asks for: "bot:2", "wait:2" or "end:"; cleaned it is (what, seat or None)."""

    ask = forms.RegexField(r"^(bot:[0-5]|wait:[0-5]|end:)$", max_length=6)

    def clean_ask(self) -> tuple[str, int | None]:
        what, about = self.cleaned_data["ask"].split(":")
        return what, int(about) if about else None


class TimeForm(forms.Form):
    """Extra time for a seat."""

    seat = forms.IntegerField(min_value=0, max_value=services.MAX_SEATS - 1)
    factor = forms.TypedChoiceField(
        choices=[(f"{factor:g}", f"{factor:g}") for factor in services.TIME_FACTORS],
        coerce=float,
    )


class ReplayForm(forms.Form):
    """Which move of a finished game to look back at; beyond the last it is the last."""

    move = forms.IntegerField(min_value=0, max_value=10**6, required=False)


class LessonForm(forms.Form):
    """Where the first game stands, and what was pressed there."""

    at = forms.IntegerField(min_value=0, max_value=99, required=False)
    card = forms.CharField(max_length=60, required=False)
    row = forms.CharField(max_length=20, required=False)
    passes = forms.BooleanField(required=False)


class DeckForm(forms.Form):
    """The deck on paper: the language on the cards, and whether their backs are printed."""

    language = forms.ChoiceField(choices=settings.LANGUAGES)
    backs = forms.ChoiceField(choices=[("1", "1"), ("0", "0")])


MOVE = {"version": forms.IntegerField(min_value=0, max_value=2**31 - 1)}
"""What every move carries: the version of the table at which it was chosen."""
PLACEMENT = MOVE | {"card": forms.CharField(max_length=60), "row": forms.CharField(max_length=20)}
"""A card, by its slug, and a row. What is no card or row is for the rules to refuse."""


def cleaned(fields: Mapping[str, forms.Field], sent: QueryDict) -> dict[str, Any] | None:
    """The values of these fields, None when one is missing or wrong: a form's, which nobody fills
    in and which a move need not wait for.
    """
    try:
        return {name: field.clean(sent.get(name)) for name, field in fields.items()}
    except forms.ValidationError:
        return None
