"""What may be known of a game, and what a page tells of it."""

import re
from functools import cache
from html import unescape

from game import engine, pages
from game.catalogue import deck
from game.live import View
from tests.game.rounds import Round

CODE = re.compile(r"(?<![\w#-])(EU|AS|AF|AM|AU)(1[0-2]|[1-9])(?![\w])")
TOKENS = re.compile(
    r'(name="csrfmiddlewaretoken" value="|"X-CSRFToken": "|&quot;X-CSRFToken&quot;: &quot;)\w+'
)


def known_to(state: engine.State, seat: int | None, shown: set[str]) -> set[str]:
    """The cards the seat (None: a spectator) may know: its own, the laid, the once shown."""
    own = () if seat is None else state.hands[seat]
    held = {card for hand in state.hands for card in hand}
    return set(engine.CARDS) - held | set(own) | shown


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
    page = re.sub(r'art/animals/[\w-]+\.svg|<div class="lost__picture">.*?</div>', "", page)
    words = [(card, word) for card in hidden for word in words_of(card, language) if word in page]
    if words:  # a known card may lie in the same region, or have a longer name
        for card in known:
            for word in words_of(card, language):
                page = whole(word).sub("", page)
    return {card for card, word in words if whole(word).search(page)}


def heard(playing: Round, seat: int | None, language: str) -> str:
    """What the stream brings after the last move."""
    view = View(seat, language, "watch" if seat is None else "table", "http://x")
    return pages.fragments(playing.table, [view])[view]
