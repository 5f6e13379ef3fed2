"""The rules in plain words: six points, for the page and for paper."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LEAD = _(
    "Sixty animals, twelve cards for each continent, from the lightest (1) to the heaviest (12). "
    "All the cards are dealt out. Everyone plays in turn, to the right."
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One of the six points."""

    n: int
    title: str | Promise
    text: str | Promise


RULES = (
    Rule(
        1,
        _("A 6 opens the row"),
        _(
            "Each continent has its own row. Whoever has the reindeer begins and lays it in "
            "Europe. The other rows begin with a 6 as well."
        ),
    ),
    Rule(
        2,
        _("A row grows at its ends"),
        _(
            "To the left go the smaller cards, one after another: 5, 4, 3… To the right the larger "
            "ones: 7, 8, 9… Look well where the region on the card lies."
        ),
    ),
    Rule(
        3,
        _("A 12 lets you lay one more"),
        _(
            "When you lay a 12 where it belongs, you may lay another card at once. If that is a 12 "
            "too, you may lay one more."
        ),
    ),
    Rule(
        4,
        _("Nothing to lay, or a wrong place"),
        _(
            "If none of your cards fits, you say “I have no card to lay”. If you lay a card in a "
            "wrong place, it comes back to you. Either way you have lost this turn, no more."
        ),
    ),
    Rule(
        5,
        _("Whoever can lay must lay"),
        _(
            "If you say you have nothing, but you had something, it comes out when you show the "
            "card. Then you sit out two turns."
        ),
    ),
    Rule(
        6,
        _("The first to finish wins"),
        _(
            "The game goes on for second place, third place and the others, until only one still "
            "has cards."
        ),
    ),
)
