"""A class plays: it is seated, its pupils are taken to their tables, and moved between them."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from game import history
from game import services as game
from game.models import Seat, Table
from game.selectors import placements_by
from quiz.middleware import IDLE, SEEN
from quiz.models import Pupil, Sitting
from quiz.refusals import Refused
from quiz.services import classrooms, sittings
from tests.conftest import come_due
from tests.quiz.school import School, as_pupil, english, text

pytestmark = pytest.mark.django_db

NAMES = ("Ana Pop", "Bogdan Rus", "Crina Ban", "Dan Oprea", "Ema Toma", "Filip Vlad", "Geo Zota")


@pytest.fixture
def school() -> School:
    return School("ene", *NAMES)


def keys(school: School, *given: str) -> list[int]:
    return [school.pupils[name].pk for name in given]


def started(school: School, *tables: tuple[str, ...], size: int = 4, **options: object) -> Sitting:
    plan = [keys(school, *table) for table in tables]
    return sittings.start(classroom=school.classroom, plan=plan, size=size, options=options)


def tables_of(sitting: Sitting) -> list[Table]:
    return [row.table for row in sitting.tables.order_by("number")]


def at(table: Table, school: School, given: str) -> Seat:
    return table.seats.get(player=school.pupils[given].pk)


def planned(page: str) -> dict[int, int]:
    """At which table the page shows each pupil."""
    found = re.findall(r'name="was-(\d+)" value="(\d+)"', page)
    return {int(player): int(number) for player, number in found}


def form_of(school: School, page: str, **changes: object) -> dict[str, object]:
    """What the page of seating would send."""
    at_tables = planned(page)
    form: dict[str, object] = {
        "here": list(at_tables), "size": 4, "way": "random", "hints": "0", "limit": "0",
        "referee": "table", "explain": "1", "grace": "45", "pace": "normal",
        "seed": re.findall(r'name="seed" value="(\d+)"', page)[0],
    }  # fmt: skip
    form |= {f"was-{one}": number for one, number in at_tables.items()}
    form |= {f"to-{one}": number for one, number in at_tables.items()}
    return form | changes


def test_all_tables_begin_at_once_with_bots_up_to_the_size(school: School) -> None:
    Pupil.objects.filter(pk=school.pupils["Ana"].pk).update(time_factor=2)
    sitting = started(school, ("Ana", "Bogdan", "Crina"), ("Dan", "Ema"), limit=30, hints=True)
    one, two = tables_of(sitting)
    for table, bots in ((one, 1), (two, 2)):
        assert table.phase == Table.Phase.PLAYING
        assert (table.limit, table.hints, table.opener) == (30, True, None)
        assert [seat.level for seat in table.seats.all()].count("medium") == bots
    assert at(one, school, "Ana").time_factor == 2
    assert at(one, school, "Ana").name == "Ana P."
    assert len(set(one.seats.values_list("avatar", flat=True))) == 4


def test_who_does_not_come_is_waited_for_and_then_a_bot_plays(school: School) -> None:
    [table] = tables_of(started(school, ("Ana", "Bogdan", "Crina"), size=3))
    ana = at(table, school, "Ana")
    assert not come_due(), "nobody is there for whom it would go on"
    game.come_back(table_id=table.pk, index=ana.index)
    assert come_due()
    game.play_due(table_id=table.pk, now=timezone.now())
    table.refresh_from_db()
    assert not at(table, school, "Ana").stand_in
    assert table.seats.filter(stand_in=True).count() == 1


def test_what_cannot_be_seated_is_refused_in_words(school: School) -> None:
    other = School("pop", "Zoe Zet")
    with pytest.raises(Refused, match="nobody_seated"):
        started(school, ())
    with pytest.raises(Refused, match="too_many_seated"):
        started(school, tuple(name.split()[0] for name in NAMES))
    for strange in ([other.pupils["Zoe"].pk], keys(school, "Ana", "Ana")):
        with pytest.raises(Refused, match="not_in_class"):
            sittings.start(classroom=school.classroom, plan=[strange], size=3)
    assert not Sitting.objects.exists()


def test_the_next_lesson_ends_the_one_before(school: School) -> None:
    first = started(school, ("Ana",))
    second = started(school, ("Ana", "Bogdan"))
    first.refresh_from_db()
    assert first.ended_at is not None
    assert second.ended_at is None
    assert [table.phase for table in tables_of(first)] == [Table.Phase.ENDED]


def test_a_second_press_begins_no_second_lesson(school: School) -> None:
    first = started(school, ("Ana", "Bogdan"), ("Crina",))
    assert started(school, ("Crina",), ("Bogdan", "Ana")) == first
    assert started(school, ("Crina", "Ana"), ("Bogdan",)) != first


def test_pause_for_all_and_on_and_the_end(school: School) -> None:
    sitting = started(school, ("Ana",), ("Bogdan",))
    sittings.pause_all(sitting=sitting)
    assert all(table.paused_at for table in tables_of(sitting))
    sittings.go_on_all(sitting=sitting)
    assert not any(table.paused_at for table in tables_of(sitting))
    sittings.end_all(sitting=sitting)
    assert {table.phase for table in tables_of(sitting)} == {Table.Phase.ENDED}
    assert Sitting.objects.running().count() == 0


def test_a_pupil_is_moved_onto_a_bots_seat_and_takes_its_cards(school: School) -> None:
    sitting = started(school, ("Ana", "Bogdan", "Crina"), ("Dan", "Ema"))
    one, two = tables_of(sitting)
    hands = history.game_of(two).state.hands
    ana = at(one, school, "Ana")
    sittings.move_pupil(sitting=sitting, player=ana.player_id or 0, to=two)
    one.refresh_from_db()
    two.refresh_from_db()
    seat = at(two, school, "Ana")
    assert (seat.level, seat.name, seat.stand_in) == ("", "Ana P.", False)
    assert history.game_of(two).state.hands == hands
    assert at(one, school, "Ana").stand_in, "a bot plays on; what she laid there stays hers"
    dan, ema = keys(school, "Dan", "Ema")
    sittings.move_pupil(sitting=sitting, player=dan, to=one)
    with pytest.raises(Refused, match="no_bot_there"):
        sittings.move_pupil(sitting=sitting, player=ema, to=one)
    assert not at(two, school, "Ema").stand_in, "who can't be moved stays where she is"


def test_who_comes_late_takes_a_bots_place_and_is_sent_there(school: School) -> None:
    sitting = started(school, ("Ana", "Bogdan"), ("Crina", "Dan", "Ema"), size=3)
    one, _two = tables_of(sitting)
    desk, late = school.desk(), school.pupils["Geo"]
    live = school.address("live")
    assert "at no table" not in text(desk.get(live)), "who has not come in is not waited for"
    browser = school.sign_in("Geo")
    assert "Geo Z.: here, but at no table. Under “Change” a table takes them in" in text(
        desk.get(live)
    )
    assert browser.get("/class/now/").headers.get("HX-Redirect") is None
    form = {"do": "seat", "more": late.pk}
    assert desk.post(school.address("live_table", 1), form).status_code == 302
    seat = at(one, school, "Geo")
    assert (seat.level, seat.stand_in) == ("", False)
    assert browser.get("/class/now/").headers["HX-Redirect"] == f"/t/{one.code}/"
    assert "at no table" not in text(desk.get(live))
    for form["more"], number, says in (
        (school.pupils["Filip"].pk, 2, "No bot plays at that table"),
        (10**9, 1, "The pupil plays at none of these tables"),
    ):
        answer = desk.post(school.address("live_table", number), form)
        assert answer.status_code == 409
        assert says in text(answer)
    sittings.end_all(sitting=sitting)
    assert "at no table" not in text(desk.get(live)), "nobody can be taken in"


def test_whoever_was_moved_does_not_take_the_old_seat_by_going_back(school: School) -> None:
    sitting = started(school, ("Ana", "Bogdan"), ("Crina",))
    one, two = tables_of(sitting)
    ana, browser = school.pupils["Ana"].pk, as_pupil(school.pupils["Ana"])
    index = at(one, school, "Ana").index
    game.come_back(table_id=one.pk, index=index)
    sittings.move_pupil(sitting=sitting, player=ana, to=two)
    for told in (browser.get(f"/t/{one.code}/"), browser.post(f"/t/{one.code}/back/")):
        assert told.status_code == 409
        assert "You play at another table now" in text(told)
        assert f'href="/t/{two.code}/"' in told.content.decode()
    game.come_back(table_id=one.pk, index=index)  # a page of before is open again
    assert at(one, school, "Ana").stand_in
    assert browser.get(f"/t/{two.code}/").status_code == 200
    sittings.move_pupil(sitting=sitting, player=ana, to=one)
    assert not at(one, school, "Ana").stand_in, "sent back"
    assert browser.get(f"/t/{one.code}/").status_code == 200
    assert browser.get(f"/t/{two.code}/").status_code == 409
    sittings.end_all(sitting=sitting)
    assert browser.get(f"/t/{two.code}/").status_code == 200, "what is over is looked back on"


def test_a_table_that_plays_again_is_still_the_sittings(school: School) -> None:
    sitting = started(school, ("Ana", "Bogdan"), ("Crina",))
    one, two = tables_of(sitting)
    desk = school.desk()
    shown = desk.get(school.address("live_fresh")).content.decode().split("data-sitting=")[1][:9]
    game.end(table=one)
    for name in ("Ana", "Bogdan"):
        after = game.play_again(table=one, player=school.pupils[name].player)
    assert "goes on" not in text(desk.get(school.address("live")))
    game.start(table=after, player=school.pupils["Ana"].player)
    page = desk.get(school.address("live")).content.decode()
    assert f'id="glance-{after.pk}"' in page
    assert f'id="glance-{one.pk}"' not in page
    assert "Two tables play" in page
    fresh = desk.get(school.address("live_fresh")).content.decode()
    assert fresh.split("data-sitting=")[1][:9] != shown, "open pages load themselves anew"
    desk.post(school.address("live_table", 1), {"do": "pause"})
    after.refresh_from_db()
    assert after.paused_at
    sittings.move_pupil(sitting=sitting, player=school.pupils["Ana"].pk, to=two)
    assert at(two, school, "Ana")
    sittings.end_all(sitting=sitting)
    after.refresh_from_db()
    assert after.phase == Table.Phase.ENDED
    alone = game.play_again(table=two, player=school.pupils["Crina"].player)
    assert not alone.following_id
    assert sitting.tables.count() == 3, "what follows once the teacher has ended it is no lesson"


def test_what_was_laid_at_the_table_before_stays_evidence(school: School) -> None:
    sitting = started(school, ("Ana",), ("Bogdan",), size=3)
    one, two = tables_of(sitting)
    ana = school.pupils["Ana"].player
    game.come_back(table_id=one.pk, index=at(one, school, "Ana").index)
    for _ in range(60):
        one.refresh_from_db()
        state = history.game_of(one).state
        index = at(one, school, "Ana").index
        if state.to_move == index and not state.opening:
            card = state.hands[index][0]
            row = next(row for row in ("EU", "AS") if row != card[:2])
            game.place(table=one, player=ana, version=one.version, card=card, row=row)
            break
        if state.to_move == index:
            game.place(table=one, player=ana, version=one.version, card="EU6", row="EU")
        else:
            come_due()
            game.play_due(table_id=one.pk, now=timezone.now() + timedelta(seconds=5))
    before = list(placements_by(ana))
    assert before
    sittings.move_pupil(sitting=sitting, player=ana.pk, to=two)
    assert list(placements_by(ana)) == before
    assert "Ana" not in text(english().get(f"/t/{one.code}/watch/")), "a stranger reads no names"


def test_a_pupils_page_is_sent_to_each_table_once(school: School) -> None:
    sitting = started(school, ("Ana",), ("Bogdan",))
    one, two = tables_of(sitting)
    browser, other = as_pupil(school.pupils["Ana"]), as_pupil(school.pupils["Ana"])
    assert browser.get("/class/now/").headers["HX-Redirect"] == f"/t/{one.code}/"
    again = browser.get("/class/now/").headers
    assert "HX-Redirect" not in again
    assert again["Content-Location"] == f"/t/{one.code}/", "elsewhere, the way back is shown"
    assert other.get("/class/now/").headers["HX-Redirect"] == f"/t/{one.code}/"
    sittings.move_pupil(sitting=sitting, player=school.pupils["Ana"].pk, to=two)
    assert browser.get("/class/now/").headers["HX-Redirect"] == f"/t/{two.code}/"
    sittings.end_all(sitting=sitting)
    third = as_pupil(school.pupils["Ana"]).get("/class/now/")
    assert third.status_code == 204
    assert not {"HX-Redirect", "Content-Location"} & {*third.headers}


def test_nobody_else_is_sent_anywhere(school: School) -> None:
    started(school, ("Ana",))
    gone = as_pupil(school.pupils["Ana"])
    classrooms.take_out(enrolment=school.enrolment("Ana"))
    for browser in (english(), school.desk(), as_pupil(school.pupils["Bogdan"]), gone):
        assert not {"HX-Redirect", "Content-Location"} & {*browser.get("/class/now/").headers}


def test_whoever_is_taken_out_while_at_a_table_learns_it_by_itself(school: School) -> None:
    started(school, ("Ana",))
    browser = as_pupil(school.pupils["Ana"])
    browser.get("/class/now/")
    classrooms.take_out(enrolment=school.enrolment("Ana"))
    answer = browser.get("/class/now/", headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == "/class/?out=left"
    assert "You are no longer in this class" in text(browser.get("/class/?out=left"))


def test_asking_costs_two_queries_and_is_no_sign_of_anybody_being_there(school: School) -> None:
    browser = as_pupil(school.pupils["Bogdan"])
    with CaptureQueriesContext(
        connection,
    ) as asked:
        browser.get("/class/now/")
    assert len(asked) <= 2
    session = browser.session
    session[SEEN] = seen = round(time.time() - IDLE.total_seconds() + 60)
    session.save()
    browser.get("/class/now/")
    assert browser.session[SEEN] == seen
    session[SEEN] = seen - 120
    session.save()
    answer = browser.get("/class/now/", headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == "/class/?out=idle", "the page lets go of itself"


def test_the_page_shows_who_sits_with_whom_and_starts_just_that(school: School) -> None:
    desk = school.desk()
    page = desk.get(school.address("play")).content.decode()
    shown = planned(page)
    assert sorted(shown) == sorted(pupil.pk for pupil in school.pupils.values())
    assert desk.post(school.address("play"), form_of(school, page, do="start")).status_code == 302
    sitting = Sitting.objects.get()
    for row in sitting.tables.all():
        for player in row.table.seats.filter(player__isnull=False).values_list("player", flat=True):
            assert shown[player] == row.number


def test_whom_the_teacher_moves_stays_there_when_the_others_are_mixed(school: School) -> None:
    desk, ana = school.desk(), school.pupils["Ana"].pk
    page = desk.get(school.address("play")).content.decode()
    to = 3 - planned(page)[ana]
    form = form_of(school, page, do="show") | {f"to-{ana}": to}
    seen = set()
    for _ in range(6):
        page = desk.post(
            school.address("play"), form, headers={"HX-Request": "true"}
        ).content.decode()
        assert planned(page)[ana] == to
        seen.add(tuple(sorted(planned(page).items())))
        form = form_of(school, page, do="mix", pin=[ana])
    assert len(seen) > 1
    form = form_of(school, page, do="start") | {f"to-{ana}": 0}
    assert desk.post(school.address("play"), form).status_code == 302
    assert not Seat.objects.filter(player=ana).exists(), "at no table"


def test_who_was_missing_last_time_is_without_a_tick(school: School) -> None:
    started(school, *[(name.split()[0],) for name in NAMES[:-1]], size=3, hints=True)
    classrooms.add_pupil(classroom=school.classroom, name=classrooms.Name("Ion", "Nou"))
    page = school.desk().get(school.address("play")).content.decode()
    ticked = re.findall(r'name="here" value="(\d+)" checked', page)
    assert str(school.pupils["Geo"].pk) not in ticked
    assert len(ticked) == len(NAMES), "six who were there, and one who is new"
    assert re.search(r'name="hints" value="1" checked', page)
    assert re.search(r'name="size" value="3" checked', page)


def test_nobody_here_is_said_beside_the_tables(school: School) -> None:
    desk = school.desk()
    page = desk.get(school.address("play")).content.decode()
    answer = desk.post(school.address("play"), form_of(school, page, do="start", here=[]))
    assert answer.status_code == 422
    assert "Tick at least one pupil" in text(answer)
    for wrong in ({"size": 9}, {"here": ["x"]}, {"seed": -1}, {"way": "alphabet"}):
        assert desk.post(school.address("play"), form_of(school, page, **wrong)).status_code == 400


def test_names_off_hides_them_where_the_class_is_seated(school: School) -> None:
    desk = school.desk()
    desk.post("/teacher/names/")
    page = text(desk.get(school.address("play")))
    assert not [name for name in NAMES for part in name.split() if part in page]
    assert "Pupil 3" in page
