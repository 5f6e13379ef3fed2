"""The questions of a quiz: made from the animals by a seeded chance, each with one right answer.

Pure. An item names animals by code, continents by theirs and habitats by their English name; what
is shown of it are words and pictures made elsewhere, never its key. `faults` checks an item by
itself, without knowing how it was made.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import combinations
from math import dist
from typing import Any

CONTINENTS = ("EU", "AS", "AF", "AM", "AU")
"""The continents as answers always stand in this order."""

TRUE, FALSE = "true", "false"
SEPARATOR = "|"
PIN_DISTANCE = 120.0
"""Pins of one item are this far apart, in units of the map: a fingertip on a phone."""

COUSINS = (
    {"AS12", "AF12"},
    {"EU11", "AM12"},
    {"EU3", "AM10"},
    {"EU6", "EU7", "EU10"},
    {"AS4", "AF1"},
    {"EU2", "AM2"},
)
"""Animals about which the same could be told."""

NEAR_HABITATS = (
    {"Tropical forest and rainforest", "Rivers and wetlands"},
    {"Mountain", "Temperate forest"},
    {"Scrubland", "Savanna", "Desert"},
    {"Temperate forest", "Taiga"},
    {"Taiga", "Tundra"},
    {"Steppe, prairie, pampas", "Savanna", "Scrubland", "Desert"},
    {"Coast and islands", "Rivers and wetlands"},
)
"""Habitats that share animals."""


@dataclass(frozen=True, slots=True)
class Animal:
    """What makes a question about an animal right or wrong."""

    code: str
    continent: str
    natives: frozenset[str]
    """Every continent it lives on in the wild."""
    mass: tuple[float, float]
    """The lightest and the heaviest, in kg."""
    habitat: str
    pin: tuple[float, float]
    """Its region on the world map, in its 1000 × 540 units."""
    also_habitats: frozenset[str] = frozenset()
    """Others in which it could be found."""
    feminine: bool = False
    """Whether what is told about it in Romanian agrees so."""
    beside: bool = False
    """Whether its region is an island that only goes with its continent: New Zealand."""
    name_words: frozenset[str] = frozenset()
    """Beginnings of the words of its name, in both languages, without accents."""
    region_words: frozenset[str] = frozenset()
    fact_words: frozenset[str] = frozenset()

    @property
    def single(self) -> bool:
        """Whether it lives on its card's continent only."""
        return self.natives == {self.continent}


AT_HOME_EVERYWHERE = 4
"""With so many other habitats an animal is not asked about its own."""

Animals = Mapping[str, Animal]
"""By code."""


class Form(StrEnum):
    """What an item asks."""

    REGION = "region"
    """On which continent does this region lie?"""
    ANIMAL = "animal"
    """On which continent does this animal live?"""
    MAP = "map"
    """Touch the continent on which this region lies."""
    PIN = "pin"
    """Which of five pins is this region?"""
    DWELLER = "dweller"
    """Which of four animals lives in this region?"""
    ODD = "odd"
    """Three of four live on the same continent: which does not?"""
    SORT = "sort"
    """Put six animals on the continents of their regions."""
    TRUTH = "truth"
    """This region lies on that continent: true or false?"""
    ORDER = "order"
    """Put four animals in the order of their weight."""
    FACT = "fact"
    """About which of four animals is this told?"""
    HABITAT = "habitat"
    """In which of four habitats does this animal live?"""


WHERE = (
    Form.REGION, Form.ANIMAL, Form.MAP, Form.PIN, Form.DWELLER, Form.ODD, Form.SORT, Form.TRUTH,
)  # fmt: skip
"""The forms whose answers say whether somebody knows where an animal lives."""

PLACED = (Form.SORT, Form.ORDER)
"""The forms answered by putting every animal in its place; the others by choosing an option."""
PLACED_TIMES = 2
"""In these, where a clock runs, the time for a question is so many times as long."""


class Shows(StrEnum):
    """What a question shows of its animal, from easy to hard."""

    ALL = "all"
    PICTURE = "picture"
    REGION = "region"


FORMS = {
    Shows.ALL: tuple(Form),
    Shows.PICTURE: (Form.ANIMAL, Form.MAP, Form.SORT, Form.ODD, Form.HABITAT, Form.ORDER),
    Shows.REGION: (Form.REGION, Form.MAP, Form.PIN, Form.DWELLER, Form.TRUTH),
}
"""The forms there are when only so much is shown."""


