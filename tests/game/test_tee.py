"""Case 6 over a thousand games of bots: all that players, spectators and teachers receive.

The games are played in memory and looked at where they stand: there every viewer's stream and page
are read, and in some games every byte that browsers get, headers and errors too. None of it tells
a card that this viewer may not know; and none of it changes when hidden cards change places.
"""

import random
import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from game import engine, history, pages, services
from game.live import View
from game.models import Move, Player, Table
from game.throttle import guesses
from tests.conftest import guest
from tests.engine.games import wild_action
from tests.game.rounds import HTMX, Deal
from tests.game.secrecy import CODE, TOKENS, Doings, known_to, other_deal, told_by
from tests.long import times

pytestmark = pytest.mark.django_db

GAMES, CHUNKS = 1_000, 8
POSITIONS = times(1, 6)
"""How often each game is looked at."""
BROWSED = times(10, 1)
"""Of how many games one is looked at through browsers, too."""
ORIGIN = "http://x"
CHANGING = re.compile(r"csrftoken=\w+|expires=[^;]+|\b\d\d:\d\d\b")
"""What differs from one moment to the next: cookies, and the hour in a teacher's news."""


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


class Standing:
    """A game of bots in the database, at some point of it; at seat 0 sits a person."""

    def __init__(self, number: int, player: Player) -> None:
        self.number = number
        self.rng = rng = random.Random(number)
        self.language = ("ro", "en")[number // CHUNKS % 2]
        self.people = 3 + number // 2 % 4
        self.referee = list(engine.Referee)[number % 3]
        options: dict[str, object] = {
            "referee": self.referee.value,
            "explain": rng.random() < 0.7,
            "hints": rng.random() < 0.2,
            "limit": rng.choice([0, 0, 60]),
        }
        plan = [services.HUMAN] + ["medium"] * (self.people - 1)
        self.table = services.open_table(
            opener=player, plan=plan, options=options, name="Ana", avatar="zebra"
        )
        self.first = self.table.version
        self.deal: Deal = engine.deal(rng, self.people)
        self.doings: Doings = list(self._play())
        self.at = 0

    def _play(self) -> Iterator[tuple[int, engine.Action]]:
        """The whole game; the one at seat 0 sometimes does something foolish."""
        state = engine.new_game(self.deal, self.referee)
        while (seat := state.to_move) is not None:
            if seat == 0 and not state.bonus and self.rng.random() < 0.5:
                action = wild_action(state, self.rng)
            else:
                view = engine.seat_view(state, seat)
                action = engine.choose(view, self.rng, engine.LEVELS[seat % len(engine.LEVELS)])
            state, _ = engine.apply(state, seat, action)
            yield seat, action

    def go_to(self, until: int) -> engine.State:
        """The game after its first `until` moves."""
        Move.objects.bulk_create(self._stored(number) for number in range(self.at, until))
        self.at = until
        self.put(self.deal)
        return history.game_of(self.table).state

    def put(self, deal: Deal) -> None:
        """The same moves after another deal. Turns have begun long ago: no second is left."""
        Table.objects.filter(pk=self.table.pk).update(
            deal=deal,
            version=self.first + self.at,
            phase=Table.Phase.OVER if self.at == len(self.doings) else Table.Phase.PLAYING,
            turn_at=timezone.now() - timedelta(hours=1),
        )
        history.forget()
        self.table.refresh_from_db()

    def _stored(self, number: int) -> Move:
        seat, action = self.doings[number]
        version = self.first + number
        move = Move(table=self.table, version=version, seat=seat, by=Move.By.BOT)
        match action:
            case engine.Place(card, row):
                move.kind, move.card, move.row = Move.Kind.PLACE, card, row
            case engine.Pass():
                move.kind = Move.Kind.PASS
            case _:
                move.kind = Move.Kind.TIMEOUT
        return move

    def hide_otherwise(self, seat: int) -> bool:
        """Lets hidden cards change places, unseen by the seat; whether any could."""
        doings = self.doings[: self.at]
        deal = other_deal(self.deal, doings, seat, self.rng, self.referee)
        self.put(deal)
        return deal != self.deal

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Who sits there, and those who don't."""
        return (None, *range(self.people))

    def shown(self) -> set[str]:
        """The cards everybody has seen."""
        done = (action for _seat, action in self.doings[: self.at])
        return {action.card for action in done if isinstance(action, engine.Place)}

    def views(self, seat: int | None) -> list[View]:
        """How this viewer looks at the table; who sits nowhere, in every way there is."""
        over = self.at == len(self.doings)
        if seat is not None:
            return [View(seat, self.language, "end" if over else "table", ORIGIN)]
        looks = [("places" if over else "watch", True), ("watch", False), ("glance", True)]
        return [View(None, self.language, page, ORIGIN, named) for page, named in looks]

    def received(self, seat: int | None) -> Iterator[str]:
        """What the stream brings after the last move, and what a page that reconnects gets."""
        views = self.views(seat)
        yield from pages.fragments(self.table, views).values()
        with translation.override(self.language):
            for view in views:
                yield pages.fragment(self.table, view)


def asked(tee: Tee, table: Table, page: str, all_of_it: bool) -> None:
    """Asks for all that can be asked for without changing the table: pages, parts and errors."""
    path = f"/t/{table.code}/"
    tee.get(f"{path}fresh/", {"page": page})  # a page that reconnects
    tee.get(f"{path}watch/")
    tee.get(f"{path}watch/", {"names": "off"})
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


def told_to(game: Standing, seat: int | None, tee: Tee | None) -> list[str]:
    """All that one viewer receives at this point, tokens and dates taken out."""
    told = list(game.received(seat))
    if tee is not None:
        tee.received.clear()
        asked(tee, game.table, game.views(seat)[0].page, game.number % 3 == 0)
        told += [f"{status} {headers}\n{body}" for status, headers, body in tee.received]
    return [TOKENS.sub("", CHANGING.sub("", part)) for part in told]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_case_6_no_byte_of_a_thousand_games_tells_or_depends_on_a_hidden_card(chunk: int) -> None:
    ana = guest("Ana")
    same: dict[tuple[str, int], str] = {}
    running = changed = characters = 0
    for number in range(chunk, GAMES, CHUNKS):
        game = Standing(number, ana)
        tees: dict[int | None, Tee] = {}
        if number // CHUNKS % BROWSED == 0:
            tees = {0: Tee(game.language, ana.pk), None: Tee(game.language)}
        moves = range(1, len(game.doings) + 1)
        for until in sorted(game.rng.sample(moves, POSITIONS)):
            state = game.go_to(until)
            guesses.forget()
            for tee in tees.values():
                for i, page in enumerate(errors(tee, game.table)):
                    assert same.setdefault((game.language, i), page) == page
            before = {seat: told_to(game, seat, tees.get(seat)) for seat in game.viewers}
            for seat, told in before.items():
                known = known_to(state, seat, game.shown())
                hidden = set(engine.CARDS) - known
                for part in told:
                    characters += len(part)
                    assert not CODE.search(unescape(part)), (number, until, seat)
                    assert told_by(part, hidden, known, game.language) == set(), (
                        number,
                        until,
                        seat,
                    )
            if state.over:
                continue
            viewer = 0 if tees else game.rng.randrange(game.people)
            running += 1
            changed += game.hide_otherwise(viewer)
            for seat in (viewer, None):
                assert told_to(game, seat, tees.get(seat)) == before[seat], (number, until, seat)
            game.put(game.deal)
    assert characters > 10**6
    assert changed > 0.8 * running
