"""Game records in the format carti-game/1: read, checked whole, replayed, written.

A record is malformed (BadRecord) or it can be replayed; an action in it may then still be refused
(IllegalAction). One game is one JSON object, many games are JSON Lines.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, BinaryIO, NoReturn

from game.engine.cards import BadDeal, check_deal
from game.engine.rules import apply, new_game
from game.engine.state import (
    Action,
    Event,
    IllegalAction,
    Pass,
    Place,
    Referee,
    State,
    Timeout,
)

FORMAT = "carti-game/1"
WHOLE_FILE_BYTES = 1_000_000  # the largest file that may be one record over several lines
# The largest line that is read. A long game has 2,000 bytes; without a limit one line without an
# end would fill the memory.
LINE_BYTES = 16_000_000

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_KEYS = {"format", "options", "players", "hands", "actions"}


class BadRecord(ValueError):
    """A malformed record: `where` in it ("actions[3]"; "record" for the whole) and `problem`."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Record:
    """One game: the deal and all its actions, as they were done."""

    hands: tuple[tuple[str, ...], ...]  # as dealt, in seat order
    actions: tuple[tuple[int, Action], ...] = ()  # (seat, action)
    referee: Referee = Referee.TABLE
    players: tuple[str, ...] | None = None  # a name for each hand, any text
    unknown: Mapping[str, Any] = field(default_factory=dict)  # keys kept for other programs
    unknown_options: Mapping[str, Any] = field(default_factory=dict)


def parse_record(source: str | bytes | Mapping[str, Any]) -> Record:
    """Read one record from JSON text, from its UTF-8 bytes, or from an object made of JSON values.

    The whole record is checked, actions included, but nothing is played. BadRecord if malformed.
    """
    found = _decode(source)
    if not isinstance(found, dict):
        raise BadRecord("record", "it is not a JSON object")
    for key in ("format", "hands", "actions"):
        if key not in found:
            raise BadRecord(key, "it is missing")
    if found["format"] != FORMAT:
        raise BadRecord("format", f"it is not {FORMAT}")
    options = found.get("options", {})
    if not isinstance(options, dict):
        raise BadRecord("options", "it is not an object")
    hands = _parse_hands(found["hands"])
    return Record(
        hands=hands,
        actions=_parse_actions(found["actions"], len(hands)),
        referee=_parse_referee(options.get("referee", Referee.TABLE)),
        players=_parse_players(found["players"], len(hands)) if "players" in found else None,
        unknown={key: value for key, value in found.items() if key not in _KEYS},
        unknown_options={key: value for key, value in options.items() if key != "referee"},
    )


def dump_record(record: Record) -> dict[str, Any]:
    """The record as an object of JSON values; `parse_record` gives an equal record back."""
    dumped: dict[str, Any] = {
        "format": FORMAT,
        "options": {"referee": record.referee.value, **record.unknown_options},
    }
    if record.players is not None:
        dumped["players"] = list(record.players)
    dumped["hands"] = [list(hand) for hand in record.hands]
    dumped["actions"] = [[seat, *_dump_action(action)] for seat, action in record.actions]
    return {**dumped, **record.unknown}


def replay(record: Record) -> tuple[State, tuple[Event, ...]]:
    """Play a record through: the last state, and all events in the order they happened.

    IllegalAction for the first action that is refused; its `at` is the index of that action.
    """
    state = new_game(record.hands, record.referee)
    told: list[Event] = []
    for at, (seat, action) in enumerate(record.actions):
        try:
            state, events = apply(state, seat, action)
        except IllegalAction as refused:
            raise IllegalAction(refused.code, refused.message, at) from refused
        told += events
    return state, tuple(told)


def dump_result(state: State, events: tuple[Event, ...]) -> dict[str, Any]:
    """What a replay ends with, as an object of JSON values."""
    return {
        "rows": state.rows,
        "hands": state.hands,
        "to_move": state.to_move,
        "bonus": state.bonus,
        "lost_turns": state.lost_turns,
        "places": state.places,
        "over": state.over,
        "events": events,
    }


