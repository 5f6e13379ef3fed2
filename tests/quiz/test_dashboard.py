"""The dashboard: sentences first, and every figure opens exactly the answers that it counts."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from game.models import Player, Seat, Table
from quiz.items import CONTINENTS, WHERE, Form, Item, Shows
from quiz.models import Attempt, Classroom, Response
from quiz.seeding import seed
from quiz.services import classrooms
from quiz.services.classrooms import Name
from tests.quiz.school import School, as_pupil, english, text

pytestmark = pytest.mark.django_db

LINK = re.compile(
    r'<a class="(?P<class>[^"]*)" href="(?P<url>[^"]*answers/[^"]*)"[^>]*>(?P<in>.*?)</a>'
)
CONF = re.compile(
    r'<td class="conf__cell[^"]*"><a href="([^"]+)">.*?<span[^>]*>([\d.,]+)</span></a>'
)
DAY = re.compile(r'<a href="([^"]+)" tabindex="-1"><title>[^<]*: ([\d.,]+)</title>')


def answer(
    player: Player, card: str, named: str, *, times: int = 1, days_ago: float = 1, **kept: Any
) -> None:
    """Says `times` that the animal lives on `named`, in a finished quiz of its own."""
    at = timezone.localtime() - timedelta(days=days_ago)
    for _ in range(times):
        item = Item(Form.REGION, Shows.ALL, (card,), CONTINENTS, (card[:2],))
        attempt = Attempt.objects.create(
            player=player,
            items=[item.to_json()],
            **{"kind": "quick", "shows": "all", "started_at": at, "finished_at": at, **kept},
        )
        Response.objects.create(
            attempt=attempt,
            position=0,
            card=card,
            form=Form.REGION,
            answer=named,
            named=named,
            right=named == card[:2],
            at=at,
        )


def made_up(pupils: int = 8, responses: int = 700, games: int = 4) -> tuple[Classroom, Client]:
    """A class with a year behind it, and its teacher's browser."""
    seed(
        classrooms=1, pupils=pupils, responses=responses, games=games, now=timezone.now(),
        say=lambda _told: None,
    )  # fmt: skip
    desk = english()
    User.objects.filter(username="demo").update(is_active=True)
    desk.force_login(User.objects.get(username="demo"))
    return Classroom.objects.get(), desk


def number(shown: str) -> int:
    found = re.search(r"\d[\d.,]*", shown)
    assert found, shown
    return int(re.sub(r"[.,]", "", found[0]))


def behind(desk: Client, url: str) -> tuple[int, str]:
    """How many answers the page lists, all its pages together, and the percentage it says."""
    page = desk.get(url).content.decode()
    rows = page.count("</tr>") - page.count("<thead>")
    pages = re.search(r"Page 1 of (\d+)", page)
    last = int(pages[1]) if pages else 1
    if last > 1:
        end = desk.get(
            f"{url}&page={last}" if "?" in url else f"{url}?page={last}"
        ).content.decode()
        rows = 100 * (last - 1) + end.count("</tr>") - end.count("<thead>")
    percent = re.search(r'class="percent">(\d+)%', page)
    counted = re.search(r'class="count">([\d,]+)<', page)
    assert counted, url
    assert number(counted[1]) == rows, f"{url}: says {counted[1]}, lists {rows}"
    return rows, percent[1] if percent else ""


@pytest.mark.parametrize(
    "query", ["period=year", "period=days", "period=days&by=animals", "source=game&period=days"]
)
def test_every_figure_opens_exactly_the_answers_that_it_counts(query: str) -> None:
    classroom, desk = made_up(responses=420)
    page = desk.get(f"/classes/{classroom.pk}/?{query}").content.decode()
    found = {(unescape(one["url"]), one["class"], one["in"]) for one in LINK.finditer(page)}
    found |= {(unescape(url), "n", shown) for url, shown in CONF.findall(page) + DAY.findall(page)}
    assert len(found) > 60
    wrong = []
    seen: dict[str, tuple[int, str]] = {}
    for url, kind, shown in sorted(found):
        if url not in seen:
            seen[url] = behind(desk, url)
        count, percent = seen[url]
        is_percent = "cell" in kind or "percent" in kind
        if (
            (percent != shown.rstrip("%"))
            if is_percent
            else ("days" not in kind and count != number(shown))
        ):
            wrong.append((url, shown, count, percent))
    assert wrong == []


