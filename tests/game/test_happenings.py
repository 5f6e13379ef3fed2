"""When something happened that is no move."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from game import services
from game.models import Happening, Move
from tests.conftest import player_at
from tests.game.rounds import BLOCKS, Round

pytestmark = pytest.mark.django_db


def test_what_happened_before_its_time_was_noted_has_the_next_moves_or_the_last_change() -> None:
    playing = Round(3, deal=BLOCKS)
    services.leave(table=playing.table, player=player_at(playing.table, 2))
    playing.table.refresh_from_db()
    playing.lay(0, "EU6", "EU")
    services.leave(table=playing.table, player=player_at(playing.table, 1))
    Happening.objects.update(at=datetime(2000, 1, 1, tzinfo=UTC))
    import_module("game.migrations.0002_happening_at").tell_when(apps, connection.schema_editor())
    playing.table.refresh_from_db()
    times = list(Happening.objects.values_list("at", flat=True))
    assert times == [Move.objects.get().at, playing.table.changed_at]
