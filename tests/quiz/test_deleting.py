"""A class or a quiz is deleted: told before what goes and what stays, and then so it is."""

from __future__ import annotations

from html import unescape

import pytest

from game.models import Seat, Table
from quiz import services
from quiz.models import Assignment, Attempt, Classroom, Pupil, Quiz, Response
from quiz.selectors import papers
from quiz.services import classrooms, sittings, work
from tests.conftest import client_of
from tests.quiz.desks import kept, take
from tests.quiz.school import School, as_pupil, text

pytestmark = pytest.mark.django_db


def quiz_of(school: School) -> Quiz:
    """The teacher's, taken by Ana and by Bogdan."""
    quiz = kept(name=school.teacher.username)
    pupils = [school.pupils[given] for given in ("Ana", "Bogdan")]
    work.set_work(classroom=school.classroom, players=[one.pk for one in pupils], quiz=quiz)
    for pupil in pupils:
        take(quiz, "AF", "AF", "AS", player=pupil.player)
    return quiz


def test_a_class_goes_with_its_names_and_the_answers_stay() -> None:
    school, other = School("ene", "Ana Pop", "Bogdan Rus", "Crina Ban"), School("pop", "Dan Ene")
    quiz, pk = quiz_of(school), school.classroom.pk
    plan = [[one.pk for one in school.pupils.values()]]
    table = sittings.start(classroom=school.classroom, plan=plan, size=3).tables.get().table
    classrooms.move(enrolment=school.enrolment("Bogdan"), to=other.classroom)
    before, answers = papers.papers_of(quiz), Response.objects.count()
    desk, way = school.desk(), school.address("delete_class")
    assert way.encode() in desk.get(school.address("edit_class")).content
    page = text(desk.get(way))
    for said in (
        "2 names and as many pairs",
        "6 quiz answers, 1 game",
        "Take a copy first",
    ):
        assert said in page
    assert desk.post(way, {"sure": "5 A"}).status_code == 422
    assert Classroom.objects.filter(pk=pk).exists()
    assert desk.post(way, {"sure": "5 b"}).headers["Location"] == "/classes/"
    assert not Classroom.objects.filter(pk=pk).exists()
    assert sorted(map(str, Pupil.objects.all())) == ["Bogdan Rus", "Dan Ene"]
    assert papers.papers_of(quiz) == before
    assert Response.objects.count() == answers
    assert Table.objects.get(pk=table.pk).phase == Table.Phase.ENDED
    assert not Seat.objects.filter(table=table, player__isnull=False).exclude(name="").exists()
    assert as_pupil(school.pupils["Ana"]).get("/learn/").status_code == 302, "signed out"
    assert as_pupil(school.pupils["Bogdan"]).get("/learn/").status_code == 200
    assert desk.get(way).status_code == 404


def test_a_quiz_goes_and_what_was_answered_still_counts() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus", "Crina Ban")
    quiz, crina = quiz_of(school), school.pupils["Crina"].player
    running = take(quiz, "AF", player=crina)
    desk, way = school.desk(), f"/quizzes/{quiz.pk}/delete/"
    assert way.encode() in desk.get(f"/quizzes/{quiz.pk}/").content
    page = unescape(text(desk.get(way)))
    for said in ("its results: 2 have finished it", "where it was set, in 1 class"):
        assert said in page
    assert desk.post(way).status_code == 422
    overview = text(desk.get(school.address("classroom")))
    assert desk.post(way, {"sure": "Africa"}).headers["Location"] == "/quizzes/"
    assert not Quiz.objects.exists()
    assert not Assignment.objects.exists()
    assert text(desk.get(school.address("classroom"))) == overview
    browser = client_of(crina)
    for place in (1, 2):
        browser.post(f"/quiz/{running.pk}/{place}/", {"answer": 1})
    assert Attempt.objects.get(pk=running.pk).finished_at
    assert "Yes: Africa." in text(as_pupil(school.pupils["Crina"]).get(f"/quiz/{running.pk}/0/"))
    again = services.begin_again(attempt=Attempt.objects.get(pk=running.pk), only_wrong=False)
    assert again.kind == Attempt.Kind.QUICK
    assert desk.get(way).status_code == 404


def test_a_quiz_that_nobody_has_taken_goes_at_a_press() -> None:
    school = School()
    quiz = kept(name=school.teacher.username)
    assert school.desk().post(f"/quizzes/{quiz.pk}/delete/").status_code == 302
    assert not Quiz.objects.exists()
