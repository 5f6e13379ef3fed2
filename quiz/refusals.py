"""What pupils and teachers may be refused, and the sentence that says so."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: dict[str, tuple[int, Promise]] = {
    # code: (HTTP status, what happened and what to do)
    "not_offered": (422, _("That wasn't one of the answers. Choose one of those on the page.")),
    "not_yet": (409, _("This question hasn't been asked yet. Here is the one it is the turn of.")),
    "answered": (409, _("This question was answered before, and that answer stays.")),
    "nothing_wrong": (409, _("There are no mistakes to go over. Try a quick quiz.")),
    "nothing_due": (409, _("Nothing is due today. Try a quick quiz, or learn a continent.")),
    "closed": (409, _("This quiz can't be begun any more.")),
    "link_used": (409, _("This link works no more. Ask a teacher for a new one.")),
    "not_the_first": (403, _("Only the first teacher of this site makes such links.")),
    "username_taken": (422, _("Somebody signs in by this name already. Choose another one.")),
    "in_another_class": (409, _("The pupil is in another class. Move him or her from there.")),
    "nobody_seated": (422, _("Nobody sits at a table yet. Tick at least one pupil.")),
    "too_many_seated": (422, _("Six sit at a table at most. Move somebody to another one.")),
    "not_in_class": (422, _("Somebody of these is no longer in the class. Here it is as it is.")),
    "nobody_chosen": (422, _("Choose at least one pupil, or the whole class.")),
    "set_already": (
        409,
        _("They have it already. To set it anew, close it first."),
    ),
    "work_closed": (409, _("It is closed. Open it again to change the date.")),
    "no_bot_there": (409, _("No bot plays at that table whose place could be taken.")),
    "not_at_a_table": (409, _("The pupil plays at none of these tables any more.")),
    "wait": (409, _("Too many wrong words. Wait a little, or ask your teacher.")),
}


class Refused(Exception):
    """Something the moment forbids; `code` is a key of REFUSALS."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        self.status, self.text = REFUSALS[code]
