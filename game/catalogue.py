"""The deck as the pages know it: loaded once from the database into this process.

The sixty cards change only when `load_catalogue` runs, which `serve` does before it starts.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from game.models import Card

DATA = Path(__file__).resolve().parent / "data"

LONG = 45
"""Letters of a name and its region."""

CONTINENT_NAMES = {
    "EU": pgettext_lazy("continent", "Europe"),
    "AS": pgettext_lazy("continent", "Asia"),
    "AF": pgettext_lazy("continent", "Africa"),
    "AM": pgettext_lazy("continent", "America"),
    "AU": pgettext_lazy("continent", "Australia"),
}


@dataclass(frozen=True, slots=True)
class CardFace:
    """What a card in a hand shows, in one language: never its code or continent."""

    slug: str
    name: str
    region: str
    number: int

    @property
    def picture(self) -> str:
        """The static path of the scene."""
        return f"art/scenes/{self.slug}.svg"

    @property
    def place(self) -> str:
        """The region without its bracket."""
        return self.region.partition(" (")[0]

    @property
    def country(self) -> str:
        """The region's bracket, with its brackets; empty without one."""
        return self.region[len(self.place) + 1 :]

    @property
    def is_long(self) -> bool:
        """Whether its words fill the band of a small card, where they are set smaller then."""
        return len(self.name) + len(self.region) > LONG


@cache
def deck() -> dict[str, Card]:
    """The sixty cards by code."""
    cards = {card.code: card for card in Card.objects.all()}
    if len(cards) != 60:
        deck.cache_clear()
        raise LookupError(
            f"The catalogue has {len(cards)} cards instead of 60: run manage.py load_catalogue."
        )
    return cards


@cache
def codes_by_slug() -> dict[str, str]:
    """The code of each slug; pages and forms name a card by its slug."""
    return {card.slug: code for code, card in deck().items()}


def face(code: str) -> CardFace:
    """The card's face in the language of this thread."""
    return _face(code, get_language() or "ro")


@cache
def _face(code: str, language: str) -> CardFace:
    card = deck()[code]
    return CardFace(card.slug, card.name[language], card.region[language], card.number)


def lies_in(card: Card) -> str:
    """Where its region lies, within a sentence."""
    if card.is_beside:
        return _("Australia with the islands around it")
    return str(CONTINENT_NAMES[card.continent])


@cache
def printed(language: str) -> tuple[tuple[str, CardFace], ...]:
    """The sixty cards by code as `data/catalogue.json` has them: for paper, without a database."""
    return tuple(
        (
            card["code"],
            CardFace(
                card["slug"], card["name"][language], card["region"][language], card["number"]
            ),
        )
        for card in _catalogue()
    )


@cache
def map_label(continent: str) -> tuple[float, float]:
    """Where the continent's name stands on the world map, in its 1000 × 540 units."""
    world = json.loads((DATA / "world.json").read_text(encoding="utf-8"))
    x, y = world["groups"][continent]["label"]
    return x, y


def forget() -> None:
    """Lets the next reader load the cards again."""
    deck.cache_clear()
    codes_by_slug.cache_clear()
    _face.cache_clear()


@transaction.atomic
def load() -> tuple[int, int]:
    """Brings the database's cards in line with `data/catalogue.json`, by code.

    Idempotent; a card is never deleted, since moves name it. Returns (made, changed).
    """
    known = {card.code: card for card in Card.objects.all()}
    made = changed = 0
    for fields in _catalogue():
        card = known.get(fields["code"])
        if card is None:
            Card.objects.create(**fields)
            made += 1
        elif any(getattr(card, name) != value for name, value in fields.items()):
            Card.objects.filter(code=card.code).update(**fields)
            changed += 1
    forget()
    return made, changed


def _catalogue() -> list[dict[str, Any]]:
    cards = json.loads((DATA / "catalogue.json").read_text(encoding="utf-8"))
    pins = json.loads((DATA / "world.json").read_text(encoding="utf-8"))["pins"]
    kept = (
        "code", "number", "continent", "slug", "name", "gender", "scientific", "region",
        "region_point", "region_country", "habitat", "native_continents", "endemic_to", "iucn",
        "diet", "size", "fact", "sources",
    )  # fmt: skip
    return [
        {name: card[name] for name in kept}
        | {
            "animal_class": card["class"],
            "pin": pins[card["code"]],
            "also_habitats": card.get("also_habitats", []),
        }
        for card in cards
    ]
