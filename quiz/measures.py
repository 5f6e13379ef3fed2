"""How heavy and how large an animal is beside a child: pure numbers, from the catalogue's own.

Everything an animal is compared with has a weight of its own that holds: water, a bar of chocolate
of 100 g, a coin of 50 bani (6.1 g), a leaf of a school notebook (A5 of 70 g/m²), and a child of 10
to 11 years (36 kg and 140 cm are the middle of such a class).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log10

CHILD_KG, CHILD_CM = 36, 140
CHILD, BOTTLE, CHOCOLATE, COIN, LEAF = "child", "bottle", "chocolate", "coin", "leaf"
WEIGHTS = {CHILD: float(CHILD_KG), BOTTLE: 0.5, CHOCOLATE: 0.1, COIN: 0.0061, LEAF: 0.0022}
"""In kg."""
THINGS = ((1.0, BOTTLE), (0.2, CHOCOLATE), (0.05, COIN), (0.0, LEAF))
"""What is put beside a small animal, from how many kg on."""

SMALL = CHILD_KG / 10
"""Below it not even ten of the animal weigh a child: a smaller thing is put beside one."""
LEVEL = 1.15
"""Weights within this ratio are shown level."""
ALMOST_TWO = 1.75
"""From this ratio on, a rounded number of the lighter is near enough to the heavier one."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """A seesaw: animals on the right, children or things on the left."""

    animals: int
    unit: str
    units: int
    heavier: str = ""
    """`animal` or `unit`, where the seesaw is not level."""


def weigh(kg: float) -> Weighing:
    """What is put on the seesaw for an animal of `kg`."""
    ratio = kg / CHILD_KG
    if ratio >= ALMOST_TWO:
        return Weighing(1, CHILD, round(ratio))
    if ratio > LEVEL:
        return Weighing(1, CHILD, 1, "animal")
    if ratio >= 1 / LEVEL:
        return Weighing(1, CHILD, 1)
    if ratio > 1 / ALMOST_TWO:
        return Weighing(1, CHILD, 1, "unit")
    if kg >= SMALL:
        return Weighing(round(1 / ratio), CHILD, 1)
    unit = next(name for least, name in THINGS if kg >= least)
    return Weighing(1, unit, max(1, round(kg / WEIGHTS[unit])))


def times_lighter(kg: float) -> int:
    """How many times a child is heavier, with two digits that count."""
    return rounded(CHILD_KG / kg)


def rounded(number: float) -> int:
    """To two digits that count."""
    step: int = 10 ** max(0, int(log10(number)) - 1)
    return round(number / step) * step


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one of several equal things stands: its foot's middle, and how large it is drawn."""

    x: float
    y: float
    scale: float


def crowd(
    count: int, width: float, height: float, size: tuple[float, float], most: float
) -> list[Spot]:
    """`count` things of `size` (wide, high), as large as fits into the box, `most` times at most.

    They stand in rows one on another from the bottom's middle, (0, 0), upwards; the upper row may
    be shorter.
    """
    wide, high = size

    def scale(columns: int) -> float:
        rows = ceil(count / columns)
        return min(width / (columns * wide), height / (rows * high), most)

    columns = max(range(1, count + 1), key=scale)
    drawn = scale(columns)
    spots = []
    for n in range(count):
        row, column = divmod(n, columns)
        here = min(columns, count - row * columns)
        x = (column - (here - 1) / 2) * wide * drawn
        spots.append(Spot(round(x, 1), round(-row * high * drawn, 1), round(drawn, 3)))
    return spots
