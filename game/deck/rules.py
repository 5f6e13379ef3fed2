"""The sheet of rules: the six points with small pictures, and below who lives where."""

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from game import catalogue
from game.deck import card
from game.deck.type import (
    BODY,
    INK,
    NAME,
    NUMBER,
    PAPER,
    REGION,
    RGB,
    SAND,
    SOFT,
    WHITE,
    Block,
    fit,
    wrap,
)
from game.engine import CONTINENTS
from game.rulebook import LEAD, RULES, Rule

MARGIN, GAP = 165, 42
FELT: RGB = (31, 78, 69)
LINE: RGB = (220, 207, 178)
ROWS: dict[str, RGB] = {
    "EU": (47, 102, 163),
    "AS": (146, 96, 10),
    "AF": (176, 67, 26),
    "AM": (47, 122, 58),
    "AU": (150, 51, 106),
}

BOX_HEIGHT, PANEL, PAD = 672, 250, 36
TEXT_SIZE = 50
TEXT_TOP = 84
TEXT_HEIGHT = BOX_HEIGHT - PANEL - 2 * PAD - TEXT_TOP
MINI = (150, 190)
SPACE = 26

# What stands beside a rule: a card (slug, number), an empty place ("", text), or a sign.
Item = tuple[str, int | str]
PICTURES: dict[int, tuple[Item, ...]] = {
    1: (("ren", 6), ("", "6"), ("", "6")),
    2: (("", "4"), ("condorul-andin", 5), ("castorul-canadian", 6), ("capibara", 7), ("", "8")),
    3: (("cangurul-rosu", 12), ("to", ""), ("linxul-iberic", 4)),
    4: (("", "?"), ("to", ""), ("cobra-regala", 4)),
    5: (("tucan-toco", 3), ("to", ""), ("pause", ""), ("pause", "")),
    6: (("place", 2), ("place", 1), ("place", 3)),
}


def draw_rules(sheet: Image.Image, language: str) -> None:
    """The rules in the language of this thread, which is `language`."""
    sheet.paste(WHITE, (0, 0, *sheet.size))
    draw = ImageDraw.Draw(sheet)
    width = sheet.width - 2 * MARGIN
    logo = card.back().resize((112, 157), Image.Resampling.LANCZOS)
    sheet.paste(logo, (MARGIN, MARGIN))
    title = fit(NUMBER, _("The rules in short"), 124, width - 150)
    title.draw(draw, MARGIN + 150, MARGIN + 12, INK)
    lead = wrap(BODY, str(LEAD), 46, width)
    lead.draw(draw, MARGIN, MARGIN + 190, SOFT)
    top = MARGIN + 190 + round(lead.height) + 48
    box = (width - GAP) // 2
    for rule in RULES:
        row, column = divmod(rule.n - 1, 2)
        _rule(sheet, rule, MARGIN + column * (box + GAP), top + row * (BOX_HEIGHT + GAP), box)
    _who_lives_where(sheet, top + 3 * (BOX_HEIGHT + GAP) + 16, language)


def rule_text(rule: Rule, width: int) -> tuple[Block, Block]:
    """A point's title and text, as large as its box allows."""
    inner = width - 2 * PAD
    title = fit(NAME, str(rule.title), 60, inner - 92)
    size = TEXT_SIZE
    while (text := wrap(BODY, str(rule.text), size, inner)).height > TEXT_HEIGHT:
        size -= 1
    return title, text


def _rule(sheet: Image.Image, rule: Rule, x: int, y: int, width: int) -> None:
    draw = ImageDraw.Draw(sheet)
    box = (x, y, x + width, y + BOX_HEIGHT)
    draw.rounded_rectangle(box, 36, PAPER, LINE, 3)
    draw.rounded_rectangle(
        (x, y, x + width, y + PANEL), 36, FELT, corners=(True, True, False, False)
    )
    _pictures(sheet, PICTURES[rule.n], x, y, width)
    title, text = rule_text(rule, width)
    top = y + PANEL + PAD
    card.badge(sheet, x + PAD + 32, top + 32, 32, rule.n)
    title.draw(draw, x + PAD + 92, top + (64 - title.height) / 2, INK)
    text.draw(draw, x + PAD, top + TEXT_TOP, SOFT)