@dataclass(frozen=True, slots=True)
class Item:
    """One question.

    `cards` are the animals whose knowledge it tests: the subject alone, or all six when they are
    sorted. `options` is what is offered, in the order in which it is shown: continents, codes,
    habitats, true and false. `key` is the right option, or what belongs to each card (SORT), or
    all options in the right order (ORDER). A teacher may accept more: `also`.
    """

    form: Form
    shows: Shows
    cards: tuple[str, ...]
    options: tuple[str, ...]
    key: tuple[str, ...]
    claim: str = ""
    """The continent that a TRUTH item names."""
    also: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As it is kept with an attempt."""
        return {name: value for name, value in asdict(self).items() if value}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Item:
        """The item that `to_json` kept."""
        return cls(
            form=Form(kept["form"]),
            shows=Shows(kept["shows"]),
            cards=tuple(kept["cards"]),
            options=tuple(kept["options"]),
            key=tuple(kept["key"]),
            claim=kept.get("claim", ""),
            also=tuple(kept.get("also", ())),
        )

    def tokens(self, numbers: Sequence[str]) -> tuple[str, ...]:
        """The options with these numbers, as the page sends them; "" where there is none."""
        offered = {str(n): one for n, one in enumerate(self.options, 1)}
        return tuple(offered.get(number, "") for number in numbers)

    def allows(self, answer: Sequence[str]) -> bool:
        """Whether `answer` is one that the page offers."""
        if self.form == Form.SORT:
            return len(answer) == len(self.cards) and set(answer) <= set(self.options)
        if self.form == Form.ORDER:
            return sorted(answer) == sorted(self.options)
        return len(answer) == 1 and answer[0] in self.options

    def kept(self, answer: Sequence[str]) -> list[str]:
        """What is written down of an answer for each of `cards`; "" where time ran out."""
        if self.form == Form.SORT:
            return [*answer, *[""] * (len(self.cards) - len(answer))]
        return [SEPARATOR.join(answer)]

    def answer_of(self, kept: Sequence[str]) -> tuple[str, ...]:
        """The answer that `kept` wrote down."""
        if self.form == Form.SORT:
            return tuple(kept)
        return tuple(kept[0].split(SEPARATOR)) if kept[0] else ()

    def judge(self, answer: Sequence[str]) -> tuple[bool, ...]:
        """Right or wrong for each of `cards`; an answer that ran out of time is empty."""
        if self.form == Form.SORT:
            return tuple(said == key for said, key in zip(self.kept(answer), self.key, strict=True))
        if self.form == Form.ORDER:
            return (tuple(answer) == self.key,)
        return (bool(answer) and answer[0] in (*self.key, *self.also),)

    def named(self, answer: Sequence[str], animals: Animals) -> tuple[str, ...]:
        """The continent that an answer names for each of `cards`, "" where it names none."""
        if not answer or self.form not in WHERE:
            return ("",) * len(self.cards)
        if self.form == Form.SORT or self.form in (Form.REGION, Form.ANIMAL, Form.MAP):
            return tuple(answer)
        if self.form == Form.PIN and answer[0] in animals:
            return (animals[answer[0]].continent,)
        if self.form == Form.TRUTH and answer[0] == TRUE:
            return (self.claim,)
        return ("",)


class NotPossible(Exception):
    """This form can't ask about this animal, or not among these animals."""


def suits(form: Form, shows: Shows, animal: Animal) -> bool:
    """Whether a question of this form about this animal has one right answer."""
    if form not in FORMS[shows]:
        return False
    if form == Form.ANIMAL or (shows == Shows.PICTURE and form in (Form.MAP, Form.SORT)):
        return animal.single  # without its region, several continents would be right
    if form == Form.DWELLER:
        return not animal.name_words & animal.region_words
    if form == Form.FACT:
        return not animal.name_words & animal.fact_words
    if form == Form.TRUTH:
        return not animal.beside
    if form == Form.HABITAT:
        return len(animal.also_habitats) < AT_HOME_EVERYWHERE
    return True


