"""A whole lesson in Romanian: a list of names, cards, four pupils, two tables, a quiz, the figures.

Every answer is counted here as it is given, and read off the dashboard at the end.
"""

import json
import re
from collections import Counter

from playwright.sync_api import Page, expect

from game import engine
from tests.browser.conftest import Visitor, check_accessible
from tests.browser.people import HOME, Person
from tests.browser.test_class import come_in, new_class, teacher
from tests.browser.test_game import assert_no_sideways_scrolling
from tests.browser.test_mistakes import TOLD
from tests.site import Site, manage

LIST = "Nume;Prenume\nŢURCANU;Şerban\nĂstăloş;Ilinca\nPop;Ana\nPopa;Ioana\n"
LABELS = ("Ilinca Ă.", "Ana Po.", "Ioana Po.", "Șerban Ț.")
WHERE = ("region", "animal", "map", "pin", "dweller", "odd", "truth")


class Pupil(Person):
    """A pupil at a table, who remembers for which cards he or she named a row."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.named: dict[str, bool] = {}
        """Slug → whether the row named first was right: what counts as an answer."""

    def lay(self, slug: str, row: str) -> None:
        opening = not self.page.locator(".slot--laid").count()
        self.place(slug, row)
        if not opening:
            self.named.setdefault(slug, HOME[slug] == row)

    def turn(self, wrong: bool = False) -> None:
        """Lays a card that can be laid, or one in a wrong row, or passes."""
        self.close_note()
        playable = self.playable()
        if wrong and self.page.locator(".slot--laid").count():
            slug = self.hand()[0]
            self.lay(slug, next(row for row in engine.CONTINENTS if row != HOME[slug]))
        elif playable:
            self.lay(playable[0], HOME[playable[0]])
        else:
            self.pass_turn()
        self.close_note()


def look(page: Page) -> None:
    check_accessible(page)
    assert_no_sideways_scrolling(page)


def bring_in(page: Page, visitor: Visitor) -> list[Page]:
    """The list in cp1250, the cards, and the four pupils, each in a browser of their own."""
    roster = new_class(page)
    page.locator("[name=file]").set_input_files(
        {"name": "clasa.csv", "mimeType": "text/csv", "buffer": LIST.encode("cp1250")}
    )
    page.locator(".row-do [name=do]").click()
    page.locator(".stay button").click()
    expect(page.locator(".roster tbody tr")).to_have_count(4)
    page.goto(f"{roster}cards/")
    page.locator("main form .button--big").click()
    expect(page.locator(".cut li")).to_have_count(4)
    code = page.locator(".cut .code-text").first.inner_text()
    words = [
        card.locator(".cut__words b").all_inner_texts() for card in page.locator(".cut li").all()
    ]
    names = page.locator(".cut__name").all_inner_texts()
    pupils = []
    for name, two in zip(names, words, strict=True):
        pupil = visitor("ro", 360, 640)
        come_in(pupil, code, name, two)
        pupils.append(pupil)
    return pupils


def play(pupils: list[Pupil], turns: int) -> None:
    """Some turns of each; the first turn of the first pupil after the opening is a mistake."""
    taken: Counter[int] = Counter()
    mistaken = False
    for _ in range(400):
        for n, pupil in enumerate(pupils):
            if taken[n] < turns and pupil.my_turn():
                laid = pupil.page.locator(".slot--laid").count() > 0
                pupil.turn(wrong=n == 0 and laid and not mistaken)
                mistaken |= n == 0 and laid
                taken[n] += 1
        if all(taken[n] >= turns for n in range(len(pupils))):
            return
        pupils[0].page.wait_for_timeout(150)
    raise AssertionError(f"the pupils had only these turns: {taken}")


def take(pupil: Page, site: Site) -> Counter[bool]:
    """Takes the quiz that is set, its first question about a place wrong; what counts, by right."""
    pupil.wait_for_url(re.compile(r"/quiz/\d+/$"))
    pk = int(pupil.url.rstrip("/").rpartition("/")[2])
    done = manage(site.data, "shell", "-v", "0", "-c", TOLD.format(pk=pk))
    assert done.returncode == 0, done.stderr
    answers: Counter[bool] = Counter()
    for n, (form, _cards, right) in enumerate(json.loads(done.stdout), 1):
        expect(pupil.locator(".qbar__n")).to_contain_text(str(n))
        expect(pupil.locator("#ask")).to_be_attached()
        assert form not in ("sort", "order"), "the teacher chose questions with options only"
        wrong = form in WHERE and not answers[False]
        pupil.keyboard.press(str(right[0] % 2 + 1 if wrong else right[0]))
        answers[not wrong] += form in WHERE
        pupil.locator("#next").click()
    expect(pupil.locator(".end h1")).to_be_visible()
    return answers


def test_a_whole_lesson_from_the_list_to_the_figures(visitor: Visitor, site: Site) -> None:
    page = teacher(visitor, site, "lectie")
    pupils = bring_in(page, visitor)
    classroom = re.sub(r"pupils/.*", "", page.url)

    # Two tables of two pupils and a bot each; the pupils' screens go there by themselves.
    page.goto(f"{classroom}play/")
    page.locator("label:has([name=size][value='3'])").click()
    expect(page.locator(".seat-t")).to_have_count(2)
    look(page)
    page.locator(".stay button").click()
    page.wait_for_url(re.compile(r"/live/"))
    for pupil in pupils:
        pupil.wait_for_url(re.compile(r"/t/\w+/$"), timeout=30_000)
        expect(pupil.locator("#hand")).to_be_visible()
    people = [Pupil(pupil) for pupil in pupils]
    play(people, turns=2)

    # The live page has heard of the mistake; the projector shows no names.
    expect(page.locator(".glance")).to_have_count(2)
    expect(page.locator("#news li")).not_to_have_count(0)
    look(page)
    page.locator(".hide button").click()
    expect(page.locator(".glance").first).to_be_visible()
    page.locator(".tab__do a").first.click()
    expect(page.locator(".seat__name").first).to_be_visible()
    shown = page.content()
    assert not any(label in shown for label in LABELS)
    look(page)
    page.goto(f"{classroom}live/")
    page.locator(".hide button").click()
    page.locator(".mast__do summary").click()
    page.locator(".mast__do [value=end]").click()
    for pupil in pupils:
        expect(pupil.locator("#end")).to_be_visible()

    # A quiz of questions with options, set to the class; each pupil gets one question wrong.
    page.goto("/quizzes/new/")
    page.locator("[name=title]").fill("Unde trăiesc?")
    for form in ("sort", "order"):
        page.locator(f"[name=kinds][value={form}]").set_checked(False, force=True)
    page.locator("[name=do][value=keep]").click()
    page.wait_for_url(re.compile(r"/quizzes/"))
    page.goto(f"{classroom}quizzes/new/")
    look(page)
    quiz = page.locator("#what option", has_text="Unde trăiesc?")
    page.locator("#what").select_option(quiz.get_attribute("value"))
    expect(page.locator("#sum")).to_contain_text("Unde trăiesc?")
    page.locator("#sum button").click()
    page.wait_for_url(re.compile(r"/quizzes/\d+/"))
    given: Counter[bool] = Counter()
    for pupil in pupils:
        pupil.goto("/learn/")
        pupil.locator(".set button").click()
        given += take(pupil, site)

    # The dashboard's figures are those answers: of the quiz, and of the game.
    for person in people:
        given.update(person.named.values())
    page.goto(classroom)
    look(page)
    total, percent = page.locator(".mast--look .n").all_inner_texts()[:2]
    assert int(re.sub(r"\D", "", total)) == given.total()
    assert int(re.sub(r"\D", "", percent)) == int(100 * given[True] / given.total() + 0.5)
    page.locator(".mast--look .n").first.click()
    expect(page.locator("main table tbody tr")).to_have_count(min(given.total(), 100))
