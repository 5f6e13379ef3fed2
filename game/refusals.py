"""What a player may be refused, and the sentence that says so."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ILLEGAL, STALE, FORBIDDEN = 422, 409, 403

REFUSALS: dict[str, tuple[int, Promise, Promise]] = {
    # code: (HTTP status, what happened, what to do)
    "game_over": (ILLEGAL, _("The game is over"), _("No card can be laid any more.")),
    "not_your_turn": (ILLEGAL, _("It isn't your turn yet"), _("Your cards are all still here.")),
    "opening_required": (
        ILLEGAL,
        _("You have the reindeer: you begin"),
        _("Lay it in the row Europe."),
    ),
    "unknown_card": (ILLEGAL, _("There is no such card"), _("Choose one of your cards.")),
    "unknown_row": (ILLEGAL, _("There is no such row"), _("Choose one of the five rows.")),
    "not_in_hand": (
        ILLEGAL,
        _("You don't have that card"),
        _("Here is your hand as it is now: choose from it."),
    ),
    "stale": (
        STALE,
        _("Something happened in between"),
        _("Here is the table as it is now. Your card is still with you."),
    ),
    "not_started": (STALE, _("The game hasn't begun yet"), _("Wait for it to begin.")),
    "started": (STALE, _("The game has already begun"), _("You can watch, or open another table.")),
    "full": (STALE, _("The table is full"), _("You can watch, or open another table.")),
    "closed": (STALE, _("This table is closed"), _("Everybody left. Open another one.")),
    "name_taken": (ILLEGAL, _("Somebody at the table has this name"), _("Choose another one.")),
    "not_opener": (
        FORBIDDEN,
        _("Only the one who opened the table can start"),
        _("Wait a little, or ask them to start."),
    ),
    "stand_in": (
        STALE,
        _("A bot plays for you"),
        _("Take the seat again first; it is still yours."),
    ),
    "moved": (
        STALE,
        _("You play at another table now"),
        _("Your teacher has moved you. A bot plays on here; your own cards are there."),
    ),
    "not_now": (
        STALE,
        _("That isn't possible any more"),
        _("Here is the table as it is now."),
    ),
    "paused": (STALE, _("The game stands still"), _("It goes on in a moment; keep your card.")),
    "not_over": (STALE, _("The game isn't over yet"), _("Play it to the end first.")),
    "not_seated": (
        FORBIDDEN,
        _("You don't sit at this table"),
        _("Enter its code on the first page to join or watch."),
    ),
}


class Refused(Exception):
    """Something a rule or the moment forbids; `code` is a key of REFUSALS."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        self.status, self.title, self.text = REFUSALS[code]
