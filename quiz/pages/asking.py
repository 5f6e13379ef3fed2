"""The page of one question. Nothing of it depends on the question's key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from game.catalogue import deck, face
from game.models import Card
from quiz.animals import habitat_of
from quiz.items import CONTINENTS, PLACED, TRUE, Form, Item, Shows
from quiz.models import Attempt
from quiz.pages import words

_HABITAT_PICTURES = {
    "Temperate forest": "temperate-forest",
    "Rivers and wetlands": "wetlands",
    "Scrubland": "scrubland",
    "Mountain": "mountain",
    "Tundra": "tundra",
    "Coast and islands": "coast",
    "Taiga": "taiga",
    "Desert": "desert",
    "Tropical forest and rainforest": "tropical-forest",
    "Steppe, prairie, pampas": "steppe",
    "Savanna": "savanna",
}
"""The landscape that stands for each habitat."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is shown of an animal beside a question; what a harder quiz hides is empty."""

    picture: str = ""
    """Static path."""
    says: str = ""
    """The picture in words: the name, which no difficulty hides from somebody who can't see it."""
    name: str = ""
    region: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer: `value` is its number, which is also its key on the keyboard."""

    value: int
    label: str
    unseen: bool = False
    """Whether the label is only for those who can't see the picture."""
    small: str = ""
    continent: str = ""
    """For its shape and colour."""
    picture: str = ""
    x: int = 0
    y: int = 0
    """A pin's place on the map, in hundredths of its width and height."""


@dataclass(frozen=True, slots=True)
class Tile:
    """An animal to be put in its place: the option with this `value`."""

    value: int
    subject: Subject
    picked: bool = False
    place: int | None = None
    """Where it lies by now, from 1."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where tiles can be put: a continent, or a rank by weight."""

    value: int
    label: str
    small: str = ""
    continent: str = ""
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A question in the progress bar: done, miss, now or nothing yet."""

    state: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """All that the page of a question shows."""

    form: Form
    lead: str
    stem: SafeString
    quote: str
    subject: Subject | None
    options: tuple[Option, ...] = ()
    tiles: tuple[Tile, ...] = ()
    places: tuple[Place, ...] = ()
    put: str = ""
    """Where the tiles lie, as the next address says it."""
    answer: tuple[int, ...] = ()
    """Once every tile lies somewhere: what is sent."""
    so_far: tuple[int | str, ...] = ()
    """What is sent when the time runs out: of tiles to be sorted, those that lie somewhere."""

    @property
    def picked(self) -> Tile | None:
        """The tile whose place is chosen next."""
        return next((tile for tile in self.tiles if tile.picked), None)


def steps(attempt: Attempt, rights: Mapping[int, bool], now: int | None) -> list[Step]:
    """The progress bar; `rights` by position of what is answered."""
    return [
        Step("now" if n == now else {True: "done", False: "miss", None: ""}[rights.get(n)])
        for n in range(len(attempt.items))
    ]


def question(item: Item, placing: Mapping[int, int]) -> Question:
    """The question's page; `placing` says which place (from 1) each tile (from 1) has by now."""
    card = deck()[item.cards[0]]
    lead, stem = _stem(item, card)
    made = Question(
        form=item.form,
        lead=lead,
        stem=stem,
        quote=str(card.fact[_language()]) if item.form == Form.FACT else "",
        subject=_subject(item, card) if item.form not in _WITHOUT_SUBJECT else None,
    )
    if item.form in PLACED:
        return _placed(made, item, placing)
    return replace(made, options=tuple(_options(item)))


_WITHOUT_SUBJECT = (Form.DWELLER, Form.ODD, Form.SORT, Form.ORDER, Form.FACT)


def subject_of(card: Card, shows: Shows, alone: bool = False) -> Subject:
    """An animal as a quiz of this difficulty shows it; `alone` without its landscape."""
    seen = face(card.code)
    if shows == Shows.REGION:
        return Subject(region=seen.region)
    picture = f"art/animals/{card.slug}.svg" if alone else seen.picture
    if shows == Shows.PICTURE:
        return Subject(picture, seen.name)
    return Subject(picture, seen.name, seen.name, seen.region)


def _subject(item: Item, card: Card) -> Subject | None:
    if item.shows == Shows.REGION:
        return None
    return subject_of(card, item.shows, alone=item.form in (Form.HABITAT, Form.TRUTH))


