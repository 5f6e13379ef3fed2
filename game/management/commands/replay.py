"""`manage.py replay FILE`: what becomes of each game record in a file."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from game.engine import BadRecord, IllegalAction, Record, dump_result, read_records, replay


class Command(BaseCommand):
    help = (
        "Replay game records (carti-game/1, one a line) and print one JSON object a line. "
        "The exit status is 0 when every record replays, 1 when one does not, "
        "2 when the file cannot be read."
    )
    requires_system_checks = ()  # the rules need neither settings nor a database

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a file of game records; - is standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        all_replayed = True
        try:
            for record in _records(options["file"]):
                result = _result(record)
                all_replayed = all_replayed and "error" not in result
                # Escaped to ASCII, so that every name and terminal can be printed on.
                self.stdout.write(json.dumps(result, separators=(",", ":")))
            self.stdout.flush()
        except BrokenPipeError:
            # Who read our output has gone. What is still buffered must go nowhere, or closing
            # standard output at exit would complain again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            all_replayed = False
        if not all_replayed:
            sys.exit(1)


def _records(name: str) -> Iterator[Record | BadRecord]:
    try:
        with _opened(name) as stream:
            yield from read_records(stream)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=2) from error


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")


def _result(record: Record | BadRecord) -> dict[str, Any]:
    if isinstance(record, BadRecord):
        return _error(None, "bad_record", str(record))
    try:
        return dump_result(*replay(record))
    except IllegalAction as refused:
        return _error(refused.at, refused.code, refused.message)


def _error(at: int | None, code: str, message: str) -> dict[str, Any]:
    return {"error": {"at": at, "code": code, "message": message}}
