"""Cases 30 and 41: addresses of lessons, quizzes and classes, for everybody, by every method."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.test import Client

from quiz.animals import CODES
from quiz.services import attempts, sittings, teachers, work
from tests.game.test_addresses import PATHS
from tests.quiz.school import School, as_pupil, english

pytestmark = pytest.mark.django_db

ROLES = ("nobody", "pupil", "elsewhere", "colleague", "teacher")
"""`elsewhere` is a pupil of the colleague's class; addresses are of the teacher's class."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

Statuses = int | tuple[int, int, int, int, int]
PAGE: tuple[Statuses, Statuses] = (200, 405)
ASKED_IN: Statuses = (302, 404, 404, 200, 200)
"""For teachers; strangers are asked to sign in, and for pupils it is not there."""
OWN: Statuses = (302, 404, 404, 404, 200)
"""For the class's teacher."""
DONE: Statuses = (302, 404, 404, 404, 302)
# Address: (statuses of GET and HEAD, statuses of POST); one for all, or one for each of ROLES.
ADDRESSES: dict[str, tuple[Statuses, Statuses]] = {
    "quiz:learn": PAGE,
    "quiz:continent": PAGE,
    "quiz:certificate": (404, 405),
    "quiz:certificate_pdf": (404, 405),
    "quiz:certificate_png": (404, 405),
    "quiz:animal": PAGE,
    "quiz:progress": PAGE,
    "quiz:choose": PAGE,
    "quiz:start": (302, 302),
    # A pupil's quiz is for that pupil alone.
    "quiz:attempt": ((404, 200, 404, 404, 404), 405),
    "quiz:again": (302, (404, 302, 404, 404, 404)),
    "quiz:item": ((404, 302, 404, 404, 404), (404, 422, 404, 404, 404)),
    "quiz:now": (204, 405),
    "quiz:class": PAGE,
    "quiz:class_names": PAGE,
    "quiz:class_words": (200, 422),
    "quiz:pupil_out": (405, 302),
    "quiz:keep": ((404, 302, 302, 404, 404), (404, 302, 302, 404, 404)),
    "quiz:stale": (403, 405),
    "quiz:sign_in": ((200, 200, 200, 302, 302), 422),
    "quiz:sign_out": (405, 302),
    "quiz:join_teachers": (200, 422),
    "quiz:forgot": (200, 404),
    "quiz:account": (ASKED_IN, (302, 404, 404, 422, 422)),
    "quiz:colleagues": (ASKED_IN, 405),
    "quiz:invite": (405, ASKED_IN),
    "quiz:new_password": (405, (302, 404, 404, 403, 200)),
    "quiz:names": (405, (302, 404, 404, 302, 302)),
    "quiz:classrooms": (ASKED_IN, 405),
    "quiz:new_class": (ASKED_IN, (302, 404, 404, 422, 422)),
    "quiz:classroom": (OWN, 405),
    "quiz:answers": (OWN, 405),
    "quiz:pupil": (OWN, 405),
    "quiz:marks": (OWN, (302, 404, 404, 404, 422)),
    "quiz:set_ranking": (405, DONE),
    "quiz:ranking": (404, 405),  # it is off
    "quiz:data": (OWN, 405),
    "quiz:export": (OWN, 405),
    "quiz:pupil_copy": (OWN, 405),
    "quiz:erase": (405, (302, 404, 404, 404, 422)),
    "quiz:purge": (405, (302, 404, 404, 404, 422)),
    "quiz:privacy": PAGE,
    "quiz:edit_class": (OWN, (302, 404, 404, 404, 422)),
    "quiz:delete_class": (OWN, (302, 404, 404, 404, 422)),
    "quiz:entrance": (OWN, 405),
    "quiz:entrance_fresh": (OWN, 405),
    "quiz:roster": (OWN, 405),
    "quiz:add_pupil": (405, (302, 404, 404, 404, 422)),
    "quiz:import": (OWN, (302, 404, 404, 404, 422)),
    "quiz:cards": (OWN, (302, 404, 404, 404, 422)),
    "quiz:new_words": (405, DONE),
    "quiz:unlock": (405, DONE),
    "quiz:merge": (OWN, DONE),
    "quiz:pupil_edit": (OWN, (302, 404, 404, 404, 422)),
    "quiz:extra_time": (405, (302, 404, 404, 404, 422)),
    "quiz:take_out": (405, DONE),
    "quiz:readmit": (405, (302, 404, 404, 404, 404)),  # nobody was taken out
    "quiz:move": (405, (302, 404, 404, 404, 422)),
    "quiz:works": (OWN, 405),
    "quiz:set_work": (OWN, (302, 404, 404, 404, 422)),
    "quiz:work": (OWN, 405),
    "quiz:date_work": (405, DONE),
    "quiz:close_work": (405, DONE),
    "quiz:play": (OWN, (302, 404, 404, 404, 400)),
    "quiz:live": (OWN, 405),
    "quiz:live_fresh": (OWN, 405),
    "quiz:live_events": ((404, 404, 404, 404, 200), 405),
    "quiz:live_all": (405, DONE),
    "quiz:live_table": (405, DONE),
}
STREAMS = ("quiz:live_events",)
"""They answer HEAD with 405."""


