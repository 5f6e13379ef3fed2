"""Pupils by continents, or by animals: how much of it was right, darker where help is needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from operator import attrgetter, itemgetter

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.catalogue import deck, face
from game.engine import CONTINENTS
from quiz.animals import SLUGS
from quiz.needs import AWAY
from quiz.pages import words
from quiz.pages.teaching.called import ERASED, Called, counted
from quiz.pages.teaching.looking import Look
from quiz.progress import Facts, Share, shares

FEW = 8
"""A cell of fewer answers is hatched: it says little."""
FEW_ABOUT_ONE = 2
"""... and one about a single animal."""
LEVELS = ((85, 1), (75, 2), (65, 3), (50, 4), (0, 5))
"""From which percentage on a cell is how dark."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure, the shade behind it, and the answers it stands for."""

    text: str = ""
    shade: str = ""
    url: str = ""
    about: str = ""
    """The answers in words: "12 of 15"."""


@dataclass(frozen=True, slots=True)
class Row:
    """A pupil's line, or the class's."""

    name: str
    url: str
    cells: tuple[Cell, ...]
    total: str
    total_url: str
    last: str = ""
    late: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """A column's: a continent, or an animal."""

    name: str
    code: str
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Heat:
    """The table."""

    heads: tuple[Head, ...]
    rows: tuple[Row, ...]
    foot: Row
    name: str = ""
    code: str = ""
    """The continent, of a table of its animals."""


Shares = Mapping[tuple[int, str], Share]
"""By player (ERASED for all who were erased) and column."""


def by_pupil(facts: Facts, known: Mapping[int, Called], column: str) -> Shares:
    """Right of all by player and continent (`home`) or animal (`card`)."""
    about = attrgetter(column)
    return shares(
        facts.tallies, lambda one: (one.player if one.player in known else ERASED, about(one))
    )


def summed(shares: Shares, column: str) -> Share:
    """The whole class's share of a column."""
    found = [one for (_player, name), one in shares.items() if name == column]
    return Share(sum(one.right for one in found), sum(one.total for one in found))


def heats(
    facts: Facts, known: Mapping[int, Called], look: Look, pages: Pages, by_animal: bool
) -> list[Heat]:
    """One table of the five continents, or five of their animals."""
    last = last_days(facts, known)
    if not by_animal:
        heads = tuple(Head(words.continent(code), code) for code in CONTINENTS)
        return [_heat(heads, by_pupil(facts, known, "home"), last, known, look, pages)]
    found = by_pupil(facts, known, "card")
    tables = []
    for land in CONTINENTS:
        cards = sorted(
            (card for card in deck().values() if card.continent == land), key=lambda one: one.number
        )
        heads = tuple(
            Head(face(card.code).name, card.code, face(card.code).picture) for card in cards
        )
        tables.append(_heat(heads, found, last, known, look, pages, land))
    return tables


@dataclass(frozen=True, slots=True)
class Pages:
    """The addresses of a class's answers, and of each pupil's page."""

    answers: str
    pupils: Mapping[int, str]


def _heat(
    heads: tuple[Head, ...],
    found: Shares,
    last: Mapping[int, date],
    known: Mapping[int, Called],
    look: Look,
    pages: Pages,
    land: str = "",
) -> Heat:
    columns = [head.code for head in heads]
    today = timezone.localdate()
    lines: list[tuple[int, str]] = [(one.player, one.listed) for one in known.values()]
    if known and any(found.get((ERASED, column)) for column in columns):
        lines.append((ERASED, _("Without a name")))
    few = FEW_ABOUT_ONE if land else FEW
    rows = []
    for player, name in lines:
        own = [found.get((player, column), Share()) for column in columns]
        total = sum(one.total for one in own)
        said = last.get(player)
        rows.append(
            Row(
                name=name,
                url=look.link(pages.pupils[player]) if player else "",
                cells=tuple(
                    _cell(one, few, look, pages.answers, name, head, player=player)
                    for head, one in zip(heads, own, strict=True)
                ),
                total=counted(total),
                total_url=answers_url(look, pages.answers, player=player, home=land),
                last=since(said, today) if said else "–",
                late=bool(said and player and (today - said).days >= AWAY.days),
            )
        )
    sums = [summed(found, column) for column in columns]
    foot = Row(
        name=_("The class"),
        url="",
        cells=tuple(
            _cell(one, 0, look, pages.answers, _("The class"), head, player=None)
            for head, one in zip(heads, sums, strict=True)
        ),
        total=counted(sum(one.total for one in sums)),
        total_url=answers_url(look, pages.answers, home=land),
    )
    return Heat(heads, tuple(rows), foot, words.continent(land) if land else "", land)


def _cell(
    share: Share, few: int, look: Look, answers: str, who: str, head: Head, player: int | None
) -> Cell:
    percent = share.percent
    if percent is None:
        return Cell()
    column = head.code
    where = {"home" if column in SLUGS else "card": column}
    shade = "few" if share.total < few else f"h{shade_of(percent)}"
    return Cell(
        text=str(percent),
        shade=shade,
        url=answers_url(look, answers, player=player, **where),
        about=f"{who}, {head.name}: {of(share)}",
    )


def shade_of(percent: int) -> int:
    """1 to 5, darker where less was right."""
    return next(shade for least, shade in LEVELS if percent >= least)


def of(share: Share) -> str:
    """ "12 of 15"."""
    return _("%(part)s of %(all)s") % {"part": counted(share.right), "all": counted(share.total)}


def answers_url(look: Look, answers: str, **narrow: object) -> str:
    """The answers behind a figure; continents and animals are given by their codes."""
    for name in ("home", "named"):
        if land := narrow.get(name):
            narrow[name] = SLUGS.get(str(land), land)
    if card := narrow.get("card"):
        narrow["card"] = deck()[str(card)].slug
    if narrow.get("player") == ERASED:
        narrow["player"] = "0"
    return look.link(answers, **narrow)


def last_days(facts: Facts, known: Mapping[int, Called]) -> dict[int, date]:
    """The day of each pupil's last answer; of all who were erased, under ERASED."""
    found: dict[int, date] = {}
    for player, at in sorted(facts.last.items(), key=itemgetter(1)):
        found[player if player in known else ERASED] = timezone.localdate(at)
    return found


def since(day: date, today: date) -> str:
    """How long ago, shortly: today, yesterday, "13 days"."""
    days = (today - day).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("yesterday")
    return ngettext("%d day", "%d days", days) % days
