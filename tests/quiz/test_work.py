"""What a teacher sets a class: to whom, until when, and how it is being done."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone, translation

from quiz import services
from quiz.items import Form, Shows
from quiz.models import Assigned, Assignment, Attempt, Pupil, Quiz
from quiz.refusals import Refused
from quiz.selectors import work as readers
from quiz.services import classrooms, making, work
from tests.quiz.school import Answer, School, as_pupil
from tests.quiz.school import text as words_of

pytestmark = pytest.mark.django_db

SOON = timedelta(days=3)


def text(answer: Answer) -> str:
    """The page's words as they are read."""
    return unescape(words_of(answer))


@pytest.fixture
def school() -> School:
    return School("ene", "Ana Pop", "Bogdan Rus", "Crina Ban", "Dan Oprea")


def made(school: School, title: str = "Asia or Africa?", seconds: int | None = None) -> Quiz:
    items = making.make_items(
        cards=["AS1", "AS2", "AF1"], forms=[Form.ANIMAL], shows=Shows.ALL, length=3, seed=1
    )
    return services.keep_quiz(
        owner=school.teacher, title=title, items=items, shows=Shows.ALL, seconds=seconds
    )


def keys(school: School, *given: str) -> list[int]:
    return [school.pupils[name].pk for name in given]


def form_of(quiz: Quiz, **changes: object) -> dict[str, Any]:
    day = timezone.localdate() + SOON
    form = {"what": f"quiz:{quiz.pk}", "to": "all", "due": day.isoformat(), "hour": "20:00"}
    return form | {"late": "1"} | changes


def answer_all(attempt: Attempt, right: int) -> Attempt:
    """Takes the quiz, so many rightly."""
    while not attempt.is_over:
        item = attempt.item(attempt.position)
        other = next(one for one in item.options if one not in (*item.key, *item.also))
        said = item.key[0] if attempt.position < right else other
        attempt = services.answer(attempt=attempt, position=attempt.position, answer=[said])
    return attempt


def test_case_27_singly_and_again_with_the_group_it_is_one_row(school: School) -> None:
    quiz = made(school)
    first, one = work.set_work(classroom=school.classroom, players=keys(school, "Ana"), quiz=quiz)
    everybody = [pupil.pk for pupil in school.pupils.values()]
    again, rest = work.set_work(classroom=school.classroom, players=everybody, quiz=quiz)
    assert (first, one, rest) == (again, 1, 3)
    assert Assigned.objects.filter(player=school.pupils["Ana"].pk).count() == 1
    later, count = timezone.now() + SOON, Assigned.objects.count()
    with pytest.raises(Refused, match="set_already"):
        work.set_work(classroom=school.classroom, players=everybody, quiz=quiz, due_at=later)
    assert Assigned.objects.count() == count
    page = text(as_pupil(school.pupils["Ana"]).get("/learn/"))
    assert page.count("Asia or Africa?") == 2, "its title, and its button for those who listen"


def test_who_is_not_in_the_class_gets_nothing(school: School) -> None:
    other = School("pop", "Zoe Zet")
    with pytest.raises(Refused, match="nobody_chosen"):
        work.set_work(classroom=school.classroom, players=keys(other, "Zoe"), continent="AF")
    assert not Assignment.objects.exists()