def _stem(item: Item, card: Card) -> tuple[str, SafeString]:
    """A line before the question, and the question, with its main word in <em>."""
    hidden = item.shows == Shows.PICTURE
    text, main = _UNNAMED[item.form] if hidden and item.form in _UNNAMED else _STEMS[item.form]
    facts = {
        "region": region_within(card),
        "animal": within(card),
        "name": capital(definite(card)),
        "where": str(card.region[f"{_language()}_in"]),
        "continent": words.continent(item.claim) if item.claim else "",
        "same": _("the same continent"),
    }
    shown = {**facts, main: format_html("<em>{}</em>", facts[main])} if main else facts
    lead = str(_LEADS.get(item.form, "")) if item.shows == Shows.ALL else ""
    return lead % facts, format_html(conditional_escape(str(text)) % _FIELDS, **shown)


def habitat_picture(habitat: str) -> str:
    """The static path of its landscape."""
    return f"art/landscapes/{_HABITAT_PICTURES[habitat]}.svg"


def within(card: Card) -> str:
    """The animal's name as it stands within a sentence."""
    if _language() != "ro":
        return str(card.name["en_indef"])
    name = face(card.code).name
    return name[0].lower() + name[1:]


def definite(card: Card) -> str:
    """The animal's name with its article, as it stands within a sentence."""
    if _language() != "ro":
        return f"the {str(card.name['en_indef']).partition(' ')[2]}"
    return within(card)


def capital(text: str) -> str:
    """As a sentence begins; what follows stays as it is."""
    return text[:1].upper() + text[1:]


def region_within(card: Card) -> str:
    """The region as it stands within a sentence: in English with its article, where it has one."""
    seen = face(card.code)
    if _language() == "ro":
        return seen.region
    _preposition, _space, place = str(card.region["en_in"]).partition(" ")
    known = not seen.country or seen.country.strip("()") in place
    return place if known else f"{place} {seen.country}"


_FIELDS = {name: f"{{{name}}}" for name in ("region", "animal", "where", "continent", "same")}
_LEADS = {
    Form.REGION: gettext_lazy("%(name)s is at home here."),
    Form.MAP: gettext_lazy("%(name)s is at home here."),
    Form.PIN: gettext_lazy("%(name)s is at home here."),
    Form.TRUTH: gettext_lazy("%(name)s is at home here. True or false?"),
}
_STEMS: dict[Form, tuple[Promise, str]] = {
    Form.REGION: (gettext_lazy("On which continent do you find %(region)s?"), "region"),
    Form.ANIMAL: (gettext_lazy("On which continent does %(animal)s live?"), "animal"),
    Form.MAP: (gettext_lazy("Touch the continent on which you find %(region)s."), "region"),
    Form.PIN: (gettext_lazy("Which point shows %(region)s?"), "region"),
    Form.DWELLER: (gettext_lazy("Who lives %(where)s?"), "where"),
    Form.ODD: (gettext_lazy("Three live on %(same)s. Who doesn't?"), "same"),
    Form.SORT: (gettext_lazy("Put each animal on the continent of its region."), ""),
    Form.TRUTH: (gettext_lazy("You find %(region)s in %(continent)s."), "region"),
    Form.ORDER: (gettext_lazy("Put them in order, from light to heavy."), ""),
    Form.FACT: (gettext_lazy("Who is this about?"), ""),
    Form.HABITAT: (gettext_lazy("Where does %(animal)s feel at home?"), "animal"),
}
"""Each form's question, and the word in it that matters."""
_UNNAMED: dict[Form, tuple[Promise, str]] = {
    Form.ANIMAL: (gettext_lazy("On which continent does this animal live?"), ""),
    Form.MAP: (gettext_lazy("Touch the continent on which this animal lives."), ""),
    Form.SORT: (gettext_lazy("Put each animal on its continent."), ""),
    Form.HABITAT: (gettext_lazy("Where does this animal feel at home?"), ""),
}
"""The same where only the picture is shown."""


def _options(item: Item) -> list[Option]:
    match item.form:
        case Form.REGION | Form.ANIMAL | Form.MAP:
            return [continent_option(n, code) for n, code in enumerate(CONTINENTS, 1)]
        case Form.TRUTH:
            says = {True: _("True"), False: _("False")}
            return [Option(n, says[one == TRUE]) for n, one in enumerate(item.options, 1)]
        case Form.HABITAT:
            named = {habitat_of(card): str(card.habitat[_language()]) for card in deck().values()}
            return [
                Option(n, named[one], picture=habitat_picture(one))
                for n, one in enumerate(item.options, 1)
            ]
        case Form.PIN:
            return [_pin_option(n, deck()[code]) for n, code in enumerate(item.options, 1)]
    return [_animal_option(n, deck()[code], item) for n, code in enumerate(item.options, 1)]


