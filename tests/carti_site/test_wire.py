"""Case 6 on the wire: a tee before every socket of a real server, through a whole game."""

from __future__ import annotations

import random
from contextlib import ExitStack
from html import unescape
from http.client import HTTPResponse

import pytest

from game import engine
from tests.carti_site.test_presence import People, slugs
from tests.engine.games import honest_action, wild_action
from tests.game.secrecy import CODE, TOKENS, known_to, told_by
from tests.site import Browser, Site

pytestmark = pytest.mark.django_db  # the cards' names

ANEW = 12
"""After so many moves every stream is cut, and its page opens another."""
PAGES = ("", "fresh/?page=table", "watch/", "watch/?names=off", "record/", "replay/", "nowhere/")
AFTERWARDS = ("record/", "replay/")
"""Once the game is over these show every hand."""


def heard(stream: HTTPResponse, version: int) -> str:
    """All that comes until the table's version is told."""
    lines: list[str] = []
    told = -1
    while told < version or lines[-1] != "\n":
        lines.append(stream.readline().decode())
        assert lines[-1], "the stream ended"
        if lines[-1].startswith("id: "):
            told = int(lines[-1][4:])
    return "".join(lines)


def wrong_or_right(state: engine.State, rng: random.Random) -> engine.Action:
    """Now and then something foolish; only the clock can say that time is up."""
    action = wild_action(state, rng) if rng.random() < 0.3 else honest_action(state, rng)
    return engine.Pass() if isinstance(action, engine.Timeout) else action


class Viewer:
    """A browser with its language, seat (None: the wall) and stream."""

    def __init__(self, people: People, seat: int | None, language: str) -> None:
        self.people, self.seat, self.language = people, seat, language
        self.browser = Browser(people.site) if seat is None else people.browsers[seat]
        self.browser.cookies["django_language"] = language
        self.errors: dict[tuple[str, str, int], str] = {}

    def opens(self, stack: ExitStack) -> str:
        """Its page and its stream, anew; the headers of that."""
        page = "watch" if self.seat is None else "table"
        path = f"{self.people.path}events/?page={page}"
        self.stream = stack.enter_context(self.browser.stream(path))
        return str(self.stream.headers)

    def asks(self, path: str, **form: object) -> str:
        """An answer, every byte of it."""
        address = self.people.path + path
        answer = self.browser.post(address, form) if form else self.browser.get(address)
        told = TOKENS.sub("", answer.text)
        if answer.status in (400, 404):  # with an animal of its own, whatever is dealt
            key = self.language, path, answer.status
            assert self.errors.setdefault(key, told) == told
            told = ""
        return f"{answer.headers}\n{told}"


def test_case_6_no_byte_on_the_wire_tells_anothers_card(site: Site) -> None:
    rng, slug = random.Random(6), slugs()
    people = People(site, explain="1")
    languages = ("ro", "en", "ro", "en")
    viewers = [Viewer(people, seat, languages[seat or 0]) for seat in (0, 1, 2)]
    viewers.append(Viewer(people, None, "en"))
    shown: set[str] = set()
    moves = characters = 0
    while not (state := people.state()).over:
        with ExitStack() as stack:
            received = {viewer: viewer.opens(stack) for viewer in viewers}
            for _ in range(ANEW):
                if (seat := state.to_move) is None:
                    break
                mover, action = viewers[seat], wrong_or_right(state, rng)
                form: dict[str, object] = {"version": people.table("version")}
                if isinstance(action, engine.Place):
                    shown.add(action.card)
                    form |= {"card": slug[action.card], "row": action.row}
                    received[mover] += mover.asks("move/", **form)
                else:
                    received[mover] += mover.asks("pass/", **form)
                moves += 1
                assert len(people.moves()) == moves
                state, version = people.state(), people.table("version")
                for viewer in viewers:
                    received[viewer] += heard(viewer.stream, version)
                other = viewers[moves % len(viewers)]
                page = PAGES[moves % len(PAGES)]
                if not (state.over and page in AFTERWARDS):
                    received[other] += other.asks(page)
                received[other] += other.asks("move/", card="x", row="EU", version=0)
                for viewer, told in received.items():
                    known = known_to(state, viewer.seat, shown)
                    hidden = set(engine.CARDS) - known
                    assert not CODE.search(unescape(told)), (moves, viewer.seat)
                    assert told_by(told, hidden, known, viewer.language) == set()
                    characters += len(told)
                    received[viewer] = ""
    assert moves > 50
    assert characters > 10**6
