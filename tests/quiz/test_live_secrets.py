"""Case 6 for a class: what its teacher's pages tell tells no hand, and does not depend on one."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from game import engine, history, selectors, services
from game.models import Player, Seat, Table
from tests.engine.games import wild_action
from tests.game.rounds import text
from tests.game.secrecy import CODE, TOKENS, known_to, other_deal, told_by
from tests.quiz.school import School
from tests.quiz.test_live_page import NAMES, started, tables_of

pytestmark = pytest.mark.django_db

CLOCK = re.compile(r"\b\d\d:\d\d\b")


def played(table: Table, moves: int, rng: random.Random) -> Iterator[engine.State]:
    """The game now and then, while everybody does what comes to mind."""
    players = [seat.player for seat in table.seats.all()]
    for number in range(moves):
        table.refresh_from_db()
        state = history.game_of(table).state
        if state.to_move is None:
            return
        lay(table, players[state.to_move], wild_action(state, rng))
        if number % 8 == 7:
            table.refresh_from_db()
            yield history.game_of(table).state


def lay(table: Table, player: Player | None, action: engine.Action) -> None:
    assert player is not None
    known: dict[str, Any] = {"table": table, "player": player, "version": table.version}
    match action:
        case engine.Place(card, row):
            services.place(**known, card=card, row=row)
        case _:
            services.pass_turn(**known)


@pytest.mark.parametrize("language", ["ro", "en"])
def test_case_6_a_teachers_pages_tell_no_card_that_is_in_a_hand(language: str) -> None:
    school = School("ene", *NAMES)
    tables = tables_of(started(school, ("Ana", "Bogdan", "Crina"), ("Dan", "Filip", "Geo")))
    desk, rng = school.desk(), random.Random(3)
    desk.cookies["django_language"] = language
    assert not Seat.objects.exclude(level="").exists()

    def seen() -> list[str]:
        """All the teacher can look at while the tables play."""
        pages = [school.address("live"), school.address("live_fresh"), school.address("classroom")]
        for table in tables:
            pages += [f"/t/{table.code}/watch/", f"/t/{table.code}/watch/?names=off"]
            pages += [f"/t/{table.code}/fresh/?page=watch", f"/t/{table.code}/replay/"]
        return [told(desk, page) for page in pages]

    looked = 0
    for state in played(tables[0], 60, rng):
        if state.over:
            break
        looked += 1
        table = tables[0]
        record = selectors.record_of(table)
        before = seen()
        shown = {action.card for _, action in record.actions if isinstance(action, engine.Place)}
        other = history.game_of(tables[1]).state  # of which nothing but the backs is seen
        known = known_to(state, None, shown) | known_to(other, None, set())
        for page in before:
            assert not CODE.search(page)
            assert told_by(page, set(engine.CARDS) - known, known, language) == set()
        deal = other_deal(record.hands, record.actions, None, rng)
        assert deal != record.hands
        Table.objects.filter(pk=table.pk).update(deal=deal)
        history.forget()
        assert seen() == before
        Table.objects.filter(pk=table.pk).update(deal=record.hands)
        history.forget()
    assert looked > 4


def told(desk: Client, page: str) -> str:
    """A page without what differs from moment to moment; an error tells of no table."""
    answer = desk.get(page)
    if answer.status_code == 404:
        return ""
    body = CLOCK.sub("", TOKENS.sub("", text(answer)))
    return "".join(f"{name}: {value}\n" for name, value in answer.headers.items()) + body
