"""What is learnt from a wrong placement: the note with the map, and what to remember."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game import engine, history
from game.catalogue import CONTINENT_NAMES, deck, face, lies_in, map_label
from game.pages.values import Learn, Note

NOTE_LASTS = 6
"""Moves after which an explanation is no longer shown to somebody who opens the page."""


def misplaced_card(entry: history.Entry) -> str | None:
    """The card of a wrong placement; None for any other move."""
    first = entry.events[0]
    return str(first[2]) if first[0] == "misplaced" else None


def newest_note(game: history.Game, names: Sequence[str], reader: int | None) -> Note | None:
    """The newest wrong placement, as long as it is fresh; `names` by seat."""
    # On the own turn only what has just happened lies over the rows.
    lasts = 1 if reader is not None and game.state.to_move == reader else NOTE_LASTS
    for entry in reversed(game.entries[-lasts:]):
        if misplaced_card(entry):
            language = get_language() or "ro"
            return _explanation(entry, names[entry.seat], entry.seat == reader, language)
    return None


@lru_cache(maxsize=256)
def _explanation(entry: history.Entry, who: str, mine: bool, language: str) -> Note:
    """The note of a wrong placement; `language` is that of this thread."""
    _kind, _seat, code, claimed, reason = (str(fact) for fact in entry.events[0])
    card, seen = deck()[code], face(code)
    home = card.continent
    home_name, claimed_name = str(CONTINENT_NAMES[home]), str(CONTINENT_NAMES[claimed])
    facts = {"region": seen.region, "home": lies_in(card), "number": seen.number}
    if mine:
        back = _("You tried in %(row)s. The card came back to you.") % {"row": claimed_name}
    else:
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
        n=str(entry.version),
        card=seen,
        title=title,
        text=back,
        home=home,
        home_name=home_name,
        claimed=claimed,
        claimed_name=claimed_name,
        mine=mine,
        pin_x=f"{card.pin[0]:g}",
        pin_y=f"{card.pin[1]:g}",
        home_label_x=f"{home_x:.0f}",
        home_label_y=f"{home_y:.0f}",
        claimed_label_x=f"{claimed_x:.0f}",
        claimed_label_y=f"{claimed_y:.0f}",
    )


def to_remember(
    game: history.Game, names: Sequence[str], reader: int | None, only: int | None = None
) -> Iterator[Learn]:
    """The cards named in a wrong row, newest first, each once for each seat."""
    rows: dict[tuple[int, str], list[str]] = {}
    for entry in reversed(game.entries):
        first = entry.events[0]
        if first[0] == "misplaced" and first[4] == "wrong_continent" and only in (None, entry.seat):
            tried = rows.setdefault((entry.seat, str(first[2])), [])
            if (name := str(CONTINENT_NAMES[str(first[3])])) not in tried:
                tried.append(name)
    for (seat, code), tried in rows.items():
        home = engine.continent_of(code)
        facts = {"who": names[seat], "row": ", ".join(reversed(tried))}
        if seat == reader:
            said = _("You tried in %(row)s.") % facts
        else:
            said = _("%(who)s tried in %(row)s.") % facts
        yield Learn(face(code), home, str(CONTINENT_NAMES[home]), said)
