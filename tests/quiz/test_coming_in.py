"""Pupils sign in by code, name and two words, and are signed out again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from game import services as game
from game.models import Player, Seat, Table
from game.names import CODE_SYMBOLS
from quiz.middleware import IDLE, SEEN
from quiz.models import Pupil
from quiz.services import attempts, classrooms
from tests.conftest import client_of, guest, open_for
from tests.quiz.school import Answer, School, english, text

pytestmark = pytest.mark.django_db

NAMES = ("Ana Pop", "Bogdan Rus", "Crina Ban")


def wrong_codes() -> Iterator[str]:
    for n in range(10**6):
        yield "2" + "".join(CODE_SYMBOLS[n // 23**i % 23] for i in range(5))


def idle(client: Client) -> None:
    """As if the last request had come longer ago than IDLE."""
    session = client.session
    session[SEEN] -= IDLE.total_seconds() + 5
    session.save()


def token_of(page: Answer) -> str:
    """The form token of a page."""
    return str(page.content.decode().split('name="csrfmiddlewaretoken" value="')[1].split('"')[0])


def test_from_the_code_to_the_own_page() -> None:
    school = School("ene", *NAMES)
    client = english()
    code = school.classroom.code
    page = client.get("/class/", {"code": f" {code[:3]}-{code[3:].lower()}"}, follow=True)
    assert [name in text(page) for name in ("Ana P.", "Bogdan R.", "Popescu", "Rus ")] == [
        True, True, False, False,
    ]  # fmt: skip
    page = client.get(school.door("Ana"))
    assert "Hello, Ana!" in text(page)
    school.sign_in("Ana", client)
    page = client.get("/")
    assert "Ana P." in text(page)
    assert client.post("/class/out/").status_code == 302
    assert "Ana P." not in text(client.get("/"))
    assert not client.session.items()


def test_the_class_code_fits_where_a_tables_is_asked_for() -> None:
    school = School()
    for answer in (
        english().get("/join/", {"code": school.classroom.code.lower()}),
        english().post("/join/", {"code": school.classroom.code, "name": "x"}),
    ):
        assert answer.headers["Location"] == f"/class/{school.classroom.code}/"
    assert english().get(f"/class/{school.classroom.code.lower()}/").status_code == 200


def test_a_wrong_code_is_told_beside_the_field() -> None:
    page = english().get("/class/", {"code": "k7m"})
    assert page.status_code == 404
    assert "There is no class with this code. A code has six letters and digits." in text(page)
    assert 'value="K7M"' in page.content.decode()


def test_case_31_and_45_wrong_words_make_one_pupil_wait_and_the_teacher_helps() -> None:
    school = School("ene", *NAMES)
    client, desk = english(), school.desk()
    for _ in range(5):
        answer = client.post(school.door("Ana"), {"one": "castel", "other": "mere"})
        assert answer.status_code == 422
    assert 'value="castel"' not in text(answer), "the fifth one waits"
    one, other = school.words["Ana"]
    waits = client.post(school.door("Ana"), {"one": one, "other": other})
    assert waits.status_code == 409
    assert "Mrs Ene can give you new words" in text(waits)
    school.sign_in("Bogdan")
    assert "wrong tries, waits" in text(desk.get(school.address("roster")))
    ana = school.pupils["Ana"].pk
    desk.post(school.address("unlock"), {"who": ana})
    school.sign_in("Ana")
    made = desk.post(school.address("new_words"), {"who": ana}).headers["Location"]
    page = desk.get(made).content.decode()
    new = page.split("<strong>")[1].split("</strong>")[0].split()
    assert " ".join(new) in text(desk.get(made)), "loaded anew it renews nothing"
    card = desk.get(school.address("cards"), {"made": 1, "who": ana}).content.decode()
    assert f"<b>{new[0]}</b><b>{new[1]}</b>" in card, "the card has the same words"
    assert len(new) == 2
    assert "<strong>" not in desk.get(school.address("roster")).content.decode(), "shown once"
    school.words["Ana"] = (new[0], new[1])
    school.sign_in("Ana")


def test_the_two_words_are_taken_in_either_order() -> None:
    school = School()
    one, other = school.words["Ana"]
    answer = english().post(school.door("Ana"), {"one": other, "other": one})
    assert answer.status_code == 302
    school.sign_in("Ana")


def test_without_words_one_is_told_to_ask_for_a_card() -> None:
    school = School()
    Pupil.objects.update(words="")
    assert "Ask your teacher for your card" in text(english().get(school.door("Ana")))
    assert english().post(school.door("Ana"), {"one": "", "other": ""}).status_code == 422


def test_thirty_five_come_in_within_half_a_minute_from_one_address() -> None:
    school = School("ene", *(f"N{chr(65 + n % 26)}{chr(65 + n // 26)} Pop" for n in range(35)))
    begun = time.monotonic()
    clients = [school.sign_in(given) for given in school.pupils]
    assert time.monotonic() - begun < 30
    assert len({client.session.session_key for client in clients}) == 35


def test_case_44_codes_of_classes_are_guessed_no_further_than_tables() -> None:
    school = School("ene", *NAMES)
    codes = wrong_codes()
    desk = school.desk()
    assert desk.get(school.address("roster")).status_code == 200
    thief = english()
    statuses = [thief.get("/class/", {"code": next(codes)}).status_code for _ in range(40)]
    assert statuses == [404] * 30 + [429] * 10
    assert thief.get(f"/class/{next(codes)}/").status_code == 429
    school.sign_in("Ana")  # the class behind the same address comes in
    far = english(REMOTE_ADDR="10.3.3.3")
    for _ in range(30):
        far.get("/join/", {"code": next(codes)})
    assert far.get("/class/", {"code": school.classroom.code}).status_code == 429
    assert far.get("/join/", {"code": school.classroom.code}).status_code == 429


def test_case_47_a_stale_page_of_somebody_else_does_nothing_and_says_so() -> None:
    school = School("ene", *NAMES)
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["django_language"] = "en"

    def come_in(given: str) -> None:
        token = token_of(browser.get(school.door(given)))
        one, other = school.words[given]
        form = {"one": one, "other": other, "csrfmiddlewaretoken": token}
        assert browser.post(school.door(given), form).status_code == 302

    come_in("Ana")
    key = browser.session.session_key
    stale = token_of(browser.get("/"))
    come_in("Bogdan")
    assert browser.session.session_key != key
    answer = browser.post("/solo/", {"players": 3, "csrfmiddlewaretoken": stale})
    assert answer.status_code == 403
    assert "Bogdan R. is signed in here now." in text(answer)
    part = browser.post("/solo/", {}, headers={"HX-Request": "true", "X-CSRFToken": stale})
    assert (part.status_code, part.headers["HX-Redirect"]) == (403, "/class/stale/")
    assert "Bogdan R. is signed in here now." in text(browser.get("/class/stale/"))
    assert not Table.objects.exists()


def test_a_guests_work_is_offered_once_and_kept_only_when_wanted() -> None:
    school = School("ene", *NAMES)
    for word, count in (("no", 0), ("yes", 1)):
        visitor = guest("Zoe")
        open_for("Dan", "Ema", "Fane")
        table = Table.objects.latest("pk")
        Seat.objects.filter(table=table, index=0).update(player=visitor)
        client = client_of(visitor)
        client.cookies["django_language"] = "en"
        one, other = school.words["Ana"]
        answer = client.post(school.door("Ana"), {"one": one, "other": other})
        assert answer.headers["Location"] == "/class/keep/"
        assert "Zoe was here as a guest" in text(client.get("/class/keep/"))
        client.post("/class/keep/", {"keep": word})
        assert Seat.objects.filter(player=school.pupils["Ana"].pk).count() == count
        assert Player.objects.filter(pk=visitor.pk).exists() == (word == "no")
        assert client.get("/class/keep/").status_code == 302, "not asked again"


def test_a_guest_without_work_is_not_asked_about() -> None:
    school = School()
    client = client_of(guest("Zoe"))
    one, other = school.words["Ana"]
    answer = client.post(school.door("Ana"), {"one": one, "other": other})
    assert answer.headers["Location"] == "/learn/"


def test_case_34_taken_out_one_can_not_go_on_until_readmitted() -> None:
    school = School("ene", *NAMES)
    table = open_for("Dan", "Ema", "Fane")
    Seat.objects.filter(table=table, index=1).update(player=school.pupils["Ana"].player)
    client = school.sign_in("Ana")
    attempt = attempts.begin(player=school.pupils["Ana"].player, kind="quick")
    assert client.get(f"/quiz/{attempt.pk}/").status_code == 200
    desk = school.desk()
    desk.post(school.address("take_out", school.pupils["Ana"].pk))
    assert table.seats.get(index=1).stand_in, "a bot plays on, the others go on"

    assert client.get(f"/t/{table.code}/events/").status_code == 404
    for action in ("back", "pass"):
        answer = client.post(f"/t/{table.code}/{action}/", {"version": 1})
        assert answer.status_code == 403
    assert client.get(f"/quiz/{attempt.pk}/").status_code == 404
    assert table.seats.get(index=1).stand_in
    assert english().get(school.door("Ana")).status_code == 404, "nor by another browser"

    desk.post(school.address("readmit", school.pupils["Ana"].pk))
    client = school.sign_in("Ana")
    assert client.get(f"/quiz/{attempt.pk}/").status_code == 200
    assert client.post(f"/t/{table.code}/back/").status_code == 302
    assert not table.seats.get(index=1).stand_in


def test_who_is_signed_out_by_the_class_reads_why() -> None:
    school = School("ene", *NAMES)
    clients = [school.sign_in("Ana") for _ in range(3)]
    classrooms.take_out(enrolment=school.enrolment("Ana"))
    page = clients[0].get("/progress/", follow=True)
    assert "no longer in this class" in text(page)
    posted = clients[1].post("/solo/", {"players": 3})
    assert posted.status_code == 403
    assert "no longer in this class" in text(posted)
    part = clients[2].post("/solo/", headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == "/class/?out=left"
    assert not Table.objects.exists()
    for client in clients:
        assert SEEN not in client.session
        assert "Ana P." not in text(client.get("/"))


def test_half_an_hour_without_a_request_signs_out() -> None:
    school = School()
    client = school.sign_in("Ana")
    assert client.get("/learn/").status_code == 200
    idle(client)
    page = client.get("/learn/", follow=True)
    assert "Nobody was here for half an hour" in text(page)
    assert "Ana P." not in text(client.get("/"))


def test_nobody_at_a_live_table_is_signed_out_for_being_idle() -> None:
    school = School()
    table = open_for("Dan", "Ema", "Fane")
    seats = Seat.objects.filter(table=table, index=1)
    seats.update(player=school.pupils["Ana"].player, away_since=None)
    client = school.sign_in("Ana")
    idle(client)
    assert client.get(f"/t/{table.code}/").status_code == 200, "a page of hers is open there"
    idle(client)
    seats.update(away_since=timezone.now() - IDLE + timedelta(minutes=1))
    assert client.get(f"/t/{table.code}/").status_code == 200, "it was a moment ago"
    idle(client)
    seats.update(away_since=timezone.now() - IDLE * 2)
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.OVER, due_at=None)
    assert client.get(f"/t/{table.code}/").status_code == 200, "the game ended just now"
    idle(client)
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.PLAYING)
    assert client.get(f"/t/{table.code}/").status_code == 302, "others play on, and a bot for her"


def test_what_pages_ask_for_by_themselves_is_no_sign_of_anybody() -> None:
    school = School()
    table = open_for("Dan", "Ema", "Fane")
    client = school.sign_in("Ana")
    session = client.session
    session[SEEN] -= 600
    session.save()
    client.get(f"/t/{table.code}/fresh/", {"page": "table"})
    assert client.session[SEEN] == session[SEEN]
    client.get("/learn/")
    assert client.session[SEEN] > session[SEEN]


def test_at_tables_a_pupils_name_is_the_classs_to_say() -> None:
    school = School("ene", *NAMES)
    client = school.sign_in("Ana")
    table = open_for("Ana P.", "Ema", "Fane", started=False)
    Seat.objects.filter(table=table, index=2).update(player=None, name="", avatar="")
    page = client.get("/join/", {"code": table.code})
    assert 'name="name"' not in page.content.decode()
    client.post("/join/", {"code": table.code, "name": "Batman", "avatar": "leu"})
    assert table.seats.get(index=2).name == "Ana P. 2", "somebody there is called so already"
    school.pupils["Ana"].player.refresh_from_db()
    assert school.pupils["Ana"].player.name == "Ana P."
    assert 'name="name"' not in client.get("/open/").content.decode()


def test_case_50_cookies_are_those_three() -> None:
    client = School().sign_in("Ana")
    client.get("/")
    assert set(client.cookies) <= {"sessionid", "csrftoken", "django_language"}


def test_pupils_outlive_the_guests() -> None:
    school = School()
    game.forget_guests(now=timezone.now() + timedelta(days=400))
    school.sign_in("Ana")


def test_case_21_extra_time_holds_wherever_a_clock_runs_and_nobody_else_sees_it() -> None:
    school = School("ene", *NAMES)
    desk, ana = school.desk(), school.pupils["Ana"]
    assert desk.post(school.address("extra_time", ana.pk), {"factor": "7"}).status_code == 422
    assert desk.post(school.address("extra_time", ana.pk), {"factor": "2"}).status_code == 302
    attempt = attempts.begin(player=ana.player, kind="quick", seconds=20)
    assert attempt.seconds == 40
    assert attempts.begin(player=ana.player, kind="quick").seconds is None
    client = school.sign_in("Ana")
    table = open_for("Dan", "Ema", "Fane", started=False, limit=30)
    Seat.objects.filter(table=table, index=2).update(player=None, name="", avatar="")
    client.post("/join/", {"code": table.code, "avatar": "leu"})
    assert table.seats.get(index=2).time_factor == 2
    for address in ("", "watch/"):
        assert "×2" not in text(school.sign_in("Bogdan").get(f"/t/{table.code}/{address}"))


def test_pages_of_signing_in_are_kept_by_no_browser() -> None:
    school = School()
    door = school.door("Ana")
    wrong = english().post(door, {"one": "x", "other": "y"})
    for page in (english().get("/teacher/"), english().get(door), wrong):
        assert page.headers["Cache-Control"] == "no-store"
        assert "quiz/back.js" in page.content.decode(), "and what was kept whole asks again"


def test_the_entrance_tells_how_many_have_come_in_and_no_name() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus")
    desk = school.desk()
    page = text(desk.get(school.address("entrance")))
    assert "0 of 2 have come in" in page
    assert school.classroom.code in page
    assert "Ana" not in page
    for given, says in (("Ana", "1 of 2 has come in"), ("Bogdan", "Everybody is in!")):
        school.sign_in(given)
        assert says in text(desk.get(school.address("entrance_fresh")))
