"""A dealt table as one viewer sees it: a player at a seat, or a spectator.

Only a `SeatView` is read here, never the engine's state, so that no page can show what its viewer
may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from game import engine, history, story
from game.models import Happening, Seat, Table
from game.pages.cards import hand_of, rows_of
from game.pages.mistakes import newest_note, to_remember
from game.pages.people import absence, asks_about, menu, seconds_left, welcome_back
from game.pages.seats import NAMELESS, seat_name
from game.pages.values import (
    TINTS,
    Ask,
    Badge,
    Done,
    Own,
    Prompt,
    Row,
    SeatLine,
    StoryLine,
    TableView,
)
from game.refusals import Refused
from game.services.writing import absences_end, limit_ends


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at one version, with what every viewer sees alike."""

    table: Table
    seats: Sequence[Seat]
    game: history.Game
    ends: dict[int, datetime]
    lines: tuple[SeatLine, ...]
    menu: tuple[Ask, ...]
    rows: tuple[Row, ...]
    onlooker: engine.SeatView
    """What everybody may know."""
    language: str
    named: bool = True
    """Whether players' names are in it."""
    _owns: dict[int | None, Own] = field(default_factory=dict)

    @classmethod
    def of(
        cls, table: Table, seats: Sequence[Seat], game: history.Game, named: bool = True
    ) -> Moment:
        """In the language of this thread; `seats` are as shown."""
        view = engine.seat_view(game.state, None)
        ends = absences_end(table, game.state, seats)
        lines = tuple(_seat_lines(table, seats, view, ends))
        over = view.over or table.phase == Table.Phase.ENDED
        language, called = get_language() or "ro", [line.name for line in lines]
        asks = () if over else menu(table, seats, view.places, called, language)
        rows = rows_of(view, game.entries[-1] if game.entries else None, language)
        return cls(table, seats, game, ends, lines, asks, rows, view, language, named)

    def own(self, index: int | None) -> Own:
        """What seat `index` (None: a spectator) sees otherwise than the others; made once."""
        if index not in self._owns:
            self._owns[index] = _own(self, index)
        return self._owns[index]


def table_view(moment: Moment, index: int | None, told: Refused | None = None) -> TableView:
    """The game as seat `index` (None: a spectator) sees it, with a refusal to tell, if any."""
    lines, own = moment.lines, moment.own(index)
    others = [lines[(i + (index or 0)) % len(lines)] for i in range(len(lines))]
    return TableView(
        code=moment.table.code,
        version=moment.game.version,
        is_player=index is not None,
        me=None if index is None else others.pop(0),
        seats=tuple(others),
        rows=moment.rows,
        own=own._replace(prompt=_told(told, own.prompt)) if told else own,
    )


def _own(moment: Moment, index: int | None) -> Own:
    table, seats, game, lines = moment.table, moment.seats, moment.game, moment.lines
    view = engine.seat_view(game.state, index, moment.onlooker)
    prompt = _prompt(moment, view)
    if prompt.go and not moment.named:
        prompt = prompt._replace(go=f"{prompt.go}?{NAMELESS}")
    note = welcome_back(table, seats, game, index)
    if note is None and table.explain:
        note = newest_note(game, [line.name for line in lines], index)
    if index is None:
        return Own(note, prompt, None, None, None)
    asks = tuple([ask for ask in moment.menu if ask.about != index])
    if (place := lines[index].place) and not view.over:
        return Own(note, prompt, asks, None, _done(lines[index], place, lines, game))
    last = game.entries[-1] if game.entries else None
    return Own(note, prompt, asks, hand_of(view, last, table.hints, moment.language), None)


def story_of(
    table: Table,
    seats: Sequence[Seat],
    told: Sequence[history.Entry | Happening],
    index: int | None,
) -> Iterator[StoryLine]:
    """The lines of these moves and happenings as seat `index` reads them, newest first."""
    called = [seat_name(seat) for seat in seats]
    for line in reversed(list(story.tell(told, called, index, table.explain))):
        if line.seat is None:
            yield StoryLine(str(line.n), "", "", line.html)
        else:
            yield StoryLine(str(line.n), seats[line.seat].face, TINTS[line.seat], line.html)


def whole_story(
    table: Table, seats: Sequence[Seat], game: history.Game, index: int | None
) -> list[StoryLine]:
    """Everything that happened at the table, newest first."""
    told: list[history.Entry | Happening] = [*game.entries, *table.happenings.all()]
    told.sort(key=lambda one: one.version)
    return list(story_of(table, seats, told, index))


def _seat_lines(
    table: Table, seats: Sequence[Seat], view: engine.SeatView, ends: dict[int, datetime]
) -> list[SeatLine]:
    ended = table.phase == Table.Phase.ENDED
    following = None if ended else _next_seat(view)
    to_move = None if ended else view.to_move
    lines = []
    for seat in seats:
        index = seat.index
        place = view.places.index(index) + 1 if index in view.places else None
        lost = view.lost_turns[index]
        notes = []
        if place:
            notes.append(Badge(_("finished")))
        elif to_move == index:
            notes.append(Badge(_("plays now"), "turn"))
        if lost and not place:
            notes.append(
                Badge(
                    ngettext("sits out %(n)d turn", "sits out %(n)d turns", lost) % {"n": lost},
                    "penalty",
                )
            )
        elif following == index:
            notes.append(Badge(_("is next")))
        gone = None if place else absence(seat, ends)
        if gone:
            notes.append(gone)
        lines.append(
            SeatLine(
                index=index,
                name=seat_name(seat),
                avatar=seat.face,
                is_bot=bool(seat.level),
                is_opener=seat.player_id is not None and seat.player_id == table.opener_id,
                cards=view.counts[index],
                on_turn=to_move == index,
                place=place,
                lost_turns=lost,
                away=gone is not None,
                notes=tuple(notes),
            )
        )
    return lines