def make(
    form: Form, subject: str, animals: Animals, rng: random.Random, shows: Shows = Shows.ALL
) -> Item:
    """A question of this form about `subject`. Raises NotPossible when there is none."""
    if not suits(form, shows, animals[subject]):
        raise NotPossible(form, subject)
    for _ in range(200):
        cards, options, key, claim = _MAKERS[form](animals[subject], animals, rng, shows)
        item = Item(form, shows, cards, options, key, claim)
        if not faults(item, animals):
            return item
    raise NotPossible(form, subject)


_Parts = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], str]


def _continent(animal: Animal, animals: Animals, rng: random.Random, shows: Shows) -> _Parts:
    return (animal.code,), CONTINENTS, (animal.continent,), ""


def _pin(animal: Animal, animals: Animals, rng: random.Random, shows: Shows) -> _Parts:
    others = list(animals.values())
    rng.shuffle(others)
    chosen = [animal]
    for other in others:
        if len(chosen) < 5 and all(dist(other.pin, one.pin) >= PIN_DISTANCE for one in chosen):
            chosen.append(other)
    return (animal.code,), _shuffled(chosen, rng), (animal.code,), ""


def _dweller(animal: Animal, animals: Animals, rng: random.Random, shows: Shows) -> _Parts:
    strangers = [other for other in animals.values() if animal.continent not in other.natives]
    return _one_of_four(animal, strangers, rng)


def _fact(animal: Animal, animals: Animals, rng: random.Random, shows: Shows) -> _Parts:
    alike = [one for one in animals.values() if one.feminine == animal.feminine]
    return _one_of_four(animal, [one for one in alike if one != animal], rng)


def _one_of_four(animal: Animal, others: Sequence[Animal], rng: random.Random) -> _Parts:
    chosen = [animal, *rng.sample(others, 3)]
    return (animal.code,), _shuffled(chosen, rng), (animal.code,), ""


def _odd(animal: Animal, animals: Animals, rng: random.Random, shows: Shows) -> _Parts:
    shared = rng.choice([one for one in CONTINENTS if one not in animal.natives])
    others = [other for other in animals.values() if other.continent == shared]
    return _one_of_four(animal, others, rng)


def _sort(animal: Animal, animals: Animals, rng: random.Random, shows: Shows) -> _Parts:
    fit = [one for one in animals.values() if one != animal and suits(Form.SORT, shows, one)]
    chosen = [animal, *rng.sample(fit, 5)]
    rng.shuffle(chosen)
    codes = tuple(one.code for one in chosen)
    return codes, CONTINENTS, tuple(one.continent for one in chosen), ""


def _truth(animal: Animal, animals: Animals, rng: random.Random, shows: Shows) -> _Parts:
    true = rng.random() < 0.5
    claim = rng.choice([one for one in CONTINENTS if (one == animal.continent) == true])
    return (animal.code,), (TRUE, FALSE), (TRUE if true else FALSE,), claim


def _order(animal: Animal, animals: Animals, rng: random.Random, shows: Shows) -> _Parts:
    others = list(animals.values())
    rng.shuffle(others)
    chosen = [animal]
    for other in others:
        if len(chosen) < 4 and all(_lighter(other, one) or _lighter(one, other) for one in chosen):
            chosen.append(other)
    by_weight = sorted(chosen, key=lambda one: one.mass)
    return (animal.code,), _shuffled(chosen, rng), tuple(one.code for one in by_weight), ""


def _habitat(animal: Animal, animals: Animals, rng: random.Random, shows: Shows) -> _Parts:
    others = sorted({one.habitat for one in animals.values()})
    rng.shuffle(others)
    chosen = [animal.habitat]
    for other in (one for one in others if one not in animal.also_habitats):
        if len(chosen) < 4 and not any(_near(other, one) for one in chosen):
            chosen.append(other)
    rng.shuffle(chosen)
    return (animal.code,), tuple(chosen), (animal.habitat,), ""


_MAKERS: dict[Form, Callable[[Animal, Animals, random.Random, Shows], _Parts]] = {
    Form.REGION: _continent,
    Form.ANIMAL: _continent,
    Form.MAP: _continent,
    Form.PIN: _pin,
    Form.DWELLER: _dweller,
    Form.ODD: _odd,
    Form.SORT: _sort,
    Form.TRUTH: _truth,
    Form.ORDER: _order,
    Form.FACT: _fact,
    Form.HABITAT: _habitat,
}


