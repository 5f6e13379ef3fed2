"""A list of names as teachers have them, read: pasted, CSV or XLSX; pure.

Separated by semicolons, commas, tabs or only by spaces; in UTF-8, UTF-16 or Windows-1250; with or
without a first row of titles and a column of numbers. What can't be read raises `Unreadable`; what
is wrong in one row stands in that row. Below the titles no row is lost: what is no name stands in
its row as it was written, to be put right.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

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


NO_PUPIL = "no_pupil"
"""Stands in a row's `error` where it is a total, a signature or only a number: nothing to be put
right. The row's `surname` is then all that stands there."""


@dataclass(frozen=True, slots=True)
class Row:
    """A pupil; or what is wrong (no_given, no_surname, digits, signs, too_long), and `where`."""

    number: int
    """In the file or the text, from 1."""
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
        return tuple(row for row in self.rows if row.error not in ("", NO_PUPIL))


Table = Sequence[tuple[int, Sequence[str]]]
"""Rows by their number in the file."""
Cells = Sequence[Sequence[str]]


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
        return _reading(list(enumerate(table, start=1)), order, forced, "", "XLSX")
    text, encoding = _decoded(data)
    return _read_text(text, order, forced, encoding)


def read_text(text: str, order: Order = Order.SURNAME, *, forced: bool = False) -> Reading:
    """What was pasted; `order` as for `read`."""
    return _read_text(text, order, forced, "")


def written(rows: Iterable[Row], order: Order, titles: tuple[str, str, str]) -> str:
    """The list as text that reads as the same rows, numbered by its own lines then.

    `titles` are those for surname, given name and group.
    """
    rows = list(rows)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    groups = any(row.group for row in rows)
    for surname, given, group in (titles, *((one.surname, one.given, one.group) for one in rows)):
        pair = [surname, given] if order == Order.SURNAME else [given, surname]
        writer.writerow([*pair, group] if groups else pair)
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
    every = enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1)
    lines = {n: line for n, line in every if line.strip() and not line.lower().startswith("sep=")}
    if len(lines) > MAX_ROWS + TITLE_ROWS:
        raise Unreadable("too_many")
    separator = _separator(list(lines.values()))
    table = [
        (n, [line] if separator == " " else _cells(line, separator)) for n, line in lines.items()
    ]
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


NUMBER = re.compile(r"\d+[.)]?")
"""The running number, in a cell of its own."""
NUMBERED = re.compile(r"^\d{1,4}(\s*[.)]\s*|\s+)")
"""The running number before a name: "4 Pop", "4) Pop", "4.Pop"."""


def _reading(table: Table, order: Order, forced: bool, separator: str, encoding: str) -> Reading:
    tidy = {number: [_tidy(cell) for cell in row] for number, row in table}
    cells = {number: row for number, row in tidy.items() if _name(_line(row))}
    at, columns = _titles(list(cells.values()))
    people, swapped = dict(list(cells.items())[at:]), False
    several = [row for row in people.values() if any(row[1:]) and not _is_no_pupil(_line(row))]
    numbered = _is_numbered(several)
    said = order
    if columns:
        numbered = numbered and 0 not in columns.values()
        said = Order.SURNAME if _first(columns) == "surname" else Order.GIVEN
        order, swapped = (order, order != said) if forced else (said, False)
    else:
        columns = _columns(several, int(numbered), order)
    rows = []
    for number, row in people.items():
        if _is_no_pupil(_line(row)):
            rows.append(Row(number, _name(_line(row)), "", error=NO_PUPIL))
            continue
        surname, given, group = _parts(row, columns, numbered, said)
        if swapped:
            surname, given = given, surname
        rows.append(_row(number, surname, given, group))
    if not any(_has_letters(_line(row)) for row in people.values()):
        raise Unreadable("empty")
    if len(rows) > MAX_ROWS:
        raise Unreadable("too_many")
    return Reading(tuple(rows), order, separator, encoding)


def _line(row: Sequence[str]) -> str:
    """All that stands in a row."""
    return " ".join(filter(None, row))


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


NO_PUPILS = frozenset({
    "total", "totalul", "numar", "numarul", "clasa", "semnatura", "intocmit", "verificat",
    "director", "directorul", "directoare", "diriginte", "dirigintele", "profesor", "profesorul",
    "prof", "invatator", "invatatoare", "secretar", "signature", "headteacher", "teacher",
})  # fmt: skip
"""What rows above or below a list begin with, which are no child's."""


def _is_no_pupil(line: str) -> bool:
    """Whether it is a total, a signature, a class's name ("Total 8", "Diriginte: Ene Maria"), or
    has no letters: "29" is nobody yet.
    """
    first = re.search(r"[^\W\d_]+", line)
    return first is None or names.alike(first[0]) in NO_PUPILS


def _titles(rows: Cells) -> tuple[int, dict[str, int]]:
    """Where the row after the titles is, and where each column; (0, {}) without titles."""
    # Where the numbers run, the list itself has begun: "1;Pop Ana;elev" is no title.
    above = takewhile(lambda row: not NUMBER.fullmatch(row[0]), rows[:TITLE_ROWS])
    found = [_titles_in(row) for row in above]
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


def _is_numbered(rows: Cells) -> bool:
    """Whether the first column is that of the running numbers, or empty: most rows tell."""
    firsts = [row[0] for row in rows if row[0]]
    return not firsts or sum(map(bool, map(NUMBER.fullmatch, firsts))) * 2 > len(firsts)


def _columns(rows: Cells, start: int, order: Order) -> dict[str, int]:
    """Without titles: two columns, or where most rows have no second, one with both names."""
    if sum(any(row[start + 1 :]) for row in rows) * 2 < len(rows) or not rows:
        return {f"{order} both": start}
    other = Order.GIVEN if order == Order.SURNAME else Order.SURNAME
    return {str(order): start, str(other): start + 1, "group": start + 2}


def _parts(
    row: Sequence[str], columns: dict[str, int], numbered: bool, order: Order
) -> tuple[str, str, str]:
    """Surname, given name and group; in a row of one cell beside the number it has both names."""
    unnumbered = numbered and _has_letters(row[0])  # the number is missing, or before the name
    rest = row[1:] if numbered and not unnumbered else row
    if len(rest) == 1 or (unnumbered and not any(rest[1:])):
        return *_both(NUMBERED.sub("", rest[0]), order), ""
    if unnumbered:
        row = ["", *row]

    def cell(title: str) -> str:
        index = columns.get(title, len(row))
        return row[index] if index < len(row) else ""

    surname, given = cell("surname"), cell("given")
    for both in Order:
        if f"{both} both" in columns:
            surname, given = _both(cell(f"{both} both"), both)
    if not _has_letters(surname + given):
        surname, given = NUMBERED.sub("", _line(row)), ""
    return surname, given, cell("group")[:GROUP_LENGTH].strip()


def _both(text: str, order: Order) -> tuple[str, str]:
    """Surname and given name out of one cell; one word alone is what comes first."""
    if order == Order.SURNAME:
        surname, _, given = text.partition(" ")
        return surname, given
    given, _, surname = text.rpartition(" ")
    return (surname, given) if given else ("", surname)


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
    return names.tidy_name(cell.strip()[:500].translate(CEDILLAS))


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
