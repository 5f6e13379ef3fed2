"""The rules of the game "Cărți cu animale", without any framework: standard library only.

A game is a frozen `State`; `apply` turns it into the next one with the events of the move.
Players, bots and pages see a `SeatView`. A finished game is kept as a `Record`.
"""

from game.engine.cards import CARDS, CONTINENTS, OPENING_CARD, continent_of, deal, number_of
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
    "OPENING_CARD",
    "Action",
    "Event",
    "IllegalAction",
    "Pass",
    "Place",
    "Referee",
    "SeatView",
    "State",
    "Timeout",
    "apply",
    "continent_of",
    "deal",
    "legal",
    "new_game",
    "number_of",
    "seat_view",
]
