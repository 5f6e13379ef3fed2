"""The story of a game: one sentence an event, for the reader, for others and for spectators."""

import random
import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.utils import translation
from django.utils.html import strip_tags

from game import engine, story
from game.history import Entry
from tests.engine.games import play

pytestmark = pytest.mark.django_db  # the cards' names

NAMES = ["Ana", "Bogdan", "Crina"]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def told(*events: engine.Event, reader: int | None = None, explain: bool = True) -> list[str]:
    lines = story.tell([Entry(7, 0, events)], NAMES, reader, explain)
    return [unescape(strip_tags(line.html)) for line in lines]


# Every event of the rules, with what seat 0 reads and what the others and spectators read.
EVENTS: list[tuple[tuple[engine.Event, ...], str, str]] = [
    (
        (("placed", 0, "EU6", "EU"),),
        "You laid the Reindeer in Europe.",
        "Ana laid the Reindeer in Europe.",
    ),
    (
        (("misplaced", 0, "EU6", "AS", "wrong_continent"),),
        "You tried the Reindeer in Asia. Lapland lies in Europe.",
        "Ana tried the Reindeer in Asia. Lapland lies in Europe.",
    ),
    (
        (("misplaced", 0, "EU6", "EU", "row_closed"),),
        "You tried the Reindeer in Europe, but that row begins with its 6.",
        "Ana tried the Reindeer in Europe, but that row begins with its 6.",
    ),
    (
        (("misplaced", 0, "EU6", "EU", "out_of_order"),),
        "You tried the Reindeer in Europe, but its neighbour isn't there yet.",
        "Ana tried the Reindeer in Europe, but its neighbour isn't there yet.",
    ),
    (
        (("passed", 0),),
        "You said that you have no card to lay.",
        "Ana has no card to lay.",
    ),
    ((("declined", 0),), "You lay nothing more.", "Ana lays nothing more."),
    ((("timed_out", 0),), "You ran out of time.", "Ana ran out of time."),
    (
        (("discovered", 0, "EU6"),),
        "You showed the Reindeer, which fitted earlier. You sit out two turns.",
        "Ana showed the Reindeer, which fitted earlier. Two turns out.",
    ),
    (
        (("discovered", 0, None),),
        "You had a card to lay. You sit out two turns.",
        "Ana had a card to lay. Two turns out.",
    ),
    (
        (("bonus", 0),),
        "You laid a 12 and may lay one more card.",
        "Ana laid a 12 and may lay one more card.",
    ),
    (
        (("finished", 0, 1),),
        "You laid your last card: place 1.",
        "Ana laid the last card: place 1.",
    ),
    (
        (("finished", 0, 3), ("over",)),
        "You stay with cards in hand: place 3.",
        "Ana stays with cards in hand: place 3.",
    ),
    ((("turn_lost", 0),), "You sit out a turn.", "Ana sits out a turn."),
]


@pytest.mark.parametrize(
    ("events", "to_reader", "to_others"), EVENTS, ids=[str(e[0][0]) for e in EVENTS]
)
def test_each_event_is_one_sentence_to_each(
    events: tuple[engine.Event, ...], to_reader: str, to_others: str
) -> None:
    def same(one: str, other: str) -> bool:
        return one.lower() == other.lower()

    assert same(told(*events, reader=0)[0], to_reader)
    for reader in (1, 2, None):
        assert same(told(*events, reader=reader)[0], to_others)


def test_the_end_is_told_to_all_alike() -> None:
    lines = {told(("over",), reader=reader)[0] for reader in (0, 1, 2, None)}
    assert lines == {"The game is over."}


def test_every_event_of_the_rules_is_here() -> None:
    kinds = {str(event[0]) for events, _, _ in EVENTS for event in events}
    assert kinds == {
        "placed", "misplaced", "passed", "declined", "timed_out", "discovered", "bonus",
        "finished", "turn_lost", "over",
    }  # fmt: skip


def test_without_explanations_a_wrong_card_is_told_without_its_reason() -> None:
    for reason in ("wrong_continent", "row_closed", "out_of_order"):
        event: engine.Event = ("misplaced", 0, "EU6", "AS", reason)
        other = told(event, explain=False)[0]
        assert "Europe" not in other
        assert "It went back to the hand." in other
        assert "It went back to your hand." in told(event, reader=0, explain=False)[0]


def test_who_finishes_with_a_discovered_card_sits_out_nothing() -> None:
    events: tuple[engine.Event, ...] = (
        ("placed", 0, "EU6", "EU"),
        ("discovered", 0, "EU6"),
        ("finished", 0, 1),
    )
    assert not any("two turns" in line.lower() for line in told(*events, reader=0))
    assert not any("two turns" in line.lower() for line in told(*events))


def test_names_are_text_and_not_markup() -> None:
    lines = story.tell([Entry(1, 0, (("passed", 0),))], ["<b>{card}</b>&", "B", "C"], None, True)
    assert "&lt;b&gt;{card}&lt;/b&gt;&amp;" in next(iter(lines)).html


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("explain", [True, False])
@pytest.mark.parametrize("referee", engine.Referee)
def test_whole_games_are_told_with_nothing_left_out(
    language: str, explain: bool, referee: engine.Referee
) -> None:
    rng = random.Random(4)
    state = engine.new_game(engine.deal(rng, 3), referee)
    entries = [
        Entry(version, step.seat, step.events)
        for version, step in enumerate(play(state, rng, wild=True, most=150))
    ]
    events = [event for entry in entries for event in entry.events]
    with translation.override(language):
        for reader in (None, 0, 1, 2):
            lines = list(story.tell(entries, NAMES, reader, explain))
            assert len(lines) == len(events)
            numbers = [line.n for line in lines]
            assert numbers == sorted(set(numbers)), "each has a number of its own, in order"
            for line in lines:
                sentence = strip_tags(line.html)
                assert sentence.strip().endswith((".", "!"))
                assert not re.search(r"[{}%]|None|_", sentence), sentence
            said = {line.html for line in lines if line.seat == reader}
            if reader is not None:
                assert not any(NAMES[reader] in sentence for sentence in said)
