"""Type on paper: the two fonts at any weight and size, and text that never leaves its place."""

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from PIL import ImageDraw, ImageFont

RGB = tuple[int, int, int]

PAPER: RGB = (255, 250, 240)
INK: RGB = (47, 62, 70)
SOFT: RGB = (85, 99, 107)
SAND: RGB = (243, 220, 171)
WHITE: RGB = (255, 255, 255)

TITLE = ("fontpkg_baloo_2", "Baloo2[wght].ttf")
TEXT = ("fontpkg_nunito", "Nunito[wght].ttf")

SMALLEST_STEP = 0.99


@dataclass(frozen=True, slots=True)
class Face:
    """A font at a weight; sizes are given where it is used."""

    package: str
    file: str
    weight: int
    leading: float
    """The distance of two baselines, in sizes."""
    rise: float
    """From the top of a line to its baseline, in sizes."""

    def at(self, size: float) -> ImageFont.FreeTypeFont:
        """The font at `size` pixels."""
        return _font(self.package, self.file, self.weight, round(size, 2))

    def width(self, text: str, size: float) -> float:
        """Pixels from the start of `text` to its end."""
        return self.at(size).getlength(text)


NAME = Face(*TITLE, weight=700, leading=0.98, rise=0.8)
NUMBER = Face(*TITLE, weight=800, leading=1.1, rise=0.8)
REGION = Face(*TEXT, weight=800, leading=1.12, rise=0.86)
BODY = Face(*TEXT, weight=600, leading=1.35, rise=1.0)


@lru_cache(maxsize=64)
def _font(package: str, file: str, weight: int, size: float) -> ImageFont.FreeTypeFont:
    folder: Path = import_module(package).ROOT
    # The basic layout: the same widths on every system, whether Raqm is there or not.
    font = ImageFont.truetype(
        str(folder / "files" / file), size, layout_engine=ImageFont.Layout.BASIC
    )
    font.set_variation_by_axes([weight])
    return font


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one face and size."""

    face: Face
    size: float
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        """Of all the lines."""
        return len(self.lines) * self.face.leading * self.size

    @property
    def width(self) -> float:
        """Of the longest line."""
        return max(self.face.width(line, self.size) for line in self.lines)

    def scaled(self, factor: float) -> "Block":
        """The same lines at another size."""
        return replace(self, size=self.size * factor)

    def draw(self, on: ImageDraw.ImageDraw, x: float, top: float, colour: RGB) -> None:
        """Writes the lines, the first one's top at `top`."""
        baseline = top + self.face.rise * self.size
        for line in self.lines:
            on.text((x, baseline), line, colour, self.face.at(self.size), anchor="ls")
            baseline += self.face.leading * self.size


def fit(face: Face, text: str, size: float, width: float, one_line_from: float = 0.8) -> Block:
    """`text` within `width`: in one line, if need be as small as `one_line_from` of `size`, else
    in two lines, and these as small as it takes.
    """
    whole = face.width(text, size)
    if whole * one_line_from <= width:
        lines: tuple[str, ...] = (text,)
    else:
        lines = _in_two(face, text, size, width)
    longest = max(face.width(line, size) for line in lines)
    size = min(size, size * width / longest)
    block = Block(face, size, lines)
    while block.width > width:  # hinting: a font's widths don't shrink quite as its size does
        block = block.scaled(SMALLEST_STEP)
    return block


def wrap(face: Face, text: str, size: float, width: float) -> Block:
    """`text` in as many lines of `width` as it takes."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and face.width(longer, size) > width:
            lines.append(line)
            longer = word
        line = longer
    return Block(face, size, (*lines, line))


def _in_two(face: Face, text: str, size: float, width: float) -> tuple[str, ...]:
    """The better two lines: before a bracket where both then fit, else as equal as can be."""
    breaks = [at for at, c in enumerate(text) if c == " "]
    breaks = breaks or [at for at, (c, _next) in enumerate(pairwise(text), 1) if c == "-"]
    halves = [(text[:at].strip(), text[at:].strip()) for at in breaks]
    if not halves:
        return (text,)

    def longest(lines: tuple[str, str]) -> float:
        return max(face.width(line, size) for line in lines)

    for lines in halves:
        if lines[1].startswith("(") and longest(lines) <= width:
            return lines
    return min(halves, key=longest)
