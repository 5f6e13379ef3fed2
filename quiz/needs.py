"""Who needs help, with what, and which mark the answers suggest. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from operator import attrgetter

from quiz.progress import Facts, Share, Tally, counts, shares

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


def needs_help(facts: Facts) -> list[Need]:
    """The pupils who need help, the most pressing first, each with one reason."""
    if not facts.last:
        return []
    by_player: defaultdict[int, list[Tally]] = defaultdict(list)
    for tally in facts.tallies:
        by_player[tally.player].append(tally)
    latest = max(facts.last.values())
    found: list[tuple[float, Need]] = []
    for member in facts.members:
        if member.present:
            away = latest - facts.last.get(member.player, latest)
            pressing = _help(member.player, by_player[member.player], away)
            if pressing is not None:
                found.append(pressing)
    return [one for _, one in sorted(found, key=lambda pair: -pair[0])]


def _help(player: int, own: Sequence[Tally], away: timedelta) -> tuple[float, Need] | None:
    """How pressing it is (0 to 1), and why; None for whoever needs none."""
    lands = shares(own, attrgetter("home"))
    weak = {home: one for home, one in lands.items() if one.total >= FEW and (one.part or 0) < LOW}
    if not weak:
        return (0.2, Need(player, Reason.AWAY, times=away.days)) if away >= AWAY else None
    home, worst = min(weak.items(), key=lambda pair: pair[1].part or 0.0)
    wrong = worst.total - worst.right
    if len(weak) >= EVERYWHERE:
        missed = sum(one.times for one in own if not one.right)
        need = Need(player, Reason.OVERALL, times=missed, total=sum(one.times for one in own))
    else:
        named = counts(
            (one for one in own if one.home == home and one.named and not one.right),
            attrgetter("named"),
        )
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


def unsure(facts: Facts, needs: Sequence[Need]) -> Unsure:
    """What the answers are too few for."""
    here = {one.player for one in facts.members if one.present}
    helped = {need.player for need in needs}
    lands = shares(facts.tallies, attrgetter("player", "home"))
    about = {player for (player, _home), share in lands.items() if share.total >= FEW}
    watch, rest = [], 0
    for player, share in shares(facts.tallies, attrgetter("player")).items():
        if player not in here or player in helped:
            continue
        if share.total >= SOME and (share.part or 0) < LOW:
            watch.append((player, share))
        elif player not in about:
            rest += 1
    watch.sort(key=lambda one: (one[1].part or 0, -one[1].total))
    return Unsure(len(about & here), tuple(watch), rest)


def _begin_with(need: Need, own: Iterable[Tally]) -> tuple[str, ...]:
    """The animals to begin with: those most often wrong."""
    wrong = counts(
        (one for one in own if not one.right and need.home in ("", one.home)), attrgetter("card")
    )
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