def faults(item: Item, animals: Animals) -> list[str]:
    """Why the item must not be asked: more than one right answer, or one that gives itself away."""
    reasons = []
    if len(set(item.options)) != _OPTIONS.get(item.form, len(CONTINENTS)):
        reasons.append(f"options: {item.options}")
    if not all(suits(item.form, item.shows, animals[code]) for code in item.cards):
        reasons.append(f"unsuited: {item.cards}")
    right = right_answers(item, animals)
    if right != [item.key]:
        reasons.append(f"right answers: {right}")
    if any(_names_itself(item, animals[one], animals) for one in item.options if one in animals):
        reasons.append("the text names an option")
    if any(set(pair) <= group for pair in combinations(item.options, 2) for group in _apart(item)):
        reasons.append("options too much alike")
    if item.form == Form.SORT and len(set(item.key)) < 3:
        reasons.append("fewer than three continents")
    if item.form == Form.ODD and len({animals[one].continent for one in item.options}) != 2:
        reasons.append("three whose cards are of different continents")
    if item.form == Form.FACT and len({animals[one].feminine for one in item.options}) > 1:
        reasons.append("grammar tells")
    return reasons


_OPTIONS = {
    Form.DWELLER: 4, Form.ODD: 4, Form.TRUTH: 2, Form.ORDER: 4, Form.FACT: 4, Form.HABITAT: 4,
}  # fmt: skip


def _apart(item: Item) -> Sequence[set[str]]:
    """Groups of which a form offers one at most."""
    return {Form.FACT: COUSINS, Form.HABITAT: NEAR_HABITATS}.get(item.form, ())


def _names_itself(item: Item, option: Animal, animals: Animals) -> bool:
    """Whether a word of the question is also in the option's name."""
    subject = animals[item.cards[0]]
    told = {Form.FACT: subject.fact_words, Form.DWELLER: subject.region_words}
    return bool(told.get(item.form, frozenset()) & option.name_words)


def right_answers(item: Item, animals: Animals) -> list[tuple[str, ...]]:
    """Every answer that the animals themselves make right, whatever the item's key says."""
    subject = animals[item.cards[0]]
    among = [animals[code] for code in item.options if code in animals]
    match item.form:
        case Form.REGION | Form.ANIMAL | Form.MAP:
            by_region = item.form != Form.ANIMAL and item.shows != Shows.PICTURE
            right = {subject.continent} if by_region else subject.natives
            return [(one,) for one in item.options if one in right]
        case Form.PIN:
            apart = all(dist(a.pin, b.pin) >= PIN_DISTANCE for a, b in combinations(among, 2))
            return [(one.code,) for one in among if one == subject] if apart else []
        case Form.DWELLER:
            return [
                (one.code,) for one in among if one == subject or subject.continent in one.natives
            ]
        case Form.ODD:
            return [(one.code,) for one in among if _is_odd(one, among)]
        case Form.SORT:
            return [tuple(animals[code].continent for code in item.cards)]
        case Form.TRUTH:
            return [(TRUE if item.claim == subject.continent else FALSE,)]
        case Form.ORDER:
            by_weight = sorted(among, key=lambda one: one.mass)
            clear = all(_lighter(a, b) for a, b in combinations(by_weight, 2))
            return [tuple(one.code for one in by_weight)] if clear else []
        case Form.FACT:
            return [(one.code,) for one in among if one == subject]
        case Form.HABITAT:
            true = {subject.habitat, *subject.also_habitats}
            return [(one,) for one in item.options if one in true]


def _is_odd(one: Animal, among: Sequence[Animal]) -> bool:
    """Whether the others share a continent on which this one does not live."""
    shared = frozenset(CONTINENTS).intersection(*(other.natives for other in among if other != one))
    return bool(shared - one.natives)


def _lighter(one: Animal, other: Animal) -> bool:
    """Whether even the heaviest of the one weighs less than the lightest of the other."""
    return one.mass[1] < other.mass[0]


def _near(one: str, other: str) -> bool:
    return any(one in group and other in group for group in NEAR_HABITATS)


def _shuffled(chosen: list[Animal], rng: random.Random) -> tuple[str, ...]:
    rng.shuffle(chosen)
    return tuple(one.code for one in chosen)
