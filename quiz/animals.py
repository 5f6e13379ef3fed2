"""The catalogue's animals as the questions need them, and the continents' names in addresses."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from game.catalogue import deck
from game.models import Card
from quiz.items import Animal, Item

SLUGS = {"EU": "europe", "AS": "asia", "AF": "africa", "AM": "america", "AU": "australia"}
"""The continents' names in addresses."""
CODES = {slug: code for code, slug in SLUGS.items()}


@cache
def animals() -> dict[str, Animal]:
    """The sixty animals by code."""
    return {code: _animal(card) for code, card in deck().items()}


def can_be_shown(item: Item) -> bool:
    """Whether the catalogue still has all animals of the item."""
    named = [*item.cards, *(one for one in item.options if one[-1].isdecimal())]
    return all(code in deck() for code in named)


def habitat_of(card: Card) -> str:
    """The habitat's name in English, which stands for it in items."""
    return str(card.habitat["en"])


def _animal(card: Card) -> Animal:
    low, high = card.size["mass_kg"]
    x, y = card.pin
    return Animal(
        code=card.code,
        continent=card.continent,
        natives=frozenset(card.native_continents),
        mass=(low, high),
        habitat=habitat_of(card),
        also_habitats=frozenset(card.also_habitats),
        feminine=card.gender == "f",
        beside=card.is_beside,
        pin=(x, y),
        name_words=_words(*card.name.values()),
        region_words=_words(*card.region.values()),
        fact_words=_words(*card.fact.values()),
    )


def _words(*texts: str) -> frozenset[str]:
    """The first five letters of each longer word: "tasmanian" and "Tasmania" begin alike."""
    plain = unicodedata.normalize("NFKD", " ".join(texts)).encode("ascii", "ignore").decode()
    return frozenset(word[:5] for word in re.findall(r"[a-z]{4,}", plain.lower()))
