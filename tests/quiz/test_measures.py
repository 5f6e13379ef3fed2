"""How big an animal is: what the pictures compare is true for all sixty."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from game.catalogue import deck
from game.models import Card
from quiz.measures import CHILD_CM, WEIGHTS, crowd, rounded, times_lighter, weigh
from quiz.pages import words
from quiz.pages.animal import BEAM, PAN, SIZES, ruler, seesaw

pytestmark = pytest.mark.django_db

ENOUGH = 0.14
"""What is said to be about as heavy differs by less than this."""


def cards() -> Iterator[Card]:
    cards = list(deck().values())
    assert len(cards) == 60
    return iter(cards)


def mass(card: Card) -> float:
    return float(card.size["mass_typical_kg"])


def test_both_sides_of_a_level_seesaw_weigh_about_the_same() -> None:
    for card in cards():
        it = weigh(mass(card))
        if not it.heavier:
            left, right = it.units * WEIGHTS[it.unit], it.animals * mass(card)
            assert abs(left - right) <= ENOUGH * max(left, right), (card.code, it)


def test_a_seesaw_that_is_not_level_says_no_more_than_is_true() -> None:
    """Heavier than one child and lighter than two; or lighter, and two of it are heavier."""
    child = WEIGHTS["child"]
    tilted = [(weigh(mass(card)), mass(card)) for card in cards() if weigh(mass(card)).heavier]
    assert tilted
    for it, kg in tilted:
        assert (it.unit, it.units, it.animals) == ("child", 1, 1)
        if it.heavier == "animal":
            assert child < kg < 2 * child
        else:
            assert kg < child < 2 * kg


def test_a_child_is_on_the_seesaw_or_named_beside_it() -> None:
    for card in cards():
        shown = seesaw(card)
        assert (shown.unit == "child") == (not shown.lighter), card.code
        if shown.lighter:
            assert abs(times_lighter(mass(card)) * mass(card) / WEIGHTS["child"] - 1) < 0.05


def test_as_many_are_drawn_as_are_said() -> None:
    for card in cards():
        it, shown = weigh(mass(card)), seesaw(card)
        assert (len(shown.units), len(shown.animals)) == (it.units, it.animals)
        assert shown.tilt == {"": 0, "animal": 6, "unit": -6}[it.heavier]
        with translation.override("en"):
            says = words.weighs(it)
        if not it.heavier and max(it.units, it.animals) > 1:
            assert str(max(it.units, it.animals)) in says, card.code


def test_whatever_is_drawn_stays_over_its_half_of_the_board() -> None:
    wide, high = PAN
    for card in cards():
        shown = seesaw(card)
        for spots, size in ((shown.units, SIZES[shown.unit]), (shown.animals, SIZES["animal"])):
            middle = sum(spot.x for spot in spots if spot.y == BEAM) / sum(
                spot.y == BEAM for spot in spots
            )
            for spot in spots:
                assert abs(spot.x - middle) + size[0] * spot.scale / 2 <= wide / 2 + 1
                assert BEAM - high - 1 <= spot.y - size[1] * spot.scale
                assert spot.y <= BEAM


def test_lengths_and_heights_stand_at_the_scale_of_the_child() -> None:
    for card in cards():
        drawn = ruler(card)
        unit = drawn.child / CHILD_CM
        low, high = card.size["length_cm"]
        heights = card.size.get("height_cm", (0, 0))
        if card.size["length_of"] == "height":
            assert drawn.most == 0
            heights = (low, high)
        else:
            assert drawn.most == pytest.approx(high * unit, rel=0.02, abs=0.1)
            assert drawn.least == pytest.approx(low * unit, rel=0.02, abs=0.1)
        assert drawn.high == pytest.approx(heights[1] * unit, rel=0.02, abs=0.1)
        assert drawn.low == pytest.approx(heights[0] * unit, rel=0.02, abs=0.1)
        assert drawn.end <= 470
        assert drawn.high <= 125


def test_rounding_keeps_two_digits() -> None:
    assert [rounded(n) for n in (9.6, 14.4, 63.2, 257.1, 3272.7, 16363.6)] == [
        10, 14, 63, 260, 3300, 16000,
    ]  # fmt: skip


def test_a_crowd_is_as_large_as_its_room_and_never_larger_than_asked() -> None:
    one = crowd(1, 100, 100, (10, 10), 2)
    assert [(spot.x, spot.y, spot.scale) for spot in one] == [(0, 0, 2)]
    many = crowd(100, 100, 100, (10, 10), 2)
    assert {spot.scale for spot in many} == {1}
    assert min(spot.y for spot in many) == -90


@pytest.mark.parametrize(
    ("kg", "english", "romanian"),
    [
        (0.0022, "2.2\u00a0g", "2,2\u00a0g"),
        (0.75, "750\u00a0g", "750\u00a0g"),
        (2.5, "2.5\u00a0kg", "2,5\u00a0kg"),
        (900, "900\u00a0kg", "900\u00a0kg"),
        (3900, "3.9\u00a0t", "3,9\u00a0t"),
    ],
)
def test_weights_are_written_as_each_language_does(kg: float, english: str, romanian: str) -> None:
    with translation.override("en"):
        assert words.weight(kg) == english
    with translation.override("ro"):
        assert words.weight(kg) == romanian
