"""Which questions a quiz of each kind asks. Pure and seeded."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from quiz.items import CONTINENTS, FORMS, Animals, Form, Item, NotPossible, Shows, make, suits
from quiz.mastery import Knowledge, State

LENGTHS = (5, 10, 20)
"""How long a quick quiz can be; the middle one unless chosen."""
MOST_A_DAY = 12
"""Animals of a day's practice at most: after three weeks away it is as short as ever."""
FEW = 6
"""When fewer are due, animals never met make up a practice of this many."""
MOST_MISTAKES = 15

NAMING = (Form.REGION, Form.ANIMAL, Form.MAP)
"""The forms answered with one of the five continents."""
PRACTICE = (*NAMING, Form.PIN)
"""The forms that say most clearly whether somebody knows where an animal lives."""

Known = Mapping[str, Knowledge]
Plan = Sequence[tuple[str, Collection[Form]]]
"""Animals with the forms in which each may be asked about."""


def quick(animals: Animals, rng: random.Random, length: int) -> Plan:
    """Animals from the whole deck, each once, in any form; all sixty when `length` is."""
    return [(code, tuple(Form)) for code in rng.sample(sorted(animals), length)]


def continent(animals: Animals, rng: random.Random, one: str) -> Plan:
    """The twelve of a continent, and four strangers so that its name is not always the answer."""
    own, strangers = _split(animals, rng, one)
    others = tuple(form for form in Form if form not in NAMING)
    plan: list[tuple[str, Collection[Form]]] = [
        *((code, NAMING) for code in own[:4]),
        *((code, others) for code in own[4:]),
        *((code, NAMING) for code in strangers[:4]),
    ]
    rng.shuffle(plan)
    return plan


def mistakes(known: Known) -> list[str]:
    """The animals once mistaken and not known since, the last mistake first."""
    open_ones = [
        (one.last.at, code)
        for code, one in known.items()
        if one.wrong and one.state == State.LEARNING and one.last is not None
    ]
    return [code for _, code in sorted(open_ones, reverse=True)][:MOST_MISTAKES]


def daily(known: Known, now: datetime) -> list[str]:
    """The animals of today's practice, the most useful first: those least likely remembered.

    When few are due, new animals join them, light ones first.
    """
    due = [
        (one.chance, code) for code, one in known.items() if one.due is not None and one.due <= now
    ]
    chosen = [code for _, code in sorted(due)][:MOST_A_DAY]
    new = [code for code, one in known.items() if one.state == State.NEW]
    new.sort(key=lambda code: (int(code[2:]), CONTINENTS.index(code[:2])))
    return chosen + new[: max(0, FEW - len(chosen))]


def tomorrow(known: Known, now: datetime, until: datetime, done: bool) -> list[str]:
    """The animals of tomorrow's practice, which ends at `until`: without those of today's.

    `done` says whether today's is over, and so what it asked about is told by `known`.
    """
    today = set() if done else set(daily(known, now))
    return daily({code: one for code, one in known.items() if code not in today}, until)


def asked(plan: Plan, animals: Animals, rng: random.Random, shows: Shows) -> list[Item]:
    """The plan's questions."""
    return [item for code, forms in plan for item in _one(code, forms, animals, rng, shows)]


def check(animals: Animals, rng: random.Random, one: str) -> list[Item]:
    """A short check of a lesson: all twelve are sorted among strangers, and five asked about."""
    own, strangers = _split(animals, rng, one)
    items = []
    for part in range(3):
        six = [*own[4 * part : 4 * part + 4], *strangers[2 * part : 2 * part + 2]]
        items.append(make(Form.SORT, six[0], {code: animals[code] for code in six}, rng))
    forms = (Form.DWELLER, Form.PIN, Form.FACT, Form.HABITAT, Form.ORDER)
    for form in forms:
        code = next(code for code in own if suits(form, Shows.ALL, animals[code]))
        own.remove(code)
        items += _one(code, (form,), animals, rng, Shows.ALL)
    rng.shuffle(items)
    return items


def again(item: Item, cards: Iterable[str], animals: Animals, rng: random.Random) -> list[Item]:
    """Questions like `item` about `cards` of it: each alone, unless they are all of its cards."""
    cards = [code for code in cards if code in animals]
    if len(cards) == len(item.cards) and item.form == Form.SORT:
        six = {code: animals[code] for code in cards}
        return _one(cards[0], (Form.SORT,), six, rng, item.shows)
    form = item.form if item.form != Form.SORT else Form.REGION
    shows = item.shows if form in FORMS[item.shows] else Shows.ALL
    return [one for code in cards for one in _one(code, (form,), animals, rng, shows)]


def _one(
    code: str, forms: Collection[Form], animals: Animals, rng: random.Random, shows: Shows
) -> list[Item]:
    """One question about an animal in one of `forms`."""
    return asked_in_turn(code, rng.sample(list(forms), len(forms)), animals, rng, shows)


def asked_in_turn(
    code: str, forms: Sequence[Form], animals: Animals, rng: random.Random, shows: Shows
) -> list[Item]:
    """One question in the first of `forms` that suits; by the region when none does."""
    for form in (form for form in forms if suits(form, shows, animals[code])):
        try:
            return [make(form, code, animals, rng, shows)]
        except NotPossible:
            continue
    return [make(Form.REGION, code, animals, rng, Shows.ALL)]


def _split(animals: Animals, rng: random.Random, one: str) -> tuple[list[str], list[str]]:
    """The animals of a continent, and strangers of the others by turns; both shuffled."""
    own = [code for code, animal in animals.items() if animal.continent == one]
    rng.shuffle(own)
    elsewhere = []
    for other in rng.sample([name for name in CONTINENTS if name != one], 4):
        those = [code for code, animal in animals.items() if animal.continent == other]
        elsewhere.append(rng.sample(those, 2))
    return own, [code for two in zip(*elsewhere, strict=True) for code in two]
