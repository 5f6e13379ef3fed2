"""A table at a glance, for whoever looks at several: whose turn, how far, who is stuck or away.

Made from what every spectator may know: how many cards a hand has, never which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game import engine, history
from game.catalogue import CONTINENT_NAMES, deck, face, lies_in
from game.models import Happening, Seat, Table
from game.pages.mistakes import misplaced_card
from game.pages.people import seconds_left
from game.pages.seats import seat_name
from game.pages.table import Moment

PAGE = "glance"
STUCK = timedelta(seconds=90)
"""A person's turn that lasts so long is told."""


@dataclass(frozen=True, slots=True)
class GlanceRow:
    """A row as twelve cells; `laid` and `empty` are SVG paths in a box of 120 × 8."""

    code: str
    laid: str
    empty: str


@dataclass(frozen=True, slots=True)
class GlanceSeat:
    """A seat in one line."""

    name: str
    on_turn: bool
    note: str
    cards: int
    place: int | None


@dataclass(frozen=True, slots=True)
class News:
    """Something that a teacher wants to hear of. With names off it names nobody."""

    n: int
    wrong: bool
    text: str
    at: str
    """The hour and minute."""


@dataclass(frozen=True, slots=True)
class Glance:
    """A table in small. `state`: play, wait (somebody should look), pause or over."""

    table: int
    version: int
    state: str
    laid: int
    head: str
    rows: tuple[GlanceRow, ...]
    seats: tuple[GlanceSeat, ...]
    says: str
    wrong: bool
    """Whether `says` tells of a wrong placement."""
    left: int | None
    """Seconds until a bot plays for somebody who is away."""
    news: tuple[News, ...]


def glance_of(
    moment: Moment,
    told: Sequence[history.Entry | Happening] = (),
    now: datetime | None = None,
) -> Glance:
    """The moment in small, with the news of what was `told` just now."""
    now, table = now or timezone.now(), moment.table
    rows = [
        tuple(slot.number for slot in row.slots if slot.card is not None) for row in moment.rows
    ]
    state, head, says, wrong, left = _state(moment, now)
    laid = sum(map(len, rows))
    return Glance(
        table=table.pk,
        version=table.version,
        state=state,
        laid=laid,
        head=head or _("%d of 60") % laid,
        rows=tuple(_row(row.code, laid) for row, laid in zip(moment.rows, rows, strict=True)),
        seats=tuple(_seats(moment)),
        says=says,
        wrong=wrong,
        left=left,
        news=tuple(news_of(table, told, now, names_of(moment.seats) if moment.named else ())),
    )


def names_of(seats: Iterable[Seat]) -> list[str]:
    """What the seats are called, for `news_of`."""
    return [seat_name(seat) for seat in seats]


def news_of(
    table: Table,
    told: Sequence[history.Entry | Happening],
    at: datetime,
    names: Sequence[str] = (),
) -> Iterator[News]:
    """What of these moves and happenings is news, in their order; `names` by seat, if any."""
    clock = time_format(timezone.localtime(at), "H:i")
    for one in told:
        if isinstance(one, Happening):
            yield News(one.version * 100, False, _happened(one, names), clock)
            continue
        for at_event, event in enumerate(one.events):
            n = one.version * 100 + at_event
            if event[0] == "misplaced":
                yield News(n, True, _wrong(one, table.explain, names), clock)
            elif event[0] == "over":
                yield News(n, False, _("the game is over."), clock)


def _state(moment: Moment, now: datetime) -> tuple[str, str, str, bool, int | None]:
    """The state, the head if it is not the count, the sentence and what belongs to it."""
    table, seats = moment.table, moment.seats
    if table.phase == Table.Phase.OVER:
        # Not when it changed last, which it does once more when somebody wants to play again.
        over_at = table.turn_at or table.changed_at
        minutes = max(1, round((over_at - table.opened_at).total_seconds() / 60))
        says = ngettext("Done in %(n)d minute.", "Done in %(n)d minutes.", minutes)
        says %= {"n": minutes}
        return "over", _("finished"), says, False, None
    if table.phase == Table.Phase.ENDED:
        return "over", _("ended"), _("Ended before the last place."), False, None
    if table.paused_at is not None:
        return "pause", "", _("A pause."), False, None
    people = [seat for seat in seats if seat.is_human]
    if people and not any(seat.is_present for seat in people):
        if all(seat.stand_in for seat in people):
            return "play", "", _("Bots play for everybody."), False, None
        return "wait", "", _nobody(moment, people), False, None
    mover = next((line for line in moment.lines if line.on_turn), None)
    waits = None if mover is None else _waits(moment, mover.index, now)
    if waits is not None:
        return "wait", "", waits[0], False, waits[1]
    names = names_of(seats) if moment.named else ()
    for entry in reversed(moment.game.entries[-len(seats) :]):
        if misplaced_card(entry):
            return "play", "", _wrong(entry, False, names), True, None
    return "play", "", _("It goes well."), False, None


