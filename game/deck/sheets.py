"""The sheets of the deck: nine faces, their backs behind them, and at the end the rules."""

from collections.abc import Sequence
from typing import BinaryIO

from django.utils import translation
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from game import catalogue
from game.catalogue import CardFace
from game.deck import card
from game.deck.pdf import Pdf
from game.deck.rules import draw_rules
from game.deck.type import BODY, PAPER, RGB, SOFT, WHITE
from game.names import alphabetical

SHEET = (2480, 3508)
"""A4 at 300 dots an inch."""
ACROSS = DOWN = 3
A_SHEET = ACROSS * DOWN
SHEETS = -(-60 // A_SHEET)

LEFT = (SHEET[0] - ACROSS * card.SIZE[0]) // 2
TOP = (SHEET[1] - DOWN * card.SIZE[1]) // 2
BLEED = 24
"""Two millimetres of paper colour beyond the cards, for scissors and printers that miss a bit."""
MARK_FROM, MARK_TO, MARK_WIDTH = 36, 100, 3
MARK: RGB = (138, 149, 143)


def page_count(backs: bool) -> int:
    """Pages of the PDF, the rules included."""
    return SHEETS * (2 if backs else 1) + 1


def write(file: BinaryIO, language: str, backs: bool) -> None:
    """Writes the deck's PDF, one page at a time, all on one canvas of 35 MB."""
    page = Image.new("RGB", SHEET, WHITE)
    with (
        translation.override(language),
        Pdf(file, str(_("Five Continents")), language, backs) as pdf,
    ):
        whole: int | None = None
        for n, faces in enumerate(sheets_of(language), start=1):
            draw_fronts(page, faces, n)
            pdf.add(page)
            if not backs:
                continue
            if whole is not None and len(faces) == A_SHEET:
                pdf.repeat(whole)
                continue
            draw_backs(page, len(faces))
            whole = pdf.add(page)
        draw_rules(page, language)
        pdf.add(page)


def sheets_of(language: str) -> list[tuple[CardFace, ...]]:
    """The cards in an order that does not tell the continent, not even to who cuts them."""
    faces = [face for _code, face in catalogue.printed(language)]
    faces.sort(key=lambda face: (face.number, alphabetical(face.name)))
    return [tuple(faces[at : at + A_SHEET]) for at in range(0, len(faces), A_SHEET)]


def corner(place: int, behind: bool = False) -> tuple[int, int]:
    """Where the card at `place` (0 to 8, line by line) lies; `behind` it, seen from the back of a
    sheet that was turned over its long edge, left is right.
    """
    row, column = divmod(place, ACROSS)
    if behind:
        column = ACROSS - 1 - column
    return LEFT + column * card.SIZE[0], TOP + row * card.SIZE[1]


def draw_fronts(sheet: Image.Image, faces: Sequence[CardFace], n: int) -> None:
    """Up to nine faces, and in small which sheet this is."""
    _prepare(sheet, len(faces), behind=False)
    for place, face in enumerate(faces):
        sheet.paste(card.front(face), corner(place))
    says = f"{_('Five Continents')} · {n}/{SHEETS}"
    at = (SHEET[0] / 2, SHEET[1] - 90)
    ImageDraw.Draw(sheet).text(at, says, SOFT, BODY.at(30), anchor="ms")


def draw_backs(sheet: Image.Image, cards: int) -> None:
    """The backs of the first so many places."""
    _prepare(sheet, cards, behind=True)
    back = card.back()
    for place in range(cards):
        sheet.paste(back, corner(place, behind=True))


def _prepare(sheet: Image.Image, cards: int, behind: bool) -> None:
    """White again, with paper colour where the cards come, and marks at every cut."""
    sheet.paste(WHITE, (0, 0, *SHEET))
    corners = [corner(place, behind) for place in range(cards)]
    for x, y in corners:
        right, end = x + card.SIZE[0] + BLEED, y + card.SIZE[1] + BLEED
        sheet.paste(PAPER, (x - BLEED, y - BLEED, right, end))
    draw = ImageDraw.Draw(sheet)
    across = sorted({x for x, _y in corners} | {x + card.SIZE[0] for x, _y in corners})
    down = sorted({y for _x, y in corners} | {y + card.SIZE[1] for _x, y in corners})
    for x in across:
        for end, way in ((down[0], -1), (down[-1], 1)):
            draw.line((x, end + way * MARK_FROM, x, end + way * MARK_TO), MARK, MARK_WIDTH)
    for y in down:
        for end, way in ((across[0], -1), (across[-1], 1)):
            draw.line((end + way * MARK_FROM, y, end + way * MARK_TO, y), MARK, MARK_WIDTH)
