"""The answers behind a figure: exactly those that it counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.http import Http404
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from game.catalogue import CardFace, codes_by_slug, deck, face
from quiz.animals import CODES
from quiz.items import FALSE, TRUE
from quiz.pages import words
from quiz.pages.teaching.called import ANY, ERASED, Called, counted, percent
from quiz.pages.teaching.charts import origin_name
from quiz.pages.teaching.looking import Look, day_and_month
from quiz.progress import Fact, Facts, Origin, Share

PAGE = 100
NARROWS = ("player", "card", "home", "named", "right", "origin", "day", "days")


@dataclass(frozen=True, slots=True)
class Narrow:
    """Which of the facts; None for any."""

    player: int | None = None
    card: str | None = None
    home: str | None = None
    named: str | None = None
    right: bool | None = None
    origin: Origin | None = None
    first: date | None = None
    last: date | None = None

    def holds(self, fact: Fact, known: Mapping[int, Called]) -> bool:
        """Whether it is one of these."""
        player = fact.player if fact.player in known else ERASED
        return (
            (self.player is None or player == self.player)
            and (self.card is None or fact.card == self.card)
            and (self.home is None or fact.home == self.home)
            and self._names(fact)
            and (self.right is None or fact.right == self.right)
            and (self.origin is None or fact.origin == self.origin)
            and (self.first is None or self._within(fact))
        )

    def _names(self, fact: Fact) -> bool:
        if self.named == ANY:
            return bool(fact.named)
        return self.named is None or fact.named == self.named

    def _within(self, fact: Fact) -> bool:
        day = timezone.localdate(fact.at)
        return self.first is not None and self.last is not None and self.first <= day <= self.last


def narrow_of(asked: Mapping[str, str], known: Mapping[int, Called]) -> Narrow:
    """What the address asks for. Raises Http404 for what there is not."""

    def one(name: str, among: Mapping[str, str]) -> str | None:
        value = asked.get(name, "")
        if value and value not in among:
            raise Http404(_("There is no such page here."))
        return among.get(value)

    player = asked.get("player", "")
    if player and not (player.isascii() and player.isdigit() and len(player) < 19):
        raise Http404(_("There is no such pupil here."))
    who = int(player) if player else None
    if who not in (None, ERASED) and who not in known:
        raise Http404(_("There is no such pupil here."))
    right = one("right", {"0": "0", "1": "1"})
    origin = one("origin", {origin.value: origin.value for origin in Origin})
    first, last = _days(asked.get("day", ""), asked.get("days", ""))
    return Narrow(
        player=who,
        card=one("card", codes_by_slug()),
        home=one("home", CODES),
        named=one("named", {**CODES, ANY: ANY}),
        right=None if right is None else right == "1",
        origin=None if origin is None else Origin(origin),
        first=first,
        last=last,
    )


def _days(day: str, days: str) -> tuple[date | None, date | None]:
    if not day:
        return None, None
    try:
        first = date.fromisoformat(day)
        last = first + timedelta(days=7 if days == "7" else 1) - timedelta(days=1)
    except (ValueError, OverflowError):
        raise Http404(_("There is no such page here.")) from None
    return first, last


@dataclass(frozen=True, slots=True)
class Line:
    """One answer."""

    when: str
    who: str
    animal: CardFace
    said: str
    right: bool
    where: str


def answers_context(
    asked: Mapping[str, str], facts: Facts, known: Mapping[int, Called], look: Look
) -> dict[str, object]:
    """A page of the list, the newest answers first, and what all of them have in common."""
    narrow = narrow_of(asked, known)
    found = [fact for fact in facts.facts if narrow.holds(fact, known)]
    found.sort(key=lambda fact: (fact.at, fact.player, fact.card), reverse=True)
    pages = max(1, -(-len(found) // PAGE))
    number = asked.get("page", "1")
    page = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1
    page = min(max(page, 1), pages)
    share = Share(sum(fact.right for fact in found), len(found))
    kept = {name: asked[name] for name in NARROWS if asked.get(name)}
    return {
        "look": look,
        "about": about(narrow, known),
        "count": len(found),
        "counted": counted(len(found)),
        "right": counted(share.right),
        "percent": percent(share.percent),
        "lines": [line(fact, known) for fact in found[PAGE * (page - 1) : PAGE * page]],
        "page": page,
        "pages": pages,
        "before": look.link("", **kept, page=page - 1) if page > 1 else "",
        "after": look.link("", **kept, page=page + 1) if page < pages else "",
        "narrow": kept,
        "player": narrow.player,
    }


def about(narrow: Narrow, known: Mapping[int, Called]) -> str:
    """What the answers have in common: "Ana Pop · Asia · said: Africa"."""
    parts: list[str] = []
    if narrow.player is not None:
        parts.append(who(narrow.player, known))
    if narrow.card:
        parts.append(face(narrow.card).name)
    if narrow.home:
        parts.append(_("animals of %s") % words.continent(narrow.home))
    if narrow.named == ANY:
        parts.append(_("answered with a continent"))
    elif narrow.named:
        parts.append(_("answered: %s") % words.continent(narrow.named))
    if narrow.right is not None:
        parts.append(_("right ones") if narrow.right else _("wrong ones"))
    if narrow.origin:
        parts.append(origin_name(narrow.origin))
    if narrow.first and narrow.last:
        days = [narrow.first, narrow.last] if narrow.first != narrow.last else [narrow.first]
        parts.append(" – ".join(day_and_month(day) for day in days))
    return " · ".join(parts)


def who(player: int, known: Mapping[int, Called], listed: bool = False) -> str:
    """What the pupil is called."""
    if player not in known:
        return _("Without a name")
    return known[player].listed if listed else known[player].spoken


def line(fact: Fact, known: Mapping[int, Called]) -> Line:
    """One answer as it is listed."""
    return Line(
        when=when(fact),
        who=who(fact.player, known, listed=True),
        animal=face(fact.card),
        said=said(fact.named, fact.said),
        right=fact.right,
        where=origin_name(fact.origin),
    )


def when(fact: Fact) -> str:
    """Day and minute, on the school's clock."""
    return date_format(timezone.localtime(fact.at), "j.m.Y, H:i")


def said(named: str, token: str) -> str:
    """An answer in words."""
    if named:
        return words.continent(named)
    if token in (TRUE, FALSE):
        return _("true") if token == TRUE else _("false")
    if token in deck():
        return face(token).name
    return token or _("time ran out")


def listed(facts: Iterable[Fact], known: Mapping[int, Called]) -> list[Line]:
    """All of them, the oldest first: for a file."""
    return [line(fact, known) for fact in sorted(facts, key=lambda fact: fact.at)]