def test_the_form_sets_it_in_the_time_of_the_school(school: School) -> None:
    quiz, desk = made(school), school.desk()
    answer = desk.post(school.address("set_work"), form_of(quiz))
    assert answer.status_code == 302
    [kept] = Assignment.objects.all()
    assert kept.due_at is not None
    assert timezone.localtime(kept.due_at).strftime("%H:%M") == "20:00"
    assert kept.assigned.count() == 4
    assert "on 4 pupils' pages" in text(desk.get(answer.headers["Location"]))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"to": "some"}, "Choose at least one pupil"),
        ({"due": "2020-01-01"}, "That has passed already"),
        ({"due": "soon"}, "That is no date"),
        ({"hour": "25:99"}, "That is no time"),
        ({"what": "quiz:999"}, "That can't be set any more"),
        ({"to": "group:Lions"}, "There is no such group"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_is_kept(
    school: School, wrong: dict[str, str], said: str
) -> None:
    quiz, desk = made(school), school.desk()
    answer = desk.post(school.address("set_work"), form_of(quiz, **wrong))
    assert answer.status_code == 422
    assert text(answer).count(said) == 2, "at the top, and beside the field"
    page = answer.content.decode()
    for name, value in wrong.items():
        if name in ("due", "hour"):
            assert f'value="{value}"' in page
    if "what" not in wrong:
        assert f'value="quiz:{quiz.pk}" selected' in page
    assert not Assignment.objects.exists()


def test_a_group_and_some_of_the_class(school: School) -> None:
    quiz, desk = made(school), school.desk()
    enrolment = school.enrolment("Crina")
    enrolment.group = "Eagles"
    enrolment.save()
    desk.post(school.address("set_work"), form_of(quiz, to="group:Eagles"))
    assert list(Assigned.objects.values_list("player", flat=True)) == keys(school, "Crina")
    some = form_of(quiz, to="some", who=keys(school, "Ana", "Crina"))
    assert desk.post(school.address("set_work"), some).status_code == 302
    assert set(Assigned.objects.values_list("player", flat=True)) == set(
        keys(school, "Ana", "Crina")
    )
    answer = desk.post(school.address("set_work"), some)
    assert answer.status_code == 422
    assert "They have it already" in text(answer)


def test_it_is_seen_being_done(school: School) -> None:
    quiz, desk = made(school), school.desk()
    everybody = [pupil.pk for pupil in school.pupils.values()]
    one, _count = work.set_work(classroom=school.classroom, players=everybody, quiz=quiz)
    ana, bogdan = (school.pupils[name].player for name in ("Ana", "Bogdan"))
    answer_all(services.begin_set(player=ana, quiz=quiz), right=2)
    begun = services.begin_set(player=bogdan, quiz=quiz)
    services.answer(attempt=begun, position=0, answer=[begun.item(0).key[0]])
    page = text(desk.get(school.address("work", one.pk)))
    assert "Pop Ana 2 of 3 right" in page
    assert "Rus Bogdan at question 2 of 3 under way" in page
    assert "Ban Crina not begun yet" in page
    assert "1 of 4 has finished, 1 is at it." in page
    part = desk.get(school.address("work", one.pk), headers={"HX-Request": "true"})
    assert b"<html" not in part.content
    answer_all(services.begin_set(player=ana, quiz=quiz), right=3)
    assert "Pop Ana 2 of 3 right 2 times in all" in text(desk.get(school.address("work", one.pk)))
    desk.post("/teacher/names/")
    assert "Ana" not in text(desk.get(school.address("work", one.pk)))


def test_the_check_of_a_lesson_that_was_set_counts_wherever_it_was_begun(school: School) -> None:
    ana = school.pupils["Ana"].player
    one, _count = work.set_work(
        classroom=school.classroom, players=[ana.pk], continent="AF", due_at=timezone.now() + SOON
    )
    page = as_pupil(school.pupils["Ana"]).get("/learn/")
    assert "Lesson: Africa" in text(page)
    assert b'href="/learn/africa/"' in page.content
    services.begin(player=ana, kind="check", continent="AS")
    assert readers.doing([one])[one.pk][ana.pk].state == "new"
    services.begin(player=ana, kind="check", continent="AF")
    assert readers.doing([one])[one.pk][ana.pk].state == "running"


def test_case_21_extra_time_counts_by_itself(school: School) -> None:
    quiz = made(school, seconds=20)
    Pupil.objects.filter(pk=school.pupils["Ana"].pk).update(time_factor=2)
    players = keys(school, "Ana", "Bogdan")
    work.set_work(classroom=school.classroom, players=players, quiz=quiz)
    seconds = [
        services.begin_set(player=school.pupils[name].player, quiz=quiz).seconds
        for name in ("Ana", "Bogdan")
    ]
    assert seconds == [40, 20]


def test_what_is_overdue_can_still_be_done_unless_closed(school: School) -> None:
    quiz, ana = made(school), school.pupils["Ana"]
    now = timezone.now()
    one, _count = work.set_work(
        classroom=school.classroom, players=[ana.pk], quiz=quiz, due_at=now + SOON
    )
    Assignment.objects.filter(pk=one.pk).update(due_at=now - timedelta(hours=1))
    browser = as_pupil(ana)
    for page in ("/learn/", "/quiz/"):
        assert "The time has passed, and you can still do it." in text(browser.get(page))
    assert browser.post(f"/quiz/set/{quiz.code}/").status_code == 302
    answer_all(Attempt.objects.get(), right=3)
    assert "after the date" in text(school.desk().get(school.address("work", one.pk)))
    assert "Done: 3 of 3 right" in text(browser.get("/learn/"))
    work.close_work(work=one)
    assert "Asia or Africa?" not in text(browser.get("/learn/"))


def test_where_late_does_not_count_the_page_says_that_it_is_over(school: School) -> None:
    quiz, ana = made(school), school.pupils["Ana"]
    work.set_work(classroom=school.classroom, players=[ana.pk], quiz=quiz, late=False)
    Assignment.objects.update(due_at=timezone.now() - timedelta(hours=1))
    page = as_pupil(ana).get("/learn/")
    assert "it can't be begun any more" in text(page)
    assert f"/quiz/set/{quiz.code}/".encode() not in page.content
    assert services.begin_set(player=ana.player, quiz=quiz).assignment is None


def dated(**changes: object) -> dict[str, object]:
    """The form for another date: in five days."""
    day = timezone.localdate() + timedelta(days=5)
    return {"due": day.isoformat(), "hour": "18:30", "late": "1"} | changes


def test_the_date_is_changed_and_whoever_had_not_begun_can_begin(school: School) -> None:
    quiz, desk = made(school), school.desk()
    players = keys(school, "Ana", "Bogdan")
    one, _count = work.set_work(classroom=school.classroom, players=players, quiz=quiz, late=False)
    answer_all(services.begin_set(player=school.pupils["Ana"].player, quiz=quiz), right=2)
    Assignment.objects.update(due_at=timezone.now() - timedelta(hours=1))
    browser, way = as_pupil(school.pupils["Bogdan"]), f"/quiz/set/{quiz.code}/"
    assert way.encode() not in browser.get("/learn/").content

    answer = desk.post(school.address("date_work", one.pk), dated(late=""))
    assert answer.status_code == 302
    page = desk.get(answer.headers["Location"])
    assert "That is changed, and the pupils see it already." in text(page)
    assert "Pop Ana 2 of 3 right" in text(page), "what was finished stays finished"
    kept = Assignment.objects.get()
    assert kept.due_at is not None
    due = timezone.localtime(kept.due_at)
    assert (due.date() - timezone.localdate(), f"{due:%H:%M}") == (timedelta(days=5), "18:30")
    assert kept.late is False
    assert f'value="{due.date().isoformat()}"' in page.content.decode()
    assert 'value="18:30"' in page.content.decode()
    home = browser.get("/learn/")
    assert "18:30" in text(home)
    assert way.encode() in home.content
    assert browser.post(way).status_code == 302
    assert Attempt.objects.get(player=players[1]).assignment == kept

    assert (
        desk.post(school.address("date_work", one.pk), {"due": "", "hour": ""}).status_code == 302
    )
    assert "When you like." in text(as_pupil(school.pupils["Bogdan"]).get("/learn/"))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"due": "2020-01-01"}, "That has passed already"),
        ({"due": "0001-01-01"}, "That has passed already"),
        ({"due": "soon\0"}, "That is no date"),
        ({"due": "99999-01-01"}, "That is no date"),
        ({"hour": "25:99"}, "That is no time"),
        ({"hour": "x" * 3000}, "That is no time"),
    ],
)
def test_another_date_that_is_wrong_is_answered_as_when_it_was_set(
    school: School, wrong: dict[str, str], said: str
) -> None:
    due = timezone.now() + SOON
    one, _count = work.set_work(
        classroom=school.classroom, players=keys(school, "Ana"), continent="AF", due_at=due
    )
    answer = school.desk().post(school.address("date_work", one.pk), dated(**wrong))
    assert answer.status_code == 422
    assert said in text(answer)
    page = answer.content.decode()
    assert 'class="fold dated" open' in page
    assert '<a href="/classes/" aria-current="true">' in page
    assert Assignment.objects.get().due_at == due


