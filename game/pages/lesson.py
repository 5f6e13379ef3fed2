"""The first game, in a minute: five steps of a scripted game, each the work of the real engine.

The whole lesson is in the address: nothing is stored, and nobody needs a table. A scene shows the
game at one moment and the one thing to do there; what is done is judged by the script, and what
comes of it is the engine's: its events are told in the sentences of every game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from game import engine, history, story
from game.catalogue import CONTINENT_NAMES, codes_by_slug, deck, face, lies_in
from game.engine.cards import mask_of
from game.pages.cards import hand_of, rows_of
from game.pages.mistakes import misplaced_card, newest_note
from game.pages.values import TINTS, Badge, HandCard, Note, Row, SeatLine, StoryLine

ME, MATEI, IOANA = range(3)
NAMES = ("", "Matei", "Ioana")
AVATARS = ("ren", "panda-rosu", "kookaburra")

STEPS = (
    gettext_lazy("The reindeer begins"),
    gettext_lazy("The row grows left and right"),
    gettext_lazy("A mistake, on purpose"),
    gettext_lazy("A 12 lets you lay one more"),
    gettext_lazy("When you have nothing to lay"),
)

Text = str | Promise
Moves = tuple[tuple[int, engine.Action], ...]


def _state(laid: dict[str, tuple[int, int]], *hands: str) -> engine.State:
    """A game under way, far smaller than a deal of sixty: rows by continent, hands by seat."""
    cards = [f"{row}{n}" for row, (low, high) in laid.items() for n in range(low, high + 1)]
    nothing = (0,) * len(hands)
    return engine.State(
        referee=engine.Referee.TABLE,
        held=tuple(mask_of(hand.split()) for hand in hands),
        laid=mask_of(cards),
        to_move=ME,
        bonus=False,
        lost_turns=nothing,
        places=(),
        seen=nothing,
        passes=((),) * len(hands),
    )


class Scene(NamedTuple):
    """A moment of the lesson. `do` is the card and the row to press; none: a button only."""

    step: int
    title: Text
    text: Text
    row_text: Text = ""
    do: tuple[str, str] | None = None
    passes: bool = False
    """Whether to say "I have no card to lay" is the thing to do."""
    then: Moves = ()
    """What the others do once it is done."""
    afresh: engine.State | None = None
    """Where the game stands when the scene begins, if it leaps on."""


def _place(seat: int, card: str) -> tuple[int, engine.Action]:
    return seat, engine.Place(card, engine.continent_of(card))


OPENING = _state({}, "AM3 EU6 EU7 AS8 AU12", "EU5 AM5 AF6 AS2 AU3", "AM6 AU6 AF8 AS9 EU9")

# The toucan, the reindeer, the deer, the tiger and the kangaroo: each has its step.
SCENES = (
    Scene(
        1,
        gettext_lazy("You have the reindeer!"),
        gettext_lazy("You begin: tap it."),
        gettext_lazy("Lapland lies in Europe. Tap that row."),
        do=("EU6", "EU"),
        then=(_place(MATEI, "EU5"), _place(IOANA, "AM6")),
    ),
    Scene(
        2,
        gettext_lazy("The row grows"),
        gettext_lazy("5 lies at the left. At the right comes the 7: tap the deer."),
        gettext_lazy("The Black Forest lies in Europe. Tap that row."),
        do=("EU7", "EU"),
        then=(_place(MATEI, "AM5"), _place(IOANA, "AU6")),
    ),
    Scene(
        3,
        gettext_lazy("Now get it wrong!"),
        gettext_lazy("Europe has room for an 8. Tap the tiger."),
        gettext_lazy("Try it in Europe, and see what happens."),
        do=("AS8", "EU"),
    ),
    Scene(
        3,
        gettext_lazy("The tiger came back"),
        gettext_lazy("The map shows where it lives. You have lost this turn, no more."),
    ),
    Scene(
        4,
        gettext_lazy("Some turns later"),
        gettext_lazy("Australia has grown up to 11. Tap the 12."),
        gettext_lazy("The Simpson Desert lies in Australia. Tap that row."),
        do=("AU12", "AU"),
        afresh=_state(
            {"EU": (4, 9), "AS": (6, 6), "AF": (6, 7), "AM": (4, 7), "AU": (6, 11)},
            "AM3 AS8 AU12",
            "AF8 AS2 AU3",
            "AM8 AS9 AF11",
        ),
    ),
    Scene(
        4,
        gettext_lazy("One more card!"),
        gettext_lazy("A 12 gives it to you. Tap the toucan."),
        gettext_lazy("The Pantanal lies in America. Tap that row."),
        do=("AM3", "AM"),
        then=(_place(MATEI, "AF8"), _place(IOANA, "AM8")),
    ),
    Scene(
        5,
        gettext_lazy("Nothing fits"),
        gettext_lazy("The tiger waits for the 7 of Asia. Say so!"),
        passes=True,
    ),
)
LAST = len(SCENES) + 1
"""The scene after all: now the reader can play."""


@dataclass(frozen=True, slots=True)
class StepLine:
    """A line of the list of steps: `state` is done, now or empty."""

    n: int
    title: str
    state: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the page of the first game shows."""

    at: int
    step: int
    title: str
    text: str
    row_text: str
    told: bool
    """Whether the words answer a tap that was not the one asked for."""
    asks: bool
    """Whether a card of the hand is to be tapped."""
    row: str
    can_pass: bool
    next: int | None
    """The scene that follows at the press of a button."""
    ended: bool
    seats: tuple[SeatLine, ...]
    hand: tuple[HandCard, ...]
    rows: tuple[Row, ...]
    note: Note | None
    story: tuple[StoryLine, ...]
    steps: tuple[StepLine, ...]
    is_player: bool = True
    code: str = field(default="", init=False)
    """No table: the parts of the table's page press nothing there."""


