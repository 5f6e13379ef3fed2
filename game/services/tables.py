"""Tables from their opening to the next one: seats, the deal, playing again, forgetting."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from game import elsewhere, engine, names
from game.models import Player, Seat, Table
from game.refusals import Refused
from game.services.writing import advance, due_at, fresh, write

MIN_SEATS, MAX_SEATS = 3, 6
HUMAN = "human"
"""In a seating plan: a person's seat, beside the bots' levels."""

OPTIONS = ("referee", "explain", "watch", "pace", "hints", "limit", "grace")
"""The fields of Table that are chosen when it is opened."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody for whom a seat is taken, and what he or she is called there."""

    player: Player
    name: str
    avatar: str = ""
    time_factor: float = 1


TIME_FACTORS = (1, 1.5, 2, 3)
"""The extra time a seat may be given: times the table's limit."""


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
) -> Table:
    """Opens a table whose seats are `plan`: HUMAN or a bot's level, 3–6 of them.

    `opener` sits on the first human seat; None opens a table of bots. `options` are some of
    OPTIONS.
    """
    if not MIN_SEATS <= len(plan) <= MAX_SEATS:
        raise ValueError(f"a table has {MIN_SEATS} to {MAX_SEATS} seats, not {len(plan)}")
    with write():
        table = _new_table(opener, options or {})
        rng = random.Random(table.seed)  # noqa: S311
        bots = iter(names.cast_bots(len(plan) - plan.count(HUMAN), [name], rng))
        for index, kind in enumerate(plan):
            seat = Seat(table=table, index=index)
            if kind != HUMAN:
                seat.level = kind
                seat.name, seat.avatar = next(bots)
            seat.save()
        if opener is not None:
            _sit(table, opener, name, avatar)
    return table


def open_seated(
    *,
    people: Sequence[Sitter],
    bots: Sequence[str],
    options: Mapping[str, Any] | None = None,
    now: datetime | None = None,
) -> Table:
    """A table that somebody else opens for these people and bots (levels); it begins at once.

    None of them is its opener. Each is away until a page of his or hers is open.
    """
    if not MIN_SEATS <= len(people) + len(bots) <= MAX_SEATS:
        raise ValueError(f"a table has {MIN_SEATS} to {MAX_SEATS} seats")
    with write():
        table = _new_table(None, options or {})
        rng = random.Random(table.seed)  # noqa: S311
        seats = [
            Seat(
                player=one.player,
                name=one.name,
                avatar=one.avatar,
                time_factor=one.time_factor,
                away_since=now or timezone.now(),
            )
            for one in people
        ]
        cast = names.cast_bots(len(bots), [one.name for one in people], rng)
        for level, (name, avatar) in zip(bots, cast, strict=True):
            seats.append(Seat(level=level, name=name, avatar=avatar))
        rng.shuffle(seats)
        for index, seat in enumerate(seats):
            seat.table, seat.index = table, index
            seat.save()
        start(table=table, player=None)
        return table


def take_seat(
    *,
    table: Table,
    player: Player,
    name: str,
    avatar: str,
    index: int | None = None,
    time_factor: float = 1,
) -> None:
    """Seats `player` at a table in the lobby, at `index` if that is free, else on the first seat.

    Refused: `started`, `closed`, `full`, `name_taken`; one who sits there already just stays.
    """
    with write():
        table = fresh(table)
        if table.seats.filter(player=player).exists():
            return
        _check_in_lobby(table)
        if not _free_seats(table):
            raise Refused("full")
        taken = table.seats.exclude(name="").values_list("name", flat=True)
        if names.alike(name) in {names.alike(other) for other in taken}:
            raise Refused("name_taken")
        _sit(table, player, name, avatar, index, time_factor)
        if table.opener_id is None:
            table.opener = player
        advance(table, opener=table.opener)


def start(*, table: Table, player: Player | None) -> None:
    """Deals and begins; free seats go to medium bots. Refused: `not_opener`, `closed`.

    Pressed twice it begins once.
    """
    with write():
        table = fresh(table)
        if not _may_start(table, player):
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
        table.deal, table.turn_at = engine.deal(rng, len(seats)), timezone.now()
        state = engine.new_game(table.deal, engine.Referee(table.referee))
        advance(
            table,
            phase=Table.Phase.PLAYING,
            deal=table.deal,
            turn_at=table.turn_at,
            due_at=due_at(table, state, seats),
        )
        before = Table.objects.filter(following=table).first()
        if before is not None:
            elsewhere.follows(before, table)