def test_the_last_day_of_all_is_a_date(school: School) -> None:
    one, _count = work.set_work(
        classroom=school.classroom, players=keys(school, "Ana"), continent="AF"
    )
    form = dated(due="9999-12-31", hour="23:59")
    answer = school.desk().post(school.address("date_work", one.pk), form, follow=True)
    assert "31 December" in text(answer)


def test_what_was_closed_meanwhile_has_no_other_date(school: School) -> None:
    quiz, desk = made(school), school.desk()
    one, _count = work.set_work(classroom=school.classroom, players=keys(school, "Ana"), quiz=quiz)
    way = school.address("date_work", one.pk)
    making.close(quiz=quiz)
    for _ in range(2):
        answer = desk.post(way, dated())
        assert answer.status_code == 409
        assert "Open it again to change the date." in text(answer)
        assert way.encode() not in answer.content, "the form is not there"
        making.open_again(quiz=quiz)
        work.close_work(work=one)
    assert Assignment.objects.get().due_at is None


def test_the_date_of_another_classs_work_is_not_there_to_be_changed(school: School) -> None:
    other = School("pop", "Zoe Zet")
    one, _count = work.set_work(
        classroom=other.classroom, players=keys(other, "Zoe"), continent="AF"
    )
    for number in (one.pk, 10**30):
        assert school.desk().post(school.address("date_work", number), dated()).status_code == 404
    assert Assignment.objects.get().due_at is None


