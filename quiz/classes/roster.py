"""A list of names as teachers have them, read: pasted, CSV or XLSX; pure.

Separated by semicolons, commas, tabs or only by spaces; in UTF-8, UTF-16 or Windows-1250; with or
without a first row of titles and a column of numbers. What can't be read raises `Unreadable`; what
is wrong in one row stands in that row.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game import names
from quiz.classes import sheets

MAX_BYTES = 5_000_000
MAX_ROWS = 1_000
NAME_LENGTH = 40
GROUP_LENGTH = 20
TITLE_ROWS = 12
"""So many rows may come before the one with the columns' titles."""

CEDILLAS = str.maketrans("şţŞŢ", "șțȘȚ")


class Order(StrEnum):
    """Which of the two columns comes first."""

    SURNAME = "surname"
    GIVEN = "given"


class Unreadable(Exception):
    """Nothing can be made of it; `code` is empty, too_large, too_many, old_excel or no_list."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Row:
    """A pupil; or what is wrong (no_given, no_surname, digits, signs, too_long), and `where`."""

    number: int
    surname: str
    given: str
    group: str = ""
    error: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A list as it was understood."""

    rows: tuple[Row, ...]
    order: Order
    separator: str
    """`;`, `,`, a tab or a space; empty for a sheet."""
    encoding: str = ""
    """Of bytes: UTF-8, UTF-16, Windows-1250 or XLSX."""

    @property
    def errors(self) -> tuple[Row, ...]:
        """Rows with something wrong."""
        return tuple(row for row in self.rows if row.error)


Table = Sequence[Sequence[str]]


def read(data: bytes, order: Order = Order.SURNAME, *, forced: bool = False) -> Reading:
    """A file. `order` holds where no titles say it, or always when `forced`."""
    if len(data) > MAX_BYTES:
        raise Unreadable("too_large")
    if data.startswith(sheets.OLD_EXCEL):
        raise Unreadable("old_excel")
    if data.startswith(sheets.ZIP):
        try:
            table = sheets.first_sheet(data)
        except sheets.Unusable as error:
            raise Unreadable(error.code) from error
        return _reading(table, order, forced, "", "XLSX")
    text, encoding = _decoded(data)
    return _read_text(text, order, forced, encoding)


def read_text(text: str, order: Order = Order.SURNAME, *, forced: bool = False) -> Reading:
    """What was pasted; `order` as for `read`."""
    return _read_text(text, order, forced, "")


def written(rows: Iterable[Row], order: Order, titles: tuple[str, str, str]) -> str:
    """The list as text that reads as the same rows; `titles` for surname, given name, group."""
    rows = list(rows)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    surname, given, group = titles
    groups = any(row.group for row in rows)
    first = [surname, given] if order == Order.SURNAME else [given, surname]
    writer.writerow([*first, group] if groups else first)
    for row in rows:
        pair = [row.surname, row.given] if order == Order.SURNAME else [row.given, row.surname]
        writer.writerow([*pair, row.group] if groups else pair)
    return out.getvalue()


def mended(row: Row, surname: str, given: str) -> Row:
    """The row with these names instead."""
    return _row(row.number, surname, given, row.group)


# ---- Bytes to text ----


def _decoded(data: bytes) -> tuple[str, str]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _plain(data.decode("utf-16", "replace")), "UTF-16"
    for start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):  # without a mark
        half = data[start:400:2]
        if half.count(0) * 2 > len(half):
            return _plain(data.decode(encoding, "replace")), "UTF-16"
    try:
        return _plain(data.decode("utf-8-sig")), "UTF-8"
    except UnicodeDecodeError:
        return _plain(data.decode("cp1250", "replace")), "Windows-1250"


def _plain(text: str) -> str:
    """The text, unless it is a picture, a PDF or the like."""
    odd = sum(c < " " and c not in "\t\r\n" for c in text[:2000])
    if odd or text.startswith(("%PDF", "{\\rtf", "<!doctype", "<!DOCTYPE", "<html")):
        raise Unreadable("no_list")
    return text


# ---- Text to a table ----


def _read_text(text: str, order: Order, forced: bool, encoding: str) -> Reading:
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    lines = [line for line in lines if line.strip() and not line.lower().startswith("sep=")]
    if len(lines) > MAX_ROWS + TITLE_ROWS:
        raise Unreadable("too_many")
    separator = _separator(lines)
    if separator == " ":
        # "1. Pop Ana": the number goes here, since it is no column.
        table = [[re.sub(r"^\s*\d{1,4}\s*[.)]?\s+", "", line)] for line in lines]
    else:
        table = [_cells(line, separator) for line in lines]
    return _reading(table, order, forced, separator, encoding)


def _separator(lines: Sequence[str]) -> str:
    counts = {sign: sum(sign in line for line in lines) for sign in "\t;,"}
    best = max(counts, key=lambda sign: counts[sign])
    return best if counts[best] * 2 >= len(lines) > 0 else " "


def _cells(line: str, separator: str) -> list[str]:
    # Line by line: a quote that is never closed costs one row, not all that follow.
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return line.split(separator)


# ---- A table to rows ----

