"""What is a record and what is malformed; tests/vectors holds many more."""

import io
import itertools
import json
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from game.engine import (
    BadRecord,
    IllegalAction,
    Pass,
    Place,
    Record,
    Referee,
    Timeout,
    dump_record,
    parse_record,
    read_records,
    replay,
)
from game.engine.record import LINE_BYTES, WHOLE_FILE_BYTES
from tests.engine.games import sorted_deal


def written(**changes: Any) -> dict[str, Any]:
    """A good record, but for these keys; a key set to `...` is left out."""
    record = {
        "format": "carti-game/1",
        "options": {"referee": "strict"},
        "players": ["Ana", "Bogdan", "Crina"],
        "hands": sorted_deal(3),
        "actions": [[0, "place", "EU6", "EU"], [1, "pass"], [2, "timeout"]],
        **changes,
    }
    return {key: value for key, value in record.items() if value is not ...}


def line(**changes: Any) -> bytes:
    return json.dumps(written(**changes)).encode() + b"\n"


def read(text: bytes) -> list[Record | BadRecord]:
    return list(read_records(io.BytesIO(text)))


def problems(text: bytes) -> list[str]:
    """Of each record in a file, what is wrong with it, or nothing."""
    return [str(found) if isinstance(found, BadRecord) else "" for found in read(text)]


def test_a_record_is_read_from_text_bytes_or_an_object() -> None:
    record = parse_record(written())
    assert record == parse_record(line()) == parse_record(line().decode())
    assert record.hands == tuple(tuple(hand) for hand in sorted_deal(3))
    assert record.actions == ((0, Place("EU6", "EU")), (1, Pass()), (2, Timeout()))
    assert record.referee is Referee.STRICT
    assert record.players == ("Ana", "Bogdan", "Crina")


def test_what_may_be_left_out_has_its_default() -> None:
    record = parse_record(written(options=..., players=...))
    assert (record.referee, record.players) == (Referee.TABLE, None)
    assert parse_record(written(options={})).referee is Referee.TABLE
    assert "players" not in dump_record(record)


def test_unknown_keys_are_kept_and_ignored() -> None:
    record = parse_record(written(place="Cluj", options={"speed": [1, {"a": None}]}))
    dumped = dump_record(record)
    assert dumped["place"] == "Cluj"
    assert dumped["options"] == {"referee": "table", "speed": [1, {"a": None}]}
    assert parse_record(dumped) == record


def test_names_are_any_text_even_half_a_character() -> None:
    names = ["", "", "\ud800 Ștefan \x00"]
    assert parse_record(json.dumps(written(players=names))).players == tuple(names)


def test_an_object_is_copied_so_that_changing_it_later_changes_no_record() -> None:
    found = written(note=[1])
    record = parse_record(found)
    found["note"].append(2)
    assert record.unknown == {"note": [1]}


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"format": ...}, "format"),
        ({"format": "carti-game/2"}, "format"),
        ({"hands": ...}, "hands"),
        ({"actions": ...}, "actions"),
        ({"options": None}, "options"),
        ({"options": {"referee": None}}, "options.referee"),
        ({"options": {"referee": "Table"}}, "options.referee"),
        ({"options": {"referee": ["table"]}}, "options.referee"),
        ({"players": None}, "players"),
        ({"players": ["Ana"]}, "players"),
        ({"players": ["Ana", "Bogdan", 3]}, "players[2]"),
        ({"hands": {}}, "hands"),
        ({"hands": sorted_deal(3)[:2]}, "hands"),
        ({"hands": [*sorted_deal(3)[:2], "EU1"]}, "hands[2]"),
        ({"hands": [*sorted_deal(3)[:2], [[]]]}, "hands[2][0]"),
        ({"hands": [*sorted_deal(3)[:2], ["EU1"]]}, "hands[2][0]"),
        ({"actions": {}}, "actions"),
        ({"actions": [[0, "pass"], "pass"]}, "actions[1]"),
        ({"actions": [[0]]}, "actions[0]"),
        ({"actions": [[True, "pass"]]}, "actions[0]"),
        ({"actions": [[1.0, "pass"]]}, "actions[0]"),
        ({"actions": [[3, "pass"]]}, "actions[0]"),
        ({"actions": [[-1, "pass"]]}, "actions[0]"),
        ({"actions": [[0, "pass", "EU6"]]}, "actions[0]"),
        ({"actions": [[0, "timeout", None]]}, "actions[0]"),
        ({"actions": [[0, "place", "EU6"]]}, "actions[0]"),
        ({"actions": [[0, "place", "EU6", None]]}, "actions[0]"),
        ({"actions": [[0, "place", 6, "EU"]]}, "actions[0]"),
        ({"actions": [[0, "lay", "EU6", "EU"]]}, "actions[0]"),
        ({"note": float("nan")}, "record"),
        ({"note": {1, 2}}, "record"),
    ],
)
def test_a_malformed_record_is_told_where(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(written(**changes))
    assert caught.value.where == where
    assert str(caught.value) == f"{where}: {caught.value.problem}"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"nonsense",
        b'"\xed\xa0\x80"',
        b'{"format": "carti-game/1", "format": "carti-game/1"}',
        b'{"x": NaN}',
        b'{"x": -Infinity}',
        b'{"x": 1e999}',
        b'{"x": -1e999}',
        b'{"x": ' + b"1" * 10_000 + b"}",
        b'{"x": ' + b"[" * 100_000,
        b'{"x": ' + b'{"x": ' * 100_000,
        json.dumps(written()).encode("utf-16"),
        b"\xef\xbb\xbf" + line(),
    ],
    ids=lambda text: repr(text[:30]),
)
def test_text_that_is_no_json_object_is_malformed_as_a_whole(text: bytes) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(text)
    assert caught.value.where == "record"