def test_the_figures_of_a_pupils_page_open_their_answers_too() -> None:
    classroom, desk = made_up(pupils=4, responses=200, games=2)
    player = classroom.enrolments.order_by("pk")[0].player_id
    page = desk.get(f"/classes/{classroom.pk}/pupils/{player}/?period=days").content.decode()
    found = list(LINK.finditer(page))
    assert len(found) >= 6
    for one in found:
        if one["class"] in ("way", "n n--days"):
            continue
        count, percent = behind(desk, unescape(one["url"]))
        if "percent" in one["class"]:
            assert f"{percent}%" == one["in"]
        elif "right" in one["class"]:
            assert number(one["in"].split(" of ")[1]) == count
        else:
            assert number(one["in"]) == count


def test_it_begins_with_who_needs_help_with_what_and_one_thing_to_do() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus", "Crina Ban")
    ana, bogdan, crina = (school.pupils[name].player for name in ("Ana", "Bogdan", "Crina"))
    for n in range(1, 13):
        answer(ana, f"AS{n}", "AF" if n < 9 else "AS")
        answer(bogdan, f"AS{n}", "AS")
    answer(crina, "EU1", "EU", days_ago=14.1)
    told = text(school.desk().get(school.address("classroom")))
    assert "2 pupils need you" in told
    assert "1 goes on well alone." in told
    assert "Ana Pop Takes Asia for Africa: 8 of 12 answers." in told
    assert "Set the lesson: Asia" in told
    days = re.search(r"Crina Ban Has not answered for (1[345] days) \.", told)
    assert days
    assert f"Ban Crina 100 1 {days[1]}" in told, "the table counts the days alike"
    assert told.index("need you") < told.index("Who, where")
    assert "Asia is taken for Africa" in told


def test_who_has_not_answered_at_all_is_not_among_those_who_go_on_well() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus")
    answer(school.pupils["Ana"].player, "EU1", "EU", times=12)
    told = text(school.desk().get(school.address("classroom")))
    assert "Nobody needs special help now" in told
    assert "1 pupil without answers yet Bogdan Rus" in told


def test_with_too_few_answers_it_says_so_and_whom_to_watch() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus", "Crina Ban", "Dan Ene")
    answer(school.pupils["Ana"].player, "EU1", "EU", times=5)
    answer(school.pupils["Bogdan"].player, "AS1", "AF", times=3)
    told = text(school.desk().get(school.address("classroom")))
    assert "Too few answers yet to say who needs help" in told
    assert "Nobody needs" not in told
    assert "1 pupil answered too little to tell." in told
    assert re.search(r"To watch, with few answers so far: Bogdan Rus \( ?0 of 3 ?\)", told)
    assert "2 pupils without answers yet" in told
    assert "don't ask where" in unescape(told)


def test_a_class_whose_names_are_gone_keeps_its_totals() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus")
    for one in school.pupils.values():
        for n in range(1, 7):
            answer(one.player, f"AS{n}", "AF" if n < 4 else "AS")
    desk = school.desk()
    for one in list(school.pupils.values()):
        classrooms.erase(pupil=one)
    page = desk.get(school.address("classroom"))
    told = text(page)
    assert "The names of this class are gone." in told
    assert "nobody in the class yet" not in told
    assert "needs help" not in told
    assert "12 answers" in told
    assert "Asia is taken for Africa" in told
    assert "Without a name" not in told
    assert 'class="heat"' in page.content.decode()


def test_hints_and_unfinished_quizzes_do_not_count_and_that_is_said() -> None:
    classroom, desk = made_up(pupils=4, responses=100, games=2)
    told = text(desk.get(f"/classes/{classroom.pk}/?period=days"))
    before = re.search(r"([\d,]+) answers", told)
    assert before
    assert "unfinished" not in told
    last = Attempt.objects.filter(responses__form="region").latest("pk")
    out = last.responses.filter(form__in=WHERE).count()
    Attempt.objects.filter(pk=last.pk).update(finished_at=None)
    table = Table.objects.filter(deal__isnull=False).latest("pk")
    Table.objects.filter(pk=table.pk).update(hints=True)
    told = text(desk.get(f"/classes/{classroom.pk}/?period=days"))
    said = re.search(r"without ([\d,]+) with hints and ([\d,]+) from unfinished quizzes", told)
    now = re.search(r"([\d,]+) answers", told)
    assert said
    assert now
    assert number(said[2]) == out
    assert number(before[1]) - number(now[1]) == number(said[1]) + number(said[2])
    assert Seat.objects.filter(table=table).exists()