def is_right(at: int, card: str, row: str, passes: bool) -> bool:
    """Whether this is the one thing to do in scene `at`; `card` is a slug."""
    scene = SCENES[at - 1]
    if scene.do is None:
        return scene.passes and passes
    return (codes_by_slug().get(card), row) == scene.do


def lesson(at: int, card: str = "", row: str = "") -> Lesson:
    """Scene `at`, 1 to LAST; with a kind word when `card` in `row` was not the thing to do."""
    ended = at == LAST
    scene = SCENES[min(at, LAST - 1) - 1]
    game = _game(at)
    view = engine.seat_view(game.state, ME)
    last = next((e for e in reversed(game.entries) if e.seat == ME), None)
    after_mistake = bool(last and misplaced_card(last)) and not ended
    title, text, row_text = str(scene.title), str(scene.text), str(scene.row_text)
    kind_word = _kind_word(scene, card, row) if card and not ended else ""
    if kind_word:
        title = _("Not that one yet") if _other_card(scene, card) else _("Almost!")
        text, row_text = kind_word, ""
    tap = deck()[scene.do[0]].slug if scene.do and not ended else ""
    newest, language = game.entries[-1] if game.entries else None, get_language() or "ro"
    return Lesson(
        at=at,
        step=scene.step,
        title=_("Now you can play!") if ended else title,
        text=_("Who lays the last card first wins.") if ended else text,
        row_text=row_text,
        told=bool(kind_word),
        asks=bool(tap),
        row=scene.do[1] if scene.do and not ended else "",
        can_pass=scene.passes and not ended,
        next=at + 1 if scene.do is None and not scene.passes else None,
        ended=ended,
        seats=tuple(_seats(view)),
        hand=tuple(
            replace(card, asked=card.slug == tap)
            for card in hand_of(view, last if after_mistake else None, False, language)
        ),
        rows=rows_of(view, newest, language),
        note=newest_note(game, NAMES, ME) if after_mistake else None,
        story=tuple(_story(game)),
        steps=tuple(
            StepLine(n, str(title), _progress(n, scene.step, ended))
            for n, title in enumerate(STEPS, start=1)
        ),
    )


def _progress(n: int, step: int, ended: bool) -> str:
    if n < step or ended:
        return "done"
    return "now" if n == step else ""


def _game(at: int) -> history.Game:
    """The game as scene `at` finds it: the engine's, from the last leap on."""
    game = history.Game(0, OPENING)
    for scene in SCENES[: at - 1]:
        game = history.Game(0, scene.afresh) if scene.afresh else game
        mine: Moves = ()
        if scene.do:
            mine = ((ME, engine.Place(*scene.do)),)
        elif scene.passes:
            mine = ((ME, engine.Pass()),)
        for seat, action in mine + scene.then:
            state, events = engine.apply(game.state, seat, action)
            game = game.after(game.version, seat, state, events)
    afresh = SCENES[at - 1].afresh if at < LAST else None
    return history.Game(0, afresh) if afresh else game


def _other_card(scene: Scene, card: str) -> bool:
    return scene.do is None or codes_by_slug().get(card) != scene.do[0]


def _kind_word(scene: Scene, card: str, row: str) -> str:
    """Why this tap is not the one: never blame, always what to tap instead."""
    code = codes_by_slug().get(card)
    if code is None or row not in engine.CONTINENTS:
        return ""
    tried = face(code)
    facts = {"card": tried.name, "region": tried.region}
    home = engine.continent_of(code)
    facts["home"] = lies_in(deck()[code])
    if scene.do is None:
        return _("%(card)s has no neighbour on the table yet. Press the button.") % facts
    due, due_row = scene.do
    if code != due:
        return _("%(card)s gets its turn. First tap the one that glows.") % facts
    facts["row"] = str(CONTINENT_NAMES[due_row])
    if row == home:
        return _("You know that it lives in %(home)s! This once, try %(row)s.") % facts
    if due_row != home:
        return _("This once, try %(row)s.") % facts
    return _("%(region)s lies in %(home)s.") % facts


def _seats(view: engine.SeatView) -> Iterator[SeatLine]:
    """The two others, the next one first."""
    for seat in (MATEI, IOANA):
        notes: tuple[Badge, ...] = ()
        if view.to_move == seat:
            notes = (Badge(_("plays now"), "turn"),)
        elif view.to_move == (seat - 1) % 3:
            notes = (Badge(_("is next")),)
        yield SeatLine(
            index=seat,
            name=NAMES[seat],
            avatar=AVATARS[seat],
            cards=view.counts[seat],
            on_turn=view.to_move == seat,
            notes=notes,
        )


def _story(game: history.Game) -> Iterator[StoryLine]:
    """What happened since the last leap, newest first."""
    for line in reversed(list(story.tell(game.entries, NAMES, ME, True))):
        seat = line.seat or 0
        yield StoryLine(str(line.n), AVATARS[seat], TINTS[seat], line.html)
