"""Case 6 over two hundred games of bots: every byte that a player and a spectator receive.

The games are played in memory, and looked at where they stand at a few positions.
"""

import random
from collections.abc import Iterator
from html import unescape
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.utils import timezone

from game import engine, history, pages, services
from game.live import View
from game.models import Move, Table
from game.throttle import guesses
from tests.conftest import guest
from tests.engine.games import wild_action
from tests.game.rounds import HTMX, Deal
from tests.game.secrecy import CODE, TOKENS, known_to, told_by

pytestmark = pytest.mark.django_db

GAMES, CHUNKS = 200, 8


class Tee(Client):
    """A browser that keeps all it receives, headers too."""

    def __init__(self, language: str, player: int | None = None) -> None:
        super().__init__()
        self.received: list[tuple[int, str, str]] = []
        self.cookies["django_language"] = language
        if player is not None:
            session = self.session
            session["player"] = player
            session.save()

    def request(self, **request: Any) -> Any:
        answer = super().request(**request)
        headers = "".join(f"{name}: {value}\n" for name, value in answer.headers.items())
        cookies = answer.cookies.output()
        body = "" if answer.streaming else answer.content.decode()
        self.received.append((answer.status_code, headers + cookies, body))
        return answer


class Step(NamedTuple):
    seat: int
    action: engine.Action
    state: engine.State
    """Afterwards."""


def steps(deal: Deal, referee: engine.Referee, rng: random.Random) -> Iterator[Step]:
    """A game of bots; the one at seat 0 sometimes does something foolish."""
    state = engine.new_game(deal, referee)
    while state.to_move is not None:
        seat = state.to_move
        if seat == 0 and not state.bonus and rng.random() < 0.5:
            action = wild_action(state, rng)
        else:
            view = engine.seat_view(state, seat)
            action = engine.choose(view, rng, engine.LEVELS[seat % len(engine.LEVELS)])
        state, _ = engine.apply(state, seat, action)
        yield Step(seat, action, state)


def stored(table: Table, version: int, step: Step) -> Move:
    move = Move(table=table, version=version, seat=step.seat, by=Move.By.BOT)
    match step.action:
        case engine.Place(card, row):
            move.kind, move.card, move.row = Move.Kind.PLACE, card, row
        case engine.Pass():
            move.kind = Move.Kind.PASS
        case _:
            move.kind = Move.Kind.TIMEOUT
    return move


def asked(tee: Tee, table: Table, page: str, all_of_it: bool) -> None:
    """Asks for all that can be asked for without changing the table: pages, parts and errors."""
    path = f"/t/{table.code}/"
    tee.get(f"{path}fresh/", {"page": page})  # a page that reconnects
    tee.get(f"{path}watch/")
    tee.get(f"{path}events/", {"page": page})
    if page == "watch":
        return
    tee.get(path)
    late = {"version": 0, "card": "lup", "row": "EU"}
    tee.post(f"{path}move/", late, headers=HTMX if all_of_it else {})
    if all_of_it:
        tee.post(f"{path}move/", late | {"version": table.version, "card": "x"})
        tee.post(f"{path}pass/", {"version": 0})
        tee.post(f"{path}again/")
        tee.post(f"{path}ask/", {"ask": "bot:0"}, headers=HTMX)
        tee.post(f"{path}start/")


def errors(tee: Tee, table: Table) -> list[str]:
    """Errors that tell of no table: with pictures, and the same whatever is dealt."""
    path = f"/t/{table.code}/"
    answers = [tee.post(f"{path}move/"), tee.get("/t/222222/"), tee.get(f"{path}x/")]
    if table.phase == Table.Phase.PLAYING:
        answers += [tee.get(f"{path}record/"), tee.get(f"{path}replay/")]
    assert {answer.status_code for answer in answers} == {400, 404}
    return [TOKENS.sub("", answer.content.decode()).replace(table.code, "") for answer in answers]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_case_6_no_byte_of_two_hundred_games_tells_anothers_card(chunk: int) -> None:
    ana = guest("Ana")
    same: dict[tuple[str, int], str] = {}
    characters = 0
    for number in range(chunk, GAMES, CHUNKS):
        rng = random.Random(number)
        language = ("ro", "en")[number // CHUNKS % 2]
        people = 3 + number // 2 % 4
        referee = list(engine.Referee)[number % 3]
        options: dict[str, object] = {"referee": referee.value, "explain": rng.random() < 0.7}
        options |= {"hints": rng.random() < 0.2, "limit": rng.choice([0, 0, 60])}
        plan = [services.HUMAN] + ["medium"] * (people - 1)
        table = services.open_table(
            opener=ana, plan=plan, options=options, name="Ana", avatar="zebra"
        )
        deal = engine.deal(rng, people)
        game = list(steps(deal, referee, rng))
        first = table.version
        Table.objects.filter(pk=table.pk).update(
            deal=deal, phase=Table.Phase.PLAYING, turn_at=timezone.now()
        )
        guesses.forget()
        player, wall = Tee(language, ana.pk), Tee(language)
        shown: set[str] = set()
        at = 0
        positions = 2 if number % 4 == 0 else 1  # two, so that the later one is a reconnection
        for until in sorted(rng.sample(range(1, len(game) + 1), positions)):
            Move.objects.bulk_create(stored(table, first + i, game[i]) for i in range(at, until))
            for step in game[at:until]:
                for cards in engine.seat_view(step.state, None).shown:
                    shown |= set(cards)
            at, state = until, game[until - 1].state
            Table.objects.filter(pk=table.pk).update(
                version=first + until, **({"phase": Table.Phase.OVER} if state.over else {})
            )
            table.refresh_from_db()
            assert history.game_of(table).state == state
            for i, page in enumerate(errors(player, table)):
                assert same.setdefault((language, i), page) == page
            player.received.clear()
            wall.received.clear()
            asked(player, table, "end" if state.over else "table", all_of_it=number % 3 == 0)
            asked(wall, table, "watch", all_of_it=False)
            for tee, seat in ((player, 0), (wall, None)):
                view = View(seat, language, "watch" if seat is None else "table", "http://x")
                told = pages.fragments(table, [view])[view]  # what the stream brings
                known = known_to(state, seat, shown)
                hidden = set(engine.CARDS) - known
                for status, headers, body in [*tee.received, (200, "", told)]:
                    assert not CODE.search(headers), (number, headers)
                    assert not CODE.search(unescape(body)), (number, seat, status)
                    assert told_by(headers + body, hidden, known, language) == set(), (
                        number,
                        seat,
                        status,
                    )
                    characters += len(headers) + len(body)
    assert characters > 10**6