def test_whoever_leaves_the_class_is_set_nothing_there(school: School) -> None:
    quiz, ana = made(school), school.pupils["Ana"]
    one, _count = work.set_work(classroom=school.classroom, players=[ana.pk], quiz=quiz)
    other = School("pop", "Zoe Zet")
    classrooms.move(enrolment=school.enrolment("Ana"), to=other.classroom)
    assert readers.set_for(ana.player) == []
    assert services.begin_set(player=ana.player, quiz=quiz).assignment is None
    assert readers.doing([one])[one.pk] == {}


def test_closed_it_may_be_set_anew_and_the_old_one_stays_closed(school: School) -> None:
    quiz, players = made(school), keys(school, "Ana")
    one, _count = work.set_work(classroom=school.classroom, players=players, quiz=quiz)
    desk = school.desk()
    assert desk.post(school.address("close_work", one.pk)).status_code == 302
    new, _count = work.set_work(classroom=school.classroom, players=players, quiz=quiz)
    assert new != one
    answer = desk.post(school.address("close_work", one.pk), {"open": "1"})
    assert answer.status_code == 409
    assert "close it first" in text(answer)


def test_case_35_what_an_erased_pupil_finished_is_still_counted(school: School) -> None:
    quiz, players = made(school), keys(school, "Ana", "Bogdan", "Crina")
    one, _count = work.set_work(classroom=school.classroom, players=players, quiz=quiz)
    for name in ("Ana", "Bogdan"):
        attempt = services.begin_set(player=school.pupils[name].player, quiz=quiz)
        answer_all(attempt, right=2)
    desk, addresses = school.desk(), [school.address("works"), school.address("work", one.pk)]
    for erased in ("Ana", "Crina"):
        classrooms.erase(pupil=Pupil.objects.get(pk=school.pupils[erased].pk))
    for address in addresses:
        assert "2 of 2 have finished." in text(desk.get(address)), "Crina had not begun"
    page = text(desk.get(addresses[1]))
    assert "Names that were erased 1 has finished" in page
    assert "2 have finished it" in text(desk.get(f"/quizzes/{quiz.pk}/"))


def test_a_quiz_that_is_closed_is_closed_wherever_it_was_set(school: School) -> None:
    quiz, ana = made(school), school.pupils["Ana"]
    one, _count = work.set_work(classroom=school.classroom, players=[ana.pk], quiz=quiz)
    desk, browser = school.desk(), as_pupil(ana)
    desk.post(f"/quizzes/{quiz.pk}/open/", {"open": "0"})
    assert "closed, for everybody" in text(desk.get(school.address("work", one.pk)))
    assert "1 closed" in text(desk.get(school.address("works")))
    page = browser.get("/learn/")
    assert "Your teacher has closed it" in text(page)
    assert quiz.code.encode() not in page.content
    assert "This quiz is closed" in text(browser.get(f"/quiz/set/{quiz.code}/"))
    desk.post(school.address("close_work", one.pk), {"open": "1"})
    assert "1 closed" not in text(desk.get(school.address("works")))
    assert "Your teacher has closed it" not in text(browser.get("/learn/"))
    assert browser.post(f"/quiz/set/{quiz.code}/").status_code == 302


def test_the_date_is_said_in_words(school: School) -> None:
    from quiz.pages.teaching.work import until

    now = timezone.make_aware(datetime(2026, 12, 2, 9, 0))
    at = timezone.make_aware(datetime(2026, 12, 4, 20, 0))
    with translation.override("ro"):
        assert until(at, now) == "vineri, 4 decembrie, 20:00"
    with translation.override("en"):
        assert until(at, now + timedelta(days=1)) == "tomorrow, 20:00"
    assert until(None, now) == ""
