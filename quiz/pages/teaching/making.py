"""The pages of a teacher's own quizzes: the list, and the page on which one is made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.catalogue import face
from quiz.animals import animals
from quiz.builder import ALL, LENGTHS, SECONDS, MakeForm
from quiz.items import CONTINENTS, FORMS, Form, Item, Shows
from quiz.models import Quiz
from quiz.pages import words
from quiz.pages.teaching import keyed
from quiz.pages.teaching.keyed import Keyed


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to tick, or one of a few to choose."""

    value: str
    label: str
    checked: bool
    small: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Land:
    """A continent to tick, and its animals."""

    code: str
    name: str
    checked: bool
    says: str
    animals: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The questions that come of the choices, one of them shown."""

    shown: Keyed
    number: int
    total: int
    before: int
    """The question before, from 0; after the last comes the first."""
    after: int
    says: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A quiz in the list."""

    pk: int
    title: str
    pictures: tuple[str, ...]
    says: str
    taken: str
    open: bool
    address: str


def making(form: MakeForm) -> dict[str, object]:
    """The page on which a quiz is made; `form` has been asked whether it is valid."""
    seen = str(form["shows"].value() or Shows.ALL)
    return {
        "title": form["title"].value() or "",
        "lands": lands(form),
        "kinds": [
            Pick(one, str(keyed.NAMES[one]), one in _ticked(form, "kinds"), keyed.example(one))
            for one in Form
        ],
        "lengths": _picks(form, "length", {**{str(n): str(n) for n in LENGTHS}, str(ALL): _all()}),
        "orders": _picks(form, "shuffled", {"1": _("Shuffled"), "0": _("The same for all")}),
        "clocks": _picks(form, "seconds", {"0": _("None"), **{str(n): f"{n} s" for n in SECONDS}}),
        "shows": [
            Pick(one, label, one == seen)
            for one, label in (
                (Shows.ALL, _("Picture and region")),
                (Shows.PICTURE, _("Picture only")),
                (Shows.REGION, _("Region only")),
            )
        ],
        "errors": {name: list(errors) for name, errors in form.errors.items()},
        **preview_of(form),
    }


def _all() -> str:
    return _("every animal once")


def _ticked(form: MakeForm, name: str) -> Collection[str]:
    return form[name].value() or ()


def _picks(form: MakeForm, name: str, labels: dict[str, str]) -> list[Pick]:
    chosen = form[name].value()
    return [Pick(value, label, value == chosen) for value, label in labels.items()]


def lands(form: MakeForm) -> list[Land]:
    """The continents and how many of their animals are taken."""
    chosen, ticked = _ticked(form, "continents"), _ticked(form, "cards")
    return [_land(code, code in chosen, ticked) for code in CONTINENTS]


def _land(code: str, chosen: bool, ticked: Collection[str]) -> Land:
    own = [animal for animal in animals() if animal[:2] == code]
    own.sort(key=lambda animal: int(animal[2:]))
    taken = sum(one in ticked for one in own)
    says = _("%(n)d of %(all)d") % {"n": taken, "all": len(own)} if chosen else _("none of them")
    return Land(
        code=code,
        name=words.continent(code),
        checked=chosen,
        says=says,
        animals=tuple(
            Pick(one, face(one).name, one in ticked, picture=face(one).picture) for one in own
        ),
    )


def preview_of(form: MakeForm) -> dict[str, object]:
    """The part of the page that shows the questions; none while the choices make none."""
    data = form.cleaned_data
    seed = data.get("seed", "")
    if form.errors.keys() - {"title"}:
        missing = [error for name in form.errors if name != "title" for error in form.errors[name]]
        return {"preview": None, "missing": missing, "seed": seed, "at": 0}
    items = form.items()
    at = data["at"] % len(items)
    made = Preview(
        shown=keyed.keyed(items[at]),
        number=at + 1,
        total=len(items),
        before=(at - 1) % len(items),
        after=(at + 1) % len(items),
        says=length_says(items, int(data["seconds"]) or None),
        notes=tuple(_notes(form, items)),
    )
    return {"preview": made, "missing": [], "seed": seed, "at": at}


def length_says(items: Sequence[Item], seconds: int | None) -> str:
    """`12 questions, about 6 minutes`."""
    n = keyed.minutes(items, seconds)
    return _("%(questions)s, %(minutes)s") % {
        "questions": questions(len(items)),
        "minutes": ngettext("about %(n)d minute", "about %(n)d minutes", n) % {"n": n},
    }


def questions(n: int) -> str:
    """`12 questions`."""
    return ngettext("%(n)d question", "%(n)d questions", n) % {"n": n}


def _notes(form: MakeForm, items: Sequence[Item]) -> list[str]:
    """What is otherwise than one may think."""
    notes = []
    if form.wanted > form.possible:
        notes.append(
            ngettext(
                "Only %(n)d different question can be made of these. Tick more for more.",
                "Only %(n)d different questions can be made of these. Tick more for more.",
                form.possible,
            )
            % {"n": form.possible}
        )
    hidden = [one for one in _ticked(form, "kinds") if one not in FORMS[form.seen]]
    if hidden:
        names = ", ".join(str(keyed.NAMES[Form(one)]) for one in hidden)
        notes.append(_("Left out, since pupils see less: %s.") % names)
    others = sum(item.form not in form.chosen or item.shows != form.seen for item in items)
    if others:
        notes.append(
            ngettext(
                "%(n)d question asks by the region instead: as you chose, it would have several "
                "right answers, or give one away.",
                "%(n)d questions ask by the region instead: as you chose, they would have several "
                "right answers, or give one away.",
                others,
            )
            % {"n": others}
        )
    return notes


def my_quizzes(quizzes: Sequence[Quiz], origin: str) -> list[Card]:
    """The list; `takers` is on each quiz. `origin` is where others reach this site."""
    return [
        Card(
            pk=quiz.pk,
            title=quiz.title,
            pictures=tuple(pictures(quiz)),
            says=questions(len(quiz.items)),
            taken=taken(quiz.takers),  # type: ignore[attr-defined]
            open=quiz.open,
            address=address(quiz, origin),
        )
        for quiz in quizzes
    ]


def taken(n: int) -> str:
    """How many have taken a quiz to its end."""
    if not n:
        return _("nobody has taken it yet")
    return ngettext("taken by %(n)d", "taken by %(n)d", n) % {"n": n}


def address(quiz: Quiz, origin: str) -> str:
    """Where pupils find the quiz."""
    return origin + reverse("quiz:set", args=[quiz.code])


def pictures(quiz: Quiz, n: int = 5) -> list[str]:
    """Static paths of a few of its animals."""
    codes = dict.fromkeys(code for item in quiz.items for code in item["cards"])
    return [face(code).picture for code in codes if code in animals()][:n]
