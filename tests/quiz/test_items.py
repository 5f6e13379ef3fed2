"""Ten thousand seeded items of every form: one right answer each, by the catalogue's own words.

What is right is worked out here again from `catalogue.json`, by CONTENT's rules and not by the code
that makes the items.
"""

import json
import random
from collections import Counter
from itertools import combinations, permutations, product
from math import dist

import pytest

from game.catalogue import DATA
from quiz.animals import animals
from quiz.items import (
    CONTINENTS,
    FORMS,
    WHERE,
    Form,
    Item,
    NotPossible,
    Shows,
    faults,
    make,
    suits,
)

pytestmark = pytest.mark.django_db

MANY = 10_000
FEW = 300
CATALOGUE = {
    card["code"]: card for card in json.loads((DATA / "catalogue.json").read_text(encoding="utf-8"))
}
PINS = json.loads((DATA / "world.json").read_text(encoding="utf-8"))["pins"]
SEVERAL = {"EU5", "EU6", "EU7", "EU8", "EU9", "EU10", "EU12", "AF8"}
CHOICES = (Form.REGION, Form.ANIMAL, Form.MAP)


def natives(code: str) -> set[str]:
    return set(CATALOGUE[code]["native_continents"])


def home(code: str) -> str:
    return str(CATALOGUE[code]["continent"])


def mass(code: str) -> tuple[float, float]:
    low, high = CATALOGUE[code]["size"]["mass_kg"]
    return low, high


def apart(one: str, other: str) -> bool:
    """Whether their weights don't overlap."""
    return mass(one)[1] < mass(other)[0] or mass(other)[1] < mass(one)[0]


def right_options(item: Item) -> list[str]:
    """All options that are true, by the catalogue."""
    subject = item.cards[0]
    if item.form in (Form.REGION, Form.MAP, Form.ANIMAL):
        told = {home(subject)} if item.form == Form.REGION else natives(subject)
        if item.form == Form.MAP and item.shows != Shows.PICTURE:
            told = {home(subject)}
        return [one for one in item.options if one in told]
    if item.form == Form.TRUTH:
        return ["true" if item.claim == home(subject) else "false"]
    if item.form == Form.DWELLER:
        return [one for one in item.options if home(subject) in natives(one)]
    if item.form == Form.ODD:
        return [one for one in item.options if could_be_odd(one, item.options)]
    if item.form == Form.HABITAT:
        told = {CATALOGUE[subject]["habitat"]["en"], *CATALOGUE[subject].get("also_habitats", [])}
        return [one for one in item.options if one in told]
    return [one for one in item.options if one == subject]  # PIN, FACT


def could_be_odd(one: str, options: tuple[str, ...]) -> bool:
    others = [natives(other) for other in options if other != one]
    return any(land not in natives(one) and all(land in o for o in others) for land in CONTINENTS)


def some(form: Form, shows: Shows, count: int) -> list[Item]:
    """Items of a form about every animal in turn."""
    rng = random.Random(f"{form}{shows}")
    subjects = [code for code, animal in animals().items() if suits(form, shows, animal)]
    return [make(form, subjects[n % len(subjects)], animals(), rng, shows) for n in range(count)]


EVERY = [(form, shows) for shows, forms in FORMS.items() for form in forms]


@pytest.mark.parametrize(("form", "shows"), EVERY)
def test_ten_thousand_items_have_one_right_answer_each(form: Form, shows: Shows) -> None:
    for item in some(form, shows, MANY if shows == Shows.ALL else FEW * 10):
        assert len(set(item.options)) == len(item.options)
        assert faults(item, animals()) == []
        if form == Form.SORT:
            assert item.key == tuple(home(code) for code in item.cards)
            assert len(set(item.cards)) == 6
            if shows == Shows.PICTURE:  # no region to go by
                assert not SEVERAL & set(item.cards)
        elif form == Form.ORDER:
            assert all(apart(*pair) for pair in combinations(item.options, 2))
            assert list(item.key) == sorted(item.options, key=mass)
        else:
            assert right_options(item) == list(item.key)


def test_animals_of_several_continents_are_asked_by_their_region_only() -> None:
    for code in SEVERAL:
        assert len(natives(code)) > 1
        with pytest.raises(NotPossible):
            make(Form.ANIMAL, code, animals(), random.Random(1))
        with pytest.raises(NotPossible):
            make(Form.MAP, code, animals(), random.Random(1), Shows.PICTURE)
        assert make(Form.REGION, code, animals(), random.Random(1)).key == (home(code),)
    assert {code for code in CATALOGUE if len(natives(code)) > 1} == SEVERAL


def test_five_hundred_questions_about_each_animal_offer_nothing_that_is_also_right() -> None:
    """Case 22."""
    rng = random.Random(22)
    forms = [form for form in Form if form not in (Form.SORT, Form.ORDER)]
    for code, animal in animals().items():
        for _ in range(500):
            form = rng.choice([form for form in forms if suits(form, Shows.ALL, animal)])
            item = make(form, code, animals(), rng)
            assert len(right_options(item)) == 1, item


@pytest.mark.parametrize(("form", "shows"), EVERY)
def test_the_right_answer_stands_everywhere_alike(form: Form, shows: Shows) -> None:
    """A chi-square of the key's places, far within what chance allows (p about 0.0001)."""
    items = some(form, shows, 6_000)
    if form in CHOICES or form == Form.SORT:
        # Continents always stand in the same order: the animals themselves are spread evenly.
        asked = Counter(item.cards[0] for item in items)
        if form == Form.SORT:
            asked = Counter(code for item in items for code in item.cards)
            assert max(asked.values()) < 1.35 * min(asked.values())
        else:
            assert max(asked.values()) - min(asked.values()) <= 1
        return
    places = Counter(item.options.index(item.key[0]) for item in items)
    even = len(items) / len(items[0].options)
    assert sum((places[n] - even) ** 2 / even for n in range(len(items[0].options))) < 24


