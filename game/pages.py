"""What the pages of a table show: plain values, made for one viewer in the language of this thread.

Only a `SeatView` enters here, never the engine's state, so a template cannot show what the viewer
may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game import engine, history, story
from game.catalogue import CONTINENT_NAMES, CardFace, deck, face, map_label
from game.live import View
from game.models import Seat, Table
from game.refusals import Refused

TINTS = "abcdef"
NOTE_LASTS = 6
"""Moves after which an explanation is no longer shown to somebody who opens the page."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A word beside a seat: `kind` is turn, penalty or empty."""

    text: str
    kind: str = ""


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
    notes: tuple[Badge, ...] = ()

    @property
    def tint(self) -> str:
        """The letter of the avatar's background."""
        return TINTS[self.index]


@dataclass(frozen=True, slots=True)
class Prompt:
    """Whose turn it is and what can be done, in words. `kind`: turn, wait, told or done."""

    kind: str
    title: str
    text: str
    row_text: str = ""
    avatar: str = ""
    tint: str = ""
    can_pass: bool = False
    pass_label: str = ""
    go: str = ""
    """An address the page moves on to by itself, and its link's."""


@dataclass(frozen=True, slots=True)
class HandCard(CardFace):
    """A card of the own hand; `back` when a wrong placement has just sent it back."""

    back: bool

    @property
    def id(self) -> str:
        """The id of the card's radio button."""
        return f"card-{self.slug}"


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the twelve places of a row."""

    number: int
    card: CardFace | None = None
    open: bool = False
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the layout."""

    code: str
    name: str
    says: str
    place_label: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """Why a placement was wrong: the region on the world map and one sentence."""

    n: int
    card: CardFace
    title: str
    text: str
    home: str
    home_name: str
    claimed: str
    claimed_name: str
    same: bool
    mine: bool
    pin_x: str
    pin_y: str
    home_label_x: str
    home_label_y: str
    claimed_label_x: str
    claimed_label_y: str


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of the story with the avatar of whom it tells ("" for the table itself)."""

    n: int
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


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a table's page shows to one viewer."""

    code: str
    version: int
    is_player: bool
    my_turn: bool
    over: bool
    seats: tuple[SeatLine, ...]
    """The others in turn order, the next first; for a spectator everybody."""
    me: SeatLine | None
    prompt: Prompt
    hand: tuple[HandCard, ...]
    rows: tuple[Row, ...]
    story: tuple[StoryLine, ...]
    note: Note | None
    done: Done | None


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
class Again:
    """The button that plays again with the same players."""

    label: str
    text: str


def seat_name(seat: Seat) -> str:
    """What the others call the seat."""
    return seat.name or _("Player")


def table_view(table: Table, index: int | None, told: Refused | None = None) -> TableView:
    """The table as seat `index` (None: a spectator) sees it, with a refusal to tell, if any."""
    game = history.game_of(table)
    seats = list(table.seats.all())
    view = engine.seat_view(game.state, index)
    lines = _seat_lines(table, seats, view)
    order = [lines[(i + (index or 0)) % view.seats] for i in range(view.seats)]
    me = None if index is None else order.pop(0)
    last = game.entries[-1] if game.entries else None
    prompt = _prompt(table, view, lines)
    return TableView(
        code=table.code,
        version=table.version,
        is_player=index is not None,
        my_turn=index is not None and view.to_move == index,
        over=view.over,
        seats=tuple(order),
        me=me,
        prompt=_told(told, prompt) if told else prompt,
        hand=_hand(view, last),
        rows=_rows(view, last),
        story=tuple(_story(table, seats, game, index)),
        note=_note(table, game, index) if table.explain else None,
        done=_done(view, lines, game) if me and me.place and not view.over else None,
    )


