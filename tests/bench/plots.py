"""Plots for the docs: lines drawn by Pillow, in the site's own type and colours."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path

from PIL import Image, ImageDraw

from tests.bench import tables
from tests.bench.figures import apart
from tests.site import ROOT

WIDE, HIGH = 1200, 640
LEFT, TOP, RIGHT, LOW = 120, 90, WIDE - 330, HIGH - 90
COLOURS = ((31, 78, 69), (200, 92, 31), (170, 120, 40), (58, 95, 150), (140, 60, 110))
PALE, BAR = (226, 216, 196), (200, 92, 31)
STEPS = 5
APART = 28  # pixels between two names

Points = Sequence[tuple[float, float]]


def lines(
    name: str, title: str, series: Mapping[str, Points], unit: str, bar: float | None = None
) -> None:
    """Draws docs/`name`: each series with its name at its last point, and a line at the bar."""
    apart(_drawn, name, title, series, unit, bar)


def _drawn(
    name: str, title: str, series: Mapping[str, Points], unit: str, bar: float | None
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tables.use(Path(folder))  # the deck's type belongs to an app
    from game.deck.type import BODY, INK, NAME, PAPER, SOFT

    most = max(x for points in series.values() for x, _ in points)
    across, up = _step(most), _step(max(y for points in series.values() for _, y in points))
    image = Image.new("RGB", (WIDE, HIGH), PAPER)
    draw = ImageDraw.Draw(image)

    def spot(x: float, y: float) -> tuple[float, float]:
        return LEFT + (RIGHT - LEFT) * x / most, LOW - (LOW - TOP) * y / (STEPS * up)

    draw.text((LEFT, 24), title, INK, NAME.at(34))
    for n in range(STEPS + 1):
        y = spot(0, n * up)[1]
        draw.line((LEFT, y, RIGHT, y), PALE, 2)
        draw.text((LEFT - 14, y), f"{n * up:,g} {unit}", SOFT, BODY.at(20), anchor="rm")
        if n * across <= most:
            x = spot(n * across, 0)[0]
            draw.text((x, LOW + 16), f"{n * across:,g}", SOFT, BODY.at(20), anchor="mt")
    if bar is not None:
        draw.line((*spot(0, bar), RIGHT, spot(0, bar)[1]), BAR, 2)
    below = float(HIGH)
    ends = sorted(zip(series.items(), cycle(COLOURS)), key=lambda one: one[0][1][-1][1])
    for (label, points), colour in ends:
        draw.line([spot(*point) for point in points], colour, 5, joint="curve")
        below = min(spot(*points[-1])[1], below - APART)
        draw.text((RIGHT + 14, below), label, colour, NAME.at(22), anchor="lm")
    image.save(ROOT / "docs" / name, optimize=True)


def _step(most: float) -> float:
    """A STEPS-th of a scale that `most` fits into, in a round number."""
    unit = 10.0 ** (len(str(int(most))) - 2)
    return next(n * unit for n in (1, 2, 4, 5, 10, 20, 40) if STEPS * n * unit >= most)
