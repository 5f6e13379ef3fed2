"""A whole game in real browsers: two people and two bots, from the first page to the last place."""

import json

import pytest
from playwright.sync_api import Page, expect

from game import engine
from tests.browser.conftest import Visitor, check_accessible, code_of
from tests.browser.people import HOME, Person


@pytest.mark.parametrize(
    ("language", "width", "height"),
    [("ro", 360, 640), ("en", 1280, 800)],
    ids=["romanian phone", "english laptop"],
)
def test_two_people_and_two_bots_play_to_the_last_place(
    visitor: Visitor, language: str, width: int, height: int
) -> None:
    ana, bogdan = (visitor(language, width, height) for _ in range(2))
    code = open_a_table(ana)
    join(bogdan, code)
    expect(ana.locator(".place:not(.place--free)")).to_have_count(4)
    check_accessible(ana)
    check_accessible(bogdan)

    ana.locator("#start").click()
    for page in (ana, bogdan):
        expect(page.locator("#hand")).to_be_visible()
        assert page.locator(".hand__item").count() == 15
        check_accessible(page)
        assert_no_sideways_scrolling(page)

    people = [Person(ana), Person(bogdan)]
    mistaken = play_to_the_end(people)
    assert mistaken, "nobody ever made the mistake this test is about"

    for page in (ana, bogdan):
        expect(page.locator("#end .rank")).to_have_count(4)
        check_accessible(page)
    with ana.expect_download() as download:
        ana.locator("a[download]").click()
    record = json.loads(download.value.path().read_text(encoding="utf-8"))
    final, _ = engine.replay(engine.parse_record(record))
    assert final.over
    assert record["players"][0:2] == ["Ana", "Bogdan"]

    ana.locator("#again").click()
    expect(ana.locator("#lobby")).to_be_visible()
    bogdan.locator("#again").click()
    expect(bogdan.locator(".place--me")).to_contain_text("Bogdan")


def open_a_table(page: Page) -> str:
    """From the first page to the lobby, with two bots and a seat for somebody else."""
    page.goto("/")
    check_accessible(page)
    assert_no_sideways_scrolling(page)
    page.locator("a[href='/open/']").click()
    check_accessible(page)
    page.locator("[name=name]").fill("Ana")
    page.locator("[name=seat3]").select_option("beginner")
    page.locator("[name=seat4]").select_option("good")
    page.locator("label:has([name=pace][value=quick])").click()
    page.locator("main form .button--big").click()
    expect(page.locator("#lobby")).to_be_visible()
    return code_of(page)


def join(page: Page, code: str) -> None:
    """By code; the first name is taken, and one press takes the suggested one or another."""
    page.goto("/")
    page.locator("[name=code]").fill(code.lower())
    page.locator("form[action='/join/'] button").click()
    check_accessible(page)
    page.locator("[name=name]").first.fill("ANA")
    page.locator(".join__do button").click()
    expect(page.locator(".field__ways button")).to_contain_text("ANA 2")
    check_accessible(page)
    page.locator("[name=name]").first.fill("Bogdan")
    page.locator(".join__do button").click()
    expect(page.locator("#lobby")).to_be_visible()


def play_to_the_end(people: list[Person]) -> bool:
    """Honest play but for one wrong row, as soon as there is one to choose."""
    mistaken = False
    for _ in range(2_000):
        if any(person.page.locator("#end").count() for person in people):
            return mistaken
        for person in people:
            person.close_note()
            if not person.my_turn():
                continue
            before = person.page.locator("input[name=version]").first.input_value()
            if not mistaken and person.open_places() != {("EU", 6)} and len(person.hand()) > 3:
                mistaken = misplace(person, people)
            else:
                person.play()
            # The prompt may be the same again, when all others sit out.
            person.page.wait_for_function(
                "before => !document.querySelector('#prompt') || "
                "document.querySelector('input[name=version]').value !== before",
                arg=before,
            )
        people[0].page.wait_for_timeout(60)
    raise AssertionError("the game did not end")


def misplace(person: Person, people: list[Person]) -> bool:
    """Names a wrong row: the card comes back, and everybody sees on the map where it lives."""
    if person.page.locator(".slot--laid").count() == 0:
        person.play()  # the opening is forced
        return False
    slug = person.hand()[-1]
    wrong = next(row for row in engine.CONTINENTS if row != HOME[slug])
    person.place(slug, wrong)
    for everybody in people:
        note = everybody.page.locator("dialog.note")
        expect(note).to_be_visible()
        expect(note.locator("svg .map__home")).to_have_count(1)
        check_accessible(everybody.page)
    assert slug in person.hand()
    expect(person.page.locator(".hand__item--back")).to_have_count(1)
    for everybody in people:
        everybody.close_note()
    return True


def assert_no_sideways_scrolling(page: Page) -> None:
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    assert not wide, f"{page.url} scrolls sideways"