def _seat_lines(table: Table, seats: Sequence[Seat], view: engine.SeatView) -> list[SeatLine]:
    following = _next_seat(view)
    lines = []
    for seat in seats:
        index = seat.index
        place = view.places.index(index) + 1 if index in view.places else None
        lost = view.lost_turns[index]
        notes = []
        if place:
            notes.append(Badge(_("finished")))
        elif view.to_move == index:
            notes.append(Badge(_("plays now"), "turn"))
        if lost and not place:
            notes.append(
                Badge(ngettext("sits out %d turn", "sits out %d turns", lost) % lost, "penalty")
            )
        elif following == index:
            notes.append(Badge(_("is next")))
        lines.append(
            SeatLine(
                index=index,
                name=seat_name(seat),
                avatar=seat.avatar or "ren",
                is_me=view.seat == index,
                is_bot=bool(seat.level),
                is_opener=seat.player_id is not None and seat.player_id == table.opener_id,
                cards=view.counts[index],
                on_turn=view.to_move == index,
                place=place,
                lost_turns=lost,
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
    return replace(prompt, kind="told", title=title, text=text, row_text="")


def _prompt(table: Table, view: engine.SeatView, lines: Sequence[SeatLine]) -> Prompt:
    if view.to_move is None:
        winner = lines[view.places[0]]
        return Prompt(
            "done",
            _("You won!") if winner.is_me else _("%s won!") % winner.name,
            _("The game is over."),
            avatar=winner.avatar,
            tint=winner.tint,
            go=reverse("game:table", args=[table.code]),
        )
    mover = lines[view.to_move]
    if not mover.is_me:
        return Prompt(
            "wait",
            _("%s plays now") % mover.name,
            _waiting(view, lines),
            avatar=mover.avatar,
            tint=mover.tint,
        )
    title, text = _("It's your turn!"), _("Choose a card.")
    if view.opening:
        title, text = _("You have the reindeer!"), _("You begin: choose it.")
    elif view.bonus:
        title, text = _("One more card!"), _("You laid a 12, so you may lay another one.")
    return Prompt(
        "turn",
        title,
        text,
        row_text=_("Where does it live? Choose the row."),
        avatar=mover.avatar,
        tint=mover.tint,
        can_pass=not view.opening,
        pass_label=_("I lay nothing more") if view.bonus else _("I have no card to lay"),
    )


def _waiting(view: engine.SeatView, lines: Sequence[SeatLine]) -> str:
    """What the viewer can expect while somebody else plays."""
    if view.seat is None:
        return ""
    if lines[view.seat].place:
        return _("You have finished. You watch the game.")
    if lost := view.lost_turns[view.seat]:
        return ngettext("You sit out %d turn.", "You sit out %d turns.", lost) % lost
    if _next_seat(view) == view.seat:
        return _("You are next.")
    before = next(
        index
        for step in range(1, view.seats)
        if view.counts[index := (view.seat - step) % view.seats]
    )
    return _("You play after %s.") % lines[before].name


def _hand(view: engine.SeatView, last: history.Entry | None) -> tuple[HandCard, ...]:
    """The own cards by number and then by name: never in an order that tells the continent."""
    back = _misplaced_card(last) if last and last.seat == view.seat else None
    cards = [
        HandCard(card.slug, card.name, card.region, card.number, code == back)
        for code, card in ((code, face(code)) for code in view.hand)
    ]
    return tuple(sorted(cards, key=lambda card: (card.number, card.name)))


def _misplaced_card(entry: history.Entry) -> str | None:
    first = entry.events[0]
    return str(first[2]) if first[0] == "misplaced" else None


def _rows(view: engine.SeatView, last: history.Entry | None) -> tuple[Row, ...]:
    fresh = str(last.events[0][2]) if last and last.events[0][0] == "placed" else ""
    return tuple(_row(code, run, fresh) for code, run in view.rows.items())


def _row(code: str, run: tuple[int, int] | None, fresh: str) -> Row:
    low, high = run or (7, 6)
    ends = {6} if run is None else {low - 1, high + 1}
    name = str(CONTINENT_NAMES[code])
    slots = []
    for number in range(1, 13):
        card = f"{code}{number}"
        if low <= number <= high:
            slots.append(Slot(number, face(card), fresh=card == fresh))
        else:
            slots.append(Slot(number, open=number in ends))
    return Row(code, name, _row_says(run), _("Lay it here: %(row)s") % {"row": name}, tuple(slots))


def _row_says(run: tuple[int, int] | None) -> str:
    """The row in words, for those who don't see it."""
    if run is None:
        return _("Nothing yet. It begins with the 6.")
    low, high = run
    laid = (
        _("Only the 6.")
        if low == high
        else _("From %(low)d to %(high)d.") % {"low": low, "high": high}
    )
    ends = [number for number in (low - 1, high + 1) if 1 <= number <= 12]
    match ends:
        case []:
            return _("From 1 to 12. The row is complete.")
        case [end]:
            return laid + " " + _("Room for %(end)d.") % {"end": end}
        case _:
            return (
                laid
                + " "
                + _("Room for %(low)d and %(high)d.")
                % {
                    "low": ends[0],
                    "high": ends[1],
                }
            )


def _story(
    table: Table, seats: Sequence[Seat], game: history.Game, index: int | None
) -> Iterable[StoryLine]:
    """Newest first."""
    names = [seat_name(seat) for seat in seats]
    for line in reversed(list(story.tell(game.entries, names, index, table.explain))):
        if line.seat is None:
            yield StoryLine(line.n, "", "", line.html)
        else:
            yield StoryLine(line.n, seats[line.seat].avatar or "ren", TINTS[line.seat], line.html)


def _note(table: Table, game: history.Game, index: int | None) -> Note | None:
    """The newest wrong placement, as long as it is fresh."""
    for entry in reversed(game.entries[-NOTE_LASTS:]):
        if code := _misplaced_card(entry):
            claimed, reason = str(entry.events[0][3]), str(entry.events[0][4])
            return _explanation(table, entry, code, claimed, reason, entry.seat == index)
    return None


def _explanation(
    table: Table, entry: history.Entry, code: str, claimed: str, reason: str, mine: bool
) -> Note:
    card, seen = deck()[code], face(code)
    home = card.continent
    home_name, claimed_name = str(CONTINENT_NAMES[home]), str(CONTINENT_NAMES[claimed])
    facts = {"region": seen.region, "home": home_name, "card": seen.name, "number": seen.number}
    if mine:
        back = _("You tried in %(row)s. The card came back to you.") % {"row": claimed_name}
    else:
        who = seat_name(table.seats.all()[entry.seat])
        back = _("%(who)s tried in %(row)s. The card went back to the hand.") % {
            "who": who,
            "row": claimed_name,
        }
    if reason == "wrong_continent":
        title = _("%(region)s lies in %(home)s.") % facts
    elif reason == "row_closed":
        title = _("%(region)s lies in %(home)s, yes! But that row begins with its 6.") % facts
    else:
        title = (
            _("%(region)s lies in %(home)s, yes! But the neighbour of %(number)d isn't there yet.")
            % facts
        )
    if reason != "wrong_continent":
        back = _("The card came back to you.") if mine else _("The card went back to the hand.")
    (home_x, home_y), (claimed_x, claimed_y) = map_label(home), map_label(claimed)
    return Note(
        n=entry.version,
        card=seen,
        title=title,
        text=back,
        home=home,
        home_name=home_name,
        claimed=claimed,
        claimed_name=claimed_name,
        same=home == claimed,
        mine=mine,
        pin_x=f"{card.pin[0]:g}",
        pin_y=f"{card.pin[1]:g}",
        home_label_x=f"{home_x:.0f}",
        home_label_y=f"{home_y:.0f}",
        claimed_label_x=f"{claimed_x:.0f}",
        claimed_label_y=f"{claimed_y:.0f}",
    )


def _done(view: engine.SeatView, lines: Sequence[SeatLine], game: history.Game) -> Done:
    place = view.places.index(view.seat) + 1
    others = [line.name for line in lines if not line.place]
    return Done(
        place=place,
        title=_("You finished in place %d!") % place,
        text=_("You laid all your cards. Still playing: %s.") % ", ".join(others),
        learn=tuple(_learn(game, [line.name for line in lines], view.seat, only=view.seat)),
    )


def _learn(
    game: history.Game, names: Sequence[str], reader: int | None, only: int | None = None
) -> Iterable[Learn]:
    """The cards named once in a wrong row, newest first, each card and row of a seat once."""
    told = set()
    for entry in reversed(game.entries):
        first = entry.events[0]
        if (
            first[0] != "misplaced"
            or first[4] != "wrong_continent"
            or only not in (None, entry.seat)
        ):
            continue
        code, row = str(first[2]), str(first[3])
        if (entry.seat, code, row) in told:
            continue
        told.add((entry.seat, code, row))
        home = engine.continent_of(code)
        facts = {"who": names[entry.seat], "row": CONTINENT_NAMES[row]}
        if entry.seat == reader:
            said = _("You tried in %(row)s.") % facts
        else:
            said = _("%(who)s tried in %(row)s.") % facts
        yield Learn(face(code), home, str(CONTINENT_NAMES[home]), said)


def lobby_context(table: Table, index: int | None, origin: str) -> dict[str, object]:
    """What the lobby shows; `origin` is the address at which others reach this site."""
    seats = list(table.seats.all())
    opener = next((s for s in seats if s.player_id and s.player_id == table.opener_id), None)
    lines = [
        SeatLine(
            index=seat.index,
            name=seat_name(seat),
            avatar=seat.avatar or "ren",
            is_me=seat.index == index,
            is_bot=bool(seat.level),
            is_opener=seat is opener,
            free=seat.is_free,
            level_text=seat.get_level_display() if seat.level else "",
        )
        for seat in seats
    ]
    free = sum(line.free for line in lines)
    missing = ngettext(
        "A medium bot takes the free seat.", "Medium bots take the %(n)d free seats.", free
    ) % {"n": free}
    return {
        "code": table.code,
        "version": table.version,
        "address": origin.split("://")[-1],
        "qr_url": reverse("game:qr", args=[table.code]),
        "seats": lines,
        "here_count": len(lines) - free,
        "seat_count": len(lines),
        "settings": _settings(table),
        "is_opener": opener is not None and opener.index == index,
        "opener_name": seat_name(opener) if opener else "",
        "missing": missing if free else "",
    }


def running(tables: Iterable[Table]) -> list[dict[str, str]]:
    """Links back to the tables of this browser."""
    says = {Table.Phase.LOBBY: _("waits for players"), Table.Phase.PLAYING: _("is being played")}
    return [
        {
            "code": table.code,
            "url": reverse("game:table", args=[table.code]),
            "says": says[Table.Phase(table.phase)],
        }
        for table in tables
    ]


def full_context(table: Table) -> dict[str, object]:
    """Why nobody can sit down any more, and who sits there."""
    seats = list(table.seats.all())
    return {
        "code": table.code,
        "closed": table.phase == Table.Phase.CLOSED,
        "started": table.phase in (Table.Phase.PLAYING, Table.Phase.OVER),
        "seats": [SeatLine(seat.index, seat_name(seat), seat.avatar or "ren") for seat in seats],
    }


def watch_context(table: Table, origin: str) -> dict[str, object]:
    """The spectators' page: the lobby's invitation, then the table."""
    if table.deal is None:
        return {"page": "watch", "lobby": True, **lobby_context(table, None, origin)}
    return {"page": "watch", "lobby": False, "view": table_view(table, None)}


def _settings(table: Table) -> list[dict[str, str]]:
    return [
        {"label": _("A false pass"), "value": table.get_referee_display()},
        {"label": _("Explanations"), "value": _("On the map") if table.explain else _("None")},
        {"label": _("Bots play"), "value": table.get_pace_display()},
        {"label": _("May watch"), "value": table.get_watch_display()},
    ]


def end_context(table: Table, index: int | None) -> dict[str, object]:
    """What the page of a finished game shows."""
    game = history.game_of(table)
    seats = list(table.seats.all())
    names = [seat_name(seat) for seat in seats]
    view = engine.seat_view(game.state, index)
    ranks = [
        Rank(
            place=place,
            name=names[seat],
            avatar=seats[seat].avatar or "ren",
            tint=TINTS[seat],
            text=_left(view.counts[seat]),
            is_me=seat == index,
        )
        for place, seat in enumerate(view.places, start=1)
    ]
    laid = 60 - sum(view.counts)
    following = table.following
    if following is not None and following.phase == Table.Phase.CLOSED:
        following = None  # everybody left it again
    return {
        "code": table.code,
        "version": table.version,
        "title": _("You won!") if ranks[0].is_me else _("%s won!") % ranks[0].name,
        "lead": ngettext("%d card laid in its place.", "%d cards laid in their places.", laid)
        % laid,
        "ranks": ranks,
        "learn": list(_learn(game, names, index)) if table.explain else [],
        "again": _again(following, seats, index),
        "next_url": reverse("game:table", args=[following.code]) if following else "",
        "record_url": reverse("game:record", args=[table.code]),
        "story": list(_story(table, seats, game, index)),
    }


def _left(cards: int) -> str:
    if not cards:
        return _("laid all the cards")
    return ngettext("%d card left", "%d cards left", cards) % cards


def _again(following: Table | None, seats: Sequence[Seat], index: int | None) -> Again | None:
    if index is None:
        return None
    others = sum(not seat.level for seat in seats) - 1
    if following and others:
        opener = following.seats.filter(player=following.opener).first()
        text = _("%s plays again. Come along!") % (seat_name(opener) if opener else _("Somebody"))
        return Again(_("Play again"), text)
    text = _("With the same players. The others see it here and come along.") if others else ""
    return Again(_("Play again"), text)


def shows(table: Table) -> str:
    """The page that belongs to the table's phase: lobby, table, end or closed."""
    return {
        Table.Phase.LOBBY: "lobby",
        Table.Phase.PLAYING: "table",
        Table.Phase.OVER: "end",
        Table.Phase.CLOSED: "closed",
    }[Table.Phase(table.phase)]


def fragment(table: Table, view: View, told: Refused | None = None) -> str:
    """The parts of `view.page` that change, as HTML; a step to another page when that is due."""
    due = shows(table)
    context: dict[str, object]
    if view.page == "watch":
        context = watch_context(table, view.origin)
        return render_to_string("game/_watch.html", context)
    if view.page == "table" and table.deal is not None:
        context = {"view": table_view(table, view.seat, told)}
        return render_to_string("game/_table.html", context)
    if view.page == due == "lobby":
        return render_to_string("game/_lobby.html", lobby_context(table, view.seat, view.origin))
    if view.page == due == "end":
        return render_to_string("game/_end.html", end_context(table, view.seat))
    return render_to_string(
        "game/_go.html",
        {"url": reverse("game:table", args=[table.code]), "version": table.version},
    )


def fragments(table_id: int, views: Iterable[View]) -> tuple[int, dict[View, str]]:
    """The table's version, and the fragment of each view of it."""
    table = Table.objects.get(pk=table_id)
    made = {}
    for view in views:
        with translation.override(view.language):
            made[view] = fragment(table, view)
    return table.version, made
