"""A table is its deal and its moves: it can be told again at any moment, and as a record."""

import json
import random
from itertools import islice

import pytest
from pytest_django import DjangoAssertNumQueries

from game import engine, history, selectors
from game.models import Table
from tests.engine.games import play
from tests.game.rounds import BLOCKS, Round, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("referee", engine.Referee)
def test_a_table_told_again_is_the_kept_one_at_every_version(referee: engine.Referee) -> None:
    playing = Round(4, referee=referee.value)
    kept = [history.game_of(playing.table)]
    game = kept[0]
    for _ in islice(playing.play(seed=9, wild=True), 50):
        # As services do it: the kept game goes on by the move alone.
        move = playing.table.moves.get(version=game.version)
        state, events = engine.apply(game.state, move.seat, history.action_of(move))
        game = game.after(game.version, move.seat, state, events)
        kept.append(game)
    for known in kept:
        history.forget()
        table = playing.table
        table.version = known.version
        assert history.game_of(table) == known


def test_the_newest_game_is_kept_and_no_older_one() -> None:
    playing = Round(deal=BLOCKS)
    before = history.game_of(playing.table)
    playing.lay(0, "EU6", "EU")
    now = history.game_of(playing.table)
    history.remember(playing.pk, before)
    assert history.game_of(playing.table) is now


def test_a_move_that_was_heard_of_is_not_read(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    playing = Round(deal=BLOCKS)
    before = history.game_of(playing.table)
    playing.lay(0, "EU6", "EU")
    table, move = playing.table, playing.table.moves.get()
    now = history.game_of(table)
    history.forget()
    history.go_on(move)  # of a game that is not kept
    assert history.game_of(table) == now
    history.forget()
    history.remember(table.pk, before)
    history.go_on(move)
    with django_assert_num_queries(0):
        assert history.game_of(table) == now


def test_what_is_kept_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEPT", 3)
    games = [Round(deal=BLOCKS) for _ in range(5)]
    for playing in games:
        history.game_of(playing.table)
    assert len(history._kept) == 3
    for playing in games:
        assert history.game_of(playing.table).state.to_move == 0


def test_few_games_are_kept_that_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "LOOKED_AT", 2)
    begun = engine.new_game(engine.deal(random.Random(1), 3), engine.Referee.TABLE)
    *_, last = play(begun, random.Random(1), wild=False)
    history.remember(1, history.Game(0, begun))
    for table_id in (2, 3, 2, 4):
        history.remember(table_id, history.Game(60, last.after))
    assert list(history._kept) == [1, 2, 4]


def test_a_table_without_a_deal_has_no_history() -> None:
    table = Table(code="K7MP2Q")
    with pytest.raises(ValueError, match="K7MP2Q has not been dealt"):
        history.game_of(table)


@pytest.mark.parametrize("referee", engine.Referee)
@pytest.mark.parametrize("people", [3, 6])
def test_the_record_replays_to_the_same_end(people: int, referee: engine.Referee) -> None:
    playing = Round(people, referee=referee.value)
    playing.finish(seed=people, wild=True)
    answer = playing.page(0, "record")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert f"carti-{playing.table.code}.json" in answer.headers["Content-Disposition"]
    record = engine.parse_record(answer.content)
    state, events = engine.replay(record)
    game = history.game_of(playing.table)
    assert state == game.state
    assert state.over
    assert events == tuple(event for entry in game.entries for event in entry.events)
    assert record.players == ("Ana", "Bogdan", "Crina", "Dan", "Ema", "Florin")[:people]
    assert record.referee == referee
    assert record == selectors.record_of(playing.table)
    assert json.loads(text(answer))["hands"] == playing.table.deal


def test_playing_again_changes_nothing_of_what_was_played() -> None:
    playing = Round()
    playing.finish()
    before, page = history.game_of(playing.table), text(playing.page(0, "record"))
    playing.browsers[0].post(playing.address("again"))
    history.forget()
    after = history.game_of(playing.table)
    assert (after.state, after.entries) == (before.state, before.entries)
    assert text(playing.page(0, "record")) == page