class World:
    """Two classes, and a browser for each role."""

    def __init__(self) -> None:
        self.school = School("ene", "Ana Pop", "Bogdan Rus", "Crina Ban")
        self.other = School("pop", "Dan Ene")
        self.ana = self.school.pupils["Ana"]
        self.attempt = attempts.begin(player=self.ana.player, kind="quick")
        self.token = teachers.invite()
        self.work, _count = work.set_work(
            classroom=self.school.classroom, players=[self.ana.pk], continent="AF"
        )
        self.sitting = sittings.start(classroom=self.school.classroom, plan=[[self.ana.pk]], size=3)

    def browser(self, role: str) -> Client:
        if role == "pupil":
            return as_pupil(self.ana)
        if role == "elsewhere":
            return as_pupil(self.other.pupils["Dan"])
        if role == "nobody":
            return english()
        return (self.school if role == "teacher" else self.other).desk()

    def path(self, name: str) -> str:
        pk = self.school.classroom.pk
        if name in ("quiz:attempt", "quiz:again", "quiz:item"):
            pk = self.attempt.pk
        elif name == "quiz:new_password":
            pk = self.school.teacher.pk
        values = {
            "<slug:continent>": next(iter(CODES)),
            "<slug:slug>": "ren",
            "<int:pk>": pk,
            "<int:position>": 0,
            "<int:player>": self.ana.pk,
            "<int:number>": 1,
            "<int:work>": self.work.pk,
            "<slug:class_code>": self.school.classroom.code,
            "<str:token>": self.token,
        }
        path = PATHS[name]
        for hole, value in values.items():
            path = path.replace(hole, str(value))
        return f"/{path}"

    def form(self, name: str, method: str) -> dict[str, object]:
        bogdan = self.school.pupils["Bogdan"].pk
        if name == "quiz:merge":
            return {"kept": self.ana.pk, "other": bogdan}
        if name == "quiz:export":
            return {"what": "all", "kind": "xlsx"}
        if method != "POST":
            return {}
        return {
            "quiz:start": {"kind": "quick"},
            "quiz:new_words": {"who": bogdan},
            "quiz:unlock": {"who": bogdan},
            "quiz:erase": {"player": bogdan, "sure": "?"},
            "quiz:live_all": {"do": "pause"},
            "quiz:live_table": {"do": "pause"},
        }.get(name, {})


def expected(statuses: Statuses, role: str) -> int:
    return statuses if isinstance(statuses, int) else statuses[ROLES.index(role)]


