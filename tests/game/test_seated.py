"""A table opened for others: it begins at once, and nobody there is its opener."""

import pytest

from game import services
from game.models import Seat, Table
from game.services import Sitter
from tests.conftest import guest

pytestmark = pytest.mark.django_db


def test_it_begins_with_everybody_away_until_they_come() -> None:
    ana, dan = guest("Ana"), guest("Dan")
    table = services.open_seated(
        people=[Sitter(ana, "Ana P."), Sitter(dan, "Dan R.", time_factor=2)],
        bots=["medium", "medium"],
        options={"limit": 60, "hints": True},
    )
    assert table.opener is None
    table.refresh_from_db()
    assert (table.phase, table.limit, table.hints) == (Table.Phase.PLAYING, 60, True)
    seats = {seat.name: seat for seat in table.seats.all()}
    assert seats["Ana P."].player == ana
    assert seats["Dan R."].time_factor == 2
    assert all(seat.away_since for seat in seats.values() if seat.is_human)
    assert sum(seat.level == Seat.Level.MEDIUM for seat in seats.values()) == 2
    services.come_back(table_id=table.pk, index=seats["Ana P."].index)
    assert table.seats.get(player=ana).is_present


def test_no_pupil_there_is_the_opener_who_alone_may_end_it() -> None:
    ana, dan, ema = guest("Ana"), guest("Dan"), guest("Ema")
    table = services.open_seated(people=[Sitter(one, one.name) for one in (ana, dan, ema)], bots=[])
    for seat in table.seats.all():
        services.come_back(table_id=table.pk, index=seat.index)
    table.refresh_from_db()
    services.ask(table=table, player=ana, what="end")
    table.refresh_from_db()
    assert table.phase == Table.Phase.PLAYING, "one of three is no majority"


def test_too_few_or_too_many_are_no_table() -> None:
    with pytest.raises(ValueError, match="3 to 6"):
        services.open_seated(people=[Sitter(guest(), "Ana")], bots=["medium"])
