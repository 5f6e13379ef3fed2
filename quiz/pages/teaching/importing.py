"""What the page of an import shows: each row of the list, and what becomes of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from quiz.classes.roster import NO_PUPIL, Order, Reading, Row
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

NEW, HERE, BACK, AWAY, BAD, LEFT = "new", "here", "back", "away", "bad", "left"
TWICE, PERHAPS = "twice", "perhaps"
"""Left where they are, unless the teacher says that it is another child."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A row, and what becomes of it: `state` in words is `says`."""

    row: Row
    state: str
    says: str
    two: bool
    """Whether the teacher said that it is another child."""

    @property
    def is_added(self) -> bool:
        """Whether it changes anything."""
        return self.state in (NEW, BACK)

    @property
    def is_listed(self) -> bool:
        """Whether it is one of the children who belong to the class."""
        return self.state in (NEW, BACK, HERE, AWAY)

    @property
    def is_asked(self) -> bool:
        """Whether it may be another child, or was said to be."""
        return self.state in (TWICE, PERHAPS) or (self.two and self.state == NEW)


def previews(reading: Reading, classroom: Classroom, two: Collection[int] = ()) -> list[Preview]:
    """All rows, as they stand to the class now; those numbered in `two` are other children."""
    known, found = _Known(classroom), []
    for row in reading.rows:
        name = Name(row.given, row.surname, row.group)
        if row.error:
            state, says = (LEFT, "") if row.error == NO_PUPIL else (BAD, "")
        else:
            state, says = known.place(name, row.number in two)
        found.append(Preview(row, state, _says(state, row, says), row.number in two))
    return found


class _Known:
    """Who is in the class, and who of the list was met so far."""

    def __init__(self, classroom: Classroom) -> None:
        here, gone = people.roll(classroom), people.gone(classroom)
        players = [one.player_id for one in gone]
        elsewhere = set(
            Enrolment.objects.filter(player__in=players, left_at=None).values_list(
                "player", flat=True
            )
        )
        self._states: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        """By name, of each who has it, in the order in which a list finds them."""
        self._words: dict[tuple[str, ...], str] = {}
        """Of each name its words, and the name."""
        for one in [*here, *gone]:
            state = AWAY if one.player_id in elsewhere else BACK
            self._states[_name(one).alike].append(HERE if one.left_at is None else state)
            self._words.setdefault(_name(one).words, str(_name(one)))
        self._met = Counter[tuple[str, str]]()

    def place(self, name: Name, two: bool) -> tuple[str, str]:
        """What becomes of the next row; and whom it resembles, if that is asked."""
        states, nth = self._states[name.alike], self._met[name.alike]
        if nth and not two:
            return TWICE, ""
        if not states and not two and name.words in self._words:
            return PERHAPS, self._words[name.words]
        self._met[name.alike] += 1
        self._words.setdefault(name.words, str(name))
        return (states[nth] if nth < len(states) else NEW), ""


def _name(enrolment: Enrolment) -> Name:
    pupil = enrolment.player.pupil
    return Name(pupil.given, pupil.surname)


def _says(state: str, row: Row, like: str) -> str:
    if state == BAD:
        return str(ROW_ERRORS[row.error])
    return {
        NEW: _("new"),
        HERE: _("in the class already"),
        BACK: _("was taken out; comes back"),
        AWAY: _("has moved to another class; stays there"),
        TWICE: _("twice in this list; comes once"),
        PERHAPS: _("perhaps the same as %s; does not come") % like,
        LEFT: _("no pupil: a total, a signature or only a number; does not come"),
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
    if perhaps := states[PERHAPS]:
        asked = ngettext(
            "%d looks like somebody else: see whether it is the same child.",
            "%d look like somebody else: see whether it is the same child.",
            perhaps,
        )
        says = f"{says} {asked % perhaps}".strip()
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