@pytest.mark.parametrize("role", ROLES)
def test_every_address_answers_everybody_as_it_should(role: str) -> None:
    world = World()
    wrong = []
    for name, (get, post) in ADDRESSES.items():
        for method in METHODS:
            form = world.form(name, method)
            with transaction.atomic():
                browser = world.browser(role)
                answer = getattr(browser, method.lower())(world.path(name), form)
                transaction.set_rollback(True)  # every address finds the world as it was
            due = {"GET": get, "HEAD": get, "POST": post}.get(method, 405)
            if method == "HEAD" and name in STREAMS:
                due = 405
            if answer.status_code != expected(due, role):
                wrong.append((name, method, answer.status_code, expected(due, role)))
    assert wrong == []


@pytest.mark.parametrize("pk", [0, 10**6, 10**30])
def test_what_is_not_there_is_404_for_the_teacher_too(pk: int) -> None:
    world = World()
    desk = world.school.desk()
    for name, (get, post) in ADDRESSES.items():
        if "<int:" not in PATHS[name] or name in ("quiz:attempt", "quiz:again", "quiz:item"):
            continue
        path = "/" + PATHS[name].replace("<int:pk>", str(pk)).replace("<int:player>", str(pk))
        path = path.replace("<int:number>", "1").replace("<int:work>", "1")
        path = path.replace("<slug:class_code>", world.school.classroom.code)
        if get != 405:
            assert desk.get(path).status_code == 404, name
        if post != 405:
            assert desk.post(path).status_code == 404, name


def test_another_classs_pupil_is_not_there_either() -> None:
    """Case 30: the right class, and a pupil who isn't in it."""
    world = World()
    desk, stranger = world.school.desk(), world.other.pupils["Dan"].pk
    for name in ("pupil_edit", "take_out", "readmit", "move"):
        for who in (stranger, 10**30):
            assert desk.post(world.school.address(name, who)).status_code == 404, name
    for name in ("new_words", "unlock"):
        answer = desk.post(world.school.address(name), {"who": stranger})
        assert answer.status_code == 404, name
    for kept, other in ((world.ana.pk, stranger), (stranger, world.ana.pk), ("x", ""), ("²", "1")):
        form = {"kept": kept, "other": other}
        assert desk.post(world.school.address("merge"), form).status_code == 404
    answer = desk.post(world.school.address("cards"), {"who": [stranger]})
    assert answer.status_code == 422
    assert world.other.enrolment("Dan").left_at is None
    assert english().get(f"/class/{world.school.classroom.code}/{stranger}/").status_code == 404


@pytest.mark.parametrize("name", [name for name, (_, post) in ADDRESSES.items() if post != 405])
def test_case_46_a_post_without_token_is_403(name: str) -> None:
    world = World()
    for role in ROLES:
        browser = world.browser(role)
        browser.handler.enforce_csrf_checks = True
        answer = browser.post(world.path(name), world.form(name, "POST"))
        assert answer.status_code == 403
    assert world.school.enrolment("Ana").left_at is None


ODD = {
    "Host": ("", "a b", "x" * 300, "[::1", "a\0b", "@"),
    "HX-Request": ("true", "%ff"),
    "HX-Current-URL": ("http://[", "x" * 3000, "\x01"),
    "HX-Target": ("x" * 3000,),
    "Cookie": (
        *(f"csrftoken={odd}" for odd in ("", "\x01" * 40, "é" * 40)),
        *(f"django_language={odd}" for odd in ("", "xx", "{}")),
    ),
    "Referer": ("http://[", "x" * 3000),
}


@pytest.mark.parametrize("header", ODD)
def test_any_header_at_any_address(header: str) -> None:
    world = World()
    desk = world.school.desk()
    session = f"sessionid={desk.cookies['sessionid'].value}"
    for odd in ODD[header]:
        value = f"{session}; {odd}" if header == "Cookie" else odd
        if header == "Cookie":
            desk.cookies.clear()
        for name, (get, _post) in ADDRESSES.items():
            if get != 405:
                answer = desk.get(world.path(name), headers={header: value})
                assert answer.status_code < 500, (name, odd)
