"""A question as its teacher sees it: in a line or in small, and with the right answer marked."""

from __future__ import annotations

import html
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.catalogue import deck, face
from quiz.animals import animals, can_be_shown
from quiz.items import Form, Item, make
from quiz.pages import asking, words
from quiz.pages.asking import Question

NAMES = {
    Form.REGION: gettext_lazy("Region → continent"),
    Form.ANIMAL: gettext_lazy("Animal → continent"),
    Form.MAP: gettext_lazy("Touch it on the map"),
    Form.PIN: gettext_lazy("Which point is the region"),
    Form.DWELLER: gettext_lazy("Who lives there"),
    Form.ODD: gettext_lazy("Odd one out"),
    Form.SORT: gettext_lazy("Sort six"),
    Form.TRUTH: gettext_lazy("True or false"),
    Form.ORDER: gettext_lazy("From light to heavy"),
    Form.FACT: gettext_lazy("Whose story is it"),
    Form.HABITAT: gettext_lazy("Which habitat"),
}
"""What teachers call the forms of questions."""

SECONDS = {Form.SORT: 75, Form.ORDER: 50, Form.FACT: 40, Form.ODD: 40}
"""About how long a pupil is busy with a question, its answer included; the others take 30."""

_EXAMPLES = {
    Form.REGION: "AF9", Form.ANIMAL: "AS3", Form.MAP: "AS9", Form.PIN: "AM5", Form.DWELLER: "AU8",
    Form.ODD: "AF9", Form.SORT: "AF9", Form.TRUTH: "EU4", Form.ORDER: "AF9", Form.FACT: "AF5",
    Form.HABITAT: "AM8",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """An option, or an animal in its place, and whether that is right."""

    label: str
    right: bool
    continent: str = ""
    small: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """A pin of a question about five, on the map of 1000 × 540."""

    n: int
    x: str
    y: str
    right: bool


@dataclass(frozen=True, slots=True)
class Keyed:
    """A question in small, with its key."""

    form: str
    question: Question
    marks: tuple[Mark, ...]
    points: tuple[Point, ...] = ()


def keyed(item: Item) -> Keyed:
    """The question as pupils see it, and what is right."""
    made = asking.question(item, {})
    if item.form in (Form.SORT, Form.ORDER):
        return Keyed(str(NAMES[item.form]), made, _places(item))
    marks = tuple(
        Mark(
            label=label(item, token, option.label),
            right=token in (*item.key, *item.also),
            continent=option.continent,
            picture=option.picture,
        )
        for token, option in zip(item.options, made.options, strict=True)
    )
    points = _points(item) if item.form == Form.PIN else ()
    return Keyed(str(NAMES[item.form]), made, marks, points)


def label(item: Item, token: str, said: str) -> str:
    """What an option is called: a pin by its region, the others as pupils see them."""
    return face(token).place if item.form == Form.PIN else said


def labels(item: Item) -> list[str]:
    """What the options of a question that offers some are called, in order."""
    made = asking.question(item, {})
    return [
        label(item, token, option.label)
        for token, option in zip(item.options, made.options, strict=True)
    ]


def _places(item: Item) -> tuple[Mark, ...]:
    """Where each animal belongs."""
    if item.form == Form.ORDER:
        return tuple(
            Mark(face(code).name, True, small=words.weight(deck()[code].size["mass_typical_kg"]))
            for code in item.key
        )
    return tuple(
        Mark(face(code).name, True, home, words.continent(home))
        for code, home in zip(item.cards, item.key, strict=True)
    )


def _points(item: Item) -> tuple[Point, ...]:
    return tuple(
        Point(n, f"{x:g}", f"{y:g}", code in (*item.key, *item.also))
        for n, code in enumerate(item.options, 1)
        for x, y in [deck()[code].pin]
    )


def in_a_line(item: Item) -> tuple[SafeString | str, str]:
    """The question, and what else tells it from another like it."""
    if not can_be_shown(item):
        return _("A question about an animal that is no longer in the deck"), ""
    made = asking.question(item, {})
    if item.form == Form.FACT:
        return made.stem, Truncator(made.quote).words(9)
    if item.form == Form.SORT:
        return made.stem, _names(item.cards)
    return made.stem, _names(item.options) if item.form in (Form.ODD, Form.ORDER) else ""


def _names(codes: Sequence[str]) -> str:
    return ", ".join(face(code).name for code in codes)


@cache
def _example(form: Form) -> Item:
    return make(form, _EXAMPLES[form], animals(), random.Random(1))  # noqa: S311


def example(form: Form) -> str:
    """A question of this form."""
    made = asking.question(_example(form), {})
    says = html.unescape(strip_tags(made.stem))
    return f"{says} {Truncator(made.quote).words(7)}" if form == Form.FACT else says


def minutes(items: Sequence[Item], seconds: int | None = None) -> int:
    """About how long a quiz takes; with a clock of `seconds` a question can't take much longer."""
    most = seconds + 10 if seconds else 90
    return max(1, round(sum(min(most, SECONDS.get(item.form, 30)) for item in items) / 60))
