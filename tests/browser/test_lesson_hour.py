"""A lesson in real browsers, in Romanian: the class is seated, plays, and takes a quiz."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, check_accessible
from tests.browser.desks import teacher
from tests.browser.people import HOME, Person
from tests.browser.test_game import assert_no_sideways_scrolling
from tests.site import Site, manage

SCRIPT = "from tests.browser.test_lesson_hour import make; make()"
GIVEN = ("Ana", "Bogdan", "Crina", "Vlad")


def make() -> None:
    """Run in the site's own database: a class, a session for each pupil, a quiz; prints them."""
    import sys
    import time

    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore

    from quiz import services
    from quiz.forms.people import school_year
    from quiz.items import Form, Shows
    from quiz.middleware import SEEN
    from quiz.services import classrooms, making

    teacher = User.objects.get(username="ora")
    room = classrooms.make_classroom(teacher=teacher, name="a VI-a A", year=school_year())
    pupils = classrooms.enrol(
        classroom=room,
        pupils=[classrooms.Name(given, surname) for given, surname in zip(
            GIVEN, ("Popescu", "Rusu", "Bănică", "Oprea"), strict=True
        )],
    )  # fmt: skip
    sessions = {}
    for pupil in pupils:
        session = SessionStore()
        session["player"], session[SEEN] = pupil.pk, round(time.time())
        session.save()
        sessions[pupil.given] = session.session_key
    items = making.make_items(
        cards=["AS1", "AF1", "EU3"], forms=[Form.ANIMAL], shows=Shows.ALL, length=3, seed=1
    )
    services.keep_quiz(owner=teacher, title="Trei animale", items=items, shows=Shows.ALL)
    json.dump({"room": room.pk, "sessions": sessions}, sys.stdout)


def pupil(visitor: Visitor, site: Site, session: str) -> Page:
    page = visitor("ro", 360, 640)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto("/learn/")
    return page


def check(page: Page) -> None:
    check_accessible(page)
    assert_no_sideways_scrolling(page)


def play_some(people: list[Person], wanted: int) -> None:
    """Honest turns of whoever is to move, until so many are made; the first of all is a mistake."""
    made, tries = 0, 0
    while made < wanted:
        tries += 1
        assert tries < 400, "nobody is to move"
        for person in people:
            if not person.my_turn():
                continue
            person.close_note()
            laid = person.page.locator(".slot--laid").count()
            wrong = [slug for slug in person.hand() if HOME[slug] not in ("AM", "EU")]
            if made == 0 and laid and wrong:
                person.place(wrong[0], "AM")
                made += 1
            elif made or not laid:
                person.play()
                made += made > 0
            person.page.wait_for_timeout(100)
        people[0].page.wait_for_timeout(100)


