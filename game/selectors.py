"""Readers of tables and what happened at them."""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from game import engine, history
from game.models import Move, Player, Seat, Table
from game.moments import Iso
from game.prepared import Prepared

SERIES = 12
"""Games that a score sheet has room for."""

# A table and its seats at once: every table has some.
_whole = Seat.objects.select_related("table")
_by_code = Prepared(lambda code: _whole.select_related("player").filter(table__code=code))
_by_key = Prepared(lambda key: _whole.filter(table=key))


def table_by_code(code: str) -> Table | None:
    """The table with this code, if any."""
    return _table_of(_by_code.all(code=code))


def again(table: Table) -> Table:
    """The table as it is by now."""
    return table_by_key(table.pk)


def table_by_key(key: int) -> Table:
    """The table with this key; Table.DoesNotExist without one."""
    table = _table_of(_by_key.all(key=key))
    if table is None:
        raise Table.DoesNotExist
    return table


def _table_of(seats: list[Seat]) -> Table | None:
    """The table at which these seats stand, if any, with them as `seated`."""
    if not seats:
        return None
    table = seats[0].table  # they share it
    table.seated = seats
    return table


def seat_of(table: Table, player: Player | None) -> Seat | None:
    """The seat at which `player` sits, if any."""
    if player is None:
        return None
    return table.seats.filter(player=player).first()


def has_room(table: Table) -> bool:
    """Whether somebody may still sit down."""
    return table.phase == Table.Phase.LOBBY and any(seat.is_free for seat in table.seats.all())


def version_of(table_id: int) -> int:
    """The table's version at this moment."""
    return Table.objects.values_list("version", flat=True).get(pk=table_id)


def versions_of(tables: Collection[int]) -> dict[int, int]:
    """The versions of these tables at this moment, by their keys."""
    return dict(Table.objects.filter(pk__in=tables).values_list("pk", "version"))


def running_tables(player: Player) -> list[Table]:
    """The player's tables that are not over, newest first."""
    return list(Table.objects.running().filter(seats__player=player).order_by("-opened_at")[:3])


def seat_view_for(table: Table, seat: int | None) -> engine.SeatView:
    """What `seat` may know of a dealt table; None for a spectator."""
    return engine.seat_view(history.game_of(table).state, seat)


class Placement(NamedTuple):
    """A row that a player named for a card: evidence of what he or she knows about it.

    A tuple, since a year has many.
    """

    player: int
    card: str
    row: str
    moment: str
    """`at`, as the database tells it."""
    hinted: bool = False
    """Whether the table gave hints: then it tells nothing about the player."""

    @property
    def right(self) -> bool:
        """Whether the row is the card's continent, even if the card could not lie there yet."""
        return self.row == engine.continent_of(self.card)

    @property
    def at(self) -> datetime:
        """When it was."""
        return datetime.fromisoformat(self.moment)


def placements_by(player: Player) -> Iterator[Placement]:
    """What the player's placements tell; see `placements_of`."""
    return placements_of([player.pk])


def placements_of(
    players: Collection[int], since: datetime | None = None, until: datetime | None = None
) -> Iterator[Placement]:
    """The first row that each of these players named for each card in each game, game by game;
    with `since` only those made from then on, with `until` only those made before.

    Later tries of the same card, the forced opening, and what a bot did for a player are no
    evidence.
    """
    sitting = Seat.objects.filter(player__in=players)
    if since is not None:
        # All moves of a game, since only the first of them about a card counts.
        sitting = sitting.filter(table__changed_at__gte=since)
        since = since.astimezone(UTC)  # moments of one time zone are compared quickly
    seats = {
        (table, index): (player, hints)
        for table, index, player, hints in sitting.values_list(
            "table_id", "index", "player_id", "table__hints"
        )
    }
    named: set[tuple[int, int, str]] = set()
    moves = Move.objects.filter(
        table__in=sitting.values("table"), kind=Move.Kind.PLACE, by=Move.By.PLAYER
    ).order_by("table_id", "version")
    if until is not None:
        moves = moves.filter(at__lt=until)
    facts = moves.values_list("table_id", "seat", "card", "row", Iso("at"))
    for table, seat, card, row, moment in facts.iterator(chunk_size=5_000):
        sat = seats.get((table, seat))
        if sat is None or (table, seat, card) in named:
            continue
        named.add((table, seat, card))
        player, hints = sat
        placed = Placement(player, card, row, moment, hints)
        if card != engine.OPENING_CARD and (since is None or since <= placed.at):
            yield placed


def series_of(table: Table) -> list[Table]:
    """The games with the same players that led to this one, which is the last; SERIES at most."""
    games = [table]
    while len(games) < SERIES:
        before = Table.objects.filter(following=games[0]).first()
        if before is None:
            break
        games.insert(0, before)
    return games


def record_of(table: Table) -> engine.Record:
    """The game as a record; seats without a name have an empty one."""
    return engine.Record(
        hands=tuple(tuple(hand) for hand in table.deal or ()),
        actions=tuple((move.seat, history.action_of(move)) for move in table.moves.all()),
        referee=engine.Referee(table.referee),
        players=tuple(seat.name for seat in table.seats.all()),
    )
