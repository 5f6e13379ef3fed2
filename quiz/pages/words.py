"""Words for what the catalogue says in codes, numbers and lists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from django.utils.formats import date_format, number_format
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from game.catalogue import CONTINENT_NAMES
from quiz import measures
from quiz.items import PLACED_TIMES
from quiz.mastery import State
from quiz.measures import Weighing

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

STATES = {
    State.KNOWN: pgettext_lazy("animal", "Known"),
    State.LEARNING: pgettext_lazy("animal", "Learning"),
    State.FADING: pgettext_lazy("animal", "To repeat"),
    State.NEW: pgettext_lazy("animal", "New"),
}
"""In the order of the legend."""

CLASSES = {
    "mammal": gettext_lazy("mammal"),
    "bird": gettext_lazy("bird"),
    "reptile": gettext_lazy("reptile"),
    "amphibian": gettext_lazy("amphibian"),
}

IUCN: dict[str, tuple[_StrPromise, _StrPromise]] = {
    "LC": (gettext_lazy("least concern"), gettext_lazy("It is not in danger now.")),
    "NT": (gettext_lazy("near threatened"), gettext_lazy("It may soon be in danger.")),
    "VU": (gettext_lazy("vulnerable"), gettext_lazy("It needs protection.")),
    "EN": (gettext_lazy("endangered"), gettext_lazy("It is in danger of dying out.")),
    "CR": (
        gettext_lazy("critically endangered"),
        gettext_lazy("It is in great danger of dying out."),
    ),
}
"""Each category in words, and what it means."""

ONLY_IN = {
    "China": gettext_lazy("It lives only in China."),
    "Cuba": gettext_lazy("It lives only in Cuba."),
    "Dinaric karst": gettext_lazy("It lives only in the caves of the Dinaric karst."),
    "Galápagos": gettext_lazy("It lives only in the Galápagos Islands."),
    "Iberian Peninsula": gettext_lazy("It lives only on the Iberian Peninsula."),
    "Madagascar": gettext_lazy("It lives only in Madagascar."),
    "New Zealand": gettext_lazy("It lives only in New Zealand."),
    "Papua New Guinea": gettext_lazy("It lives only in Papua New Guinea."),
    "Tasmania": gettext_lazy("It lives only in Tasmania."),
    "Valley of Mexico": gettext_lazy("It lives only in the Valley of Mexico."),
}
"""By the catalogue's `endemic_to`."""

INCLUDES = {
    "AM": gettext_lazy("North, Central and South America"),
    "AU": gettext_lazy("With the islands around it: New Guinea, New Zealand, Tasmania"),
}
"""What a continent of the deck takes in, where its name alone does not say so."""


IN_HABITAT = {
    "Coast and islands": gettext_lazy("on the coast and on islands"),
    "Desert": gettext_lazy("in the desert"),
    "Mountain": gettext_lazy("in the mountains"),
    "Rivers and wetlands": gettext_lazy("in rivers and wetlands"),
    "Savanna": gettext_lazy("in the savanna"),
    "Scrubland": gettext_lazy("in scrubland"),
    "Steppe, prairie, pampas": gettext_lazy("in the steppe, prairie, pampas"),
    "Taiga": gettext_lazy("in the taiga"),
    "Temperate forest": gettext_lazy("in the temperate forest"),
    "Tropical forest and rainforest": gettext_lazy("in the tropical forest"),
    "Tundra": gettext_lazy("in the tundra"),
}
"""Each habitat as the place where an animal lives."""


def continent(code: str) -> str:
    """Its name."""
    return str(CONTINENT_NAMES[code])


def listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def one_of(parts: Sequence[str]) -> str:
    """`a, b or c`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s or %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def number(value: float) -> str:
    """With the language's own comma, and no needless zeros."""
    return number_format(f"{value:g}" if value < 1e5 else f"{value:.0f}")


def weight(kg: float) -> str:
    """In grams, kilograms or tonnes."""
    if kg >= 1000:
        return _with_unit(number(round(kg / 1000, 1)), _("t"))
    if kg >= 1:
        return _with_unit(number(kg), _("kg"))
    return _with_unit(number(round(kg * 1000, 1)), _("g"))


def between(low: float, high: float, unit: str) -> str:
    """`1.4–2.5 m`: one unit for both."""
    return _with_unit(number(low) if low == high else f"{number(low)}–{number(high)}", unit)


