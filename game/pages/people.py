"""Who is there, who is waited for, and what the players may ask for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from math import ceil

from django.utils import timezone
from django.utils.translation import gettext as _

from game import history, story
from game.models import Move, Seat, Table
from game.pages.values import Ask, Badge, Note
from game.services import people as services

BACK_LASTS = 30
"""Versions after which nobody is told any more what happened while away."""


def seconds_left(end: datetime) -> int:
    """Whole seconds until `end`, none of them negative."""
    return max(0, ceil((end - timezone.now()).total_seconds()))


def absence(seat: Seat, ends: dict[int, datetime]) -> Badge | None:
    """What is said beside a seat whose player is not there; `ends` as `services` counts."""
    if seat.stand_in:
        return Badge(_("a bot plays"), "away")
    if seat.away_since is None or not seat.is_human:
        return None
    if seat.index in ends:
        return Badge(_("away"), "away", seconds_left(ends[seat.index]))
    return Badge(_("away"), "away")


def asks_about(
    table: Table, seats: Sequence[Seat], reader: int | None, about: int
) -> tuple[Ask, ...]:
    """What the reader may ask for about an absent player who is to move."""
    if reader is None:
        return ()
    wait = Ask(f"{services.WAIT}:{about}", _("Keep waiting"), about=about)
    let_bot = Ask(f"{services.BOT}:{about}", _("Let the bot play"), about=about)
    asks = (let_bot,) if seats[about].waited_for else (wait, let_bot)
    return tuple([_with_votes(ask, table, seats) for ask in asks])


def menu(
    table: Table,
    seats: Sequence[Seat],
    finished: Sequence[int],
    called: Sequence[str],
    language: str,
) -> tuple[Ask, ...]:
    """What a player may ask for at any time: a bot for somebody else, the end of the game.

    `language` is that of this thread.
    """
    replaceable = tuple(
        [
            (seat.index, called[seat.index])
            for seat in seats
            if seat.is_human and not seat.stand_in and seat.index not in finished
        ]
    )
    asks = _menu(replaceable, language)
    return tuple([_with_votes(ask, table, seats) for ask in asks]) if table.votes else asks


@lru_cache(maxsize=512)  # the same from move to move
def _menu(replaceable: tuple[tuple[int, str], ...], language: str) -> tuple[Ask, ...]:
    made = [
        Ask(f"{services.BOT}:{index}", _("Let a bot play for %s") % name, about=index)
        for index, name in replaceable
    ]
    end = _("End the game for everybody") if len(made) > 1 else _("End the game")
    return (*made, Ask(f"{services.END}:", end))


def _with_votes(ask: Ask, table: Table, seats: Sequence[Seat]) -> Ask:
    voters = {seat.index for seat in seats if seat.is_present and seat.index != ask.about}
    asking = voters.intersection(table.votes.get(ask.value, ()))
    if not asking:
        return ask
    facts = {"asking": len(asking), "needed": len(voters) // 2 + 1}
    return ask._replace(votes=_("%(asking)d of %(needed)d ask for it") % facts)


def welcome_back(
    table: Table, seats: Sequence[Seat], game: history.Game, reader: int | None
) -> Note | None:
    """Tells somebody who has just come back what the bot did in the meantime."""
    if reader is None:
        return None
    seat = seats[reader]
    if seat.stand_in or seat.back_at is None or game.version - seat.back_at > BACK_LASTS:
        return None
    if table.moves.filter(seat=reader, by=Move.By.PLAYER, version__gte=seat.back_at).exists():
        return None
    began = seat.stand_in_from or 0
    meanwhile = [
        entry
        for entry in game.entries
        if began <= entry.version < seat.back_at and entry.seat == reader
    ]
    called = [_("The bot")] * len(seats)
    lines = tuple(line.html for line in story.tell(meanwhile, called, None, table.explain))
    text = (
        _("While you were away, a bot played for you:")
        if lines
        else _("A bot kept your seat. You have missed nothing.")
    )
    return Note(
        n=f"back-{seat.back_at}",
        title=_("Welcome back! The seat is yours."),
        text=text,
        lines=lines,
    )
