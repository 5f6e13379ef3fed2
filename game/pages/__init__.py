"""What the pages of a table show, and the fragments that keep them true."""

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
from game.pages.values import TINTS

__all__ = [
    "FOR_PLAYERS",
    "FOR_SPECTATORS",
    "TINTS",
    "end_context",
    "fragment",
    "fragments",
    "full_context",
    "lobby_context",
    "move_fragment",
    "replay_of",
    "running",
    "shows",
    "table_context",
]
