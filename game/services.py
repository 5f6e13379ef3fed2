"""The only writers of tables, seats and moves.

Each is one transaction, ends in a compare-and-swap on `Table.version`, and announces the new
version after commit. What a rule or the moment forbids raises `Refused`; the table is untouched.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from threading import RLock
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone

from game import engine, history, live, names
from game.models import Move, Player, Seat, Table
from game.refusals import Refused

MIN_SEATS, MAX_SEATS = 3, 6
HUMAN = "human"
"""In a seating plan: a person's seat, beside the bots' levels."""

OPTIONS = ("referee", "explain", "watch", "pace")
"""The fields of Table that are chosen when it is opened."""

BOT_DELAY = {
    Table.Pace.SLOW: timedelta(seconds=2.5),
    Table.Pace.NORMAL: timedelta(seconds=1.2),
    Table.Pace.QUICK: timedelta(seconds=0.4),
}
READING_TIME = timedelta(seconds=3)
"""Added to a bot's delay while an explanation is on the screens."""

_writing = RLock()


@contextmanager
def _write() -> Iterator[None]:
    """One transaction; on SQLite one at a time in this process, which keeps the queue fair."""
    if connection.vendor == "sqlite":
        with _writing, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


def make_player(*, now: datetime | None = None) -> Player:
    """A new guest."""
    return Player.objects.create(last_seen=now or timezone.now())


def see(*, player: Player, now: datetime | None = None) -> bool:
    """Notes that the player came by; at most once a day. Returns whether it was noted now."""
    now = now or timezone.now()
    if now - player.last_seen < timedelta(days=1):
        return False
    Player.objects.filter(pk=player.pk).update(last_seen=now)
    return True


def open_table(
    *,
    opener: Player | None,
    plan: Sequence[str],
    options: Mapping[str, Any] | None = None,
    name: str = "",
    avatar: str = "",
    expected: Sequence[str] = (),
) -> Table:
    """Opens a table whose seats are `plan`: HUMAN or a bot's level, 3–6 of them.

    `opener` sits on the first human seat; None opens a table of bots. `options` are some of
    OPTIONS. No bot gets a name of `expected`, the people who will come.
    """
    if not MIN_SEATS <= len(plan) <= MAX_SEATS:
        raise ValueError(f"a table has {MIN_SEATS} to {MAX_SEATS} seats, not {len(plan)}")
    with _write():
        table = Table.objects.create(
            code=_free_code(), opener=opener, seed=secrets.randbits(62), **(options or {})
        )
        rng = random.Random(table.seed)  # noqa: S311
        bots = iter(names.cast_bots(len(plan) - plan.count(HUMAN), [name, *expected], rng))
        for index, kind in enumerate(plan):
            if kind == HUMAN:
                Seat.objects.create(table=table, index=index)
            else:
                bot_name, bot_avatar = next(bots)
                Seat.objects.create(
                    table=table, index=index, level=kind, name=bot_name, avatar=bot_avatar
                )
        if opener is not None:
            _sit(table, opener, name, avatar)
    return table


def take_seat(*, table: Table, player: Player, name: str, avatar: str) -> None:
    """Seats `player` on the first free seat of a table in the lobby.

    Refused: `started`, `closed`, `full`, `name_taken`; one who sits there already just stays.
    """
    with _write():
        table = _fresh(table)
        if table.seats.filter(player=player).exists():
            return
        _check_in_lobby(table)
        seats = list(table.seats.all())
        if not any(seat.is_free for seat in seats):
            raise Refused("full")
        if names.alike(name) in {names.alike(seat.name) for seat in seats if seat.name}:
            raise Refused("name_taken")
        _sit(table, player, name, avatar)
        if table.opener_id is None:
            table.opener = player
        _advance(table, opener=table.opener)


