"""What the learning pages show: the home with its map, and a continent's lesson."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, ngettext

from game.catalogue import CardFace, deck, face
from game.engine import CONTINENTS
from game.models import Card
from quiz import kinds, mastery
from quiz.animals import SLUGS
from quiz.mastery import Evidence, Knowledge, State
from quiz.pages import words
from quiz.pages.answered import in_words

RADII = tuple(round(3 + 0.42 * n, 1) for n in range(1, 13))
"""Of the twelve growing dots that stand for a continent, 18 units high."""
SPACE = 2.1
MIDDLES = tuple(round(2 + 2 * sum(RADII[:n]) + RADII[n] + n * SPACE, 1) for n in range(len(RADII)))
MINUTES = 3
"""Animals that are practised in about a minute."""
HALF = 0.5

Known = Mapping[str, Knowledge]


@dataclass(frozen=True, slots=True)
class Tile(CardFace):
    """An animal among others, with its state in words and how brightly it shines (0 to 4)."""

    code: str
    state: str
    state_text: str
    light: int
    weight: str
    pin_x: str
    pin_y: str
    fact: str

    @property
    def url(self) -> str:
        """Of its page."""
        return reverse("quiz:animal", args=[self.slug])

    @property
    def figure(self) -> str:
        """The static path of the animal alone."""
        return f"art/animals/{self.slug}.svg"


@dataclass(frozen=True, slots=True)
class Dot:
    """One of the twelve, light to heavy."""

    x: float
    radius: float
    state: str


@dataclass(frozen=True, slots=True)
class Continent:
    """A continent with its twelve animals."""

    code: str
    name: str
    includes: str
    tiles: tuple[Tile, ...]

    @property
    def url(self) -> str:
        """Of its lesson."""
        return reverse("quiz:continent", args=[self.slug])

    @property
    def slug(self) -> str:
        """In addresses."""
        return SLUGS[self.code]

    @property
    def diploma_url(self) -> str:
        """Of its diploma."""
        return reverse("quiz:certificate", args=[self.slug])

    @property
    def known(self) -> int:
        """How many of the twelve are known."""
        return sum(tile.state == State.KNOWN for tile in self.tiles)

    @property
    def says(self) -> str:
        """That in words."""
        return words.counted(self.known)

    @property
    def dots(self) -> tuple[Dot, ...]:
        """The mark of the house."""
        return tuple(
            Dot(x, radius, tile.state)
            for x, radius, tile in zip(MIDDLES, RADII, self.tiles, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Sign:
    """A state in the legend."""

    state: str
    text: str


@dataclass(frozen=True, slots=True)
class Today:
    """The day's practice: exactly the animals that it will ask about."""

    tiles: tuple[Tile, ...]
    done: bool = False
    """Whether one is finished already: these would be one more."""
    tomorrow: str = ""
    """How many wait then, in a sentence."""

    @property
    def count(self) -> int:
        """How many animals."""
        return len(self.tiles)

    @property
    def minutes(self) -> int:
        """About how long it takes."""
        return max(1, round(self.count / MINUTES))

    @property
    def more(self) -> str:
        """The question whether to go on, once it is done."""
        if not self.done or not self.count:
            return ""
        return ngettext("Would you like %(n)s more?", "Would you like %(n)s more?", self.count) % {
            "n": in_words(self.count)
        }


def known_from(evidence: Iterable[Evidence], now: datetime) -> Known:
    """What is known at `now` about each of the sixty animals, by code."""
    met = mastery.knowledge(evidence, now)
    return {code: met.get(code, Knowledge()) for code in deck()}


def legend() -> tuple[Sign, ...]:
    """The four states."""
    return tuple(Sign(state.value, str(text)) for state, text in words.STATES.items())


def continent_of(code: str, known: Known) -> Continent:
    """A continent with what is known of its animals."""
    tiles = tuple(tile(card, known[card.code]) for card in _twelve(code))
    return Continent(code, words.continent(code), str(words.INCLUDES.get(code, "")), tiles)


def tile(card: Card, knows: Knowledge) -> Tile:
    """An animal with what is known of it."""
    seen, language = face(card.code), get_language() or "ro"
    return Tile(
        slug=seen.slug,
        name=seen.name,
        region=seen.region,
        number=seen.number,
        code=card.code,
        state=knows.state.value,
        state_text=str(words.STATES[knows.state]),
        light=_light(knows),
        weight=words.weight(card.size["mass_typical_kg"]),
        pin_x=f"{card.pin[0]:g}",
        pin_y=f"{card.pin[1]:g}",
        fact=card.fact[language],
    )


def tiles(codes: Iterable[str], known: Known) -> tuple[Tile, ...]:
    """The animals with these codes, in this order."""
    return tuple(tile(deck()[code], known[code]) for code in codes)


def today(known: Known, now: datetime, done: bool = False) -> Today:
    """What the day's practice asks about at `now`; `done` when one is finished today."""
    said = tomorrow_says(known, now) if done else ""
    return Today(tiles(kinds.daily(known, now), known), done, said)


def tomorrows(known: Known, now: datetime, done: bool) -> list[str]:
    """The animals of tomorrow's practice: everywhere the same."""
    here = timezone.localtime(now)
    until = datetime.combine(here.date() + timedelta(days=2), time(), here.tzinfo)
    return kinds.tomorrow(known, now, until, done)


def tomorrow_says(known: Known, now: datetime) -> str:
    """How many wait tomorrow, once today's practice is done."""
    count = len(tomorrows(known, now, done=True))
    if not count:
        return ""
    return ngettext(
        "Tomorrow %(n)s animal waits for you.", "Tomorrow %(n)s animals wait for you.", count
    ) % {"n": in_words(count)}


def learn_context(known: Known, now: datetime, done: bool = False) -> dict[str, object]:
    """The home for learning."""
    continents = [continent_of(code, known) for code in CONTINENTS]
    return {
        "continents": continents,
        "met": [tile for one in continents for tile in one.tiles if tile.state != State.NEW],
        "known": sum(one.known for one in continents),
        "legend": legend(),
        "today": today(known, now, done),
    }


def continent_context(code: str, known: Known) -> dict[str, object]:
    """A continent's lesson."""
    return {"continent": continent_of(code, known)}


def _twelve(continent: str) -> list[Card]:
    return sorted(
        (card for card in deck().values() if card.continent == continent),
        key=lambda card: card.number,
    )


def _light(knows: Knowledge) -> int:
    """0 never met; 4 known; between them brighter the better it is remembered."""
    if knows.state in (State.NEW, State.KNOWN):
        return 4 if knows.state == State.KNOWN else 0
    return 1 + (knows.state == State.FADING) + (knows.chance >= HALF)
