"""Teachers: by a link, by name and password, and what they forget."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from quiz.classes.throttle import FORGET, Tries, tries
from quiz.models import Invitation
from quiz.services import teachers
from tests.quiz.school import School, english, text

pytestmark = pytest.mark.django_db

PASSWORD = "kiwi și zebra"  # noqa: S105
NEW = {"name": "Doamna Ene", "username": "ene", "password": PASSWORD}


@pytest.fixture(autouse=True)
def nothing_was_tried() -> None:
    tries.forget()


def test_the_first_teacher_comes_by_a_link_that_works_once() -> None:
    secret = teachers.invite_first()
    assert secret
    browser = english()
    assert "You teach here" in text(browser.get(f"/teacher/join/{secret}/"))
    answer = browser.post(f"/teacher/join/{secret}/", NEW)
    assert answer.headers["Location"] == "/classes/"
    page = browser.get("/classes/")
    assert "Welcome, Doamna Ene." in text(page)
    again = english().post(f"/teacher/join/{secret}/", NEW | {"username": "pop"})
    assert again.status_code == 404
    assert "This link works no more" in text(again)
    assert teachers.invite_first() is None
    assert User.objects.count() == 1


def test_an_old_link_works_no_more() -> None:
    secret = teachers.invite(now=timezone.now() - timedelta(days=8))
    assert english().get(f"/teacher/join/{secret}/").status_code == 404
    assert english().get("/teacher/join/guessed/").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"password": "1234567"}, "At least eight characters, please."),
        ({"password": "73519402851"}, "Digits alone are guessed too soon"),
        ({"password": "password1"}, "Very many people use this one"),
        ({"password": "doamna ene"}, "too much like your name"),
        ({"username": "doamna ene"}, "without spaces"),
        ({"username": "POP"}, "Somebody signs in by this name already"),
        ({"name": "\u200b"}, "This is still missing."),
        ({"name": "x" * 41}, "at most 40 letters"),
    ],
)
def test_what_is_wrong_is_told_and_what_was_typed_stays(wrong: dict[str, str], told: str) -> None:
    User.objects.create(username="pop")
    secret = teachers.invite()
    answer = english().post(f"/teacher/join/{secret}/", NEW | wrong)
    assert answer.status_code == 422
    assert told in text(answer)
    if "name" not in wrong:
        assert 'value="Doamna Ene"' in answer.content.decode()
    assert teachers.invitation(secret)


def test_signing_in_and_out() -> None:
    User.objects.create_user("Ene", password=PASSWORD)
    browser = english()
    assert browser.get("/classes/").headers["Location"] == "/teacher/?next=%2Fclasses%2F"
    wrong = browser.post("/teacher/", {"username": "ene", "password": "x"})
    assert wrong.status_code == 422
    assert "The name or the password is wrong." in text(wrong)
    form = {"username": " ENE ", "password": PASSWORD, "next": "/classes/new/"}
    assert browser.post("/teacher/", form).headers["Location"] == "/classes/new/"
    assert browser.post("/teacher/out/").status_code == 302
    assert not browser.session.items()
    form["next"] = "https://elsewhere.example/"
    assert browser.post("/teacher/", form).headers["Location"] == "/classes/"


def test_a_pupil_who_was_signed_in_is_so_no_longer() -> None:
    school = School()
    school.teacher.set_password(PASSWORD)
    school.teacher.save()
    browser = school.sign_in("Ana")
    browser.post("/teacher/", {"username": "ene", "password": PASSWORD})
    page = text(browser.get("/"))
    assert "Mrs Ene" in page
    assert "Ana P." not in page
    assert "player" not in browser.session
    school.sign_in("Ana", browser)
    assert browser.get("/classes/").status_code == 404, "and the other way round"


def test_who_guesses_a_password_waits_and_others_dont() -> None:
    User.objects.create_user("ene", password=PASSWORD)
    thief = english(REMOTE_ADDR="10.6.6.6")
    statuses = [
        thief.post("/teacher/", {"username": "ene", "password": "x"}).status_code for _ in range(7)
    ]
    assert statuses == [422] * 5 + [429] * 2
    right = {"username": "ene", "password": PASSWORD}
    answer = thief.post("/teacher/", right)
    assert answer.status_code == 429
    assert "Wait" in text(answer)
    assert english(REMOTE_ADDR="10.7.7.7").post("/teacher/", right).status_code == 302


def test_waiting_grows_and_ends() -> None:
    now = [0.0]
    some = Tries(lambda: now[0])
    for _ in range(5):
        some.wrong("a", "ene")
    assert some.wait("a", "ene") == 30
    assert some.wait("b", "ene") == some.wait("a", "pop") == 0
    now[0] += 31
    assert some.wait("a", "ene") == 0
    some.wrong("a", "ene")
    assert some.wait("a", "ene") == 60
    some.right("a", "ene")
    assert some.wait("a", "ene") == 0
    for n in range(40):
        some.wrong("a", f"teacher {n}")
    assert some.wait("a", "pop") > 0, "an address that tries many names"
    now[0] += FORGET + 1
    assert some.wait("a", "pop") == 0


def test_a_teacher_helps_another_with_a_link_shown_once() -> None:
    school = School()
    other = User.objects.create_user("pop", password="before it", first_name="Pop")  # noqa: S106
    desk = school.desk()
    page = desk.post(f"/teacher/colleagues/{other.pk}/password/").content.decode()
    link = page.split('link-text">')[1].split("<")[0]
    assert "<svg" in page
    path = link.split("testserver")[1]
    assert path not in desk.get("/teacher/colleagues/").content.decode()
    browser = english()
    assert "You sign in as pop." in text(browser.get(path))
    assert browser.post(path, {"password": "123"}).status_code == 422
    assert browser.post(path, {"password": PASSWORD}).status_code == 302
    other.refresh_from_db()
    assert other.check_password(PASSWORD)
    assert browser.post(path, {"password": PASSWORD}).status_code == 404


def test_only_the_first_teacher_makes_links_for_other_passwords() -> None:
    school = School()
    other = User.objects.create_user("pop", password="before it", first_name="Pop")  # noqa: S106
    colleague = english()
    colleague.force_login(other)
    page = text(colleague.get("/teacher/colleagues/"))
    assert "Mrs Ene (ene), the first teacher of this site" in page
    assert "Forgot the password" not in page
    refused = colleague.post(f"/teacher/colleagues/{school.teacher.pk}/password/")
    assert refused.status_code == 403
    assert "link-text" not in refused.content.decode()
    assert not Invitation.objects.exists()


def test_whose_password_it_is_learns_who_made_a_link_until_it_was_read(
    caplog: pytest.LogCaptureFixture,
) -> None:
    school = School()
    other = School("pop").teacher
    with caplog.at_level("INFO", logger="quiz"):
        school.desk().post(f"/teacher/colleagues/{other.pk}/password/")
    assert f"teacher {school.teacher.pk} made a link" in caplog.text
    browser = english()
    browser.force_login(other)
    for page in ("/classes/", "/teacher/account/"):
        assert "was made by Mrs Ene on" in text(browser.get(page)), page
    assert "was made by" not in text(school.desk().get("/classes/"))
    browser.post("/teacher/account/", {"do": "seen"})
    assert "was made by" not in text(browser.get("/classes/"))


def test_a_colleague_is_invited() -> None:
    desk = School().desk()
    page = desk.post("/teacher/colleagues/invite/").content.decode()
    path = page.split('link-text">')[1].split("<")[0].split("testserver")[1]
    assert english().post(path, NEW | {"username": "pop"}).status_code == 302
    assert User.objects.filter(username="pop", is_staff=False).exists()


def test_the_own_name_and_password() -> None:
    school = School()
    school.teacher.set_password("before it")
    school.teacher.save()
    desk = school.desk()
    desk.post("/teacher/account/", {"do": "name", "name": "Domnul Ene"})
    wrong = desk.post("/teacher/account/", {"do": "password", "old": "x", "password": PASSWORD})
    assert wrong.status_code == 422
    assert "That isn&#x27;t your password so far." in text(wrong)
    old = {"do": "password", "old": "before it", "password": PASSWORD}
    assert desk.post("/teacher/account/", old).status_code == 302
    assert "Domnul Ene" in text(desk.get("/teacher/account/")), "still signed in"


def test_without_mail_the_page_says_how_else_it_goes() -> None:
    page = text(english().get("/teacher/forgot/"))
    assert "Ask another teacher" in page
    assert "manage.py teacher_link NAME --port 80" in page
    assert english().post("/teacher/forgot/", {"email": "a@b.ro"}).status_code == 404


def test_with_mail_a_link_is_sent_and_nobody_learns_who_has_an_address(
    settings: Settings, mailoutbox: list[Any]
) -> None:
    settings.MAIL = {"HOST": "x"}
    teacher = User.objects.create_user("ene", "ene@scoala.ro", "before it", first_name="Ene")
    said = [
        text(english().post("/teacher/forgot/", {"email": email}))
        for email in ("ENE@scoala.ro", "pop@scoala.ro")
    ]
    assert "a link is on its way" in said[0]
    assert said[0].replace("ENE@", "pop@") == said[1]
    assert [mail.to for mail in mailoutbox] == [["ene@scoala.ro"]]
    body = mailoutbox[0].body
    path = body.split("testserver")[1].split()[0]
    assert english().post(path, {"password": PASSWORD}).status_code == 302
    teacher.refresh_from_db()
    assert teacher.check_password(PASSWORD)
    answers = [english().post("/teacher/forgot/", {"email": "ene@scoala.ro"}) for _ in range(5)]
    assert answers[-1].status_code == 429
    assert Invitation.objects.count() <= 1


def test_the_command_prints_a_link() -> None:
    teacher = User.objects.create_user("ene", password="before it")  # noqa: S106
    out = StringIO()
    call_command("teacher_link", "ENE", stdout=out)
    secret = out.getvalue().strip().rstrip("/").rpartition("/")[2]
    found = teachers.invitation(secret)
    assert found
    assert found.teacher == teacher
    call_command("teacher_link", stdout=out)
    with pytest.raises(CommandError, match=r"'pop'\. There are: ene\."):
        call_command("teacher_link", "pop")


def test_a_teachers_rooms_are_the_same_on_every_page() -> None:
    school = School()
    desk, browser = school.desk(), school.sign_in("Ana")
    for page in ("/privacy/", "/quiz/", "/learn/", "/", "/rules/", "/classes/"):
        assert 'href="/quizzes/"' in desk.get(page).content.decode(), page
        assert 'href="/quizzes/"' not in browser.get("/privacy/").content.decode()
    for page in ("/quiz/", "/privacy/"):
        rooms = browser.get(page).content.decode().split("<nav", 2)[1].split("</nav>")[0]
        assert "aria-current" not in rooms, "neither is a room of its own"