def leave(*, table: Table, player: Player) -> None:
    """Frees the player's seat in the lobby; the next person becomes the opener.

    When nobody is left the table is closed. Refused: `not_seated`, `started`.
    """
    with _write():
        table = _fresh(table)
        own = table.seats.filter(player=player)
        if not own.exists():
            raise Refused("not_seated")
        _check_in_lobby(table)
        own.update(player=None, name="", avatar="")
        heir = table.seats.filter(player__isnull=False).first()
        if heir is None:
            _advance(table, phase=Table.Phase.CLOSED, opener=None)
        elif table.opener_id == player.pk:
            _advance(table, opener=heir.player)
        else:
            _advance(table)


def start(*, table: Table, player: Player | None) -> None:
    """Deals and begins; free seats go to medium bots. Refused: `not_opener`, `closed`.

    Pressed twice it begins once.
    """
    with _write():
        table = _fresh(table)
        if table.opener_id != (player.pk if player else None):
            raise Refused("not_opener")
        if table.deal is not None:
            return
        _check_in_lobby(table)
        rng = random.Random(table.seed)  # noqa: S311  (the seed itself is secret and random)
        seats = list(table.seats.all())
        free = [seat for seat in seats if seat.is_free]
        taken = [seat.name for seat in seats]
        for seat, (name, avatar) in zip(free, names.cast_bots(len(free), taken, rng), strict=True):
            seat.level, seat.name, seat.avatar = Seat.Level.MEDIUM, name, avatar
            seat.save()
        table.deal = engine.deal(rng, len(seats))
        state = engine.new_game(table.deal, engine.Referee(table.referee))
        _advance(
            table,
            phase=Table.Phase.PLAYING,
            deal=table.deal,
            due_at=_due(table, state, seats, events=()),
        )


def place(*, table: Table, player: Player, version: int, card: str, row: str) -> None:
    """Lays `card` in `row` for the player's seat, as seen at `version` of the table.

    The same move sent again is accepted once. Refused: `stale`, `not_seated`, and what the
    engine refuses.
    """
    _play(table, player, version, engine.Place(card, row))


def pass_turn(*, table: Table, player: Player, version: int) -> None:
    """Passes, or declines a bonus, as seen at `version`; refusals as for `place`."""
    _play(table, player, version, engine.Pass())


def play_due(*, table_id: int, now: datetime) -> None:
    """What the clock has to do at a table: the bot whose turn it is moves."""
    with _write():
        table = Table.objects.due(now).filter(pk=table_id).first()
        if table is None:
            return  # somebody was quicker
        game = history.game_of(table)
        index = game.state.to_move
        seats = list(table.seats.all())
        if index is None or not seats[index].level:
            Table.objects.filter(pk=table.pk, version=table.version).update(due_at=None)
            return
        rng = random.Random(f"{table.seed}:{table.version}")  # noqa: S311
        action = engine.choose(engine.seat_view(game.state, index), rng, seats[index].level)
        _act(table, game, index, action, Move.By.BOT, seats)


def postpone(*, table_id: int, now: datetime) -> None:
    """After a failure at this table: try again in half a minute, so that others go on."""
    Table.objects.filter(pk=table_id, due_at__isnull=False).update(
        due_at=now + timedelta(seconds=30)
    )


def play_again(*, table: Table, player: Player) -> Table:
    """Seats `player` at the table that plays again with the same players; opened by the first.

    Alone among bots the game begins at once; else everybody presses the same button to come
    along. Refused: `not_over`, `not_seated`, and as for `take_seat`.
    """
    with _write():
        table = _fresh(table)
        seats = list(table.seats.all())
        own = next((seat for seat in seats if seat.player_id == player.pk), None)
        if own is None:
            raise Refused("not_seated")
        if table.phase != Table.Phase.OVER:
            raise Refused("not_over")
        if table.following is not None and table.following.phase != Table.Phase.CLOSED:
            take_seat(table=table.following, player=player, name=own.name, avatar=own.avatar)
            return table.following
        # Whoever took a free seat at the start was a bot by then, and stays one.
        following = open_table(
            opener=player,
            plan=[seat.level or HUMAN for seat in seats],
            options={option: getattr(table, option) for option in OPTIONS},
            name=own.name,
            avatar=own.avatar,
            expected=[seat.name for seat in seats if not seat.level],
        )
        _advance(table, following=following)
        if not any(seat.is_free for seat in following.seats.all()):
            start(table=following, player=player)
        return following


