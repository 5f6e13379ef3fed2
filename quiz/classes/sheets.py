"""The first sheet of an XLSX file, within bounds: what is far too large is never unpacked."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator

from python_calamine import CalamineError, CalamineWorkbook

ZIP = b"PK\x03\x04"
OLD_EXCEL = b"\xd0\xcf\x11\xe0"

UNPACKED = 40_000_000
"""Bytes that a file may unpack to."""
FILES = 1_000
ROWS, CELLS = 20_000, 1_000_000
"""Rows that are looked at, and cells (the empty ones between, too) that a sheet may span."""
PARTS = re.compile(r"(\[Content_Types\]|_rels/\.rels|xl/([^/]+|_rels/[^/]+|worksheets/[^/]+))")
"""What tells the cells; pictures and the like are left packed."""


class Unusable(Exception):
    """`code` is no_list or too_large."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def first_sheet(data: bytes) -> list[list[str]]:
    """The cells of the first sheet that has any, as text."""
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(_repacked(data)))
        for index in range(min(len(book.sheet_names), 5)):
            sheet = book.get_sheet_by_index(index)
            if rows := sheet.to_python(skip_empty_area=False, nrows=ROWS):
                return [[_text(cell) for cell in row] for row in rows]
    except (CalamineError, zipfile.BadZipFile, zlib.error, OSError, ValueError) as error:
        raise Unusable("no_list") from error
    except (EOFError, RuntimeError, NotImplementedError, KeyError) as error:
        raise Unusable("no_list") from error
    return []


def _repacked(data: bytes) -> bytes:
    """The parts that tell the cells, unpacked no further than they say; else Unusable.

    Each is read to the size it declares and its checksum tried, so that a file that lies about its
    sizes gets no further than here.
    """
    kept = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as packed, zipfile.ZipFile(kept, "w") as plain:
        parts = [part for part in packed.infolist() if PARTS.match(part.filename)]
        if len(packed.infolist()) > FILES or sum(part.file_size for part in parts) > UNPACKED:
            raise Unusable("too_large")
        if not any(part.filename == "xl/workbook.xml" for part in parts):
            raise Unusable("no_list")
        for part in parts:
            with packed.open(part) as file:
                content = file.read(part.file_size + 1)
            if "worksheets/" in part.filename and _spans(content) > CELLS:
                raise Unusable("too_large")
            plain.writestr(part.filename, content)
    return kept.getvalue()


def _spans(sheet: bytes) -> int:
    """Cells between the first one and the last: so many are made of two that lie far apart."""
    if b"&" in b"".join(_places(sheet, rb"""[^"']*""")):
        return CELLS + 1  # nobody writes a cell's place that way
    width = height = 1
    for place in _places(sheet, rb"[A-Za-z]*\d+"):
        letters = place.rstrip(b"0123456789")
        height = max(height, int(place[len(letters) :] or b"0"))
        column = 0
        for letter in letters.upper():
            column = column * 26 + letter - 64
        width = max(width, column)
    return width * height


def _places(sheet: bytes, pattern: bytes) -> Iterator[bytes]:
    for found in re.finditer(rb"""\sr\s*=\s*["'](""" + pattern + rb""")["']""", sheet):
        yield found[1]


def _text(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
