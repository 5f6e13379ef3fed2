"""Games to test with: dealt by hand, and played through the pages by a browser for each seat."""

import random
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from django.test import Client
from django.urls import reverse

from game import engine, history
from game.catalogue import deck
from game.models import Table
from tests.conftest import client_of, open_for, player_at
from tests.engine.games import honest_action, sorted_deal, wild_action

NAMES = ("Ana", "Bogdan", "Crina", "Dan", "Ema", "Florin")
HTMX = {"HX-Request": "true"}

Answer = Any
"""What a test client gets."""
Deal = Sequence[Sequence[str]]
# Seat 0 has Europe and AS1 to AS8, seat 1 AS9 to AM4, seat 2 AM5 to AU12.
BLOCKS = sorted_deal(3)


def slug_of(code: str) -> str:
    """What pages and forms call the card."""
    return deck()[code].slug


class Round:
    """A begun table of people."""

    def __init__(self, people: int = 3, deal: Deal | None = None, **options: Any) -> None:
        self.pk = open_for(*NAMES[:people], **options).pk
        if deal is not None:
            Table.objects.filter(pk=self.pk).update(deal=deal)
        self.browsers = [client_of(player_at(self.table, seat)) for seat in range(people)]

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return Table.objects.get(pk=self.pk)

    @property
    def state(self) -> engine.State:
        """The game as it is now, with everybody's cards."""
        return history.game_of(self.table).state

    def address(self, name: str) -> str:
        """An address of this table."""
        return reverse(f"game:{name}", args=[self.table.code])

    def page(self, seat: int, name: str = "table") -> Answer:
        """What the seat sees."""
        return self.browsers[seat].get(self.address(name))

    def lay(
        self, seat: int, card: str, row: str, version: int | None = None, htmx: bool = False
    ) -> Answer:
        """The seat sends a card, named by its code."""
        data = {"card": slug_of(card), "row": row}
        return self.send(seat, "move", data, version, htmx)

    def pass_turn(self, seat: int, version: int | None = None, htmx: bool = False) -> Answer:
        """The seat passes."""
        return self.send(seat, "pass", {}, version, htmx)

    def send(
        self,
        seat: int,
        name: str,
        data: dict[str, str],
        version: int | None = None,
        htmx: bool = False,
    ) -> Answer:
        """Any form of the table's page."""
        known = self.table.version if version is None else version
        headers = HTMX if htmx else {}
        return self.browsers[seat].post(
            self.address(name), {"version": known, **data}, headers=headers
        )

    def do(self, action: engine.Action) -> None:
        """The seat to move does it."""
        seat = self.state.to_move
        assert seat is not None
        if isinstance(action, engine.Place):
            answer = self.lay(seat, action.card, action.row)
        else:
            answer = self.pass_turn(seat)
        assert answer.status_code == 302, answer.content.decode()

    def play(self, seed: int, wild: bool = False, most: int = 1000) -> Iterator[engine.State]:
        """The states after each of the next moves."""
        rng = random.Random(seed)
        for _ in range(most):
            state = self.state
            if state.over:
                return
            action = wild_action(state, rng) if wild else honest_action(state, rng)
            self.do(engine.Pass() if isinstance(action, engine.Timeout) else action)
            yield self.state

    def finish(self, seed: int = 1, wild: bool = False) -> None:
        """Plays to the end; wildly only for a while, since that may take long."""
        for _ in chain(self.play(seed, wild, most=80), self.play(seed)):
            pass


def text(response: Answer) -> str:
    """The page as it came."""
    return str(response.content.decode())


def browser_in(language: str) -> Client:
    """A new browser that has chosen a language."""
    client = Client()
    client.cookies["django_language"] = language
    return client
