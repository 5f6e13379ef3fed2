"""What an animal's page shows, all of it from the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.catalogue import deck, lies_in
from game.models import Card
from quiz import measures
from quiz.animals import SLUGS
from quiz.measures import CHILD, CHILD_CM, Spot
from quiz.pages import words
from quiz.pages.lessons import Known, Tile, legend, tile

BEAM = 177
"""Where the seesaw's board is, in units of its picture (480 × 232)."""
PAN = (196, 162)
"""The room over each half of the board."""
MIDDLES = (122, 358)
SIZES = {
    "child": (54, 142),
    "bottle": (40, 104),
    "chocolate": (58, 92),
    "coin": (46, 46),
    "leaf": (62, 86),
    "animal": (100, 92),
}
"""How wide and high each thing is drawn."""
LARGEST = {"child": 1.0, "animal": 1.75}
TILT = {"animal": 6, "unit": -6, "": 0}
"""Degrees by which the board goes down on the animal's side."""

RULER = (440, 124)
"""The room for a child and an animal's measures, both at one scale."""
GAP = 60
"""Centimetres that the child takes in width."""


@dataclass(frozen=True, slots=True)
class Seesaw:
    """Weights side by side: the drawing's numbers and the words beneath."""

    unit: str
    units: tuple[Spot, ...]
    animals: tuple[Spot, ...]
    tilt: int
    picture: str
    says: str
    lighter: str


@dataclass(frozen=True, slots=True)
class Ruler:
    """A child of 140 cm and the animal's shortest and longest measures at the same scale."""

    child: float
    least: float
    most: float
    low: float = 0
    high: float = 0
    """Heights, where they are known."""

    @property
    def child_scale(self) -> float:
        """Of the drawing of a child, which is CHILD_CM units high."""
        return round(self.child / CHILD_CM, 3)

    @property
    def middle(self) -> float:
        """Where the child stands."""
        return round(12 + self.child_scale * GAP / 2, 1)

    @property
    def start(self) -> float:
        """Where the bar of the length begins."""
        return round(20 + self.child_scale * GAP, 1)

    @property
    def end(self) -> float:
        """Where the bar of the height stands."""
        return round(self.start + self.most, 1)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another continent it lives on."""

    code: str
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Whole:
    """An animal with all that is told about it."""

    tile: Tile
    scientific: str
    kind: str
    home: str
    home_name: str
    home_url: str
    lies: str
    map_says: str
    elsewhere: tuple[Elsewhere, ...]
    also: str
    only: str
    diet: str
    habitat: str
    status: str
    status_says: str
    status_year: int
    weight_range: str
    length: str
    height: str
    child: str
    seesaw: Seesaw
    ruler: Ruler


def animal_context(code: str, known: Known) -> dict[str, object]:
    """The page of the animal with this code."""
    card = deck()[code]
    return {
        "animal": whole(card, known),
        "lighter": _neighbour(card, -1, known),
        "heavier": _neighbour(card, 1, known),
        "legend": legend(),
    }


def whole(card: Card, known: Known) -> Whole:
    """All about one animal, in the language of this thread."""
    language = get_language() or "ro"
    home = words.continent(card.continent)
    facts = {"region": card.region[language], "home": lies_in(card), "name": card.name[language]}
    facts["place"] = card.region[f"{language}_in"]
    others = tuple(
        Elsewhere(code, words.continent(code), reverse("quiz:continent", args=[SLUGS[code]]))
        for code in card.native_continents
        if code != card.continent
    )
    status, says = words.IUCN[card.iucn["category"]]
    size = card.size
    height = size.get("height_cm") if size["length_of"] != "height" else None
    return Whole(
        tile=tile(card, known[card.code]),
        scientific=card.scientific,
        kind=str(words.CLASSES[card.animal_class]),
        home=card.continent,
        home_name=home,
        home_url=reverse("quiz:continent", args=[SLUGS[card.continent]]),
        lies=_("%(region)s: that is in %(home)s.") % facts,
        map_says=_("World map with a pin. %(name)s on the card: lives %(place)s, in %(home)s.")
        % facts,
        elsewhere=others,
        also=words.listed([one.name for one in others]),
        only=str(words.ONLY_IN[card.endemic_to]) if card.endemic_to else "",
        diet=card.diet[language],
        habitat=card.habitat[language],
        status=str(status),
        status_says=str(says),
        status_year=card.iucn["year"],
        weight_range=words.weights(*size["mass_kg"]),
        length=words.length(size["length_of"], *size["length_cm"]),
        height=_("Height: %s") % words.lengths(*height) if height else "",
        child=words.child(),
        seesaw=seesaw(card),
        ruler=ruler(card),
    )


def seesaw(card: Card) -> Seesaw:
    """The animal's weight against a child's, or against small things."""
    kg = card.size["mass_typical_kg"]
    it = measures.weigh(kg)
    return Seesaw(
        unit=it.unit,
        units=_pan(it.units, it.unit, MIDDLES[0]),
        animals=_pan(it.animals, "animal", MIDDLES[1]),
        tilt=TILT[it.heavier],
        picture=f"art/animals/{card.slug}.svg",
        says=words.weighs(it),
        lighter=words.lighter(measures.times_lighter(kg)) if it.unit != CHILD else "",
    )


def ruler(card: Card) -> Ruler:
    """Its length, and its height where it is known, beside a child."""
    low, high = card.size["length_cm"]
    if card.size["length_of"] == "height":
        heights, (low, high) = (low, high), (0, 0)
    else:
        heights = tuple(card.size.get("height_cm", (0, 0)))
    wide, tall = RULER
    unit = min((wide - 40) / (high + GAP), tall / max(CHILD_CM, *heights))
    drawn = [round(measure * unit, 1) for measure in (CHILD_CM, low, high, *heights)]
    return Ruler(*drawn)


def _pan(count: int, what: str, middle: float) -> tuple[Spot, ...]:
    spots = measures.crowd(count, *PAN, SIZES[what], LARGEST.get(what, 1.3))
    return tuple(Spot(round(middle + one.x, 1), BEAM + one.y, one.scale) for one in spots)


def _neighbour(card: Card, step: int, known: Known) -> Tile | None:
    other = deck().get(f"{card.continent}{card.number + step}")
    return tile(other, known[other.code]) if other else None