def forget_guests(*, now: datetime) -> int:
    """Deletes guests not seen for settings.GUEST_DAYS, tables only they knew, and old sessions.

    Where others still sit, the guest's seat stays without name or avatar. Returns how many.
    """
    limit = now - timedelta(days=settings.GUEST_DAYS)
    with _write():
        gone = Player.objects.filter(last_seen__lt=limit)
        Seat.objects.filter(player__in=gone).update(name="", avatar="")
        count, _ = gone.delete()
        Table.objects.filter(changed_at__lt=limit).exclude(seats__player__isnull=False).delete()
        Session.objects.filter(expire_date__lt=now).delete()
    return count


def _free_code() -> str:
    while True:
        code = names.new_code()
        if not Table.objects.filter(code=code).exists():
            return code


def _fresh(table: Table) -> Table:
    """The table as it is now; on PostgreSQL its row stays locked until the transaction ends."""
    return Table.objects.select_for_update().get(pk=table.pk)


def _check_in_lobby(table: Table) -> None:
    if table.phase == Table.Phase.CLOSED:
        raise Refused("closed")
    if table.phase != Table.Phase.LOBBY:
        raise Refused("started")


def _sit(table: Table, player: Player, name: str, avatar: str) -> None:
    seat = next(seat for seat in table.seats.all() if seat.is_free)
    seat.player, seat.name, seat.avatar = player, name, avatar
    seat.save()
    if name:
        Player.objects.filter(pk=player.pk).update(name=name, avatar=avatar)


def _advance(table: Table, **changes: Any) -> None:
    """Compare-and-swap to the next version; tells everybody after commit."""
    version = table.version + 1
    swapped = Table.objects.filter(pk=table.pk, version=table.version).update(
        version=version, changed_at=timezone.now(), **changes
    )
    if not swapped:
        raise Refused("stale")
    live.announce(table.pk, version)


def _play(table: Table, player: Player, version: int, action: engine.Action) -> None:
    with _write():
        table = _fresh(table)
        seats = list(table.seats.all())
        index = next((seat.index for seat in seats if seat.player_id == player.pk), None)
        if index is None:
            raise Refused("not_seated")
        if table.deal is None:
            raise Refused("not_started")
        if table.version != version:
            made = table.moves.filter(version=version, seat=index).first()
            if made is not None and history.action_of(made) == action:
                return  # the same move, sent twice
            raise Refused("stale")
        _act(table, history.game_of(table), index, action, Move.By.PLAYER, seats)


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
    # First, so that the game is kept when the streams' pages are made, which is after commit too.
    after = game.after(table.version, index, state, events)
    transaction.on_commit(partial(history.remember, table.pk, after))
    _advance(
        table,
        phase=Table.Phase.OVER if state.over else Table.Phase.PLAYING,
        due_at=_due(table, state, seats, events),
    )
    Move.objects.create(table=table, version=table.version, seat=index, by=by, **_columns(action))


def _columns(action: engine.Action) -> dict[str, str]:
    match action:
        case engine.Place(card, row):
            return {"kind": Move.Kind.PLACE, "card": card, "row": row}
        case engine.Pass():
            return {"kind": Move.Kind.PASS}
        case _:
            return {"kind": Move.Kind.TIMEOUT}


def _due(
    table: Table, state: engine.State, seats: Sequence[Seat], events: Sequence[engine.Event]
) -> datetime | None:
    """When the clock must act next: a bot's turn, after its delay and time to read a note."""
    if state.to_move is None or not seats[state.to_move].level:
        return None
    delay = BOT_DELAY[Table.Pace(table.pace)]
    if table.explain and any(event[0] == "misplaced" for event in events):
        delay += READING_TIME
    return timezone.now() + delay
