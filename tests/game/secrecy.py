"""What may be known of a game, and what a page tells of it."""

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape

from game import engine, pages
from game.catalogue import deck
from game.live import View
from tests.game.rounds import Deal, Round

CODE = re.compile(r"(?<![\w#-])(EU|AS|AF|AM|AU)(1[0-2]|[1-9])(?![\w])")
TOKENS = re.compile(
    r'(name="csrfmiddlewaretoken" value="|"X-CSRFToken": "|&quot;X-CSRFToken&quot;: &quot;)\w+'
)

Doings = Sequence[tuple[int, engine.Action]]
"""The moves of a game: who did what."""


def known_to(state: engine.State, seat: int | None, shown: set[str]) -> set[str]:
    """The cards the seat (None: a spectator) may know: its own, the laid, the once shown."""
    own = () if seat is None else state.hands[seat]
    held = {card for hand in state.hands for card in hand}
    return set(engine.CARDS) - held | set(own) | shown


@cache
def words_of(card: str, language: str) -> tuple[str, str, str]:
    """How a page could betray the card: picture and address, name, region."""
    row = deck()[card]
    return row.slug, row.name[language].lower(), row.region[language].lower()


@cache
def whole(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")


def told_by(page: str, hidden: set[str], known: set[str], language: str) -> set[str]:
    """The hidden cards that the page tells of."""
    page = unescape(page).lower()
    # Avatars are animals too, whoever holds their cards; so are the pictures of error pages.
    page = re.sub(r'art/animals/[\w.-]+\.svg|<div class="lost__picture">.*?</div>', "", page)
    said = {word for card in known for word in words_of(card, language)}
    return {
        card
        for card in hidden
        for word in words_of(card, language)
        if word in page and _tells(page, word, said)
    }


def _tells(page: str, word: str, said: set[str]) -> bool:
    """Whether the word stands there, and not for a known card: in the same region, or with a
    longer name.
    """
    if word in said:
        return False
    for longer in said:
        if word in longer:
            page = whole(longer).sub("", page)
    return bool(whole(word).search(page))


def heard(playing: Round, seat: int | None, language: str) -> str:
    """What the stream brings after the last move."""
    view = View(seat, language, "watch" if seat is None else "table", "http://x")
    return pages.fragments(playing.table, [view])[view]


def events_of(deal: Deal, referee: engine.Referee, doings: Doings) -> tuple[engine.Event, ...]:
    """All that everybody is told of these moves; nothing when they could not have been made."""
    try:
        return engine.replay(engine.Record(tuple(map(tuple, deal)), tuple(doings), referee))[1]
    except engine.IllegalAction:
        return ()


def other_deal(
    deal: Deal,
    doings: Doings,
    seat: int | None,
    rng: random.Random,
    referee: engine.Referee = engine.Referee.TABLE,
) -> Deal:
    """Another deal that looks the same to the seat: hidden cards have changed places among the
    others. The same deal when there is no other.

    The cards that were laid or shown stay with whom they were, and so does the reindeer, whose
    holder is known from the beginning.
    """
    told = events_of(deal, referee, doings)
    named = {doing.card for _seat, doing in doings if isinstance(doing, engine.Place)}
    places = [
        (other, at)
        for other, hand in enumerate(deal)
        for at, card in enumerate(hand)
        if other != seat and card not in named | {engine.OPENING_CARD}
    ]
    for mixed in _mixed([deal[other][at] for other, at in places], rng):
        tried = [list(hand) for hand in deal]
        for (other, at), card in zip(places, mixed, strict=True):
            tried[other][at] = card
        others = list(map(set, tried)) != list(map(set, deal))
        if others and events_of(tried, referee, doings) == told:
            return tried
    return deal


def _mixed(cards: list[str], rng: random.Random) -> Iterator[list[str]]:
    """The cards in other orders: wholly others, then, since a strict referee would notice those,
    with two of them in each other's place.
    """
    yield rng.sample(cards, len(cards))
    for _ in range(30):
        mixed = cards[:]
        if len(cards) > 1:
            one, other = rng.sample(range(len(cards)), 2)
            mixed[one], mixed[other] = mixed[other], mixed[one]
        yield mixed
