"""The live page of a class: every table on it, and what the teacher does there."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from game import services as game
from game.models import Happening, Table
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


def played_again(school: School, table: Table, *given: str) -> Table:
    """The game is ended, and those named begin the next one."""
    game.end(table=table)
    players = [school.pupils[name].player for name in given]
    for player in players:
        after = game.play_again(table=table, player=player)
    game.start(table=after, player=players[0])
    return after


def told(school: School, desk: Client) -> list[str]:
    """What has happened, newest first: the time and the sentence."""
    lines = desk.get(school.address("live_fresh")).content.decode().split('id="news"')[1]
    found = re.findall(r"<li id=.*?</li>", lines)
    return [" ".join(re.sub("<[^>]+>", " ", line).split()) for line in found]


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
    [*_, last] = Sitting.objects.all()
    for name, table in zip(school.pupils, tables_of(last), strict=True):
        game.end(table=table)
        game.play_again(table=table, player=school.pupils[name].player)
    assert last.tables.count() == 2 * len(NAMES)
    desk.get(school.address("live_fresh"))
    with CaptureQueriesContext(connection) as asked:
        desk.get(school.address("live_fresh"))
    assert counts[0] == counts[1] == len(asked) <= 9


def test_a_game_stays_on_the_page_when_its_table_plays_again(school: School) -> None:
    one, two = tables_of(started(school, ("Ana", "Bogdan", "Crina"), ("Dan", "Filip")))
    game.leave(table=one, player=school.pupils["Crina"].player)
    after = played_again(school, one, "Ana", "Bogdan")
    game.leave(table=two, player=school.pupils["Dan"].player)
    last = played_again(school, after, "Ana", "Bogdan")
    desk = school.desk()
    assert [line.split(" ", 1)[1] for line in told(school, desk)] == [
        "Table 1 : the game was ended.",
        "Table 2 : Dan O. left, a bot keeps the seat.",
        "Table 1 : the game was ended.",
        "Table 1 : Crina B. left, a bot keeps the seat.",
    ]
    answer = desk.get(school.address("live"))
    assert answer.content.count(b'class="glance ') == 2
    page = text(answer)
    assert "Game 3, after game 1 : table 1 game 2 : table 1" in page
    for number, table in enumerate((one, after), start=1):
        address = f"/t/{table.code}/watch/"
        assert f'href="{address}">game {number}' in answer.content.decode()
        assert "Look back at the game" in text(desk.get(address))
    assert f'href="/t/{last.code}/watch/">On the projector' in answer.content.decode()


def test_who_does_not_play_again_still_counts_and_is_named(school: School) -> None:
    one, two = tables_of(started(school, ("Ana", "Bogdan", "Crina"), ("Dan", "Filip", "Geo")))
    after, desk = played_again(school, one, "Ana", "Bogdan"), school.desk()
    page = text(desk.get(school.address("live")))
    assert "6 pupils, one bot, minute 1" in page
    assert "One pupil is at no table: Crina B." in page
    played_again(school, after, "Bogdan")
    played_again(school, two, "Dan", "Filip", "Geo")
    page = text(desk.get(school.address("live")))
    assert "6 pupils, 2 bots, minute 1" in page
    assert "2 pupils are at no table: Ana P., Crina B." in page
    desk.post("/teacher/names/")
    page = text(desk.get(school.address("live")))
    assert "2 pupils are at no table Game 3" in page
    assert not [name for name in NAMES if name.split()[0] in page]


def test_a_line_keeps_the_time_at_which_it_happened(school: School) -> None:
    [table] = tables_of(started(school, ("Ana", "Bogdan", "Crina")))
    game.leave(table=table, player=school.pupils["Ana"].player)
    desk = school.desk()
    before = told(school, desk)
    Table.objects.update(changed_at=F("changed_at") + timedelta(minutes=5))  # whatever it was
    assert told(school, desk) == before
    assert before[0].startswith(f"{timezone.localtime(Happening.objects.get().at):%H:%M} ")


def test_a_table_that_all_have_left_says_so(school: School) -> None:
    [table] = tables_of(started(school, ("Ana", "Bogdan"), size=4))
    desk, address = school.desk(), school.address("live")
    Table.objects.update(turn_at=F("turn_at") - timedelta(minutes=9))
    table.seats.update(away_since=F("away_since") - timedelta(minutes=9))
    game.pause(table=table, now=timezone.now() - timedelta(minutes=5))
    game.go_on(table=table)
    assert "Nobody has come yet." in text(desk.get(address))
    seats = table.seats.filter(player__isnull=False)
    for seat in seats:
        game.come_back(table_id=table.pk, index=seat.index)
    for seat in seats:
        game.go_away(table_id=table.pk, index=seat.index)
    page = text(desk.get(address))
    assert "All who came have left." in page
    assert "Nobody has come yet." not in page


def test_whoever_is_moved_to_a_table_has_not_come_to_it_yet(school: School) -> None:
    sitting = started(school, ("Ana",), ("Bogdan",))
    _, two = tables_of(sitting)
    sittings.move_pupil(sitting=sitting, player=school.pupils["Ana"].pk, to=two)
    page = text(school.desk().get(school.address("live")))
    assert "Nobody is here." in page
    assert "All who came" not in page


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