def read_records(stream: BinaryIO) -> Iterator[Record | BadRecord]:
    """Read a file of records lazily; a malformed one comes as its BadRecord, and reading goes on.

    A file that as a whole is one JSON object of at most 1 MB is one record, over however many
    lines; otherwise each line that is not blank is one. A byte order mark at the start is skipped.
    """
    lines = _lines(stream)
    ahead: list[bytes] = []
    size = 0
    for line in lines:
        ahead.append(line)
        size += len(line)
        if size > WHOLE_FILE_BYTES:
            break
    else:
        whole = b"".join(ahead)
        if _is_object(whole):
            ahead = [whole]
    for line in chain(ahead, lines):
        if line.strip():
            yield _record_or_error(line)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long, enough to see that it is."""
    line = stream.readline(LINE_BYTES + 1).removeprefix(_BYTE_ORDER_MARK)
    while line:
        yield line
        while len(line) > LINE_BYTES and not line.endswith(b"\n"):
            line = stream.readline(LINE_BYTES + 1)
        line = stream.readline(LINE_BYTES + 1)


def _record_or_error(line: bytes) -> Record | BadRecord:
    if len(line) > LINE_BYTES:
        return BadRecord("record", f"it is longer than {LINE_BYTES} bytes")
    try:
        return parse_record(line)
    except BadRecord as bad:
        return bad


def _refuse_constant(name: str) -> NoReturn:
    raise BadRecord("record", f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise BadRecord("record", "a number is too large")
    return number


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Programs disagree on which of two equal keys counts, so neither does."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadRecord("record", "a key is there twice in one object")
    return found


_JSON = json.JSONDecoder(
    object_pairs_hook=_unique_keys, parse_float=_finite, parse_constant=_refuse_constant
)
# For the shape of a file alone: numbers stay text, so that their size does not matter.
_JSON_SHAPE = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=_refuse_constant)


def _decode(source: str | bytes | Mapping[str, Any]) -> object:
    try:
        if isinstance(source, bytes):
            source = source.decode()
        elif not isinstance(source, str):
            # Written and read again, so that an object meets the same checks as text.
            source = json.dumps(source, allow_nan=False)
        found: object = _JSON.decode(source)
    except BadRecord:
        raise
    except UnicodeDecodeError as error:
        raise BadRecord("record", f"byte {error.start} is not UTF-8") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise BadRecord("record", f"it is not JSON from {where} on") from error
    except RecursionError as error:
        raise BadRecord("record", "it is nested too deeply") from error
    except (TypeError, ValueError) as error:
        # An integer of thousands of digits, or an object that JSON cannot hold.
        raise BadRecord("record", "a value in it cannot be read as JSON") from error
    return found


def _is_object(text: bytes) -> bool:
    try:
        return isinstance(_JSON_SHAPE.decode(text.decode()), dict)
    except (ValueError, RecursionError):
        return False


def _parse_hands(found: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(found, list):
        raise BadRecord("hands", "it is not a list")
    for seat, hand in enumerate(found):
        if not isinstance(hand, list):
            raise BadRecord(f"hands[{seat}]", "it is not a list")
        for index, card in enumerate(hand):
            if not isinstance(card, str):
                raise BadRecord(f"hands[{seat}][{index}]", "it is not a string")
    try:
        check_deal(found)
    except BadDeal as bad:
        raise BadRecord(bad.where, bad.problem) from bad
    return tuple(tuple(hand) for hand in found)


def _parse_referee(found: object) -> Referee:
    for referee in Referee:
        if found == referee:
            return referee
    raise BadRecord("options.referee", "it is not table, strict or off")


def _parse_players(found: object, seats: int) -> tuple[str, ...]:
    if not isinstance(found, list):
        raise BadRecord("players", "it is not a list")
    if len(found) != seats:
        raise BadRecord("players", f"{len(found)} names for {seats} hands")
    for seat, name in enumerate(found):
        if not isinstance(name, str):
            raise BadRecord(f"players[{seat}]", "it is not a string")
    return tuple(found)


def _parse_actions(found: object, seats: int) -> tuple[tuple[int, Action], ...]:
    if not isinstance(found, list):
        raise BadRecord("actions", "it is not a list")
    return tuple(_parse_action(f"actions[{at}]", action, seats) for at, action in enumerate(found))


def _parse_action(where: str, found: object, seats: int) -> tuple[int, Action]:
    if not isinstance(found, list) or len(found) < 2:
        raise BadRecord(where, "it is not a list of a seat and what is done")
    seat = found[0]
    if type(seat) is not int or not 0 <= seat < seats:  # True is no seat
        raise BadRecord(where, f"the seat is not an integer from 0 to {seats - 1}")
    match found[1:]:
        case ["place", str(card), str(row)]:
            return seat, Place(card, row)
        case ["pass"]:
            return seat, Pass()
        case ["timeout"]:
            return seat, Timeout()
    raise BadRecord(where, "after the seat comes place with a card and a row, pass, or timeout")


def _dump_action(action: Action) -> tuple[str, ...]:
    if isinstance(action, Place):
        return ("place", action.card, action.row)
    return ("pass",) if isinstance(action, Pass) else ("timeout",)
