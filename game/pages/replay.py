"""Looking back at a finished game: the table after any of its moves, with everybody's cards.

The game is over, so nothing is secret any more; until then no page may be made from this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from game import history, names
from game.catalogue import CardFace, face
from game.models import Seat, Table
from game.pages.mistakes import misplaced_card, newest_note
from game.pages.seats import NAMELESS, seat_name, shown_seats
from game.pages.table import Moment, story_of, table_view
from game.pages.values import Note, SeatLine, StoryLine, TableView

STORY = 12
"""Lines of the story beside the rows: as many as the largest screen has room for."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A seat's cards, face up; `moved` when this move was the seat's."""

    seat: SeatLine
    cards: tuple[CardFace, ...]
    moved: bool
    tried: str
    """The slug of the card that this move sent back, or empty."""


@dataclass(frozen=True, slots=True)
class Step:
    """A link to another move; `same` when it is this one."""

    id: str
    label: str
    url: str
    same: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished game after `move` of its `moves`."""

    code: str
    move: int
    moves: int
    counted: str
    told: StoryLine | None
    """What the move led to first; None for the deal."""
    title: SafeString | str
    more: tuple[StoryLine, ...]
    view: TableView
    note: Note | None
    story: tuple[StoryLine, ...]
    """The story up to this move, newest first."""
    hands: tuple[OpenHand, ...]
    back: tuple[Step, ...]
    on: tuple[Step, ...]
    url: str
    leave_url: str
    named: bool


def replay_of(table: Table, index: int | None, move: int, named: bool = True) -> Replay:
    """The table after `move` moves (at most all) as seat `index` looks back; None: a spectator."""
    seats = shown_seats(table.seats.all(), named)
    moves = len(history.game_of(table).entries)
    move = min(move, moves)
    then = history.game_at(table, move)
    story = list(story_of(table, seats, then.entries[-STORY:], index))[:STORY]
    # Its last move alone is what the page tells, lights up and explains.
    then = replace(then, entries=then.entries[-1:], before=None)
    called = [seat_name(seat) for seat in seats]
    view = table_view(Moment.of(table, seats, then), None)
    lines = list(story_of(table, seats, then.entries, index))[::-1]
    told = lines[0] if lines else None
    url, less = reverse("game:replay", args=[table.code]), "" if named else f"&{NAMELESS}"
    return Replay(
        code=table.code,
        move=move,
        moves=moves,
        counted=_("Move %(move)d of %(moves)d") % {"move": move, "moves": moves},
        told=told,
        title=told.html if told else _("The cards are dealt"),
        more=tuple(lines[1:]),
        view=view,
        story=tuple(story),
        note=newest_note(then, called, index) if table.explain else None,
        hands=_hands(view.seats, seats, then, index),
        back=(
            Step("to-first", _("To the beginning"), f"{url}?move=0{less}", move == 0),
            Step(
                "to-before", _("The move before"), f"{url}?move={max(move - 1, 0)}{less}", move == 0
            ),
        ),
        on=(
            Step(
                "to-next",
                _("The next move"),
                f"{url}?move={min(move + 1, moves)}{less}",
                move == moves,
            ),
            Step("to-last", _("To the end"), f"{url}?move={moves}{less}", move == moves),
        ),
        url=url,
        leave_url=reverse("game:watch" if index is None else "game:table", args=[table.code])
        + less.replace("&", "?"),
        named=named,
    )


def _hands(
    lines: Sequence[SeatLine], seats: Sequence[Seat], then: history.Game, index: int | None
) -> tuple[OpenHand, ...]:
    last = then.entries[-1] if then.entries else None
    tried = (misplaced_card(last) if last else None) or ""
    hands = []
    for seat, line in zip(seats, lines, strict=True):
        moved = last is not None and last.seat == seat.index
        hands.append(
            OpenHand(
                seat=replace(line, is_me=seat.index == index),
                cards=tuple(sorted(map(face, then.state.hands[seat.index]), key=_by_number)),
                moved=moved,
                tried=face(tried).slug if tried and moved else "",
            )
        )
    return tuple(hands)


def _by_number(card: CardFace) -> tuple[int, object]:
    """As in a hand at the table: by number, then by name."""
    return card.number, names.alphabetical(card.name)
