"""The cards as pages show them: the own hand, and the rows of the layout."""

from __future__ import annotations

from functools import cache, lru_cache

from django.utils.translation import gettext as _

from game import engine, history, names
from game.catalogue import CONTINENT_NAMES, face
from game.pages.mistakes import misplaced_card
from game.pages.values import HandCard, Row, Says, Slot


def hand_of(
    view: engine.SeatView, last: history.Entry | None, hints: bool, language: str
) -> tuple[HandCard, ...]:
    """The own cards by number and then by name: never in an order that tells the continent.

    `language` is that of this thread.
    """
    back = misplaced_card(last) if last and last.seat == view.seat else None
    fits = frozenset(view.playable) if hints else None
    return _hand(view.hand, back, fits, language)


@lru_cache(maxsize=1024)  # most hands are the same before and after a move
def _hand(
    codes: tuple[str, ...], back: str | None, fits: frozenset[str] | None, language: str
) -> tuple[HandCard, ...]:
    """`fits` is what could be laid now, with hints; None without."""
    cards = [
        _hand_card(code, code == back, None if fits is None else code in fits, language)
        for code in codes
    ]
    return tuple(sorted(cards, key=_order))


@cache
def _hand_card(code: str, back: bool, fits: bool | None, language: str) -> HandCard:
    """`fits` is None without hints; `language` is that of this thread."""
    card, home = face(code), "" if fits is None else engine.continent_of(code)
    home_name = str(CONTINENT_NAMES[home]) if home else ""
    return HandCard(
        card.slug, card.name, card.region, card.number, back, home, home_name, bool(fits)
    )


@cache
def _order(card: HandCard) -> tuple[int, str]:
    return card.number, names.alphabetical(card.name)


def rows_of(view: engine.SeatView, last: history.Entry | None, language: str) -> tuple[Row, ...]:
    """The layout, in which the card that was `last` laid is fresh; in the thread's `language`."""
    fresh = str(last.events[0][2]) if last and last.events[0][0] == "placed" else ""
    return tuple(
        _row(code, run, fresh if fresh.startswith(code) else "", language)
        for code, run in view.rows.items()
    )


@cache  # one for each run and its newest card: some hundreds in each language
def _row(code: str, run: tuple[int, int] | None, fresh: str, language: str) -> Row:
    low, high = run or (7, 6)
    ends = {6} if run is None else {low - 1, high + 1}
    slots = []
    for number in range(1, 13):
        card = f"{code}{number}"
        if low <= number <= high:
            slots.append(Slot(code, number, face(card), fresh=card == fresh))
        else:
            slots.append(Slot(code, number, open=number in ends))
    return Row(code, str(CONTINENT_NAMES[code]), Says(code, _row_says(run)), tuple(slots))


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
