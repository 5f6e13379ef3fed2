"""Prepared queries find what the queries find of which they are made."""

from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.db.models.signals import post_save
from pytest_django import DjangoAssertNumQueries

from game.models import Move, Seat, Table
from game.prepared import Prepared, insert, swap
from tests.conftest import open_for

pytestmark = pytest.mark.django_db

by_code = Prepared(lambda code: Table.objects.filter(code=code))
at_table = Prepared(
    lambda code, least: Seat.objects.select_related("player", "table").filter(
        table__code=code, index__gte=least
    )
)


def test_each_value_has_its_own_answer() -> None:
    for table in (open_for("Ana", "Bogdan", "Crina"), open_for("Dan", "Ema", bots=1)):
        found = by_code.get(code=table.code)
        assert found == table
        for field in Table._meta.concrete_fields:
            assert getattr(found, field.attname) == getattr(table, field.attname)


def test_what_belongs_to_it_comes_along_in_its_order(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    table = open_for("Ana", "Bogdan", bots=1)
    with django_assert_num_queries(1):
        found = at_table.all(code=table.code, least=1)
        assert [(seat.index, seat.player and seat.player.name) for seat in found] == [
            (1, "Bogdan"),
            (2, None),
        ]
        assert found[0].table == table
        assert found[0].table is found[1].table, "what is related to several is made once"


def test_where_there_is_nothing_it_says_so() -> None:
    assert by_code.all(code="NOTONE") == []
    assert by_code.first(code="NOTONE") is None
    with pytest.raises(Table.DoesNotExist):
        by_code.get(code="NOTONE")


def test_it_is_asked_anew_every_time() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    before = by_code.get(code=table.code)
    Table.objects.filter(pk=table.pk).update(grace=7)
    assert (before.grace, by_code.get(code=table.code).grace) == (table.grace, 7)


def test_a_value_is_never_part_of_the_question() -> None:
    open_for("Ana", "Bogdan", "Crina")
    assert by_code.all(code="' OR '1'='1") == []


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_by_its_own_connection() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    found = []

    def ask() -> None:
        try:
            found.append(by_code.get(code=table.code))
        finally:
            connection.close()

    for _ in range(2):
        thread = Thread(target=ask)
        thread.start()
        thread.join()
    assert found == [table, table]
    assert by_code.get(code=table.code) == table


def test_a_row_is_written_only_while_it_is_as_it_was() -> None:
    table, other = open_for("Ana", "Bogdan", "Crina"), open_for("Dan", "Ema", bots=1)
    before = table.version
    table.version, table.votes, table.opener, table.grace = before + 1, {"end:": [0]}, None, 9
    assert swap(table, ["version", "votes", "opener"], version=before)
    found = Table.objects.get(pk=table.pk)
    assert (found.version, found.votes, found.opener) == (before + 1, {"end:": [0]}, None)
    assert found.grace != 9
    table.votes = {}
    assert not swap(table, ["votes"], version=before)
    assert Table.objects.get(pk=table.pk).votes == {"end:": [0]}
    assert Table.objects.get(pk=other.pk).opener == other.opener


def test_a_new_row_is_like_one_that_was_saved() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    told = []
    values: dict[str, Any] = {
        "table": table,
        "seat": 1,
        "kind": "place",
        "card": "EU6",
        "row": "EU",
    }
    moves = [Move(version=version, by=Move.By.CLOCK, **values) for version in (98, 99)]

    def hear(instance: Move, created: bool, **_: object) -> None:
        told.append((instance, created))

    post_save.connect(hear, sender=Move)
    try:
        insert(moves[0])
    finally:
        post_save.disconnect(hear, sender=Move)
    assert told == [(moves[0], True)]
    moves[1].at = moves[0].at
    moves[1].save()
    first, second = table.moves.filter(version__in=(98, 99)).values()
    assert first | {"id": 0, "version": 0} == second | {"id": 0, "version": 0}
