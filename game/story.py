"""The story of a game: one sentence an event, in the language of this thread.

The reader is spoken to ("you laid"), everybody else is named.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from game import engine
from game.catalogue import CONTINENT_NAMES, deck, face, lies_in
from game.history import Entry
from game.models import Happening


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence; `n` orders the lines of a table and names each for good."""

    n: int
    seat: int | None
    html: SafeString


# Event: (said of somebody else, said to the reader).
SENTENCES = {
    "placed": (
        gettext_lazy("{who} laid the {card} in {row}."),
        gettext_lazy("You laid the {card} in {row}."),
    ),
    "misplaced": (
        gettext_lazy("{who} tried the {card} in {row}. It went back to the hand."),
        gettext_lazy("You tried the {card} in {row}. It went back to your hand."),
    ),
    "wrong_continent": (
        gettext_lazy("{who} tried the {card} in {row}. {region} lies in {home}."),
        gettext_lazy("You tried the {card} in {row}. {region} lies in {home}."),
    ),
    "row_closed": (
        gettext_lazy("{who} tried the {card} in {row}, but that row begins with its 6."),
        gettext_lazy("You tried the {card} in {row}, but that row begins with its 6."),
    ),
    "out_of_order": (
        gettext_lazy("{who} tried the {card} in {row}, but its neighbour isn't there yet."),
        gettext_lazy("You tried the {card} in {row}, but its neighbour isn't there yet."),
    ),
    "passed": (
        gettext_lazy("{who} has no card to lay."),
        gettext_lazy("You said that you have no card to lay."),
    ),
    "declined": (
        gettext_lazy("{who} lays nothing more."),
        gettext_lazy("You lay nothing more."),
    ),
    "timed_out": (
        gettext_lazy("{who} ran out of time."),
        gettext_lazy("You ran out of time."),
    ),
    "discovered": (
        gettext_lazy("{who} showed the {card}, which fitted earlier."),
        gettext_lazy("You showed the {card}, which fitted earlier."),
    ),
    "discovered_at_once": (
        gettext_lazy("{who} had a card to lay."),
        gettext_lazy("You had a card to lay."),
    ),
    "bonus": (
        gettext_lazy("{who} laid a 12 and may lay one more card."),
        gettext_lazy("You laid a 12 and may lay one more card."),
    ),
    "finished": (
        gettext_lazy("{who} laid the last card: place {place}."),
        gettext_lazy("You laid your last card: place {place}."),
    ),
    "last": (
        gettext_lazy("{who} stays with cards in hand: place {place}."),
        gettext_lazy("You stay with cards in hand: place {place}."),
    ),
    "turn_lost": (
        gettext_lazy("{who} sits out a turn."),
        gettext_lazy("You sit out a turn."),
    ),
}


HAPPENINGS = {
    "stand_in": (
        gettext_lazy("{who} isn't here: a bot plays on."),
        gettext_lazy("You weren't here: a bot plays on."),
    ),
    "left": (
        gettext_lazy("{who} left the table: a bot plays on."),
        gettext_lazy("You left the table: a bot plays on."),
    ),
    "back": (
        gettext_lazy("{who} is back at the table."),
        gettext_lazy("You are back at the table."),
    ),
    "ended": (
        gettext_lazy("The players ended the game."),
        gettext_lazy("The players ended the game."),
    ),
    "stopped": (
        gettext_lazy("The teacher ended the game."),
        gettext_lazy("The teacher ended the game."),
    ),
    "sat": (
        gettext_lazy("{who} sits down in a bot's place, with its cards."),
        gettext_lazy("You sit down in a bot's place, with its cards."),
    ),
}


def tell(
    told: Sequence[Entry | Happening], names: Sequence[str], reader: int | None, explain: bool
) -> Iterator[Line]:
    """The lines of these moves and happenings, which come oldest first.

    `names` by seat; `reader` is the seat that reads, None for a spectator. Without `explain` a
    wrong placement is told without its reason.
    """
    language = get_language() or "ro"
    for entry in told:
        if isinstance(entry, Happening):
            yield _happening(entry, names, reader)
            continue
        for at, event in enumerate(entry.events):
            n = entry.version * 100 + at
            if event[0] == "over":
                yield Line(n, None, format_html("{}", _("The game is over.")))
            else:
                seat = int(str(event[1]))
                to_reader = seat == reader
                html = _sentence(entry.events, at, names[seat], to_reader, explain, language)
                yield Line(n, seat, html)


def _happening(happening: Happening, names: Sequence[str], reader: int | None) -> Line:
    other, to_reader = HAPPENINGS[happening.kind]
    sentence = to_reader if happening.seat == reader and reader is not None else other
    who = "" if happening.seat is None else _strong(names[happening.seat])
    return Line(happening.version * 100, happening.seat, format_html(str(sentence), who=who))


@lru_cache(maxsize=1024)  # everybody at a table but one reads the same
def _sentence(
    events: tuple[engine.Event, ...],
    at: int,
    name: str,
    to_reader: bool,
    explain: bool,
    language: str,
) -> SafeString:
    """The sentence of one of a move's events; `language` is that of this thread."""
    event = events[at]
    kind, tail = str(event[0]), ""
    facts: dict[str, object] = {}
    match event:
        case ("placed", _seat, str(card), str(row)):
            facts = {"card": _card(card), "row": _strong(CONTINENT_NAMES[row])}
        case ("misplaced", _seat, str(card), str(row), str(reason)):
            kind = reason if explain else kind
            facts = {
                "card": _card(card),
                "row": CONTINENT_NAMES[row],
                "region": face(card).region,
                "home": _strong(lies_in(deck()[card])),
            }
        case ("discovered", seat, card):
            if card is None:
                kind = "discovered_at_once"
            else:
                facts = {"card": _card(str(card))}
            if not any(other[:2] == ("finished", seat) for other in events):
                # A seat that finishes with the same card owes nothing.
                tail = " " + (_("You sit out two turns.") if to_reader else _("Two turns out."))
        case ("finished", _seat, int(place)):
            # The last player's comes right before the end, with cards still in hand.
            kind = "last" if events[at + 1 :] == (("over",),) else kind
            facts = {"place": place}
    other, reader = SENTENCES[kind]
    sentence = format_html(str(reader if to_reader else other), who=_strong(name), **facts)
    return format_html("{}{}", sentence, tail)


def _strong(text: object) -> SafeString:
    return format_html("<strong>{}</strong>", text)


def _card(code: str) -> SafeString:
    return _strong(face(code).name)
