"""Who is there: going away, coming back, leaving, and what players decide about each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.utils import timezone

from game import elsewhere, history
from game.models import Happening, Player, Seat, Table
from game.refusals import Refused
from game.services.moves import stand_in
from game.services.writing import advance, arrive, due_at, fresh, write

BOT, WAIT, END = "bot", "wait", "end"
"""What can be asked for: a bot for a seat, to wait for it however long, to end the game."""


def go_away(*, table_id: int, index: int, now: datetime | None = None) -> None:
    """None of the player's pages is open any more: everybody sees it, and the grace begins."""
    with write():
        table = Table.objects.select_for_update().filter(pk=table_id).first()
        seat = _seat(table, index)
        if table is None or seat is None or seat.away_since is not None:
            return
        seat.away_since = now or timezone.now()
        seat.save()
        _reschedule(table)
        _recount(table)


def come_back(
    *, table_id: int, index: int, now: datetime | None = None, sent: bool = False
) -> None:
    """A page of the player is open again: the seat is his or hers at once.

    Who was moved to another table takes it only when `sent` back.
    """
    with write():
        table = Table.objects.select_for_update().filter(pk=table_id).first()
        seat = _seat(table, index)
        if table is None or seat is None or (seat.away_since is None and not seat.stand_in):
            return
        if not sent and elsewhere.moved_to(seat):
            return
        seats = list(table.seats.all())
        seat, replaced = seats[index], seat.stand_in
        arrive(table, seats, index, now or timezone.now())
        if replaced:
            seat.stand_in, seat.back_at = False, table.version
            seat.save()
            Happening.objects.create(
                table=table, version=table.version, seat=index, kind=Happening.Kind.BACK
            )
        _reschedule(table, settled=index, restarts=replaced)
        _recount(table)


def still_here(*, table_id: int, index: int) -> None:
    """A page of the player is open as before, whatever a process that has just started believed.

    Where a bot plays by the others' wish it goes on.
    """
    away = Seat.objects.filter(
        table=table_id, index=index, away_since__isnull=False, stand_in=False
    )
    if away.exists():
        come_back(table_id=table_id, index=index)


def everybody_else_is_away(
    *, here: Collection[tuple[int, int]], now: datetime
) -> list[tuple[int, int]]:
    """Whoever sits at a table but is not `here` (tables' keys and seats' indices) is away until a
    page is open again: at a start of the server, all. Returns who was not away before.

    Pages open themselves again within seconds, long before anybody's grace has passed.
    """
    believed = Seat.objects.filter(
        table__in=Table.objects.running(), player__isnull=False, away_since__isnull=True
    )
    away: dict[int, list[int]] = {}
    for table_id, index in believed.values_list("table", "index"):
        if (table_id, index) not in here:
            away.setdefault(table_id, []).append(index)
    for table in Table.objects.filter(pk__in=away):
        with write():
            table = fresh(table)
            table.seats.filter(index__in=away[table.pk]).update(away_since=now)
            table.turn_at = table.turn_at and now  # nobody loses a turn to a power cut
            _reschedule(table)
    return [(table_id, index) for table_id, indices in away.items() for index in indices]


def leave(*, table: Table, player: Player) -> None:
    """In the lobby frees the player's seat; in a game a bot plays on until he or she is back.

    In the lobby the next person becomes the opener, and when nobody is left the table is closed.
    Refused: `not_seated`, `game_over`.
    """
    with write():
        table = fresh(table)
        seat = table.seats.filter(player=player).first()
        if seat is None:
            raise Refused("not_seated")
        if table.phase == Table.Phase.PLAYING:
            state = history.game_of(table).state
            if not seat.stand_in and seat.index not in state.places:
                seats = list(table.seats.all())
                stand_in(table, state, seats, seat.index, Happening.Kind.LEFT)
                _recount(table)
        elif table.phase == Table.Phase.LOBBY:
            _free(table, seat, player)
        else:
            raise Refused("game_over")