def test_a_class_without_pupils_and_one_without_answers_say_what_comes_next() -> None:
    school = School("ene", "Ana Pop")
    told = text(school.desk().get(school.address("classroom")))
    assert "No answers yet" in told
    school.enrolment("Ana").delete()
    assert "Bring the names" in text(school.desk().get(school.address("classroom")))


def test_the_last_thirty_days_are_looked_at_unless_something_else_is_asked() -> None:
    school = School("ene", "Ana Pop")
    ana = school.pupils["Ana"].player
    answer(ana, "EU1", "EU", times=3, days_ago=2)
    answer(ana, "AS1", "AS", times=5, days_ago=40)
    answer(ana, "AF1", "AF", times=7, days_ago=2, kind="check")
    desk, address = school.desk(), school.address("classroom")
    assert "10 answers" in text(desk.get(address))
    assert "15 answers" in text(desk.get(address, {"period": "days"}))
    assert "7 answers" in text(desk.get(address, {"source": "lesson"}))
    assert "3 answers" in text(desk.get(address, {"source": "quiz"}))
    day = (timezone.localdate() - timedelta(days=40)).isoformat()
    only = desk.get(address, {"period": "days", "from": day, "to": day})
    assert "5 answers" in text(only)
    assert f'value="{day}"' in only.content.decode()


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2026-11-31", ""),
        ("tomorrow", ""),
        ("2026-11-02", "2026-11-01"),
        ("0001-01-01", "9999-12-31"),
    ],
)
def test_days_that_are_none_are_told_beside_the_fields_and_kept(first: str, last: str) -> None:
    school = School("ene", "Ana Pop")
    for name in ("classroom", "answers"):
        asked = {"period": "days", "from": first, "to": last}
        page = school.desk().get(school.address(name), asked).content.decode()
        assert 'id="look-error"' in page
        assert f'value="{first}"' in page


