"""The dashboard in the browser: read aloud, on small screens, on paper; in Romanian."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, check_accessible
from tests.browser.desks import teacher
from tests.browser.test_game import assert_no_sideways_scrolling
from tests.site import Site, manage

SCRIPT = """
from django.contrib.auth.models import User
from django.utils import timezone
from quiz.models import Classroom
from quiz.seeding import seed
if not Classroom.objects.filter(name="a VII-a Z").exists():
    seed(classrooms=1, pupils=9, responses=900, games=6, now=timezone.now(), say=lambda told: None)
    made = Classroom.objects.latest("pk")
    Classroom.objects.filter(pk=made.pk).update(
        name="a VII-a Z", teacher=User.objects.get(username="ene"))
    print(made.pk, made.enrolments.order_by("pk").first().player_id)
else:
    made = Classroom.objects.get(name="a VII-a Z")
    print(made.pk, made.enrolments.order_by("pk").first().player_id)
"""


def at_the_desk(page: Page, site: Site) -> tuple[str, str]:
    """A class with a year behind it: the addresses of its dashboard and of a pupil."""
    teacher(page, site, then="/classes/")
    done = manage(site.data, "shell", "-v", "0", "-c", SCRIPT)
    assert done.returncode == 0, done.stderr
    pk, player = done.stdout.split()
    return f"/classes/{pk}/", f"/classes/{pk}/pupils/{player}/"


def figures(page: Page) -> dict[str, list[str]]:
    """What is seen of the heat table, by pupil."""
    rows = page.locator(".heat :is(tbody, tfoot) tr").evaluate_all(
        """rows => rows.map(row => [...row.cells].filter(
            cell => cell.checkVisibility()).map(cell => cell.innerText.trim()))"""
    )
    return {row[0]: row[1:7] for row in rows}


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_every_page_of_the_dashboard_can_be_read_by_everybody(
    visitor: Visitor, site: Site, width: int, scheme: str
) -> None:
    page = visitor(width=width, height=800, color_scheme=scheme)
    board, pupil = at_the_desk(page, site)
    for address in (
        board,
        f"{board}?by=animals&period=days",
        f"{board}?period=days&from=azi&to=",
        f"{board}answers/",
        pupil,
        f"{board}marks/",
        f"{board}edit/",
        f"{board}data/?player={pupil.split('/')[-2]}",
        "/privacy/",
    ):
        page.goto(address)
        check_accessible(page)
        assert_no_sideways_scrolling(page)
        for room in page.locator(".sub a:visible").all():
            expect(room).to_be_in_viewport(ratio=1)
        expect(page.locator("h1")).to_have_count(1)


def test_case_26_the_paper_shows_the_figures_of_the_screen(visitor: Visitor, site: Site) -> None:
    page = visitor()
    board, pupil = at_the_desk(page, site)
    page.goto(board)
    seen = figures(page)
    assert len(seen) == 10
    page.emulate_media(media="print")
    assert figures(page) == seen
    expect(page.locator(".look")).to_be_hidden()
    expect(page.locator(".bar")).to_be_hidden()
    page.goto(pupil)
    page.emulate_media(media="print")
    sheet = page.pdf(format="A4", print_background=True, prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1, "the parents' sheet is one page"


def test_a_figure_leads_to_its_answers_and_back_by_keyboard(visitor: Visitor, site: Site) -> None:
    page = visitor()
    board, _pupil = at_the_desk(page, site)
    page.goto(board)
    link = page.locator(".heat tbody .heat__side .n").first
    count = link.inner_text()
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".mast .count")).to_have_text(count)
    page.locator(".down a").click()
    expect(page.locator(".help h2")).to_be_visible()


def test_names_are_hidden_at_one_press(visitor: Visitor, site: Site) -> None:
    page = visitor()
    board, _pupil = at_the_desk(page, site)
    page.goto(board)
    name = page.locator(".heat tbody th").first.inner_text()
    page.locator(".hide button").click()
    expect(page.locator(".heat tbody th").first).to_have_text("Elev 1")
    assert name not in page.content()
    page.locator(".hide button").click()
    expect(page.locator(".heat tbody th").first).to_have_text(name)

    page.locator(".hide button").click()
    page.goto(f"{board}pupils/cards/")  # which can't be made without names, and shows the way
    page.locator("main .told button").click()
    expect(page.locator(".who-for")).to_contain_text(name)