def _next_seat(view: engine.SeatView) -> int | None:
    """Who moves after this turn if it goes on as usual: not finished, and owing no turn."""
    if view.to_move is None:
        return None
    for step in range(1, view.seats):
        index = (view.to_move + step) % view.seats
        if view.counts[index] and not view.lost_turns[index]:
            return index
    return None


def _told(refusal: Refused, prompt: Prompt) -> Prompt:
    """The refusal in place of the prompt's words; what could be done still can."""
    title, text = str(refusal.title), str(refusal.text)
    return prompt._replace(kind="told", title=title, text=text, row_text="")


def _prompt(moment: Moment, view: engine.SeatView) -> Prompt:
    table, seats, lines = moment.table, moment.seats, moment.lines
    if view.to_move is None or table.phase == Table.Phase.ENDED:
        return _ending(table, view, lines)
    me = None if view.seat is None else lines[view.seat]
    mover = lines[view.to_move]
    if table.paused_at is not None:
        title = _("The teacher has stopped the game for a moment")
        text = _("The game stands still. It goes on in a moment.")
        return Prompt("told", title, text, avatar=mover.avatar, tint=mover.tint, paused=True)
    if me is not None and seats[me.index].stand_in:
        return Prompt(
            "told",
            _("A bot plays for you"),
            _("The seat is still yours."),
            avatar=me.avatar,
            tint=me.tint,
            take_back=True,
        )
    if mover is not me:
        who = mover.name, mover.avatar, mover.tint
        prompt = _wait(*who, *_comes(view, lines), moment.language)
        away = mover.away and not seats[mover.index].stand_in
        return _absent(prompt, moment, mover, view.seat) if away else prompt
    title, text = _("It's your turn!"), _("Choose a card.")
    if view.opening:
        title, text = _("You have the reindeer!"), _("You begin: choose it.")
    elif view.bonus:
        title, text = _("One more card!"), _("You laid a 12, so you may lay another one.")
    limit = int(table.limit * seats[mover.index].time_factor)
    return Prompt(
        "turn",
        title,
        text,
        mine=True,
        row_text=_("Where does it live? Choose the row."),
        avatar=mover.avatar,
        tint=mover.tint,
        can_pass=not view.opening,
        pass_label=_("I lay nothing more") if view.bonus else _("I have no card to lay"),
        left=min(limit, seconds_left(limit_ends(table, seats[mover.index]))) if limit else None,
        of=limit,
    )


def _ending(table: Table, view: engine.SeatView, lines: Sequence[SeatLine]) -> Prompt:
    """The last words of the table; a player's page goes on to the end by itself."""
    if view.over:
        winner = lines[view.places[0]]
        title = _("You won!") if winner.index == view.seat else _("%s won!") % winner.name
    else:
        winner, title = lines[view.seat or 0], _("The game was ended early")
    return Prompt(
        "done",
        title,
        # Beside a spectator's prompt the story says that the game is over; so does the other title.
        _("The game is over.")
        if view.seat is not None and view.over
        else _("The places come in a moment."),
        avatar=winner.avatar,
        tint=winner.tint,
        go=reverse("game:watch" if view.seat is None else "game:table", args=[table.code]),
    )


def _absent(prompt: Prompt, moment: Moment, mover: SeatLine, reader: int | None) -> Prompt:
    """It is the turn of somebody who is not there: what happens next, and what can be done."""
    table, seats, ends = moment.table, moment.seats, moment.ends
    prompt = prompt._replace(
        kind="told",
        title=_("%s isn't here") % mover.name,
        asks=asks_about(table, seats, reader, mover.index),
    )
    if mover.index not in ends:
        return prompt._replace(text=_("We wait."))
    return prompt._replace(
        text=_("We wait a little, then a bot plays."),
        left=seconds_left(ends[mover.index]),
        of=table.grace,
    )


def _comes(view: engine.SeatView, lines: Sequence[SeatLine]) -> tuple[str, str | int]:
    """What the viewer can expect while somebody else plays, for `_wait`."""
    if view.seat is None:
        return "", ""
    if lines[view.seat].place:
        return "finished", ""
    if lost := view.lost_turns[view.seat]:
        return "sits out", lost
    if _next_seat(view) == view.seat:
        return "next", ""
    before = next(
        index
        for step in range(1, view.seats)
        if view.counts[index := (view.seat - step) % view.seats]
    )
    return "after", lines[before].name.removesuffix(".")


@lru_cache(maxsize=1024)  # a table needs a dozen, and again at every move
def _wait(
    who: str,
    avatar: str,
    tint: str,
    comes: str,
    what: str | int,
    language: str,
) -> Prompt:
    """While `who` plays; `language` is that of this thread."""
    text = ""
    match comes:
        case "finished":
            text = _("You have finished. You watch the game.")
        case "sits out":
            said = ngettext("You sit out %(n)d turn.", "You sit out %(n)d turns.", int(what))
            text = said % {"n": what}
        case "next":
            text = _("You are next.")
        case "after":
            text = _("You play after %s.") % what
    return Prompt("wait", _("%s plays now") % who, text, avatar=avatar, tint=tint)


def _done(me: SeatLine, place: int, lines: Sequence[SeatLine], game: history.Game) -> Done:
    """For `me`, who has finished in `place` while others play on."""
    called = [line.name for line in lines]
    others = [line.name for line in lines if not line.place]
    return Done(
        place=place,
        title=_("You finished in place %d!") % place,
        text=_("You laid all your cards. Still playing: %s.") % ", ".join(others).removesuffix("."),
        learn=tuple(to_remember(game, called, me.index, only=me.index)),
    )
