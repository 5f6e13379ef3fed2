"""Moves: a player's, a bot's, and the clock's."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from game import engine, history
from game.models import Happening, Move, Player, Seat, Table
from game.prepared import insert
from game.refusals import Refused
from game.services.writing import (
    BOT_DELAY,
    READING_TIME,
    absences_end,
    advance,
    arrive,
    due_at,
    fresh,
    limit_ends,
    write,
)

OPENING = engine.Place(engine.OPENING_CARD, engine.continent_of(engine.OPENING_CARD))


def place(*, table: Table, player: Player, version: int, card: str, row: str) -> Table:
    """Lays `card` in `row` for the player's seat, as seen at `version` of the table.

    Returns the table as it then is. The same move sent again is accepted once. Refused: `stale`,
    `not_seated`, and what the engine refuses.
    """
    return _play(table, player, version, engine.Place(card, row))


def pass_turn(*, table: Table, player: Player, version: int) -> Table:
    """Passes, or declines a bonus, as seen at `version`; all else as for `place`."""
    return _play(table, player, version, engine.Pass())


def play_due(*, table_id: int, now: datetime) -> None:
    """What the clock has to do at a table: a bot replaces, a bot moves, or the time is up."""
    with write():
        table = Table.objects.due(now).filter(pk=table_id).first()
        if table is None or table.turn_at is None:
            return  # somebody was quicker
        game = history.game_of(table)
        seats = table.seated
        mover = seats[game.state.to_move] if game.state.to_move is not None else None
        gone = [i for i, end in absences_end(table, game.state, seats).items() if end <= now]
        if gone:
            stand_in(table, game.state, seats, gone[0], Happening.Kind.STAND_IN)
        elif mover and mover.bot_level and table.turn_at + BOT_DELAY[Table.Pace(table.pace)] <= now:
            rng = random.Random(f"{table.seed}:{table.version}")  # noqa: S311
            view = engine.seat_view(game.state, mover.index)
            action = engine.choose(view, rng, mover.bot_level)
            _act(table, game, mover.index, action, Move.By.BOT, seats)
        elif mover and not mover.bot_level and table.limit and limit_ends(table, mover) <= now:
            # The opening can't be lost to the clock: the program lays the reindeer.
            late = engine.Timeout() if game.entries else OPENING
            _act(table, game, mover.index, late, Move.By.CLOCK, seats)
        else:
            Table.objects.filter(pk=table.pk, version=table.version).update(
                due_at=due_at(table, game.state, seats)
            )


def postpone(*, table_id: int, now: datetime) -> None:
    """After a failure at this table: try again in half a minute, so that others go on."""
    Table.objects.filter(pk=table_id, due_at__isnull=False).update(
        due_at=now + timedelta(seconds=30)
    )


def stand_in(
    table: Table,
    state: engine.State,
    seats: Sequence[Seat],
    index: int,
    kind: Happening.Kind,
) -> None:
    """Within a transaction: from now on a bot plays for the seat, until the player is back."""
    seat = seats[index]
    seat.stand_in, seat.waited_for, seat.stand_in_from = True, False, table.version
    seat.away_since = seat.away_since or timezone.now()
    seat.save()
    Happening.objects.create(table=table, version=table.version, seat=index, kind=kind)
    if state.to_move == index:
        table.turn_at = timezone.now()
    votes = {ask: by for ask, by in table.votes.items() if ask.split(":")[1] != str(index)}
    advance(table, turn_at=table.turn_at, due_at=due_at(table, state, seats), votes=votes)


def _play(table: Table, player: Player, version: int, action: engine.Action) -> Table:
    try:
        return _play_at(table, player, version, action)
    except Refused:  # perhaps only since the table is another by now
        with write():
            return _play_at(fresh(table), player, version, action)


def _play_at(table: Table, player: Player, version: int, action: engine.Action) -> Table:
    """The same at the table as it was read; has it changed since, its version can't be swapped."""
    with write():
        seats = table.seated
        seat = next((seat for seat in seats if seat.player_id == player.pk), None)
        if seat is None:
            raise Refused("not_seated")
        if table.deal is None:
            raise Refused("not_started")
        if table.phase == Table.Phase.ENDED:
            raise Refused("game_over")
        # What changed since without being a move (somebody went away) makes no choice stale.
        behind = version < table.version
        since = table.moves.filter(version__gte=version).first() if behind else None
        if since is not None:
            if since.seat == seat.index and history.action_of(since) == action:
                return table  # the same move, sent twice
            raise Refused("stale")
        if version > table.version:
            raise Refused("stale")
        if table.paused_at is not None:
            raise Refused("paused")
        if seat.stand_in:
            raise Refused("stand_in")
        if seat.away_since is not None:  # whoever plays is there, with a stream or without
            arrive(table, seats, seat.index, timezone.now())
        _act(table, history.game_of(table), seat.index, action, Move.By.PLAYER, seats)
        return table


def _act(
    table: Table,
    game: history.Game,
    index: int,
    action: engine.Action,
    by: Move.By,
    seats: Sequence[Seat],
) -> None:
    try:
        state, events = engine.apply(game.state, index, action)
    except engine.IllegalAction as refusal:
        raise Refused(refusal.code) from refusal
    move = Move(table=table, version=table.version, seat=index, by=by, **_columns(action))
    # First, so that the game is kept when the streams' pages are made, which is after commit too.
    after = game.after(table.version, index, state, events)
    transaction.on_commit(partial(history.remember, table.pk, after))
    explained = table.explain and any(event[0] == "misplaced" for event in events)
    table.turn_at = timezone.now() + (READING_TIME if explained else timedelta())
    advance(
        table,
        move,
        phase=Table.Phase.OVER if state.over else Table.Phase.PLAYING,
        turn_at=table.turn_at,
        due_at=due_at(table, state, seats),
    )
    insert(move)


def _columns(action: engine.Action) -> dict[str, str]:
    match action:
        case engine.Place(card, row):
            return {"kind": Move.Kind.PLACE, "card": card, "row": row}
        case engine.Pass():
            return {"kind": Move.Kind.PASS}
        case _:
            return {"kind": Move.Kind.TIMEOUT}