def test_a_class_is_seated_plays_and_is_watched(visitor: Visitor, site: Site) -> None:
    desk = visitor("ro")
    teacher(desk, site, "/classes/", "ora")
    done = manage(site.data, "shell", "-v", "0", "-c", SCRIPT)
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    room = f"/classes/{made['room']}/"
    pages = {given: pupil(visitor, site, key) for given, key in made["sessions"].items()}

    desk.goto(f"{room}play/")
    check(desk)
    desk.locator("label:has([name=size][value='3'])").click()
    expect(desk.locator(".seat-t")).to_have_count(2)
    expect(desk.locator(".chair--bot")).to_have_count(2)
    desk.locator("label:has([name=way][value=hand])").click()
    expect(desk.locator("#mix")).to_have_count(0)
    for given, number in zip(GIVEN, "1122", strict=True):
        desk.locator(".chair", has_text=given).locator("select").select_option(number)
        table = desk.locator(f".seat-t[data-number='{number}']")
        expect(table.locator(".chair", has_text=given)).to_have_count(1)
    check(desk)
    desk.locator("details.how__more summary").click()
    desk.locator("label:has([name=pace][value=quick])").click()
    desk.locator("button[value=start]").click()
    expect(desk.locator(".tab")).to_have_count(2)
    check(desk)

    for page in pages.values():  # by themselves
        expect(page.locator("#hand")).to_be_visible()
    expect(desk.locator(".glance--wait")).to_have_count(0)
    people = [Person(page) for page in pages.values()]
    play_some(people, 5)
    expect(desk.locator("#news li.is-wrong").first).to_contain_text("în America")
    counts = desk.locator(".glance__head").all_inner_texts()
    assert all(re.fullmatch(r"\d+ din 60", count) for count in counts)
    expect(desk.locator(".tables")).to_contain_text("Ana P.")
    check(desk)

    # Crina goes to the other table, in the bot's place; her screen follows.
    before = pages["Crina"].url
    desk.locator("#table-2 .more summary").click()
    check(desk)
    desk.locator("#who-2").select_option(label="Crina B.")
    desk.locator("#to-2").select_option("1")
    desk.locator("#table-2 button[value=change]").click()
    expect(desk.locator("#table-1 .glance__seats")).to_contain_text("Crina B.")
    pages["Crina"].wait_for_url(lambda url: url != before and "/t/" in url, timeout=20_000)

    # Who leaves the table is shown the way back.
    away = pages["Ana"]
    away.goto("/learn/")
    expect(away.locator("#called")).to_be_visible()
    check(away)
    away.locator("#called a").click()
    expect(away.locator("#hand")).to_be_visible()
    expect(away.locator("#called")).to_be_hidden()

    desk.locator("button[value=pause]").first.click()
    expect(pages["Ana"].locator("#prompt")).to_contain_text("Jocul e oprit", ignore_case=True)
    expect(desk.locator(".glance--pause")).to_have_count(2)
    desk.locator(".mast__do button[value=go_on]").click()
    expect(desk.locator(".glance--pause")).to_have_count(0)

    desk.locator(".hide button").click()
    expect(desk.locator(".tables")).to_contain_text("Jucător 1")
    check(desk)
    projector = visitor("ro", 1024, 768)
    projector.goto(desk.locator(".tab__do > a").first.get_attribute("href") or "")
    expect(projector.locator(".seats")).to_contain_text("Jucător")
    for page in (desk, projector):
        assert not [given for given in GIVEN if given in page.content()]
    play_some(people, 2)
    assert not [given for given in GIVEN if given in projector.content()]
    desk.locator(".hide button").click()

    desk.set_viewport_size({"width": 360, "height": 640})
    desk.locator(".sure summary").click()
    expect(desk.locator(".sure__in")).to_be_in_viewport(ratio=1)
    check(desk)
    desk.locator(".sure__in button").click()
    expect(desk.locator(".glance--over")).to_have_count(2)
    expect(pages["Ana"].locator("#end")).to_be_visible()


def test_a_quiz_is_set_taken_and_seen_being_done(visitor: Visitor, site: Site) -> None:
    desk = visitor("ro")
    teacher(desk, site, "/classes/", "ora")
    done = manage(site.data, "shell", "-v", "0", "-c", SCRIPT)
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    room = f"/classes/{made['room']}/"
    desk.goto(f"{room}quizzes/")
    check(desk)
    desk.locator(".mast__do a").click()
    desk.locator("#what").select_option(index=0)
    desk.locator("label:has([name=to][value=some])").click()
    desk.locator("#sum button").click()
    expect(desk.locator(".wrong")).to_be_visible()
    check(desk)
    desk.locator(".some .tick").first.click()
    expect(desk.locator(".sum__says")).to_contain_text("unui elev")
    desk.locator("#sum button").click()
    expect(desk.locator(".doing__rows tbody tr")).to_have_count(1)
    check(desk)

    crina = pupil(visitor, site, made["sessions"]["Crina"])
    expect(crina.locator(".set")).to_contain_text("Trei animale")
    check(crina)
    crina.locator(".set .button").click()
    expect(desk.locator(".doing__rows")).to_contain_text("la întrebarea 1 din 3")


def test_case_17_where_streams_are_blocked_the_live_page_asks(visitor: Visitor, site: Site) -> None:
    desk = visitor("ro")
    desk.route("**/live/events/**", lambda route: route.abort())
    teacher(desk, site, "/classes/", "ora")
    done = manage(site.data, "shell", "-v", "0", "-c", SCRIPT)
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    desk.goto(f"/classes/{made['room']}/play/")
    desk.locator("label:has([name=size][value='6'])").click()
    expect(desk.locator(".seat-t")).to_have_count(1)
    desk.locator("button[value=start]").click()
    expect(desk.locator(".glance__head")).to_have_text("0 din 60")
    people = [Person(pupil(visitor, site, key)) for key in made["sessions"].values()]
    for person in people:
        expect(person.page.locator("#hand")).to_be_visible()
    expect(desk.locator(".glance--wait")).to_have_count(0)
    play_some(people, 2)
    expect(desk.locator(".glance__head")).not_to_have_text("0 din 60")
    expect(desk.locator("#news li.is-wrong").first).to_be_visible()