def _nobody(moment: Moment, people: Iterable[Seat]) -> str:
    """What is said while none of the people is here.

    Until the first move it can be told whether somebody has been: whoever never came is away since
    before the turn began, and a pause moves both times alike. A bot's seat is taken later.
    """
    table = moment.table
    taken = any(one.kind == Happening.Kind.SAT for one in table.happenings.all())
    if moment.game.entries or taken or table.turn_at is None:
        return _("Nobody is here.")
    if any(seat.away_since and seat.away_since > table.turn_at for seat in people):
        return _("All who came have left.")
    return _("Nobody has come yet.")


def _waits(moment: Moment, mover: int, now: datetime) -> tuple[str, int | None] | None:
    """Why a table stands still whose turn it is `mover`'s, and for how long still."""
    table, seat = moment.table, moment.seats[mover]
    if seat.bot_level or table.turn_at is None:
        return None
    if seat.away_since is not None:
        if mover not in moment.ends:
            return _("Everybody waits."), None
        return _("A bot plays in"), seconds_left(moment.ends[mover])
    stands = now - table.turn_at
    if stands < STUCK:
        return None
    minutes = max(1, int(stands.total_seconds() // 60))
    says = ngettext("No card for %(n)d minute.", "No card for %(n)d minutes.", minutes)
    return says % {"n": minutes}, None


def _seats(moment: Moment) -> Iterator[GlanceSeat]:
    over = moment.table.phase in (Table.Phase.OVER, Table.Phase.ENDED)
    lines = sorted(moment.lines, key=lambda line: line.place or 9) if over else moment.lines
    for line in lines:
        note = ""
        if line.on_turn and not line.away:
            note = _("plays now")
        elif line.away and not over:
            seat = moment.seats[line.index]
            note = _("a bot plays") if seat.stand_in else _("away")
        elif line.is_bot:
            note = _("bot")
        yield GlanceSeat(line.name, line.on_turn, note, line.cards, line.place)


def _wrong(entry: history.Entry, explain: bool, names: Sequence[str] = ()) -> str:
    """A wrong placement: where the animal was put, and where it belongs; whose, with `names`."""
    _kind, _seat, code, row, reason = (str(fact) for fact in entry.events[0])
    facts = {"card": face(code).name, "row": CONTINENT_NAMES[row]}
    if names:
        return _wrong_of(names[entry.seat], code, reason, facts, explain)
    if reason != "wrong_continent":
        return _("%(card)s: too soon in %(row)s.") % facts
    put = (
        pgettext("feminine animal", "%(card)s, put in %(row)s.")
        if deck()[code].gender == "f"
        else _("%(card)s, put in %(row)s.")
    )
    if not explain:
        return put % facts
    card = deck()[code]
    lies = _("%(region)s lies in %(home)s.") % {"region": face(code).region, "home": lies_in(card)}
    return f"{put % facts} {lies}"


def _wrong_of(name: str, code: str, reason: str, facts: Mapping[str, object], explain: bool) -> str:
    """The same with the name of whoever laid it."""
    facts = {"who": name, **facts}
    if reason != "wrong_continent":
        return _("%(who)s put the %(card)s in %(row)s, too soon.") % facts
    put = _("%(who)s put the %(card)s in %(row)s.") % facts
    if not explain:
        return put
    place = (
        pgettext("feminine animal", "Its place: %s.")
        if deck()[code].gender == "f"
        else _("Its place: %s.")
    )
    return f"{put} {place % CONTINENT_NAMES[engine.continent_of(code)]}"


def _happened(happening: Happening, names: Sequence[str] = ()) -> str:
    if names and happening.seat is not None:
        said = {
            Happening.Kind.STAND_IN: _("%s isn't here, a bot keeps the seat."),
            Happening.Kind.LEFT: _("%s left, a bot keeps the seat."),
            Happening.Kind.BACK: _("%s is back."),
            Happening.Kind.SAT: _("%s sits down in a bot's place."),
        }.get(Happening.Kind(happening.kind))
        if said:
            return said % names[happening.seat]
    return {
        Happening.Kind.STAND_IN: _("somebody isn't here, a bot keeps the seat."),
        Happening.Kind.LEFT: _("somebody left, a bot keeps the seat."),
        Happening.Kind.BACK: _("somebody is back."),
        Happening.Kind.ENDED: _("the players ended the game."),
        Happening.Kind.STOPPED: _("the game was ended."),
        Happening.Kind.SAT: _("somebody sits down in a bot's place."),
    }[Happening.Kind(happening.kind)]


@lru_cache(maxsize=1024)
def _row(code: str, laid: tuple[int, ...]) -> GlanceRow:
    return GlanceRow(code, _cells(laid), _cells(tuple(set(range(1, 13)) - set(laid))))


def _cells(numbers: Sequence[int]) -> str:
    """One path of rounded cells."""
    cell = "a1.6 1.6 0 0 1 1.6-1.6h5.6a1.6 1.6 0 0 1 1.6 1.6v4.8a1.6 1.6 0 0 1-1.6 1.6h-5.6"
    cell += "a1.6 1.6 0 0 1-1.6-1.6z"
    return "".join(f"M{10 * n - 9.4:.1f} 1.6{cell}" for n in sorted(numbers))