TITLES = {
    "nume": "surname", "numele": "surname", "numedefamilie": "surname",
    "numeledefamilie": "surname", "familie": "surname", "surname": "surname",
    "lastname": "surname", "familyname": "surname",
    "prenume": "given", "prenumele": "given", "given": "given", "givenname": "given",
    "givennames": "given", "firstname": "given", "forename": "given",
    "numesiprenume": "surname both", "numelesiprenumele": "surname both",
    "numeprenume": "surname both", "numesiprenumeelev": "surname both",
    "numelesiprenumeleelevului": "surname both", "elev": "surname both", "elevul": "surname both",
    "elevi": "surname both", "numeelev": "surname both", "numeleelevului": "surname both",
    "prenumesinume": "given both", "prenumelesinumele": "given both", "name": "given both",
    "fullname": "given both", "pupil": "given both", "student": "given both",
    "grupa": "group", "grup": "group", "group": "group",
}  # fmt: skip
"""What columns are called, without accents, spaces and points."""


def _reading(table: Table, order: Order, forced: bool, separator: str, encoding: str) -> Reading:
    cells = [[_tidy(cell) for cell in row] for row in table]
    cells = [row for row in cells if any(row)]
    if not cells:
        raise Unreadable("empty")
    at, columns = _titles(cells[:TITLE_ROWS])
    people, swapped = cells[at:], False
    if columns:
        said = Order.SURNAME if _first(columns) == "surname" else Order.GIVEN
        order, swapped = (order, order != said) if forced else (said, False)
    else:
        columns = _columns(people, order)
    parts = [_parts(row, columns) for row in people]
    parts = [one for one in parts if _name(one[0]) or _name(one[1])]  # "29;;" is nobody yet
    if not parts:
        raise Unreadable("empty")
    if len(parts) > MAX_ROWS:
        raise Unreadable("too_many")
    rows = [
        _row(number, given, surname, group) if swapped else _row(number, surname, given, group)
        for number, (surname, given, group) in enumerate(parts, start=1)
    ]
    return Reading(tuple(rows), order, separator, encoding)


def _titles(rows: Table) -> tuple[int, dict[str, int]]:
    """Where the row after the titles is, and where each column; (0, {}) without titles."""
    found = [_titles_in(row) for row in rows]
    for pair in (True, False):  # "Elevii clasei" may stand above "Nume" and "Prenume"
        for index, columns in enumerate(found):
            if columns and ("given" in columns) == pair:
                return index + 1, columns
    return 0, {}


def _titles_in(row: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for index, cell in enumerate(row):
        title = TITLES.get("".join(c for c in names.alike(cell) if c.isalnum()))
        if title:
            found.setdefault(title, index)
    group = {"group": found["group"]} if "group" in found else {}
    if "surname" in found and "given" in found:
        return {"surname": found["surname"], "given": found["given"]} | group
    both = next((title for title in found if title.endswith("both")), "")
    if both:
        return {both: found[both]} | group
    if "surname" in found and "given" not in found:
        return {"surname both": found["surname"]} | group
    return {}


def _first(columns: dict[str, int]) -> str:
    pair = [title for title in columns if title != "group"]
    return min(pair, key=lambda title: columns[title]).removesuffix(" both")


def _columns(rows: Table, order: Order) -> dict[str, int]:
    """Without titles: numbers first are no names; then two columns, or one with both names."""
    start = 1 if all(not row[0] or re.fullmatch(r"\d+[.)]?", row[0]) for row in rows) else 0
    if all(len(row) <= start + 1 or not any(row[start + 1 :]) for row in rows):
        return {f"{order} both": start}
    other = Order.GIVEN if order == Order.SURNAME else Order.SURNAME
    return {str(order): start, str(other): start + 1, "group": start + 2}


def _parts(row: Sequence[str], columns: dict[str, int]) -> tuple[str, str, str]:
    def cell(title: str) -> str:
        index = columns.get(title, len(row))
        return row[index] if index < len(row) else ""

    if "surname both" in columns:
        surname, _, given = cell("surname both").partition(" ")
    elif "given both" in columns:
        given, _, surname = cell("given both").rpartition(" ")
        given, surname = (given, surname) if given else (surname, "")
    else:
        surname, given = cell("surname"), cell("given")
    return surname, given, cell("group")[:GROUP_LENGTH].strip()


def _row(number: int, surname: str, given: str, group: str) -> Row:
    surname, given = _name(surname), _name(given)
    error, where = "", ""
    if not given or not surname:
        error, where = ("no_surname", "surname") if given else ("no_given", "given")
    for text, column in ((surname, "surname"), (given, "given")):
        if wrong := _wrong(text):
            error, where = wrong, column
            break
    return Row(number, surname, given, group, error, where)


def _wrong(name: str) -> str:
    if any(c.isnumeric() for c in name):
        return "digits"
    if any(unicodedata.category(c)[0] not in "LM" and c not in " -‐'’.`" for c in name):
        return "signs"
    if name and not any(c.isalpha() for c in name):
        return "signs"
    return "too_long" if len(name) > NAME_LENGTH else ""


def _tidy(cell: str) -> str:
    return names.tidy_name(cell[:500].translate(CEDILLAS))


def tidy(name: str) -> str:
    """A name as it is kept: single spaces, commas below, and capitals where they belong."""
    return _name(name)


def _name(text: str) -> str:
    text = _tidy(text).strip(" ,;")
    letters = [c for c in text if c.isalpha()]
    shouted = len(letters) > 2 and all(c.isupper() for c in letters)
    if shouted or (letters and not any(c.isupper() for c in letters)):
        return _tidy(re.sub(r"[^\W\d_]+", lambda word: word[0].capitalize(), text))
    return text
