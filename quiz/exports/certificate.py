"""A diploma for a continent whose twelve animals are known, drawn on one A4 sheet."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path

import fsrs
from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from game.catalogue import deck
from game.deck.pdf import Pdf
from game.deck.type import BODY, NAME, REGION, RGB, Block, Face, fit
from game.models import Card
from quiz import mastery
from quiz.mastery import Evidence, State
from quiz.pages import words

TWELVE = 12
HERD = Path(__file__).resolve().parents[1] / "data" / "herd"

SHEET = (1654, 2339)
"""A4 at 200 dots an inch."""
UNIT = SHEET[0] / 100
"""Everything is measured in hundredths of the sheet's width."""
SMOOTH = 2
"""Shapes are drawn this many times too large, and then reduced."""

INK: RGB = (36, 49, 58)
SOFT: RGB = (85, 99, 107)
SKY: RGB = (248, 226, 182)
PAPER: RGB = (255, 250, 240)
CLEAR = 62
"""Down to here the sky clears."""
RINGS: tuple[tuple[float, RGB], ...] = (
    (43, (253, 238, 200)),
    (31, (255, 245, 220)),
    (20, PAPER),
)
"""Of a rising sun: radii and colours, the outermost first."""
HILLS: tuple[tuple[RGB, tuple[float, ...]], ...] = (
    ((240, 215, 164), (101, 97.6, 99.4, 101.2, 99, 97.8)),
    ((230, 191, 134), (110, 107, 108.6, 110.2, 108.8, 109)),
    ((217, 165, 102), (126.8, 125.6, 126.8, 126.8, 125.8, 126.4)),
)
"""Colours, and heights from left to right."""
ROWS: dict[str, RGB] = {
    "EU": (47, 102, 163),
    "AS": (146, 96, 10),
    "AF": (176, 67, 26),
    "AM": (47, 122, 58),
    "AU": (150, 51, 106),
}
BELOW = 80
"""From here down nothing is printed beyond the frame: many printers could not."""
SUN = (50, 27)
SHAPE = 32
"""The continent's box."""
EDGE, FRAME, ROUND = 4, 0.55, 4

WIDTHS = (1.9, 2, 2.1, 2.4, 2.8, 3, 3.4, 3.6, 4, 4.4, 4.7, 5.4)
"""How large the twelve are beside one another."""
LINES = ((0, 6, 104.6, 3.9, 1.6), (6, 12, 122.4, 3.5, 0))
"""Of the herd: from, to, the ground, the width of one, and the space between."""
FEET = 0.915
"""Where an animal stands in its picture."""


def earned_at(evidence: Iterable[Evidence], continent: str) -> datetime | None:
    """When all twelve animals of `continent` were first known at the same time; None: not yet.

    Once earned it stays: it follows from past evidence, whatever is forgotten since.
    """
    memories: dict[str, mastery.Memory] = {}
    for piece in sorted(evidence, key=lambda piece: piece.at):
        if piece.card[:2] != continent:
            continue
        before = memories.get(piece.card) or mastery.Memory(fsrs.Card(card_id=0))
        memories[piece.card] = before.after(piece)
        likely = len(memories) == TWELVE and all(
            memory.streak >= mastery.KNOWN_AFTER for memory in memories.values()
        )
        if likely and {memory.at(piece.at).state for memory in memories.values()} == {State.KNOWN}:
            return piece.at
    return None


def make(continent: str, name: str, earned: datetime, kind: str, language: str) -> bytes:
    """The diploma as `pdf` or `png`; without a name, with a line to write it on."""
    file = io.BytesIO()
    with translation.override(language):
        sheet = draw(continent, name, earned)
        if kind == "pdf":
            title = " · ".join((_("Diploma"), words.continent(continent)))
            with Pdf(file, title, language, duplex=False) as pdf:
                pdf.add(sheet)
        else:
            colours = sheet.quantize(256, dither=Image.Dither.NONE)
            colours.save(file, "PNG", optimize=False, compress_level=6)
    return file.getvalue()


