"""One card: paper, picture, number, and a band of ink with name and region. Never its continent.

Drawn in units of the artwork, 500 to the width of a card.
"""

from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw

from game.catalogue import DATA, CardFace
from game.deck.type import INK, NAME, NUMBER, PAPER, REGION, SAND, WHITE, Block, fit

PICTURES = DATA / "print"

SIZE = (708, 992)
"""59.9 × 84.0 mm at 300 dots an inch; 5:7, as on the screen."""
UNIT = SIZE[0] / 500

EDGE, BAND_TOP, BAND_END = 18, 566, 682
RADIUS = 30
TEXT_LEFT, TEXT_WIDTH, TEXT_HEIGHT = 40, 420, 96
NAME_SIZE, REGION_SIZE, GAP = 45, 28, 5
PIN = 0.95
"""The pin's width with the space after it, in sizes of the region."""
SMOOTH = 4
"""Shapes are drawn this many times too large, and then reduced."""


def picture(slug: str) -> Image.Image:
    """The animal in its landscape, 1000 × 1180."""
    with Image.open(PICTURES / f"{slug}.webp") as image:
        image.load()
        return image


def back() -> Image.Image:
    """The back of every card; the same after half a turn."""
    with Image.open(PICTURES / "card-back.webp") as image:
        small = image.resize(SIZE, Image.Resampling.LANCZOS)
    card = Image.new("RGB", SIZE, PAPER)
    card.paste(small, mask=small.getchannel("A"))
    return card


def front(face: CardFace) -> Image.Image:
    """The face of a card."""
    card = Image.new("RGB", SIZE, PAPER)
    left, top, right, band, end = (
        round(side * UNIT) for side in (EDGE, EDGE, 500 - EDGE, BAND_TOP, BAND_END)
    )
    inner = Image.new("RGB", (right - left, end - top), INK)
    # The whole picture: its calm ground, not the animal, is what the taller band would cover.
    inner.paste(picture(face.slug).resize((right - left, band - top), Image.Resampling.LANCZOS))
    card.paste(inner, (left, top), _rounded(inner.size, round(RADIUS * UNIT)))

    name, region = band_text(face)
    draw = ImageDraw.Draw(card)
    x = TEXT_LEFT * UNIT
    gap = GAP * UNIT
    space = band + (end - band - name.height - gap - region.height) / 2
    name.draw(draw, x, space, WHITE)
    top_of_region = space + name.height + gap
    region.draw(draw, x + PIN * region.size, top_of_region, SAND)
    pin = _pin(round(region.size * 0.95))
    card.paste(SAND, (round(x), round(top_of_region + region.size * 0.06)), pin)

    badge(card, 74 * UNIT, 74 * UNIT, 48 * UNIT, face.number)
    return card


def band_text(face: CardFace) -> tuple[Block, Block]:
    """Name and region, as large as the band allows."""
    name = fit(NAME, face.name, NAME_SIZE * UNIT, TEXT_WIDTH * UNIT, 0.7)
    region_width = (TEXT_WIDTH - PIN * REGION_SIZE) * UNIT
    region = fit(REGION, face.region, REGION_SIZE * UNIT, region_width, 0.88)
    shrink = min(1.0, (TEXT_HEIGHT - GAP) * UNIT / (name.height + region.height))
    return name.scaled(shrink), region.scaled(shrink)


def badge(on: Image.Image, x: float, y: float, radius: float, number: int) -> None:
    """The number on a disc of ink with a ring of paper, its middle at (x, y)."""
    outer = round(radius * 1.14)
    disc = _disc(outer)
    corner = (round(x) - outer, round(y) - outer)
    on.paste(PAPER, corner, disc)
    inner = _disc(round(radius))
    on.paste(INK, (round(x) - inner.width // 2, round(y) - inner.height // 2), inner)
    font = NUMBER.at(radius * 1.2)
    # The middle of the digits, whose height is the same for all.
    left, top, right, bottom = font.getbbox(str(number), anchor="ls")
    at = (round(x) - (left + right) / 2, round(y) - (top + bottom) / 2)
    ImageDraw.Draw(on).text(at, str(number), WHITE, font, anchor="ls")


@cache
def _rounded(size: tuple[int, int], radius: int) -> Image.Image:
    mask = Image.new("L", size, 255)
    disc = _disc(radius)
    width, height = size
    for x, y in ((0, 0), (radius, 0), (0, radius), (radius, radius)):
        quarter = disc.crop((x, y, x + radius, y + radius))
        mask.paste(quarter, (x and width - radius, y and height - radius))
    return mask


@cache
def _disc(radius: int) -> Image.Image:
    mask = Image.new("L", (2 * radius * SMOOTH, 2 * radius * SMOOTH))
    ImageDraw.Draw(mask).ellipse((0, 0, mask.width - 1, mask.height - 1), fill=255)
    return mask.reduce(SMOOTH)


@cache
def _pin(height: int) -> Image.Image:
    """A drop with a hole, pointing down."""
    h = height * SMOOTH
    w = round(h * 0.72)
    mask = Image.new("L", (w, h))
    draw = ImageDraw.Draw(mask)
    draw.ellipse((0, 0, w - 1, w - 1), fill=255)
    draw.polygon([(w * 0.07, w * 0.72), (w * 0.93, w * 0.72), (w / 2, h)], fill=255)
    hole = w * 0.31
    draw.ellipse((hole, hole, w - hole, w - hole), fill=0)
    return mask.reduce(SMOOTH)


def files() -> list[Path]:
    """The pictures the cards are made of."""
    return sorted(PICTURES.glob("*.webp"))