def ask(*, table: Table, player: Player, what: str, about: int | None = None) -> None:
    """The player asks for a BOT to play for seat `about`, to WAIT for it, or to END the game.

    The opener's word is enough; others need more than half of those present, now or when somebody
    has gone or come. Refused: `not_seated`, `not_now`.
    """
    with write():
        table = fresh(table)
        seats = list(table.seats.all())
        own = next((seat for seat in seats if seat.player_id == player.pk), None)
        if own is None:
            raise Refused("not_seated")
        if about == own.index or not _is_possible(table, seats, what, about):
            raise Refused("not_now")
        key = f"{what}:{'' if about is None else about}"
        asking = {*table.votes.get(key, ()), own.index}
        if table.opener_id == player.pk or _are_most(seats, asking, about):
            _carry_out(table, seats, what, about)
            _recount(table)
        else:
            advance(table, votes=table.votes | {key: sorted(asking)})


def _is_possible(table: Table, seats: Sequence[Seat], what: str, about: int | None) -> bool:
    """Whether it would change anything: nobody is waited for while a bot plays."""
    if table.phase != Table.Phase.PLAYING:
        return False
    if what == END or about is None:
        return what == END and about is None
    if about >= len(seats) or about in history.game_of(table).state.places:
        return False
    seat = seats[about]
    if not seat.is_human or seat.stand_in:
        return False
    return what == BOT or (seat.away_since is not None and not seat.waited_for)


def _are_most(seats: Sequence[Seat], asking: Iterable[int], about: int | None) -> bool:
    """Whether `asking` are more than half of those present; whom it is about has no vote."""
    voters = {seat.index for seat in seats if seat.is_present and seat.index != about}
    return 2 * len(voters.intersection(asking)) > len(voters)


def _recount(table: Table) -> None:
    """What most of those now present have asked for is done, since somebody has gone or come."""
    table = fresh(table)
    seats = list(table.seats.all())
    for key, asking in table.votes.items():
        what, _, seat = key.partition(":")
        about = int(seat) if seat else None
        if _are_most(seats, asking, about) and _is_possible(table, seats, what, about):
            _carry_out(table, seats, what, about)
            _recount(table)  # with a bot at one more seat, others may have become most
            return


def end_game(table: Table, kind: Happening.Kind = Happening.Kind.ENDED) -> None:
    """Within a transaction: the game is over before the last place was taken."""
    Happening.objects.create(table=table, version=table.version, seat=None, kind=kind)
    advance(table, phase=Table.Phase.ENDED, due_at=None, paused_at=None, votes={})


def _carry_out(table: Table, seats: Sequence[Seat], what: str, about: int | None) -> None:
    state = history.game_of(table).state
    if about is None:
        end_game(table)
    elif what == BOT:
        stand_in(table, state, seats, about, Happening.Kind.STAND_IN)
    else:
        seats[about].waited_for = True
        seats[about].save()
        _reschedule(table, settled=about)


def _seat(table: Table | None, index: int) -> Seat | None:
    """The seat of somebody at a table that is not over."""
    if table is None or table.phase not in (Table.Phase.LOBBY, Table.Phase.PLAYING):
        return None
    return table.seats.filter(index=index, player__isnull=False).first()


def _reschedule(table: Table, settled: int | None = None, restarts: bool = False) -> None:
    """The next version, with what is due anew.

    What was asked about seat `settled` is forgotten; its turn `restarts` with the whole time.
    """
    votes = {key: by for key, by in table.votes.items() if key.split(":")[1] != str(settled)}
    if table.phase != Table.Phase.PLAYING:
        advance(table, votes=votes)
        return
    state, seats = history.game_of(table).state, list(table.seats.all())
    if restarts and settled == state.to_move:
        table.turn_at = timezone.now()
    advance(table, turn_at=table.turn_at, due_at=due_at(table, state, seats), votes=votes)


def _free(table: Table, seat: Seat, player: Player) -> None:
    Seat.objects.filter(pk=seat.pk).update(
        player=None, name="", avatar="", away_since=None, time_factor=1
    )
    heir = table.seats.filter(player__isnull=False).first()
    if heir is None:
        advance(table, phase=Table.Phase.CLOSED, opener=None)
    elif table.opener_id == player.pk:
        advance(table, opener=heir.player)
    else:
        advance(table)
