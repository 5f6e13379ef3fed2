"""One pupil: a sentence, what is known, how it grew; a sheet that fits one page for the parents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from operator import attrgetter

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from game.catalogue import deck
from game.engine import CONTINENTS
from quiz import mastery
from quiz.mastery import Evidence, Knowledge, State
from quiz.models import Classroom
from quiz.needs import FEW, MARKS, needs_help, suggested_mark
from quiz.pages import words
from quiz.pages.lessons import Continent, continent_of, legend, tile
from quiz.pages.teaching import charts
from quiz.pages.teaching.board import pages_of, why
from quiz.pages.teaching.called import Called, counted, percent
from quiz.pages.teaching.heat import Pages, answers_url, of
from quiz.pages.teaching.looking import Look
from quiz.progress import Facts, Origin, Share, by_day, shares

WEEKS = 8
"""How far back the line goes."""
TOGETHER = 6
"""Animals to look at together."""
WELL = 9
"""Of twelve: then a continent counts as well known."""


@dataclass(frozen=True, slots=True)
class Land:
    """A continent, and how the pupil answered about it."""

    code: str
    name: str
    dots: tuple[object, ...]
    known: str
    right: str
    url: str


def sheet_context(
    classroom: Classroom, who: Called, facts: Facts, evidence: Sequence[Evidence], look: Look
) -> dict[str, object]:
    """The page. The figures are of the period; what is known is of now."""
    now = timezone.now()
    own = facts.of(who.player)
    about = shares(own.tallies, attrgetter("home"))
    pages = pages_of(classroom, {who.player: who})
    known = {code: Knowledge() for code in deck()} | mastery.knowledge(evidence, now)
    share = own.share
    lands = [continent_of(code, known) for code in CONTINENTS]
    answers = answers_url(look, pages.answers, player=who.player)
    placed = [fact for fact in own.facts if fact.origin == Origin.GAME]
    return {
        "who": who,
        "answers": counted(share.total),
        "any": share.total,
        "answers_url": answers,
        "percent": percent(share.percent),
        "share": of(share),
        "known": sum(one.known for one in lands),
        "best": words.listed([one.name for one in lands if one.known >= WELL]),
        "need": _need(own, look, pages),
        "lands": [_land(one, about.get(one.code, Share()), look, pages, who) for one in lands],
        "continents": lands,
        "met": [tile for one in lands for tile in one.tiles if tile.state != State.NEW],
        "legend": legend(),
        "together": [
            (tile(deck()[code], known[code]), words.continent(code[:2])) for code in together(known)
        ],
        "line": charts.line(_weeks(evidence, now)),
        "days": len(by_day(own)),
        "placed": of(Share(sum(fact.right for fact in placed), len(placed))) if placed else "",
        "placed_url": answers_url(look, pages.answers, player=who.player, origin="game"),
        "mark": suggested_mark(share, marks_of(classroom)) if _enough(about) else None,
        "marks_url": reverse("quiz:marks", args=[classroom.pk]),
        "period": look.days,
    }


def _enough(about: Mapping[str, Share]) -> bool:
    """Whether there are enough answers about any continent to say something."""
    return any(share.total >= FEW for share in about.values())


def marks_of(classroom: Classroom) -> Mapping[int, int]:
    """From which percentage each mark from 2 to 10 is suggested."""
    if not classroom.marks:
        return MARKS
    return dict(zip(range(2, 11), classroom.marks, strict=True))


def together(known: Mapping[str, Knowledge]) -> list[str]:
    """The animals most worth a look: once wrong and not sure yet, the least remembered first."""
    unsure = [
        code
        for code, one in known.items()
        if one.state in (State.LEARNING, State.FADING) and one.wrong
    ]
    unsure.sort(key=lambda code: (known[code].chance, -known[code].wrong, code))
    rest = [code for code, one in known.items() if one.state == State.FADING and not one.wrong]
    return [*unsure, *sorted(rest, key=lambda code: known[code].chance)][:TOGETHER]


def _need(own: Facts, look: Look, pages: Pages) -> SafeString:
    found = needs_help(own)
    return why(found[0], look, pages) if found else SafeString()


def _land(known: Continent, share: Share, look: Look, pages: Pages, who: Called) -> Land:
    url = answers_url(look, pages.answers, player=who.player, home=known.code)
    return Land(
        known.code,
        known.name,
        known.dots,
        known.says,
        percent(share.percent),
        url if share.total else "",
    )


def _weeks(evidence: Sequence[Evidence], now: datetime) -> list[tuple[date, int]]:
    if not evidence:
        return []
    first = min(piece.at for piece in evidence)
    moments = [
        now - timedelta(weeks=back)
        for back in reversed(range(WEEKS))
        if now - timedelta(weeks=back) >= first or not back
    ]
    found = mastery.over_time(evidence, moments)
    return [
        (timezone.localdate(moment), sum(one.state == State.KNOWN for one in known.values()))
        for moment, known in zip(moments, found, strict=True)
    ]