def _pictures(sheet: Image.Image, items: tuple[Item, ...], x: int, y: int, width: int) -> None:
    """The items in a line in the middle of a panel."""
    wide = [
        90 if kind == "to" else 130 if kind in ("pause", "place") else MINI[0]
        for kind, _what in items
    ]
    left = x + (width - sum(wide) - SPACE * (len(items) - 1)) // 2
    top = y + (PANEL - MINI[1]) // 2
    draw = ImageDraw.Draw(sheet)
    for (kind, what), across in zip(items, wide, strict=True):
        middle = (left + across / 2, y + PANEL / 2)
        if kind == "to":
            _arrow(draw, left, y + PANEL // 2, across)
        elif kind == "pause":
            _pause(draw, *middle)
        elif kind == "place":
            _place(draw, left, y, across, int(what))
        elif kind:
            _mini(sheet, kind, int(what), left, top)
        else:
            box = (left, top, left + across, top + MINI[1])
            draw.rounded_rectangle(box, 18, None, PAPER, 5)
            draw.text(middle, str(what), PAPER, NUMBER.at(70), anchor="mm")
        left += across + SPACE


def _mini(sheet: Image.Image, slug: str, number: int, left: int, top: int) -> None:
    """A card in small: picture and number."""
    draw = ImageDraw.Draw(sheet)
    draw.rounded_rectangle((left, top, left + MINI[0], top + MINI[1]), 18, PAPER)
    inner = (MINI[0] - 16, MINI[1] - 16)
    whole = card.picture(slug).resize((inner[0], inner[0] * 118 // 100), Image.Resampling.LANCZOS)
    picture = Image.new("RGB", inner, whole.getpixel((4, 4)))
    picture.paste(whole, (0, inner[1] - whole.height))
    sheet.paste(picture, (left + 8, top + 8))
    card.badge(sheet, left + 14, top + 14, 32, number)


def _arrow(draw: ImageDraw.ImageDraw, left: int, y: int, width: int) -> None:
    end = left + width
    draw.line((left, y, end - 6, y), SAND, 12)
    draw.line(((end - 38, y - 36), (end - 4, y), (end - 38, y + 36)), SAND, 12, joint="curve")


def _pause(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    draw.ellipse((x - 60, y - 60, x + 60, y + 60), PAPER)
    for left in (x - 25, x + 9):
        draw.rectangle((left, y - 28, left + 16, y + 28), INK)


def _place(draw: ImageDraw.ImageDraw, left: int, y: int, width: int, place: int) -> None:
    """A step of the winners' stand."""
    top = y + PANEL - (60 + 40 * (4 - place))
    colour = SAND if place == 1 else PAPER
    box = (left, top, left + width, y + PANEL)
    draw.rounded_rectangle(box, 18, colour, corners=(True, True, False, False))
    middle = (left + width / 2, (top + y + PANEL) / 2)
    draw.text(middle, str(place), INK, NUMBER.at(72), anchor="mm")


def _who_lives_where(sheet: Image.Image, top: int, language: str) -> None:
    """The key: on paper nobody tells the players whether the row was right. To be folded back."""
    draw = ImageDraw.Draw(sheet)
    right = sheet.width - MARGIN
    for x in range(0, sheet.width, 40):
        draw.line((x, top, x + 20, top), SOFT, 3)
    heading = fit(NAME, _("For whoever judges: who lives where"), 46, (right - MARGIN) * 0.55)
    heading.draw(draw, MARGIN, top + 30, INK)
    hint = fit(BODY, _("Fold here, so that nobody else reads it."), 34, (right - MARGIN) * 0.4)
    hint.draw(draw, right - hint.width, top + 36, SOFT)
    space = 24
    width = (right - MARGIN - 4 * space) // 5
    printed = dict(catalogue.printed(language))
    for column, row in enumerate(CONTINENTS):
        x, y = MARGIN + column * (width + space), top + 108
        draw.rounded_rectangle((x, y, x + width, y + 58), 29, ROWS[row])
        title = fit(NAME, str(catalogue.CONTINENT_NAMES[row]), 40, width - 40)
        title.draw(draw, x + 22, y + 29 - title.height / 2, WHITE)
        y += 72
        for face in (printed[f"{row}{number}"] for number in range(1, 13)):
            draw.text((x + 44, y + 31), str(face.number), SOFT, REGION.at(30), anchor="rs")
            fit(BODY, face.name, 30, width - 60, 0.6).draw(draw, x + 58, y + 1, INK)
            y += 42
