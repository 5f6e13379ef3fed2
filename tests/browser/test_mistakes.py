"""A lesson, its check, a quiz with a mistake, a game with another: both come back to be learnt.

Once by mouse and once by the keyboard alone, in both languages.
"""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from game import engine
from tests.browser.conftest import Visitor, check_accessible
from tests.browser.people import CODE, HOME, Person
from tests.browser.test_game import assert_no_sideways_scrolling
from tests.site import Site, manage

TOLD = """
import json
from quiz.models import Attempt
from tests.quiz.sittings import numbers
attempt = Attempt.objects.get(pk={pk})
items = [attempt.item(n) for n in range(len(attempt.items))]
print(json.dumps([(item.form, item.cards, numbers(item)) for item in items]))
"""
FORMS = ("region", "animal", "map", "pin", "dweller", "odd", "truth")
"""In which a wrong answer says that somebody does not know where an animal lives."""


class Child:
    """Somebody who presses links and buttons by mouse or by keyboard, and knows all the answers."""

    def __init__(self, page: Page, site: Site, keys: bool) -> None:
        self.page, self.site, self.keys = page, site, keys

    def press(self, what: Locator) -> None:
        if self.keys:
            what.focus()
            self.page.keyboard.press("Enter")
        else:
            what.click()

    def look(self) -> None:
        assert_no_sideways_scrolling(self.page)
        check_accessible(self.page)

    def take(self, mistake: bool = False) -> str:
        """Takes the quiz whose first question is shown; the card it got wrong, if it should."""
        self.page.wait_for_url(re.compile(r"/quiz/\d+/$"))
        pk = int(self.page.url.rstrip("/").rpartition("/")[2])
        done = manage(self.site.data, "shell", "-v", "0", "-c", TOLD.format(pk=pk))
        assert done.returncode == 0, done.stderr
        mistaken, items = "", json.loads(done.stdout)
        for n, (form, cards, right) in enumerate(items, 1):
            expect(self.page.locator(".qbar__n")).to_contain_text(str(n))
            expect(self.page.locator("#ask")).to_be_attached()
            once_more = any(cards[0] in later for _, later, _ in items[n:])  # and then rightly
            if mistake and not mistaken and form in FORMS and not once_more:
                mistaken = cards[0]
                right = [right[0] % 2 + 1]
            self.answer(form, right)
            expect(self.page.locator("#next")).to_be_focused()
            if n == 1:
                self.look()
            self.press(self.page.locator("#next"))
        expect(self.page.locator(".end h1")).to_be_visible()
        self.look()
        return mistaken

    def answer(self, form: str, said: list[int]) -> None:
        """Digits for keys; for tiles the place of each in turn."""
        if form in ("sort", "order"):
            places = said if form == "sort" else [said.index(n) + 1 for n in range(1, 5)]
            for n, place in enumerate(places, 1):
                if self.keys:
                    self.page.keyboard.press(str(place))
                else:
                    self.page.locator(f"button[name=to][value='{place}']").click()
                expect(self.page.locator(".tile--in")).to_have_count(n)
            self.press(self.page.locator(".placed__done"))
        elif self.keys:
            self.page.keyboard.press(str(said[0]))
        else:
            self.page.locator(f"button[name=answer][value='{said[0]}']").last.click()


def misplace_in_a_game(child: Child) -> str:
    """Plays alone until it is the child's turn and the opening is laid; the slug laid wrong."""
    page = child.page
    page.goto("/")
    child.press(page.locator(".go button"))
    page.wait_for_url(re.compile(r"/t/\w+/$"))
    me = Person(page)
    for _ in range(2):
        expect(page.locator("#prompt.prompt--mine")).to_be_visible(timeout=40_000)
        if page.locator(".slot--laid").count():
            break
        me.play()  # the opening is forced
    me.close_note()
    slug = me.hand()[-1]
    row = next(one for one in engine.CONTINENTS if one != HOME[slug])
    if child.keys:
        page.locator(f"#card-{slug}").focus()
        page.keyboard.press("Space")
        page.keyboard.press(str(engine.CONTINENTS.index(row) + 1))
    else:
        me.place(slug, row)
    expect(page.locator("dialog.note")).to_be_visible()
    return slug


@pytest.mark.parametrize(
    ("language", "width", "height", "keys"),
    [("ro", 1280, 800, False), ("en", 360, 640, True)],
)
def test_a_lesson_a_check_a_quiz_a_game_and_both_mistakes_are_found_again(
    visitor: Visitor, site: Site, language: str, width: int, height: int, keys: bool
) -> None:
    page = visitor(language, width, height)
    child = Child(page, site, keys)
    page.goto("/learn/")
    child.press(page.locator("a[href='/learn/africa/']").last)
    child.press(page.locator("a[href='/animals/leu/']").last)
    expect(page.locator("h1")).to_contain_text("Leul" if language == "ro" else "Lion")
    child.look()
    page.goto("/learn/africa/")
    child.press(page.locator("form:has([value=check]) button"))
    child.take()

    page.goto("/quiz/")
    child.press(page.locator(".kind--quick button"))
    mistaken = child.take(mistake=True)
    assert mistaken, "ten questions without one about where an animal lives"
    misplaced = misplace_in_a_game(child)

    page.goto("/quiz/")
    mine = page.locator("section[aria-labelledby=mistakes]")
    slugs = [
        re.sub(r".*/([\w-]+?)(\.[0-9a-f]{12})?\.svg", r"\1", str(one.get_attribute("src")))
        for one in mine.locator("img").all()
    ]
    assert {CODE[slug] for slug in slugs} == {mistaken, CODE[misplaced]}
    child.look()
    child.press(mine.locator("button"))
    child.take()
