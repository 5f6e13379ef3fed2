"""Every vector, replayed by the command as a user runs it."""

import json
from contextlib import nullcontext
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

VECTORS = Path(__file__).parent.parent / "vectors"
SCENARIOS = json.loads((VECTORS / "scenarios" / "index.json").read_text())
FILES = [("random", 1)] + [(f"scenarios/{each['name']}", each["exit"]) for each in SCENARIOS]


def without_message(line: str) -> object:
    result = json.loads(line)
    if "error" in result:
        message = result["error"].pop("message")
        assert message
        assert "\n" not in message
    return result


@pytest.mark.parametrize(("name", "status"), FILES, ids=[name for name, _ in FILES])
def test_a_vector_replays_as_expected(name: str, status: int) -> None:
    out = StringIO()
    with pytest.raises(SystemExit, check=lambda stop: stop.code == 1) if status else nullcontext():
        call_command("replay", VECTORS / f"{name}.jsonl", stdout=out)
    expected = (VECTORS / f"{name}.expected.jsonl").read_text().splitlines()
    printed = out.getvalue().splitlines()
    assert [*map(without_message, printed)] == [*map(without_message, expected)]


def test_every_scenario_has_its_vector() -> None:
    stored = {path.name for path in (VECTORS / "scenarios").glob("*.jsonl")}
    named = {each["name"] for each in SCENARIOS}
    assert stored == {f"{name}{kind}.jsonl" for name in named for kind in ("", ".expected")}