def draw(continent: str, name: str, earned: datetime) -> Image.Image:
    """The sheet, in the language of this thread."""
    sheet = _ground(continent)
    cards = sorted(
        (card for card in deck().values() if card.continent == continent),
        key=lambda card: card.number,
    )
    for first, end, ground, size, space in LINES:
        widths = [width * size for width in WIDTHS[first:end]]
        left = (100 - sum(widths) - space * (len(widths) - 1)) / 2
        for card, width in zip(cards[first:end], widths, strict=True):
            _stand(sheet, card, left, ground, width)
            left += width + space
    _write(sheet, continent, name, cards)
    _sign(sheet, earned)
    return sheet


def _ground(continent: str) -> Image.Image:
    """Sky, sun, hills, the continent and the frame."""
    scale = UNIT * SMOOTH
    size = (SHEET[0] * SMOOTH, SHEET[1] * SMOOTH)
    sheet = Image.new("RGB", size, PAPER)
    high = round(CLEAR * scale)
    light = Image.linear_gradient("L").resize((size[0], high))
    sheet.paste(Image.composite(_plain(light, PAPER), _plain(light, SKY), light), (0, 0))
    on = ImageDraw.Draw(sheet)
    bottom = size[1] / scale
    for radius, colour in RINGS:
        _disc(on, SUN, radius, colour)
    for colour, heights in HILLS:
        line = [(x * scale, y * scale) for x, y in _curve(heights)]
        on.polygon([*line, (size[0], size[1]), (0, size[1])], colour)
    inner = tuple(round(side * scale) for side in (EDGE, EDGE, 100 - EDGE, bottom - EDGE))
    outside = Image.new("L", size, 255)
    ImageDraw.Draw(outside).rounded_rectangle(inner, ROUND * scale, 0)
    below = (0, round(BELOW * scale), size[0], size[1])
    sheet.paste(PAPER, below, outside.crop(below))
    on.rounded_rectangle(inner, ROUND * scale, None, ROWS[continent], round(FRAME * scale))
    for outline in _shape(continent):
        on.polygon([(x * scale, y * scale) for x, y in outline], ROWS[continent])
    return sheet.reduce(SMOOTH)


def _plain(like: Image.Image, colour: RGB) -> Image.Image:
    return Image.new("RGB", like.size, colour)


def _disc(on: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, colour: RGB) -> None:
    scale = UNIT * SMOOTH
    x, y = at
    box = ((x - radius) * scale, (y - radius) * scale, (x + radius) * scale, (y + radius) * scale)
    on.ellipse(box, colour)


def _curve(heights: Sequence[float], steps: int = 24) -> list[tuple[float, float]]:
    """A soft line through `heights` (Catmull–Rom), from the left edge to the right one."""
    points = [heights[0], *heights, heights[-1]]
    gap = 100 / (len(heights) - 1)
    line = []
    for n in range(len(heights) - 1):
        a, b, c, d = points[n : n + 4]
        for step in range(steps):
            t = step / steps
            y = b + t * (c - a) / 2 + t**2 * (a - 2.5 * b + 2 * c - d / 2)
            y += t**3 * (1.5 * (b - c) + (d - a) / 2)
            line.append(((n + t) * gap, y))
    return [*line, (100, heights[-1])]


@cache
def _shape(continent: str) -> list[list[tuple[float, float]]]:
    """The continent's outlines from the site's map, fitted into its box around the sun."""
    svg = (settings.BASE_DIR / "game/static/art/world.svg").read_text(encoding="utf-8")
    found = re.search(rf'id="{continent}" d="([^"]+)"', svg)
    assert found is not None, continent  # noqa: S101  (a file of our own)
    outlines = []
    for part in found[1].split("M")[1:]:
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", part)]
        x = y = 0.0
        outline = []
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy  # the first pair is the place itself, the others are steps
            outline.append((x, y))
        outlines.append(outline)
    everything = [point for outline in outlines for point in outline]
    left, right = min(x for x, _y in everything), max(x for x, _y in everything)
    top, bottom = min(y for _x, y in everything), max(y for _x, y in everything)
    scale = SHAPE / max(right - left, bottom - top)
    middle = ((left + right) / 2, (top + bottom) / 2)
    return [
        [((x - middle[0]) * scale + SUN[0], (y - middle[1]) * scale + SUN[1]) for x, y in outline]
        for outline in outlines
    ]


