"""What the pages of a table show: plain frozen values, made for one viewer in one language.

Only what stands here reaches a template; two values that are equal look the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString

from game.catalogue import CardFace

TINTS = "abcdef"


class Badge(NamedTuple):
    """A word beside a seat: `kind` is turn, penalty, away or empty; `left` seconds count down."""

    text: str
    kind: str = ""
    left: int | None = None


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as everybody may see it."""

    index: int
    name: str
    avatar: str
    is_me: bool = False
    is_bot: bool = False
    is_opener: bool = False
    free: bool = False
    level_text: str = ""
    cards: int = 0
    on_turn: bool = False
    place: int | None = None
    lost_turns: int = 0
    away: bool = False
    time_factor: str = ""
    """Extra time ("1.5"), for the opener in the lobby; empty for everybody else."""
    notes: tuple[Badge, ...] = ()

    @property
    def tint(self) -> str:
        """The letter of the avatar's background."""
        return TINTS[self.index]


class Ask(NamedTuple):
    """A button that asks for something about an absent player, or to end the game.

    `value` is what the form sends; `votes` says who asks already, if that is not enough.
    """

    value: str
    label: str
    votes: str = ""
    about: int | None = None
    """The seat it is about; None: everybody."""


class Prompt(NamedTuple):
    """Whose turn it is and what can be done, in words. `kind`: turn, wait, told or done."""

    kind: str
    title: str
    text: str
    mine: bool = False
    """Whether the viewer is to move, whatever the words say."""
    row_text: str = ""
    avatar: str = ""
    tint: str = ""
    can_pass: bool = False
    pass_label: str = ""
    go: str = ""
    """An address the page moves on to by itself, and its link's."""
    left: int | None = None
    """Seconds that are left, of `of`: of the turn, or of waiting for somebody."""
    of: int = 0
    asks: tuple[Ask, ...] = ()
    take_back: bool = False
    """Whether a bot plays for the viewer, who may take the seat again."""
    paused: bool = False
    """Whether the teacher has let the game stand still."""


@dataclass(frozen=True, slots=True)
class HandCard(CardFace):
    """A card of the own hand; `back` when a wrong placement has just sent it back.

    With hints it shows its continent, and whether it `fits` now; else it never tells either.
    """

    back: bool
    home: str = ""
    home_name: str = ""
    fits: bool = False
    asked: bool = False
    """Whether a lesson wants it to be tapped."""

    @property
    def id(self) -> str:
        """The id of the card's radio button."""
        return f"card-{self.slug}"


class Slot(NamedTuple):
    """One of the twelve places of a row."""

    row: str
    number: int
    card: CardFace | None = None
    open: bool = False
    fresh: bool = False

    @property
    def id(self) -> str:
        """Of its element. It names the place; a card's code stands on no page."""
        return f"slot-{self.row}-{self.number}"


class Says(NamedTuple):
    """A row in words, for those who don't see it."""

    code: str
    text: str

    @property
    def id(self) -> str:
        """Of its element."""
        return f"says-{self.code}"


class Row(NamedTuple):
    """A row of the layout."""

    code: str
    name: str
    says: Says
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A sheet over the rows: why a placement was wrong, with the region on the world map.

    Without `home` it has no map: what happened while the reader was away, in `lines`.
    """

    n: str
    title: str
    text: str
    lines: tuple[SafeString, ...] = ()
    card: CardFace | None = None
    home: str = ""
    home_name: str = ""
    claimed: str = ""
    claimed_name: str = ""
    mine: bool = False
    pin_x: str = ""
    pin_y: str = ""
    home_label_x: str = ""
    home_label_y: str = ""
    claimed_label_x: str = ""
    claimed_label_y: str = ""


class StoryLine(NamedTuple):
    """A line of the story with the avatar of whom it tells ("" for the table itself)."""

    n: str
    avatar: str
    tint: str
    html: SafeString


@dataclass(frozen=True, slots=True)
class Learn:
    """A card to remember: where its animal lives, and what was tried."""

    card: CardFace
    home: str
    home_name: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """For a player who has finished while the others play on."""

    place: int
    title: str
    text: str
    learn: tuple[Learn, ...]


class Own(NamedTuple):
    """What each viewer sees otherwise; the fields are named as their templates."""

    note: Note | None
    prompt: Prompt
    menu: tuple[Ask, ...] | None
    """None for a spectator."""
    hand: tuple[HandCard, ...] | None
    """None for a spectator, and where there is `done`."""
    done: Done | None


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a table's page shows to one viewer."""

    code: str
    version: int
    is_player: bool
    seats: tuple[SeatLine, ...]
    """The others in turn order, the next first; for a spectator everybody."""
    me: SeatLine | None
    rows: tuple[Row, ...]
    own: Own


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the final standing."""

    place: int
    name: str
    avatar: str
    tint: str
    text: str
    is_me: bool


@dataclass(frozen=True, slots=True)
class Score:
    """A player's line of the score sheet: points game by game ("–" for one ended early)."""

    name: str
    avatar: str
    tint: str
    is_me: bool
    points: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Again:
    """The button that plays again with the same players."""

    label: str
    text: str