def continent_option(value: int, code: str) -> Option:
    """A continent to choose."""
    small = {"AM": _("North, Central and South"), "AU": _("with the islands around it")}
    return Option(value, words.continent(code), small=small.get(code, ""), continent=code)


def _pin_option(value: int, card: Card) -> Option:
    """A point on the map: its words say where it lies without naming it."""
    latitude, longitude = card.region_point
    north = _("north") if latitude >= 0 else _("south")
    east = _("east") if longitude >= 0 else _("west")
    x, y = card.pin
    said = _("Point %(n)d: %(latitude)d° %(north)s, %(longitude)d° %(east)s") % {
        "n": value,
        "latitude": round(abs(latitude)),
        "north": north,
        "longitude": round(abs(longitude)),
        "east": east,
    }
    return Option(value, said, x=round(x / 10), y=round(y / 5.4))


def _animal_option(value: int, card: Card, item: Item) -> Option:
    """An animal to choose, without its landscape, which would tell where it lives."""
    seen = face(card.code)
    hidden = item.shows == Shows.PICTURE
    return Option(value, seen.name, unseen=hidden, picture=f"art/animals/{card.slug}.svg")


def _placed(made: Question, item: Item, placing: Mapping[int, int]) -> Question:
    """The tiles and their places."""
    codes = item.cards if item.form == Form.SORT else item.options
    lying = {n: place for n, place in placing.items() if 1 <= n <= len(codes)}
    free = [n for n in range(1, len(codes) + 1) if n not in lying]
    chosen = free[0] if free else None
    tiles = tuple(
        Tile(n, _tile_subject(code, item), n == chosen, lying.get(n))
        for n, code in enumerate(codes, 1)
    )
    return replace(
        made,
        tiles=tiles,
        places=tuple(_places(item, tiles)),
        put=write_placing(lying),
        answer=() if free else tuple(_answer(item, lying)),
        so_far=_so_far(item, lying, len(free)),
    )


def _tile_subject(code: str, item: Item) -> Subject:
    """Sorted by its region, an animal shows it; put in order of weight, it does not matter."""
    made = subject_of(deck()[code], item.shows)
    return made if item.form == Form.SORT else replace(made, region="")


def _places(item: Item, tiles: Sequence[Tile]) -> list[Place]:
    if item.form == Form.SORT:
        bins = [continent_option(n, code) for n, code in enumerate(CONTINENTS, 1)]
        return [
            Place(one.value, one.label, one.small, one.continent, _lying(tiles, one.value))
            for one in bins
        ]
    ends = {1: _("the lightest"), len(tiles): _("the heaviest")}
    return [
        Place(n, _("Place %d") % n, ends.get(n, ""), "", _lying(tiles, n))
        for n in range(1, len(tiles) + 1)
    ]


def _lying(tiles: Sequence[Tile], place: int) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if tile.place == place)


def _answer(item: Item, lying: Mapping[int, int]) -> list[int]:
    """The numbers to send: each card's continent, or the animals from the first place on."""
    if item.form == Form.SORT:
        return [lying[n] for n in sorted(lying)]
    return [n for n, _place in sorted(lying.items(), key=lambda pair: pair[1])]


def _so_far(item: Item, lying: Mapping[int, int], free: int) -> tuple[int | str, ...]:
    """As `_answer`; of an order only the whole tells anything."""
    if item.form == Form.SORT and lying:
        return tuple(lying.get(n, "") for n in range(1, len(item.cards) + 1))
    return () if free else tuple(_answer(item, lying))


def read_placing(item: Item, put: str, picked: str, to: str) -> dict[int, int]:
    """Which tile lies where: as the address says (`1.3-2.5`), and after one more step.

    A rank holds one animal only: who lay there is free again. What makes no sense is left out.
    """
    lying: dict[int, int] = {}
    for pair in [*put.split("-")[:6], f"{picked}.{to}"]:
        tile, _dot, place = pair.partition(".")
        if not (pair.isascii() and tile.isdecimal() and place.isdecimal() and len(pair) <= 3):
            continue
        n, where = int(tile), int(place)
        tiles = len(item.cards) if item.form == Form.SORT else len(item.options)
        if not (1 <= n <= tiles and 1 <= where <= len(item.options)):
            continue
        if item.form == Form.ORDER:
            lying = {other: at for other, at in lying.items() if at != where}
        lying[n] = where
    return lying


def write_placing(lying: Mapping[int, int]) -> str:
    """As `read_placing` reads it."""
    return "-".join(f"{n}.{place}" for n, place in sorted(lying.items()))


def _language() -> str:
    return get_language() or "ro"
