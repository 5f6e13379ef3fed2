"""The file: a zip with one member of JSON lines for each table, and a manifest of what is in it.

Nothing in it belongs to one kind of database. Both ways it is a stream, so that memory stays flat
however many years there are; and reading believes nothing that it has not checked.
"""

from __future__ import annotations

import hashlib
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import IO, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from django.core.management.base import CommandError

KIND, FORMAT = "carti-backup", 1
MANIFEST = "manifest.json"
MANIFEST_BYTES = 1_000_000
LINE_BYTES = 16_000_000
"""No row is nearly as long; a file that would unpack into one endless line is stopped by it."""
BLOCK = 1 << 16

Row = list[Any]

_encode = json.JSONEncoder(default=str, separators=(",", ":"), sort_keys=True).encode
"""Sorted, since PostgreSQL keeps keys in an order of its own: the same rows are the same bytes."""


class Broken(CommandError):
    """The file is no backup, or not a whole one; the text is a sentence that says so."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What must be found of one table."""

    columns: list[str]
    rows: int
    sha256: str


class Writer:
    """Writes tables one after the other, and last of all what they must be found to be."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED)
        self._tables: dict[str, Contents] = {}

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *error: object) -> None:
        self._zip.close()

    def write(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """One table, row by row."""
        count, digest = 0, hashlib.sha256()
        with (
            self._zip.open(_member(table), "w", force_zip64=True) as member,
            io.BufferedWriter(member, BLOCK) as lines,
        ):
            for row in rows:
                line = _encode(row).encode() + b"\n"
                lines.write(line)
                digest.update(line)
                count += 1
        self._tables[table] = Contents(list(columns), count, digest.hexdigest())

    def finish(self, **about: Any) -> int:
        """Writes the manifest, which also tells `about`; returns how many rows there are in all."""
        tables = {name: asdict(contents) for name, contents in self._tables.items()}
        manifest = {"kind": KIND, "format": FORMAT, **about, "tables": tables}
        self._zip.writestr(MANIFEST, json.dumps(manifest, indent=1))
        return sum(contents.rows for contents in self._tables.values())


class Reader:
    """An opened backup."""

    def __init__(self, file: IO[bytes]) -> None:
        with _believing_nothing():
            self._zip = ZipFile(file)
            with self._zip.open(MANIFEST) as member:
                manifest = json.loads(member.read(MANIFEST_BYTES))
            if manifest["kind"] != KIND:
                raise ValueError
            if manifest["format"] > FORMAT:
                raise CommandError(
                    "This backup was made by a newer version of the site; update the site first."
                )
            self.made_at = datetime.fromisoformat(manifest["made_at"])
            self.migrations = {(str(app), str(name)) for app, name in manifest["migrations"]}
            self.tables = {
                name: Contents(list(told["columns"]), int(told["rows"]), str(told["sha256"]))
                for name, told in manifest["tables"].items()
            }

    def __str__(self) -> str:
        return f"The backup of {self.made_at:%Y-%m-%d %H:%M} UTC ({self.rows_in_all:,} rows)"

    @property
    def rows_in_all(self) -> int:
        """Of all tables together."""
        return sum(contents.rows for contents in self.tables.values())

    def rows(self, table: str) -> Iterator[Row]:
        """The rows as they were written; Broken at the latest after the last one."""
        told = self.tables[table]
        count, digest = 0, hashlib.sha256()
        with (
            _believing_nothing(),
            io.BufferedReader(self._zip.open(_member(table)), BLOCK) as lines,  # type: ignore[type-var]
        ):
            while line := lines.readline(LINE_BYTES):
                digest.update(line)
                count += 1
                row = json.loads(line)
                if len(row) != len(told.columns) or count > told.rows:
                    raise ValueError
                yield row
            if (count, digest.hexdigest()) != (told.rows, told.sha256):
                raise ValueError

    def check(self) -> None:
        """Reads everything once."""
        for table in self.tables:
            for _row in self.rows(table):
                pass


def _member(table: str) -> str:
    return f"{table}.jsonl"


@contextmanager
def _believing_nothing() -> Iterator[None]:
    """Whatever can go wrong with a zip or with JSON means one thing."""
    try:
        yield
    except (
        BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError, TypeError,
        AttributeError, RuntimeError,
    ) as error:  # fmt: skip
        raise Broken(
            "This is no backup of the site, or it is broken; nothing was changed. "
            "Use another one, or fetch it again."
        ) from error