def test_groups_can_be_looked_at_alone() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus")
    assert "whole class" not in text(school.desk().get(school.address("classroom")))
    enrolment = school.enrolment("Ana")
    enrolment.group = "Lincșii"
    enrolment.save()
    answer(school.pupils["Ana"].player, "EU1", "EU", times=2)
    answer(school.pupils["Bogdan"].player, "EU1", "EU", times=3)
    desk = school.desk()
    assert "5 answers" in text(desk.get(school.address("classroom")))
    alone = text(desk.get(school.address("classroom"), {"group": "Lincșii"}))
    assert "2 answers" in alone
    assert "Bogdan" not in alone
    bogdan = school.pupils["Bogdan"].pk
    assert desk.get(school.address("pupil", bogdan), {"group": "Lincșii"}).status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_class() -> None:
    counts = []
    for size in (4, 9):
        Classroom.objects.all().delete()
        classroom, desk = made_up(pupils=size, responses=60 * size, games=size // 3)
        desk.get(f"/classes/{classroom.pk}/")  # other processes hear once that it is known here
        for query in ("", "?period=days", "?period=days&by=animals"):
            with CaptureQueriesContext(connection) as asked:
                assert desk.get(f"/classes/{classroom.pk}/{query}").status_code == 200
            counts.append(len(asked))
    assert len(set(counts)) == 1
    assert counts[0] <= 15


@pytest.mark.parametrize(
    "query",
    ["player=x", "player=99999999999999999999", "card=EU6", "home=EU", "named=x", "right=2",
     "origin=x", "day=yesterday", "day=9999-12-31&days=7"],
)  # fmt: skip
def test_answers_that_there_cannot_be_are_404(query: str) -> None:
    school = School("ene", "Ana Pop")
    assert school.desk().get(f"{school.address('answers')}?{query}").status_code == 404


def test_answers_of_somebody_elses_pupil_are_404() -> None:
    school, other = School("ene", "Ana Pop"), School("pop", "Dan Ene")
    dan = other.pupils["Dan"].pk
    assert school.desk().get(school.address("answers"), {"player": dan}).status_code == 404
    assert school.desk().get(school.address("pupil", dan)).status_code == 404


@pytest.mark.parametrize("page", ["0", "-1", "x", "999999999", "²"])
def test_a_page_that_is_not_there_is_the_nearest_one(page: str) -> None:
    school = School("ene", "Ana Pop")
    answer(school.pupils["Ana"].player, "EU1", "AS")
    assert school.desk().get(school.address("answers"), {"page": page}).status_code == 200


def test_a_pupils_page_says_what_is_known_and_suggests_a_mark() -> None:
    school = School("ene", "Ana Pop")
    ana = school.pupils["Ana"].player
    answer(ana, "AF2", "AF", times=3)
    answer(ana, "AF3", "AS", times=1)
    address, desk = school.address("pupil", ana.pk), school.desk()
    assert "None yet: it takes at least ten answers about one continent." in text(desk.get(address))
    answer(ana, "AF1", "AF", times=6)
    told = text(desk.get(address))
    assert "Ana knows 2 of 60 animals." in told
    assert "9 Only a suggestion, from 90% right answers in this time (9 of 10)" in told
    assert "Ask: where does it live?" in told


def test_many_answers_but_few_about_each_continent_suggest_no_mark() -> None:
    school = School("ene", "Ana Pop")
    for land in ("EU", "AS", "AF", "AM", "AU"):
        answer(school.pupils["Ana"].player, f"{land}1", land, times=9)
    told = text(school.desk().get(school.address("pupil", school.pupils["Ana"].pk)))
    assert "None yet: it takes at least ten answers about one continent." in told
    assert "Print the mark too" not in told


def test_parents_read_the_name_without_a_number() -> None:
    school = School("ene", "Ana Pop")
    twin = classrooms.add_pupil(classroom=school.classroom, name=Name("Ana", "Pop"))
    answer(twin.player, "EU1", "EU", times=10)
    told = text(school.desk().get(school.address("pupil", twin.pk)))
    assert "Ana Pop 2" not in told
    assert "Ana knows 1 of 60 animals." in told
    assert "Print the mark too" in told


def test_the_boundaries_of_marks_are_the_classs_own() -> None:
    school = School("ene", "Ana Pop")
    ana = school.pupils["Ana"].player
    answer(ana, "EU1", "EU", times=9)
    answer(ana, "EU2", "AF", times=1)
    desk = school.desk()
    form = {f"m{mark}": str(mark * 9) for mark in range(2, 11)}
    assert desk.post(school.address("marks"), form).status_code == 302
    assert "10 Only a suggestion" in text(desk.get(school.address("pupil", ana.pk)))
    assert 'value="90"' in desk.get(school.address("marks")).content.decode()
    assert desk.post(school.address("marks"), {"usual": "1"}).status_code == 302
    assert "9 Only a suggestion" in text(desk.get(school.address("pupil", ana.pk)))


@pytest.mark.parametrize("wrong", ["", "0", "101", "x", "95"])
def test_boundaries_that_can_not_be_are_told_at_the_field_and_kept(wrong: str) -> None:
    school = School("ene", "Ana Pop")
    form = {f"m{mark}": str(mark * 9) for mark in range(2, 11)} | {"m9": wrong}
    answer = school.desk().post(school.address("marks"), form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'aria-describedby="m9-error"' in page
    assert f'name="m9" value="{wrong}"' in page
    assert not Classroom.objects.get(pk=school.classroom.pk).marks


def test_case_32_a_ranking_is_there_only_where_the_teacher_turned_it_on() -> None:
    school, other = School("ene", "Ana Pop", "Bogdan Rus"), School("pop", "Dan Ene")
    ana = school.pupils["Ana"]
    answer(ana.player, "EU1", "EU", times=3)
    pupil, desk = as_pupil(ana), school.desk()
    assert pupil.get("/class/ranking/").status_code == 404
    assert "/class/ranking/" not in pupil.get("/progress/").content.decode()
    assert desk.post(school.address("set_ranking"), {"on": "1"}).status_code == 302
    assert 'href="/class/ranking/"' in pupil.get("/progress/").content.decode()
    told = text(pupil.get("/class/ranking/"))
    assert "You are in place 1, with 1 of 60 animals." in told
    assert "Pop" not in told, "classmates see no surnames"
    assert "Ana P. Sign out" in told, "the bar still says who is signed in"
    for stranger in (as_pupil(other.pupils["Dan"]), english(), desk):
        assert stranger.get("/class/ranking/").status_code == 404
    desk.post(school.address("set_ranking"), {"on": "0"})
    assert pupil.get("/class/ranking/").status_code == 404
