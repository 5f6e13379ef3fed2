"""The live page of a class: every table on it, and what the teacher does there."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from game import services as game
from game.models import Table
from quiz.models import Sitting
from quiz.services import sittings
from tests.game.secrecy import CODE
from tests.quiz.school import School, text

pytestmark = pytest.mark.django_db

NAMES = ("Ana Pop", "Bogdan Rus", "Crina Ban", "Dan Oprea", "Filip Vlad", "Geo Zota")


@pytest.fixture
def school() -> School:
    return School("ene", *NAMES)


def started(school: School, *tables: tuple[str, ...], size: int = 3) -> Sitting:
    plan = [[school.pupils[given].pk for given in table] for table in tables]
    return sittings.start(classroom=school.classroom, plan=plan, size=size)


def tables_of(sitting: Sitting) -> list[Table]:
    return [row.table for row in sitting.tables.order_by("number")]


def test_before_the_first_lesson_it_leads_to_where_the_class_is_seated(school: School) -> None:
    desk = school.desk()
    assert desk.get(school.address("live")).headers["Location"] == school.address("play")
    for name in ("live_fresh", "live_events"):
        assert desk.get(school.address(name)).status_code == 404


def test_every_table_is_there_with_its_pupils_and_its_projector(school: School) -> None:
    one, two = tables_of(started(school, ("Ana", "Bogdan"), ("Crina", "Dan", "Filip")))
    answer = school.desk().get(school.address("live"))
    page = text(answer)
    assert "Two tables play" in page
    assert "5 pupils, one bot, minute 1" in page
    for name in ("Ana P.", "Bogdan R.", "Crina B.", "Dan O.", "Filip V."):
        assert name in page
    for table in (one, two):
        assert f"/t/{table.code}/watch/".encode() in answer.content
    assert not CODE.search(page)


def test_without_names_there_is_none_in_text_menus_or_parts(school: School) -> None:
    started(school, ("Ana", "Bogdan"), ("Crina",))
    desk = school.desk()
    desk.post("/teacher/names/")
    for name in ("live", "live_fresh"):
        html = desk.get(school.address(name)).content.decode()
        assert not [one for one in NAMES for part in one.split() if part in html], name
    assert b"watch/?names=off" in desk.get(school.address("live")).content


def test_its_queries_do_not_grow_with_the_tables(school: School) -> None:
    desk, counts = school.desk(), []
    for plan in ([("Ana",)], [(name.split()[0],) for name in NAMES]):
        started(school, *plan)
        desk.get(school.address("live_fresh"))  # the games are told again once
        with CaptureQueriesContext(connection) as asked:
            desk.get(school.address("live_fresh"))
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 9


def test_all_tables_stand_still_go_on_and_end(school: School) -> None:
    sitting = started(school, ("Ana",), ("Bogdan",))
    desk, address = school.desk(), school.address("live_all")
    desk.post(address, {"do": "pause"})
    assert all(table.paused_at for table in tables_of(sitting))
    assert "All go on" in text(desk.get(school.address("live")))
    desk.post(address, {"do": "go_on"})
    assert not any(table.paused_at for table in tables_of(sitting))
    assert desk.post(address, {"do": "burn"}).status_code == 400
    desk.post(address, {"do": "end"})
    page = text(desk.get(school.address("live")))
    assert "All games are over" in page
    assert "Table 1 : the game was ended." in page
    assert "Play again" in page


def test_one_table_is_looked_after(school: School) -> None:
    sitting = started(school, ("Ana", "Bogdan", "Crina"), ("Dan",))
    one, two = tables_of(sitting)
    desk, ana, dan = school.desk(), school.pupils["Ana"].pk, school.pupils["Dan"].pk
    address = school.address("live_table", 1)
    assert desk.post(address, {"do": "change", "who": ana, "to": 0}).status_code == 302
    assert one.seats.get(player=ana).stand_in
    assert desk.post(address, {"do": "change", "who": ana, "to": 2}).status_code == 302
    assert two.seats.filter(player=ana).exists()
    answer = desk.post(school.address("live_table", 2), {"do": "change", "who": dan, "to": 1})
    assert answer.status_code == 409
    assert "No bot plays at that table" in text(answer)
    for form in ({"do": "change", "who": dan}, {"do": "change"}, {"do": "change", "who": 10**9}):
        assert desk.post(address, form).status_code == 409
    assert desk.post(address, {"do": "change", "who": ana, "to": 9}).status_code == 409
    assert desk.post(address, {"do": "dance"}).status_code == 400
    assert desk.post(school.address("live_table", 7), {"do": "pause"}).status_code == 404
    desk.post(address, {"do": "end"})
    one.refresh_from_db()
    assert one.phase == Table.Phase.ENDED
    assert two.phase == Table.Phase.PLAYING
    game.leave(table=two, player=school.pupils["Dan"].player)
    assert "left, a bot keeps the seat." in text(desk.get(school.address("live")))
