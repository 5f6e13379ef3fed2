"""A class's table on a pupil's small screen: the bar stays on one line, the rest is in the menu."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, check_accessible
from tests.browser.test_game import assert_no_sideways_scrolling
from tests.site import Site, manage

SCRIPT = "from tests.browser.test_class_table import make; make()"
SIZES = [(360, 640), (320, 640), (640, 360), (1024, 768)]
OVERLAPS = """() => {
    const all = ".bar a, .bar button, .bar .bar__where strong, .bar .me__name";
    const shown = [...document.querySelectorAll(all)]
        .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && box.height > 1);
    const wrong = [];
    for (const [text, box] of shown) {
        if (box.right > innerWidth + 1 || box.left < -1) wrong.push(`beyond the edge: ${text}`);
        for (const [other, its] of shown)
            if (text < other
                && Math.min(box.right, its.right) - Math.max(box.left, its.left) > 1
                && Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 1)
                wrong.push(`${text} over ${other}`);
    }
    return wrong;
}"""


def make() -> None:
    """Run in the site's own database: a class at a table; prints its code and Ana's session."""
    import sys
    import time

    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore

    from quiz.forms.people import school_year
    from quiz.middleware import SEEN
    from quiz.services import classrooms, sittings

    teacher, _made = User.objects.get_or_create(username="bara", first_name="Doamna Ene")
    room = classrooms.make_classroom(teacher=teacher, name="a V-a C", year=school_year())
    names = [classrooms.Name("Maximiliana", "Constantinescu"), classrooms.Name("Bo", "Pop")]
    pupils = [one.pk for one in classrooms.enrol(classroom=room, pupils=names)]
    sitting = sittings.start(classroom=room, plan=[pupils], size=3)
    session = SessionStore()
    session["player"], session[SEEN] = pupils[0], round(time.time())
    session.save()
    found = {"code": sitting.tables.get().table.code, "session": session.session_key}
    json.dump(found, sys.stdout)


def at_a_table(visitor: Visitor, site: Site, who: str, language: str) -> Page:
    page = visitor(language, 360, 640)
    if who == "guest":
        page.goto("/")
        page.locator(".go button").click()
        page.wait_for_selector("#hand")
        return page
    done = manage(site.data, "shell", "-v", "0", "-c", SCRIPT)
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    page.context.add_cookies([{"name": "sessionid", "value": made["session"], "url": site.url}])
    page.goto(f"/t/{made['code']}/")
    return page


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("who", ["pupil", "guest"])
def test_the_bar_at_a_table_never_overlaps(
    visitor: Visitor, site: Site, who: str, language: str
) -> None:
    page = at_a_table(visitor, site, who, language)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERLAPS) == [], (width, height)
        assert_no_sideways_scrolling(page)
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("[popovertarget=menu]").first.click()
    check_accessible(page)
    other = "en" if language == "ro" else "ro"
    if who == "pupil":
        expect(page.locator(".menu__own .me__name")).to_have_text("Maximiliana C.")
    page.locator(f".menu__own [lang={other}]").click()
    expect(page.locator("html")).to_have_attribute("lang", other)
    expect(page).to_have_url(re.compile(r"/t/\w+/$"))
