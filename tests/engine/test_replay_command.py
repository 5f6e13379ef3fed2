"""`manage.py replay` as a process: its exit status, its streams, and what it never shows."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.games import sorted_deal

ROOT = Path(__file__).parent.parent.parent
GOOD = {"format": "carti-game/1", "hands": sorted_deal(3), "actions": [[0, "place", "EU6", "EU"]]}
LINE = json.dumps(GOOD).encode() + b"\n"


def replay(file: Path | str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "manage.py", "replay", str(file)]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, check=False)


def test_every_record_replays_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(LINE * 3)
    from_file, from_input = replay(file), replay("-", LINE * 3)
    assert from_file.returncode == from_input.returncode == 0
    assert from_file.stdout == from_input.stdout
    assert from_file.stdout.count(b"\n") == 3
    assert from_file.stderr == from_input.stderr == b""


def test_an_empty_file_prints_nothing() -> None:
    done = replay("-")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_errors_are_lines_in_their_place_and_the_status_is_1() -> None:
    deep = b'{"x":' * 100_000 + b"\n"
    name = LINE.replace(b'"EU6", "EU"', b'"\\ud800", "EU"')
    refused = LINE.replace(b'"actions": [', b'"actions": [[1, "pass"],')
    done = replay("-", b"\xff\n" + LINE + deep + name + refused + LINE)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.isascii()
    results = [json.loads(line) for line in done.stdout.splitlines()]
    errors = [result.get("error", {}).get("code") for result in results]
    bad, opening, turn = "bad_record", "opening_required", "not_your_turn"
    assert errors == [bad, None, bad, opening, turn, None]
    assert all(set(result) == {"error"} for result in results if "error" in result)
    assert [result["error"]["at"] for result in results if "error" in result] == [None, None, 0, 0]


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_status_2_and_a_sentence(name: str, tmp_path: Path) -> None:
    done = replay(tmp_path / name)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert str(tmp_path).encode() in done.stderr


def test_a_reader_who_leaves_early_gets_no_traceback() -> None:
    command = [sys.executable, "manage.py", "replay", "-"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(LINE * 20)
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1