def _stand(sheet: Image.Image, card: Card, left: float, ground: float, width: float) -> None:
    pixels = round(width * UNIT)
    with Image.open(HERD / f"{card.slug}.webp") as picture:
        animal = picture.convert("RGBA").resize((pixels, pixels), Image.Resampling.LANCZOS)
    sheet.paste(animal, (round(left * UNIT), round((ground - width * FEET) * UNIT)), animal)


def _write(sheet: Image.Image, continent: str, name: str, cards: Sequence[Card]) -> None:
    """Whose diploma it is, and what for."""
    on = ImageDraw.Draw(sheet)
    kind = " · ".join((_("Diploma"), _("Five Continents")))
    _middle(on, fit(REGION, kind, 2.5 * UNIT, 80 * UNIT), 47, SOFT)
    if name:
        title = fit(NAME, name, 10 * UNIT, 84 * UNIT, 0.55)
        title = title.scaled(min(1, 13 * UNIT / title.height))  # two lines touch nothing
        _middle(on, title, 58.2 - title.height / UNIT / 2, INK)
    else:
        on.line((20 * UNIT, 61.5 * UNIT, 80 * UNIT, 61.5 * UNIT), INK, round(0.25 * UNIT))
    facts = {
        "continent": words.continent(continent),
        "light": _called(cards[0]),
        "light_weight": words.weight(cards[0].size["mass_typical_kg"]),
        "heavy": _called(cards[-1]),
        "heavy_weight": words.weight(cards[-1].size["mass_typical_kg"]),
    }
    text = (
        _(
            "knows the animals of the twelve cards of %(continent)s, from the %(light)s of "
            "%(light_weight)s to the %(heavy)s of %(heavy_weight)s."
        )
        % facts
    )
    _middle(on, _even(BODY, text, 3.5 * UNIT, 76 * UNIT), 67, INK)


def _sign(sheet: Image.Image, earned: datetime) -> None:
    """The day, and room for a signature."""
    on = ImageDraw.Draw(sheet)
    says = (words.day(timezone.localdate(earned)), _("Signature"))
    for middle, text in zip((29, 71), says, strict=True):
        on.line(((middle - 17) * UNIT, 131.4 * UNIT, (middle + 17) * UNIT, 131.4 * UNIT), INK, 3)
        block = fit(REGION, text, 2.1 * UNIT, 34 * UNIT)
        block.draw(on, middle * UNIT - block.width / 2, 131.9 * UNIT, INK)


def _called(card: Card) -> str:
    """Its name in the middle of a sentence, after the article where the language has one."""
    if translation.get_language() == "en":
        return str(card.name["en_indef"]).split(" ", 1)[1]
    name = str(card.name["ro"])
    return name[0].lower() + name[1:]


def _even(face: Face, text: str, size: float, width: float) -> Block:
    """`text` in lines of about the same length, as few as fit."""
    parts = text.split(" ")
    for count in range(2, len(parts)):
        aim = face.width(text, size) / count * 1.04
        lines: list[str] = []
        line = ""
        for part in parts:
            longer = f"{line} {part}".strip()
            if line and face.width(longer, size) > max(aim, 1) and len(lines) < count - 1:
                lines.append(line)
                longer = part
            line = longer
        block = Block(face, size, (*lines, line))
        if block.width <= width:
            return block
    return Block(face, size, (text,))


def _middle(on: ImageDraw.ImageDraw, block: Block, top: float, colour: RGB) -> None:
    """Each line in the middle of the sheet."""
    for n, line in enumerate(block.lines):
        one = Block(block.face, block.size, (line,))
        at = top * UNIT + n * block.face.leading * block.size
        one.draw(on, (SHEET[0] - one.width) / 2, at, colour)
