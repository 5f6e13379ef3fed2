"""The rules of the game "Cărți cu animale", without any framework: standard library only.

A game is a frozen `State`; `apply` turns it into the next one with the events of the move.
Players, bots and pages see a `SeatView`. A finished game is kept as a `Record`.
"""

from game.engine.bots import LEVELS, choose
from game.engine.cards import (
    CARDS,
    CONTINENTS,
    OPENING_CARD,
    BadDeal,
    continent_of,
    deal,
    number_of,
)
from game.engine.record import (
    BadRecord,
    Record,
    dump_record,
    dump_result,
    parse_record,
    read_records,
    replay,
)
from game.engine.rules import apply, legal, new_game
from game.engine.state import (
    Action,
    Event,
    IllegalAction,
    Pass,
    Place,
    Referee,
    State,
    Timeout,
)
from game.engine.view import SeatView, seat_view

__all__ = [
    "CARDS",
    "CONTINENTS",
    "LEVELS",
    "OPENING_CARD",
    "Action",
    "BadDeal",
    "BadRecord",
    "Event",
    "IllegalAction",
    "Pass",
    "Place",
    "Record",
    "Referee",
    "SeatView",
    "State",
    "Timeout",
    "apply",
    "choose",
    "continent_of",
    "deal",
    "dump_record",
    "dump_result",
    "legal",
    "new_game",
    "number_of",
    "parse_record",
    "read_records",
    "replay",
    "seat_view",
]
