"""The only writers of tables, seats and moves.

Each is one transaction, ends in a compare-and-swap on `Table.version`, and announces the new
version after commit. What a rule or the moment forbids raises `Refused`; the table is untouched.
"""

from game.services.clocks import clock_was_set, last_change
from game.services.moves import pass_turn, place, play_due, postpone
from game.services.people import (
    ask,
    come_back,
    everybody_else_is_away,
    go_away,
    leave,
    still_here,
)
from game.services.tables import (
    HUMAN,
    MAX_SEATS,
    MIN_SEATS,
    OPTIONS,
    TIME_FACTORS,
    Sitter,
    forget_guests,
    give_time,
    make_player,
    open_seated,
    open_table,
    play_again,
    see,
    start,
    take_seat,
)
from game.services.teaching import end, go_on, pause, replace_by_bot, sit_in

__all__ = [
    "HUMAN",
    "MAX_SEATS",
    "MIN_SEATS",
    "OPTIONS",
    "TIME_FACTORS",
    "Sitter",
    "ask",
    "clock_was_set",
    "come_back",
    "end",
    "everybody_else_is_away",
    "forget_guests",
    "give_time",
    "go_away",
    "go_on",
    "last_change",
    "leave",
    "make_player",
    "open_seated",
    "open_table",
    "pass_turn",
    "pause",
    "place",
    "play_again",
    "play_due",
    "postpone",
    "replace_by_bot",
    "see",
    "sit_in",
    "start",
    "still_here",
    "take_seat",
]
