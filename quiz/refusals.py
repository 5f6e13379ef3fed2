"""What somebody who takes a quiz may be refused, and the sentence that says so."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: dict[str, tuple[int, Promise]] = {
    # code: (HTTP status, what happened and what to do)
    "not_offered": (422, _("That wasn't one of the answers. Choose one of those on the page.")),
    "not_yet": (409, _("This question hasn't been asked yet. Here is the one it is the turn of.")),
    "nothing_wrong": (409, _("There are no mistakes to go over. Try a quick quiz.")),
    "nothing_due": (409, _("Nothing is due today. Try a quick quiz, or learn a continent.")),
    "closed": (409, _("This quiz can't be begun any more.")),
}


class Refused(Exception):
    """Something the moment forbids; `code` is a key of REFUSALS."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        self.status, self.text = REFUSALS[code]