def _with_unit(amount: str, unit: str) -> str:
    """On one line."""
    return f"{amount}\u00a0{unit}"


def weights(low: float, high: float) -> str:
    """A range of weights."""
    if high >= 1000:
        return between(round(low / 1000, 2), round(high / 1000, 2), _("t"))
    if low >= 1:
        return between(low, high, _("kg"))
    if high < 1:
        return between(round(low * 1000, 1), round(high * 1000, 1), _("g"))
    return f"{weight(low)} – {weight(high)}"


def lengths(low: float, high: float) -> str:
    """A range of centimetres, in metres from one metre on."""
    if low >= 100:
        return between(round(low / 100, 2), round(high / 100, 2), _("m"))
    if high < 100:
        return between(low, high, _("cm"))
    longest = _with_unit(number(round(high / 100, 2)), _("m"))
    return f"{_with_unit(number(low), _('cm'))} – {longest}"


def length(of: str, low: float, high: float) -> str:
    """A length and what is measured; `of` as in the catalogue's `length_of`."""
    says = {
        "total": _("Length: %s"),
        "head-body": _("Head and body: %s long"),
        "shell": _("Shell: %s long"),
        "height": _("Height: %s"),
        "total without plumes": _("Length without the long feathers: %s"),
    }
    return says[of] % lengths(low, high)


def child() -> str:
    """Whom the animal is drawn beside."""
    return _("The child in the picture is 10 to 11 years old: %(weight)s and %(height)s.") % {
        "weight": weight(measures.CHILD_KG),
        "height": lengths(measures.CHILD_CM, measures.CHILD_CM),
    }


def weighs(it: Weighing) -> str:
    """What the seesaw shows, to go on after the weight."""
    if it.heavier == "animal":
        return _("more than a child, less than two")
    if it.heavier == "unit":
        return _("less than a child, but a pair weighs more")
    if it.animals > 1:
        return ngettext(
            "%(n)d together weigh about as much as a child",
            "%(n)d together weigh about as much as a child",
            it.animals,
        ) % {"n": it.animals}
    return _as_much(it) % {"n": it.units}


def _as_much(it: Weighing) -> str:
    n = it.units
    if it.unit == measures.CHILD:
        return ngettext("about as much as a child", "about as much as %(n)d children", n)
    if it.unit == measures.BOTTLE:
        return ngettext(
            "about as much as %(n)d half-litre bottle of water",
            "about as much as %(n)d half-litre bottles of water",
            n,
        )
    if it.unit == measures.CHOCOLATE:
        return ngettext(
            "about as much as a 100 g bar of chocolate",
            "about as much as %(n)d bars of chocolate of 100 g",
            n,
        )
    if it.unit == measures.COIN:
        return ngettext(
            "about as much as %(n)d coin of 50 bani", "about as much as %(n)d coins of 50 bani", n
        )
    return ngettext("about as much as a notebook leaf", "about as much as %(n)d notebook leaves", n)


def clock(seconds: int, *, placed: bool) -> str:
    """`20 seconds for each question`; `placed` also says how many where animals have a place."""
    says = ngettext(
        "%(n)d second for each question", "%(n)d seconds for each question", seconds
    ) % {"n": seconds}
    if placed:
        more = ngettext(
            "%(n)d where animals are sorted or put in order",
            "%(n)d where animals are sorted or put in order",
            PLACED_TIMES * seconds,
        )
        says = f"{says}, {more % {'n': PLACED_TIMES * seconds}}"
    return says


def lighter(times: int) -> str:
    """How many times a child is heavier."""
    return ngettext("A child is %(n)s time heavier.", "A child is %(n)s times heavier.", times) % {
        "n": number_format(times, force_grouping=times > 9999)
    }


def counted(known: int) -> str:
    """`5 of 12`."""
    return _("%(n)d of 12") % {"n": known}


def day(when: date) -> str:
    """`30 November 2026`; Romanian months begin with a small letter."""
    says = date_format(when, "j F Y")
    return says.lower() if get_language() == "ro" else says


def short_day(when: date) -> str:
    """`30 Nov`, in Romanian `30.11`."""
    return date_format(when, "j.m" if get_language() == "ro" else "j M")
