"""What the pages of a table show, and the fragments that keep them true."""

from game.pages.glance import Glance, glance_of, news_of
from game.pages.parts import (
    FOR_PLAYERS,
    FOR_SPECTATORS,
    fragment,
    fragments,
    move_fragment,
    shows,
    table_context,
)
from game.pages.replay import replay_of
from game.pages.rooms import end_context, full_context, lobby_context, running
from game.pages.seats import NAMELESS, shown_seats
from game.pages.table import Moment
from game.pages.values import TINTS

__all__ = [
    "FOR_PLAYERS",
    "FOR_SPECTATORS",
    "NAMELESS",
    "TINTS",
    "Glance",
    "Moment",
    "end_context",
    "fragment",
    "fragments",
    "full_context",
    "glance_of",
    "lobby_context",
    "move_fragment",
    "news_of",
    "replay_of",
    "running",
    "shown_seats",
    "shows",
    "table_context",
]