def test_the_three_of_an_odd_one_out_are_neighbours_on_the_cards_too() -> None:
    for item in some(Form.ODD, Shows.ALL, MANY):
        assert len({home(one) for one in item.options if one != item.key[0]}) == 1


def test_grammar_does_not_tell_whose_fact_it_is() -> None:
    for item in some(Form.FACT, Shows.ALL, MANY):
        assert len({CATALOGUE[one]["gender"] for one in item.options}) == 1


def test_of_islands_that_only_go_with_a_continent_it_is_not_asked_whether_they_are_in_it() -> None:
    for code in ("AU1", "AU6"):  # New Guinea, New Zealand
        with pytest.raises(NotPossible):
            make(Form.TRUTH, code, animals(), random.Random(1))


def test_orders_come_in_every_order() -> None:
    """The order shown says nothing about the right one."""
    shown = Counter(
        tuple(item.key.index(code) for code in item.options)
        for item in some(Form.ORDER, Shows.ALL, 6_000)
    )
    assert set(shown) == set(permutations(range(4)))
    assert max(shown.values()) < 1.6 * min(shown.values())


def test_pins_are_a_fingertip_apart() -> None:
    for item in some(Form.PIN, Shows.ALL, FEW * 10):
        for one, other in combinations(item.options, 2):
            assert dist(PINS[one], PINS[other]) >= 120


def test_cousins_and_near_habitats_are_not_offered_together() -> None:
    cousins = [{"AS12", "AF12"}, {"EU11", "AM12"}, {"EU3", "AM10"}, {"AS4", "AF1"}, {"EU2", "AM2"}]
    cousins += [set(pair) for pair in combinations(("EU6", "EU7", "EU10"), 2)]
    for item in some(Form.FACT, Shows.ALL, MANY):
        assert not any(pair <= set(item.options) for pair in cousins)
    wet, hot = {"Rivers and wetlands"}, {"Tropical forest and rainforest"}
    hills, woods = {"Mountain"}, {"Temperate forest"}
    dry = ({"Scrubland"}, {"Savanna"}, {"Desert"})
    near = [wet | hot, hills | woods, *(one | other for one, other in combinations(dry, 2))]
    for item in some(Form.HABITAT, Shows.ALL, MANY):
        assert not any(pair <= set(item.options) for pair in near)


def test_a_question_does_not_name_its_answer() -> None:
    """ "Who lives in Tasmania?" is not asked of the Tasmanian devil."""
    for form in (Form.DWELLER, Form.FACT):
        with pytest.raises(NotPossible):
            make(form, "AU9" if form == Form.DWELLER else "AU4", animals(), random.Random(1))
    for item in some(Form.DWELLER, Shows.ALL, FEW * 10):
        region = CATALOGUE[item.cards[0]]["region"]["ro"].lower()
        for code in item.options:
            for word in CATALOGUE[code]["name"]["ro"].lower().split():
                assert len(word) < 5 or word not in region


def test_the_same_seed_makes_the_same_items() -> None:
    for form in Form:
        one, other = (make(form, "AS6", animals(), random.Random(7)) for _ in range(2))
        assert one == other


@pytest.mark.parametrize(("form", "shows"), EVERY)
def test_an_item_comes_back_from_json_as_it_was(form: Form, shows: Shows) -> None:
    for item in some(form, shows, 60):
        assert Item.from_json(json.loads(json.dumps(item.to_json()))) == item


@pytest.mark.parametrize("form", list(Form))
def test_only_the_key_is_judged_right_and_every_answer_survives_being_written_down(
    form: Form,
) -> None:
    for item in some(form, Shows.ALL, 12):
        if form == Form.SORT:
            answers = [*list(product(CONTINENTS[:3], repeat=6))[::7], item.key]
        elif form == Form.ORDER:
            answers = list(permutations(item.options))
        else:
            answers = [(one,) for one in item.options]
        for answer in answers:
            assert item.allows(answer)
            assert all(item.judge(answer)) == (tuple(answer) == item.key)
            assert item.answer_of(item.kept(answer)) == tuple(answer)
        assert not any(item.judge(()))


@pytest.mark.parametrize("form", list(Form))
def test_an_answer_names_continents_only_where_it_does(form: Form) -> None:
    for item in some(form, Shows.ALL, 60):
        named = item.named(item.key, animals())
        assert len(named) == len(item.cards)
        for code, land in zip(item.cards, named, strict=True):
            assert land in ("", home(code))
        if form in (Form.REGION, Form.ANIMAL, Form.MAP, Form.PIN, Form.SORT):
            assert all(named)
        if form not in WHERE:
            assert not any(named)
        assert not any(item.named((), animals()))


def test_what_is_not_offered_is_not_allowed() -> None:
    item = make(Form.REGION, "AF9", animals(), random.Random(1))
    assert not item.allows(("XX",))
    assert not item.allows(())
    assert not item.allows(("AF", "AF"))
    assert item.tokens(["3"]) == ("AF",)
    for odd in ("0", "6", "-1", "", "AF", "٣", "1" * 5_000):
        assert not item.allows(item.tokens([odd]))
    order = make(Form.ORDER, "AF9", animals(), random.Random(1))
    assert not order.allows((order.options[0],) * 4)
    assert not order.allows(order.options[:3])
