"""A game at one moment, and what may be done and told in it: actions, events, refusals."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from game.engine.cards import CONTINENTS, cards_of

Rows = Mapping[str, tuple[int, int] | None]
# What happened in front of everybody, its name first:
#   ("placed", seat, card, row)       ("misplaced", seat, card, row, reason)
#   ("passed", seat)                  ("declined", seat)       ("timed_out", seat)
#   ("discovered", seat, card), the card None with a strict referee
#   ("bonus", seat)                   ("finished", seat, place), from 1
#   ("turn_lost", seat)               ("over",)
Event = tuple[str | int | None, ...]


class Referee(StrEnum):
    """How a false pass is discovered (rule V)."""

    TABLE = "table"  # when its player shows a card that was playable then
    STRICT = "strict"  # at once
    OFF = "off"  # never


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a card in a row: the claim "this animal lives there" (rules I, II).

    Any text may be in it: `apply` refuses what is no card or no row.
    """

    card: str
    row: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Say "I have no card to lay" (rules IV, V), or decline a pending bonus (rule III)."""


@dataclass(frozen=True, slots=True)
class Timeout:
    """The clock took the turn or the bonus. The program does this, never a player."""


Action = Place | Pass | Timeout


class IllegalAction(ValueError):
    """An action the rules refuse; the state is untouched and there is no penalty.

    `code` is one of game_over, not_your_turn, opening_required, unknown_card, unknown_row,
    not_in_hand; `message` is a sentence. `at` is the index of the action in a replayed record.
    """

    def __init__(self, code: str, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at


class State(NamedTuple):
    """A whole game at one moment, with every hand: for the referee only.

    Players, bots and pages get a `SeatView`. A set of cards is a mask (see cards.py); what is kept
    per seat is a tuple in seat order.
    """

    referee: Referee
    held: tuple[int, ...]  # the cards in hand; a seat without any has finished
    laid: int  # the cards on the table
    to_move: int | None
    bonus: bool  # the seat to move may lay one more (rule III)
    lost_turns: tuple[int, ...]  # penalty turns still owed (rule V)
    places: tuple[int, ...]  # seats in finishing order (rule VI)
    seen: tuple[int, ...]  # cards in hand that a wrong placement has shown to all
    passes: tuple[tuple[int, ...], ...]  # what anybody could have laid at each pass not yet proven
    # false: an honest passer holds none of it, and whoever shows a card of it has lied

    @property
    def seats(self) -> int:
        """How many sit at the table, 3 to 6."""
        return len(self.held)

    @property
    def over(self) -> bool:
        """Whether all places are taken (rule VI)."""
        return self.to_move is None

    @property
    def opening(self) -> bool:
        """Whether the reindeer is still to be laid."""
        return not self.laid

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The codes in each seat's hand, sorted EU, AS, AF, AM, AU, then by number."""
        return tuple(cards_of(mask) for mask in self.held)

    @property
    def rows(self) -> Rows:
        """The run (low, high) laid in each row; None where the 6 is not laid yet (rule I)."""
        return rows_of(self.laid)


def rows_of(laid: int) -> Rows:
    """The run (low, high) in each row of a layout, or None."""
    rows: dict[str, tuple[int, int] | None] = {}
    for continent in CONTINENTS:
        run = laid & 0xFFF
        rows[continent] = ((run & -run).bit_length(), run.bit_length()) if run else None
        laid >>= 12
    return rows
