"""Tables of a class's figures, to be taken along as files: the same figures as on the page."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from game.catalogue import deck, face
from game.engine import CONTINENTS
from game.selectors import placements_of
from quiz import quality
from quiz.items import Form
from quiz.models import Response
from quiz.pages import words
from quiz.pages.teaching import keyed
from quiz.pages.teaching.answers import said, who
from quiz.pages.teaching.called import ERASED, Called
from quiz.pages.teaching.charts import origin_name
from quiz.pages.teaching.heat import by_pupil, summed
from quiz.pages.teaching.results import SAYS
from quiz.progress import Facts, Filter, Origin, Share, within

Value = str | int | float | datetime | None


@dataclass(frozen=True, slots=True)
class Table:
    """A head and its rows; numbers are numbers, dates are dates on the school's clock."""

    name: str
    head: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def progress_table(facts: Facts, known: Mapping[int, Called]) -> Table:
    """Pupils by continents: the percentage, how many right, of how many; the class last."""
    shares = by_pupil(facts, known, "home")
    head = [_("Pupil"), _("Group")]
    for code in CONTINENTS:
        land = words.continent(code)
        head += [f"{land} %", _("%s: right") % land, _("%s: answers") % land]
    head += [_("In all %"), _("In all: right"), _("In all: answers")]
    lines: list[tuple[int, str, str]] = [
        (one.player, one.listed, one.group) for one in known.values()
    ]
    if any(player == ERASED for player, _land in shares):
        lines.append((ERASED, _("Without a name"), ""))
    rows: list[tuple[Value, ...]] = [
        (name, group, *_figures([shares.get((player, code), Share()) for code in CONTINENTS]))
        for player, name, group in lines
    ]
    rows.append((_("The class"), "", *_figures([summed(shares, code) for code in CONTINENTS])))
    return Table(_("Progress"), tuple(head), tuple(rows))


def _figures(shares: Sequence[Share]) -> list[Value]:
    in_all = Share(sum(one.right for one in shares), sum(one.total for one in shares))
    found: list[Value] = []
    for share in (*shares, in_all):
        found += [share.percent, share.right, share.total]
    return found


def answers_table(facts: Facts, known: Mapping[int, Called]) -> Table:
    """All answers that count, the oldest first."""
    head = (
        _("When"), _("Pupil"), _("Animal"), _("Continent"), _("Answer"), _("Right"), _("Where"),
    )  # fmt: skip
    rows = [
        (
            timezone.localtime(fact.at),
            who(fact.player, known, listed=True),
            face(fact.card).name,
            words.continent(fact.home),
            said(fact.named, fact.said),
            int(fact.right),
            origin_name(fact.origin),
        )
        for fact in sorted(facts.facts, key=lambda fact: (fact.at, fact.player, fact.card))
    ]
    return Table(_("Answers"), head, tuple(rows))


SILENT = (quality.Tells.FEW, quality.Tells.EASY, quality.Tells.NOBODY)
"""Where the figure of how well a question tells apart says nothing, as on the screen."""
TABLE = "table"
"""The form of what is laid at a table."""


def items_table(facts: Facts, chosen: Filter) -> Table:
    """How hard each question was, by what it asks and about which animal, and how well it tells
    apart who knows the rest: only finished quizzes, and placements without hints."""
    head = (
        _("Question"), _("Animal"), _("Continent"), _("Answers"), _("Right"), _("Right %"),
        _("Goes with the rest (−1 to 1)"), pgettext("question", "Worth a look"),
        _("Those who know more were"),
    )  # fmt: skip
    found = _by_item([one.player for one in facts.members], chosen)
    right: defaultdict[int, int] = defaultdict(int)
    total: defaultdict[int, int] = defaultdict(int)
    for answers in found.values():
        for player, was_right in answers:
            right[player] += was_right
            total[player] += 1
    rows = []
    for (form, card), answers in sorted(found.items(), key=lambda one: (one[0][1], one[0][0])):
        own = [int(was_right) for _player, was_right in answers]
        rest = [
            (right[player] - was_right) / (total[player] - 1) if total[player] > 1 else 0.0
            for player, was_right in answers
        ]
        tells = (
            statistics.correlation(own, rest) if len(set(own)) > 1 and len(set(rest)) > 1 else None
        )
        verdict = quality.judged(len(own), sum(own), tells)
        share = Share(sum(own), len(own))
        rows.append(
            (
                _("At the table") if form == TABLE else str(keyed.NAMES[Form(form)]),
                face(card).name,
                words.continent(card[:2]),
                share.total,
                share.right,
                share.percent,
                None if tells is None or verdict in SILENT else round(tells, 2),
                _("yes") if verdict in quality.DOUBTFUL else "",
                str(SAYS[verdict]),
            )
        )
    return Table(_("Questions"), head, tuple(rows))


def _by_item(
    players: Sequence[int], chosen: Filter
) -> dict[tuple[str, str], list[tuple[int, bool]]]:
    """Who answered, and whether rightly, by form and animal."""
    found: defaultdict[tuple[str, str], list[tuple[int, bool]]] = defaultdict(list)
    if Origin.GAME in chosen.origins:
        for one in placements_of(players, chosen.since, chosen.until):
            if not one.hinted:
                found[TABLE, one.card].append((one.player, one.right))
    answers = Response.objects.filter(
        attempt__player__in=players, right__isnull=False, attempt__finished_at__isnull=False
    )
    answers = within(answers, chosen)
    if chosen.origins - {Origin.GAME}:
        rows = answers.values_list("attempt__player_id", "form", "card", "right")
        for player, form, card, right in rows.iterator(chunk_size=5_000):
            if card in deck():
                found[form, card].append((player, bool(right)))
    return found