def give_time(*, table: Table, player: Player, index: int, factor: float) -> None:
    """In the lobby the opener gives a person's seat extra time, one of TIME_FACTORS.

    Refused: `not_opener`, `started`, `not_now`.
    """
    with write():
        table = fresh(table)
        if table.opener_id != player.pk:
            raise Refused("not_opener")
        _check_in_lobby(table)
        if factor not in TIME_FACTORS or not table.seats.filter(
            index=index, player__isnull=False
        ).update(time_factor=factor):
            raise Refused("not_now")
        advance(table)


def play_again(*, table: Table, player: Player) -> Table:
    """Seats `player` at the table that plays again with the same players; opened by the first.

    Everybody moves one seat to the right. Alone among bots the game begins at once; else everybody
    presses the same button to come along. Refused: `not_over`, `not_seated`, and as for
    `take_seat`.
    """
    with write():
        table = fresh(table)
        seats = list(table.seats.all())
        own = next((seat for seat in seats if seat.player_id == player.pk), None)
        if own is None:
            raise Refused("not_seated")
        if table.phase not in (Table.Phase.OVER, Table.Phase.ENDED):
            raise Refused("not_over")
        following = table.following
        if following is None or following.phase == Table.Phase.CLOSED:
            options = {option: getattr(table, option) for option in OPTIONS}
            following = _new_table(player, options)
            for seat in seats:
                _move_right(seat, following, len(seats))
            advance(table, following=following)
        take_seat(
            table=following,
            player=player,
            name=own.name,
            avatar=own.avatar,
            index=(own.index + 1) % len(seats),
            time_factor=own.time_factor,
        )
        if following.opener_id == player.pk and not _free_seats(following):
            start(table=following, player=player)
        return following


def forget_guests(*, now: datetime) -> int:
    """Deletes guests not seen for settings.GUEST_DAYS, tables only they knew, and old sessions.

    Where others still sit, the guest's seat stays without name or avatar. Returns how many.
    """
    limit = now - timedelta(days=settings.GUEST_DAYS)
    with write():
        gone = Player.objects.filter(is_guest=True, last_seen__lt=limit)
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


def _check_in_lobby(table: Table) -> None:
    if table.phase == Table.Phase.CLOSED:
        raise Refused("closed")
    if table.phase != Table.Phase.LOBBY:
        raise Refused("started")


def _may_start(table: Table, player: Player | None) -> bool:
    """The opener; while he or she is away, anybody who sits there."""
    if table.opener_id is None or player is None:
        return table.opener_id is None and player is None
    away = table.seats.filter(player=table.opener, away_since__isnull=False).exists()
    seated = table.seats.filter(player=player).exists()
    return table.opener_id == player.pk or (away and seated)


def _new_table(opener: Player | None, options: Mapping[str, Any]) -> Table:
    return Table.objects.create(
        code=_free_code(), opener=opener, seed=secrets.randbits(62), **options
    )


def _move_right(seat: Seat, following: Table, seats: int) -> None:
    """The seat's place at the next table: a bot as it is, a person's free until he or she comes."""
    place = Seat(table=following, index=(seat.index + 1) % seats, level=seat.level)
    if seat.level:
        place.name, place.avatar = seat.name, seat.avatar
    place.save()


def _free_seats(table: Table) -> list[Seat]:
    return [seat for seat in table.seats.all() if seat.is_free]


def _sit(
    table: Table,
    player: Player,
    name: str,
    avatar: str,
    index: int | None = None,
    time_factor: float = 1,
) -> None:
    free = _free_seats(table)
    seat = next((seat for seat in free if seat.index == index), free[0])
    seat.player, seat.name, seat.avatar = player, name, avatar
    seat.time_factor = time_factor
    seat.save()
    if name:  # a pupil's is the class's to say
        Player.objects.filter(pk=player.pk).update(avatar=avatar)
        Player.objects.filter(pk=player.pk, is_guest=True).update(name=name)
