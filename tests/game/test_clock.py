"""Bots go on by themselves."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from game import clock, engine, history, selectors, services
from game.models import Move, Table
from game.services.writing import BOT_DELAY, READING_TIME
from tests.conftest import client_of, come_due, open_for, player_at
from tests.game.rounds import BLOCKS, HTMX, slug_of, text

pytestmark = pytest.mark.django_db


def bots(*levels: str, **options: object) -> Table:
    """A begun table of bots."""
    table = services.open_table(opener=None, plan=levels, options=options)
    services.start(table=table, player=None)
    table.refresh_from_db()
    return table


def tick_until_idle(most: int = 2000) -> int:
    """As if all waited for had come due, again and again; returns the number of ticks."""
    for ticks in range(most):
        if not come_due():
            return ticks
        clock.tick()
    raise AssertionError("the tables go on without end")


def person_first(**options: Any) -> Table:
    """A person with the reindeer, and two bots."""
    table = open_for("Ana", bots=2, **options)
    Table.objects.filter(pk=table.pk).update(deal=BLOCKS, due_at=None)
    table.refresh_from_db()
    return table


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_tables_of_bots_play_to_the_end(seats: int) -> None:
    table = bots(*(["beginner", "medium", "good"] * 2)[:seats])
    tick_until_idle()
    table.refresh_from_db()
    assert (table.phase, table.due_at) == (Table.Phase.OVER, None)
    assert sorted(history.game_of(table).state.places) == list(range(seats))
    assert set(Move.objects.values_list("by", flat=True)) == {"bot"}
    page = Client().get(f"/t/{table.code}/watch/")
    assert page.status_code == 200


def test_a_bot_moves_when_it_is_due_and_not_before() -> None:
    bots("medium", "medium", "medium")
    clock.tick()
    assert not Move.objects.exists()
    come_due()
    clock.tick()
    assert Move.objects.count() == 1
    clock.tick()
    assert Move.objects.count() == 1


def test_on_a_persons_turn_nothing_is_due() -> None:
    table = person_first()
    services.place(
        table=table, player=player_at(table, 0), version=table.version, card="EU6", row="EU"
    )
    assert tick_until_idle() == 2
    table.refresh_from_db()
    assert history.game_of(table).state.to_move == 0
    assert table.due_at is None


def due_after(table: Table, card: str, row: str) -> timedelta:
    """How long after this move of seat 0 the next bot moves."""
    table.refresh_from_db()
    before = timezone.now()
    services.place(
        table=table, player=player_at(table, 0), version=table.version, card=card, row=row
    )
    table.refresh_from_db()
    assert isinstance(table.due_at, datetime)
    return table.due_at - before


@pytest.mark.parametrize("pace", Table.Pace)
@pytest.mark.parametrize("explain", [True, False])
def test_the_pace_and_time_to_read_decide_when(pace: Table.Pace, explain: bool) -> None:
    table = person_first(pace=pace, explain=explain)
    slack = timedelta(seconds=2)
    right = due_after(table, "EU6", "EU")
    assert BOT_DELAY[pace] <= right < BOT_DELAY[pace] + slack
    tick_until_idle()
    wrong = due_after(table, "AS1", "EU")
    read = BOT_DELAY[pace] + (READING_TIME if explain else timedelta(0))
    assert read <= wrong < read + slack


def test_the_paces_differ() -> None:
    slow, normal, quick = (BOT_DELAY[Table.Pace(pace)] for pace in ("slow", "normal", "quick"))
    assert slow > normal > quick > timedelta(seconds=0.2)


def test_a_game_of_bots_is_the_same_again_from_its_seed() -> None:
    table = bots("beginner", "medium", "good")
    tick_until_idle()
    moves = [(m.seat, m.kind, m.card, m.row) for m in table.moves.all()]
    first = table.version
    Move.objects.all().delete()
    now = timezone.now()
    Table.objects.update(version=first, phase="playing", turn_at=now, due_at=now)
    history.forget()
    tick_until_idle()
    assert [(m.seat, m.kind, m.card, m.row) for m in table.moves.all()] == moves


def test_a_process_that_knows_nothing_goes_on_at_any_move() -> None:
    """What a crash leaves is the database alone."""
    bots("medium", "medium", "medium")
    for _ in range(30):
        history.forget()
        come_due()
        clock.tick()
    assert Move.objects.count() == 30


def test_a_table_that_fails_does_not_stop_the_others_and_is_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken, sound = bots("medium", "medium", "medium"), bots("medium", "medium", "medium")
    deal = broken.deal
    past = timezone.now() - timedelta(minutes=1)
    Table.objects.filter(pk=broken.pk).update(deal=[["EU6"]], due_at=past)
    come_due()
    history.forget()
    clock.tick()
    assert not broken.moves.exists()
    assert sound.moves.count() == 1
    assert "could not go on by itself" in caplog.text
    broken.refresh_from_db()
    assert broken.due_at is not None
    assert timedelta(seconds=20) < broken.due_at - timezone.now() < timedelta(seconds=40)
    Table.objects.filter(pk=broken.pk).update(deal=deal)
    come_due()
    clock.tick()
    assert broken.moves.count() == 1


def test_a_lost_database_is_no_tables_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bots("medium", "medium", "medium")
    come_due()

    def lost(**_: object) -> None:
        raise OperationalError("the database is gone")

    monkeypatch.setattr(services, "play_due", lost)
    due = Table.objects.get().due_at
    with pytest.raises(OperationalError):
        clock.tick()
    table.refresh_from_db()
    assert table.due_at == due


def test_bots_are_never_refused() -> None:
    for seed in range(5):
        table = bots("beginner", "medium", "good", "beginner")
        tick_until_idle()
        state, _ = engine.replay(selectors.record_of(table))
        assert state.over, seed


def test_somebody_playing_while_a_bot_is_due_is_told_to_wait() -> None:
    table = person_first()
    ana = player_at(table, 0)
    services.place(table=table, player=ana, version=table.version, card="EU6", row="EU")
    table.refresh_from_db()
    browser = client_of(ana)
    form = {"card": slug_of("EU7"), "row": "EU", "version": table.version}
    answer = browser.post(f"/t/{table.code}/move/", form, headers=HTMX)
    assert answer.status_code == 422
    assert "prompt--told" in text(answer)
    tick_until_idle()
    assert Move.objects.exclude(seat=0).count() == 2
