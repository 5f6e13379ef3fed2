"""What the page of an import shows: each row of the list, and what becomes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from quiz.classes.roster import Order, Reading, Row
from quiz.forms.people import ROW_ERRORS
from quiz.models import Classroom, Enrolment
from quiz.selectors import people
from quiz.services.classrooms import Name

UNREADABLE: dict[str, Promise] = {
    "empty": gettext_lazy("There are no names in it. Paste the list, or choose a file."),
    "too_large": gettext_lazy("The file is too large: at most 5 MB, and only the list of names."),
    "too_many": gettext_lazy("These are more than a thousand rows. Bring one class at a time."),
    "old_excel": gettext_lazy("That is an old Excel file. Save it as .xlsx or CSV and try again."),
    "no_list": gettext_lazy("That can't be read as a list. Save it as CSV or .xlsx and try again."),
}
"""Why nothing could be made of a list, by the codes of `quiz.roster`."""

NEW, HERE, BACK, AWAY, TWICE, BAD = "new", "here", "back", "away", "twice", "bad"


@dataclass(frozen=True, slots=True)
class Preview:
    """A row, and what becomes of it: `state` in words is `says`."""

    row: Row
    state: str
    says: str

    @property
    def is_added(self) -> bool:
        """Whether it changes anything."""
        return self.state in (NEW, BACK)


def previews(reading: Reading, classroom: Classroom) -> list[Preview]:
    """All rows, as they stand to the class now."""
    here = {_alike(one) for one in people.roll(classroom)}
    gone = {_alike(one): one for one in people.gone(classroom)}
    elsewhere = set(
        Enrolment.objects.filter(
            player__in=[one.player_id for one in gone.values()], left_at=None
        ).values_list("player", flat=True)
    )
    seen: set[tuple[str, str]] = set()
    found = []
    for row in reading.rows:
        alike = Name(row.given, row.surname).alike
        state = NEW
        if row.error:
            state = BAD
        elif alike in seen:
            state = TWICE
        elif alike in here:
            state = HERE
        elif alike in gone:
            state = AWAY if gone[alike].player_id in elsewhere else BACK
        if state != BAD:
            seen.add(alike)
        found.append(Preview(row, state, _says(state, row)))
    return found


def _alike(enrolment: Enrolment) -> tuple[str, str]:
    pupil = enrolment.player.pupil
    return Name(pupil.given, pupil.surname).alike


def _says(state: str, row: Row) -> str:
    if state == BAD:
        return str(ROW_ERRORS[row.error])
    return {
        NEW: _("new"),
        HERE: _("in the class already"),
        BACK: _("was taken out; comes back"),
        AWAY: _("has moved to another class; stays there"),
        TWICE: _("twice in this list; comes once"),
    }[state]


def summary(found: Sequence[Preview]) -> str:
    """What becomes of the rows that are in order, in one sentence or two."""
    states = Counter(one.state for one in found)
    added = states[NEW] + states[BACK]
    says = ngettext("%d pupil is new.", "%d pupils are new.", added) % added if added else ""
    here = states[HERE] + states[AWAY]
    if here:
        known = ngettext(
            "%d is in the class already and stays.", "%d are in the class already and stay.", here
        )
        says = f"{says} {known % here}".strip()
    return says or _("Nobody new is in this list.")


def how_read(reading: Reading) -> str:
    """How the list was understood."""
    rows = len(reading.rows)
    counted = ngettext("%d row", "%d rows", rows) % rows
    separators = {
        ";": _("separated by semicolons"),
        ",": _("separated by commas"),
        "\t": _("separated by tabs"),
        " ": _("surname and given name by spaces"),
    }
    how = [counted, separators.get(reading.separator, ""), reading.encoding]
    return ", ".join(part for part in how if part) + "."


def titles() -> tuple[str, str, str]:
    """The titles of the columns, in words that are recognised again."""
    return _("Surname"), _("Given name"), _("Group")


def orders() -> list[tuple[str, str]]:
    """The choice of the columns' order."""
    return [
        (Order.SURNAME.value, _("Surname, given name")),
        (Order.GIVEN.value, _("Given name, surname")),
    ]