def test_a_number_with_an_exponent_in_an_unknown_key_is_kept() -> None:
    assert parse_record(line().replace(b'"players"', b'"x": 1e3, "players"')).unknown == {"x": 1e3}


def test_cards_and_rows_are_only_checked_when_they_are_played() -> None:
    record = parse_record(written(actions=[[0, "place", "EU6", "EU"], [1, "place", "?", "EU "]]))
    with pytest.raises(IllegalAction) as caught:
        replay(record)
    assert (caught.value.at, caught.value.code) == (1, "unknown_card")


def test_each_line_that_is_not_blank_is_a_record() -> None:
    assert problems(line() + b"\n \t\r\n" + line()[:-1]) == ["", ""]
    assert read(b"") == read(b"\n\n") == read(b"\xef\xbb\xbf") == []


def test_a_bad_line_does_not_stop_the_next() -> None:
    found = problems(b"{\n" + line() + b"\xff\n" + line())
    assert [bool(problem) for problem in found] == [True, False, True, False]


def test_lines_end_at_line_feeds_only() -> None:
    separated = line(place="\u2028\u0085".join("ab")).decode()
    assert problems((separated.replace("\\u2028", "\u2028") * 2).encode()) == ["", ""]


def test_a_byte_order_mark_is_skipped_at_the_start_only() -> None:
    mark = b"\xef\xbb\xbf"
    found = problems(mark + line() + mark + line())
    assert [bool(problem) for problem in found] == [False, True]


@pytest.mark.parametrize("note", [1, 10**4000, float("1e308")])
def test_one_object_over_several_lines_is_one_record(note: float) -> None:
    assert problems(json.dumps(written(note=note), indent=1).encode()) == [""]


def test_one_malformed_object_over_several_lines_is_one_malformed_record() -> None:
    huge = json.dumps(written(note="?"), indent=1).replace('"?"', "1" * 5000)
    assert len(problems(huge.encode())) == 1


def test_a_file_of_more_than_1_mb_is_never_one_record() -> None:
    lines = json.dumps(written(), indent=1).encode()
    padding = b" " * (WHOLE_FILE_BYTES - len(lines))
    assert problems(padding + lines) == [""]
    assert len(problems(padding + b" " + lines)) > 1


def test_a_line_too_long_is_malformed_and_the_next_is_read() -> None:
    just_right = b" " * (LINE_BYTES - len(line())) + line()
    too_long = b"[" * (2 * LINE_BYTES) + b"\n"
    found = problems(just_right + too_long + line() + too_long[:-1])
    assert [bool(problem) for problem in found] == [False, True, False, True]


class Endless(io.RawIOBase):
    """A file without end of lines that a function makes."""

    def __init__(self, make: Callable[[], bytes]) -> None:
        self.lines: Iterator[bytes] = (make() for _ in itertools.count())
        self.rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.rest = self.rest or next(self.lines)
        count = min(len(buffer), len(self.rest))
        buffer[:count] = self.rest[:count]
        self.rest = self.rest[count:]
        return count


def test_a_file_is_read_lazily_and_does_not_fill_the_memory() -> None:
    records = read_records(io.BufferedReader(Endless(line)))
    next(records)
    tracemalloc.start()
    for _ in range(3000):  # about 3 MB of text
        next(records)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
