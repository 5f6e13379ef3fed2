"""A game told again from its deal and moves, and kept while it is being played.

The cache is only that: any process rebuilds any table at any version from the database.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock

from game import engine
from game.models import Move, Table
from game.prepared import Prepared

KEPT = 500
"""Games kept in this process; an hour of a large school."""
LOOKED_AT = 20
"""Games kept after their end, when everybody looks at the places."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One move, at a version of the table, and the events it led to."""

    version: int
    seat: int
    events: tuple[engine.Event, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """The engine's state at a version of a table, and how it came about."""

    version: int
    state: engine.State
    entries: tuple[Entry, ...] = ()
    before: "Game | None" = None
    """The game before the last move, which itself remembers no other."""

    def after(
        self, version: int, seat: int, state: engine.State, events: tuple[engine.Event, ...]
    ) -> "Game":
        """The game once `seat` has moved at `version`."""
        entries = (*self.entries, Entry(version, seat, events))
        return Game(version + 1, state, entries, replace(self, version=version, before=None))


_since = Prepared(
    lambda table, first, end: Move.objects.filter(
        table=table, version__gte=first, version__lt=end
    ).order_by("version")
)
_kept: OrderedDict[int, Game] = OrderedDict()
_over: OrderedDict[int, None] = OrderedDict()
_lock = Lock()


def game_of(table: Table) -> Game:
    """The game at `table.version`; the table must have been dealt."""
    with _lock:
        known = _kept.get(table.pk)
        if known is not None:
            _kept.move_to_end(table.pk)
    if known is not None and known.version == table.version:
        return known
    if known is None or known.version > table.version:
        known = _dealt(table)
    game = replace(_go_on(table, known), version=table.version)
    remember(table.pk, game)
    return game


def game_at(table: Table, moves: int) -> Game:
    """The game as it was after its first `moves` moves; it is told again and not kept."""
    return _go_on(table, _dealt(table), moves)


def remember(table_id: int, game: Game) -> None:
    """Keeps `game` unless a newer version is kept already."""
    with _lock:
        known = _kept.get(table_id)
        if known is None or known.version <= game.version:
            _kept[table_id] = game
            _kept.move_to_end(table_id)
            if game.state.over:
                _over[table_id] = None
                _over.move_to_end(table_id)
            while len(_over) > LOOKED_AT:
                _kept.pop(_over.popitem(last=False)[0], None)
            while len(_kept) > KEPT:
                _kept.popitem(last=False)


def go_on(move: Move) -> None:
    """Keeps the game after a move that was heard of, if the game before it is kept."""
    with _lock:
        known = _kept.get(move.table_id)
    if known is not None and known.version == move.version:
        remember(move.table_id, _moved(known, move))


def forget() -> None:
    """Lets the next reader tell every game again."""
    with _lock:
        _kept.clear()
        _over.clear()


def action_of(move: Move) -> engine.Action:
    """The engine's action of a stored move."""
    match move.kind:
        case Move.Kind.PLACE:
            return engine.Place(move.card, move.row)
        case Move.Kind.PASS:
            return engine.Pass()
        case _:
            return engine.Timeout()


def _dealt(table: Table) -> Game:
    if table.deal is None:
        raise ValueError(f"table {table.code} has not been dealt")
    return Game(0, engine.new_game(table.deal, engine.Referee(table.referee)))


def _go_on(table: Table, game: Game, most: int | None = None) -> Game:
    """The game with the moves since, `most` of them at most."""
    for move in _since.all(table=table.pk, first=game.version, end=table.version)[:most]:
        game = _moved(game, move)
    return game


def _moved(game: Game, move: Move) -> Game:
    state, events = engine.apply(game.state, move.seat, action_of(move))
    return game.after(move.version, move.seat, state, events)
