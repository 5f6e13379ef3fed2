"""What a teacher may do with a table, beside its players."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from game import history
from game.models import Happening, Table
from game.refusals import Refused
from game.services.moves import stand_in
from game.services.people import end_game
from game.services.tables import Sitter
from game.services.writing import advance, due_at, fresh, write


def pause(*, table: Table, now: datetime | None = None) -> None:
    """The game stands still: nothing is laid, and no time runs. Only while it is being played."""
    with write():
        table = fresh(table)
        if table.phase == Table.Phase.PLAYING and table.paused_at is None:
            advance(table, paused_at=now or timezone.now(), due_at=None)


def go_on(*, table: Table, now: datetime | None = None) -> None:
    """The pause is over: every time that ran goes on from where it stood."""
    now = now or timezone.now()
    with write():
        table = fresh(table)
        if table.phase != Table.Phase.PLAYING or table.paused_at is None:
            return
        stood, seats = now - table.paused_at, list(table.seats.all())
        for seat in seats:
            if seat.away_since is not None:
                seat.away_since = min(seat.away_since + stood, now)
                seat.save()
        if table.turn_at is not None:
            table.turn_at += stood
        table.paused_at = None
        due = due_at(table, history.game_of(table).state, seats)
        advance(table, paused_at=None, turn_at=table.turn_at, due_at=due)


def end(*, table: Table) -> None:
    """Ends the game; what is over, or has not begun, stays as it is."""
    with write():
        table = fresh(table)
        if table.phase == Table.Phase.PLAYING:
            end_game(table, Happening.Kind.STOPPED)


def replace_by_bot(*, table: Table, index: int) -> None:
    """A bot plays for seat `index`, until the player is back."""
    with write():
        table = fresh(table)
        seats = list(table.seats.all())
        if table.phase != Table.Phase.PLAYING or index >= len(seats):
            return
        state, seat = history.game_of(table).state, seats[index]
        if seat.is_human and not seat.stand_in and index not in state.places:
            stand_in(table, state, seats, index, Happening.Kind.STAND_IN)


def sit_in(*, table: Table, index: int, sitter: Sitter, now: datetime | None = None) -> None:
    """Somebody takes a bot's seat in a game that goes on, with its cards and what it owes.

    The history allows no more: another player's seat stays that player's, be he or she away, since
    what was laid there is evidence of what that one knows. Refused: `game_over`, `not_now` where
    no bot of the table plays on, or who sits there already.
    """
    now = now or timezone.now()
    with write():
        table = fresh(table)
        if table.phase != Table.Phase.PLAYING:
            raise Refused("game_over")
        seats = list(table.seats.all())
        state = history.game_of(table).state
        taken = any(seat.player_id == sitter.player.pk for seat in seats)
        if index >= len(seats) or not seats[index].level or index in state.places or taken:
            raise Refused("not_now")
        seat = seats[index]
        seat.player, seat.level = sitter.player, ""
        seat.name, seat.avatar = sitter.name, sitter.avatar
        seat.time_factor, seat.away_since = sitter.time_factor, now
        seat.save()
        Happening.objects.create(
            table=table, version=table.version, seat=index, kind=Happening.Kind.SAT
        )
        if state.to_move == index:
            table.turn_at = now
        advance(table, turn_at=table.turn_at, due_at=due_at(table, state, seats))
