"""What a teacher does with a table: pause it, end it, let a bot play."""

from datetime import timedelta

import pytest
from django.utils import timezone

from game import services
from game.models import Table
from game.refusals import Refused
from tests.conftest import client_of, come_due, open_for, player_at
from tests.game.rounds import BLOCKS, Round, text

pytestmark = pytest.mark.django_db


def test_in_a_pause_nothing_is_laid_and_afterwards_the_game_goes_on() -> None:
    playing = Round(deal=BLOCKS)
    services.pause(table=playing.table)
    page = playing.lay(0, "EU6", "EU")
    assert page.status_code == 409
    assert "stă pe loc" in text(page) or "stands still" in text(page)
    assert "EU6" in playing.state.hands[0]
    services.go_on(table=playing.table)
    assert playing.lay(0, "EU6", "EU").status_code == 302


def test_a_paused_table_is_due_for_nothing() -> None:
    table = open_for("Ana", "Bogdan", bots=2, limit=30)
    services.pause(table=table)
    assert not come_due()
    services.go_on(table=table)
    assert come_due()


def test_times_stand_still_in_a_pause() -> None:
    table = open_for("Ana", "Bogdan", "Crina", limit=30)
    services.go_away(table_id=table.pk, index=1)
    table.refresh_from_db()
    begun, now = table.turn_at, timezone.now()
    assert begun is not None
    away = table.seats.get(index=1).away_since
    assert away is not None
    services.pause(table=table, now=now)
    services.go_on(table=table, now=now + timedelta(hours=1))
    table.refresh_from_db()
    assert table.turn_at == begun + timedelta(hours=1)
    since = table.seats.get(index=1).away_since
    assert since == away + timedelta(hours=1)


def test_whoever_leaves_during_a_pause_has_the_whole_grace_afterwards() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    now = timezone.now()
    services.pause(table=table, now=now)
    services.go_away(table_id=table.pk, index=1, now=now + timedelta(minutes=9))
    services.go_on(table=table, now=now + timedelta(minutes=10))
    assert table.seats.get(index=1).away_since == now + timedelta(minutes=10)


def test_everybody_reads_that_it_is_a_pause() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    services.pause(table=table)
    for seat in range(3):
        page = client_of(player_at(table, seat)).get(f"/t/{table.code}/").content.decode()
        assert "prompt--told" in page
        assert 'id="pass"' not in page


def test_a_teacher_ends_a_game_and_nothing_can_be_laid_any_more() -> None:
    playing = Round(deal=BLOCKS)
    services.pause(table=playing.table)
    services.end(table=playing.table)
    assert playing.table.phase == Table.Phase.ENDED
    assert playing.table.paused_at is None
    services.end(table=playing.table)
    services.pause(table=playing.table)
    services.go_on(table=playing.table)
    with pytest.raises(Refused):
        services.pass_turn(
            table=playing.table, player=player_at(playing.table, 0), version=playing.table.version
        )


def test_a_teacher_lets_a_bot_play_for_somebody() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    for index in (1, 1, 9):
        services.replace_by_bot(table=table, index=index)
    assert [seat.stand_in for seat in table.seats.all()] == [False, True, False]
