"""Who needs help, with what, and which mark the answers suggest. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from quiz.progress import Fact, Member, Share, shares

FEW = 10
"""Fewer answers than this about a continent say nothing about a pupil."""
LOW = 0.65
"""A share of right answers below this asks for help."""
EVERYWHERE = 4
"""Weak on so many continents, a pupil needs help with all of them."""
SOME = 3
"""So many answers, when most are wrong, are worth an eye."""
MOST_CARDS = 8
CONFUSED = 5
"""So many answers that name the same wrong continent are a confusion."""
AWAY = timedelta(days=10)
"""Without a single answer for so long, while the class went on."""


class Reason(StrEnum):
    """Why a pupil needs help."""

    CONFUSES = "confuses"
    """Takes animals of `home` for ones of `named`."""
    CONTINENT = "continent"
    """Knows too few of the animals of `home`."""
    OVERALL = "overall"
    """Is wrong too often everywhere."""
    AWAY = "away"
    """Has not answered for long, while the class went on."""


@dataclass(frozen=True, slots=True)
class Need:
    """A pupil who needs help, and with what."""

    player: int
    reason: Reason
    home: str = ""
    named: str = ""
    times: int = 0
    total: int = 0
    cards: tuple[str, ...] = ()
    """The animals to begin with, the most often mistaken first."""


def needs_help(facts: Sequence[Fact], members: Sequence[Member]) -> list[Need]:
    """The pupils who need help, the most pressing first, each with one reason."""
    by_player: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in facts:
        by_player[fact.player].append(fact)
    if not facts:
        return []
    latest = max(fact.at for fact in facts)
    found: list[tuple[float, Need]] = []
    for member in members:
        if member.present:
            own = by_player.get(member.player, [])
            if (pressing := _help(member.player, own, latest)) is not None:
                found.append(pressing)
    return [one for _, one in sorted(found, key=lambda pair: -pair[0])]


def _help(player: int, own: Sequence[Fact], latest: datetime) -> tuple[float, Need] | None:
    """How pressing it is (0 to 1), and why; None for whoever needs none."""
    lands = {str(home): one for (home,), one in shares(own, "home").items() if one.total >= FEW}
    weak = {home: one for home, one in lands.items() if (one.part or 0) < LOW}
    if not weak:
        last = max((fact.at for fact in own), default=latest)
        if latest - last < AWAY:
            return None
        return 0.2, Need(player, Reason.AWAY, times=(latest - last).days)
    home, worst = min(weak.items(), key=lambda pair: pair[1].part or 0.0)
    wrong = worst.total - worst.right
    if len(weak) >= EVERYWHERE:
        missed = sum(not fact.right for fact in own)
        need = Need(player, Reason.OVERALL, times=missed, total=len(own))
    else:
        named = Counter(fact.named for fact in own if fact.home == home and not fact.right)
        named.pop("", None)
        taken_for, times = max(named.items(), key=lambda pair: pair[1], default=("", 0))
        if times >= CONFUSED and 2 * times >= wrong:
            need = Need(player, Reason.CONFUSES, home, taken_for, times, worst.total)
        else:
            need = Need(player, Reason.CONTINENT, home, times=wrong, total=worst.total)
    return 1 - (worst.part or 0.0), replace(need, cards=_begin_with(need, own))


@dataclass(frozen=True, slots=True)
class Unsure:
    """Of whom too little is known to say who needs help."""

    told: int
    """Pupils with enough answers about some continent."""
    watch: tuple[tuple[int, Share], ...]
    """Those who are wrong often so far, in answers too few to tell; the lowest first."""
    rest: int
    """Those others who answered too little."""


def unsure(facts: Sequence[Fact], members: Sequence[Member], needs: Sequence[Need]) -> Unsure:
    """What the answers are too few for."""
    here = {one.player for one in members if one.present}
    helped = {need.player for need in needs}
    about = {
        int(str(player))
        for (player, _home), share in shares(facts, "player", "home").items()
        if share.total >= FEW
    }
    watch, rest = [], 0
    for (key,), share in shares(facts, "player").items():
        player = int(str(key))
        if player not in here or player in helped:
            continue
        if share.total >= SOME and (share.part or 0) < LOW:
            watch.append((player, share))
        elif player not in about:
            rest += 1
    watch.sort(key=lambda one: (one[1].part or 0, -one[1].total))
    return Unsure(len(about & here), tuple(watch), rest)


def _begin_with(need: Need, own: Iterable[Fact]) -> tuple[str, ...]:
    """The animals to begin with: those most often wrong."""
    wrong = Counter(fact.card for fact in own if not fact.right and need.home in ("", fact.home))
    ordered = sorted(wrong.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(card for card, _ in ordered[:MOST_CARDS])


def suggested_mark(share: Share, boundaries: Mapping[int, int]) -> int | None:
    """The mark, 1 to 10, whose percentage is reached; None with fewer than FEW answers."""
    percent = share.percent
    if percent is None or share.total < FEW:
        return None
    return max((mark for mark, least in boundaries.items() if percent >= least), default=1)


MARKS = {10: 92, 9: 84, 8: 76, 7: 68, 6: 60, 5: 50, 4: 40, 3: 30, 2: 20}
"""From which percentage each mark is suggested unless the teacher changes it; else it is 1."""
