"""Whole games in other ways: by keyboard alone, by single taps alone, and by what is read aloud."""

import re
from collections.abc import Iterator, Sequence

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import Visitor, check_accessible
from tests.browser.people import HOME, Person
from tests.browser.prepare import prepared
from tests.engine.games import sorted_deal
from tests.site import Site

ROWS = ("EU", "AS", "AF", "AM", "AU")


def sit_with_bots(
    page: Page, site: Site, bots: int, deal: Sequence[Sequence[str]] | None = None
) -> None:
    """The only person at a table of quick bots."""
    made = prepared(site, "Ana", bots=bots, pace="quick", moves=0, deal=deal)
    page.context.add_cookies([{"name": "sessionid", "value": made["sessions"][0], "url": site.url}])
    page.goto(f"/t/{made['code']}/")


def turns(page: Page) -> Iterator[Person]:
    """The person at each own turn, until the game is over."""
    person = Person(page)
    for _ in range(200):
        page.wait_for_selector("#prompt.prompt--mine, #end .rank", timeout=60_000)
        if page.locator("#end").count():
            return
        yield person
    raise AssertionError("the game did not end")


def settled(page: Page, before: str) -> None:
    """Waits until the table has taken the move."""
    page.wait_for_function(
        "before => document.querySelector('#end') || "
        "document.querySelector('#version, #live') && "
        "document.querySelector('input[name=version]').value !== before",
        arg=before,
    )


def version(page: Page) -> str:
    return page.locator("input[name=version]").first.input_value()


def test_a_whole_game_by_keyboard_alone(visitor: Visitor, site: Site) -> None:
    """Case 16: the mouse is not touched, and the focus never falls to the top of the page."""
    page = visitor("ro")
    sit_with_bots(page, site, 3)
    press = page.keyboard.press
    mistaken = passed = False
    for person in turns(page):
        if page.locator("dialog.note[open]").count():
            press("n")
            expect(page.locator("dialog.note[open]")).to_have_count(0)
        before, hand = version(page), person.hand()
        opening = page.locator(".slot--laid").count() == 0
        cards = person.playable()
        if not opening and not passed:
            press("p")
            expect(page.locator("#pass-sure")).to_be_visible()
            press("1")  # with a question open the digits are asleep
            press("Escape")
            expect(page.locator("#pass-sure")).to_be_hidden()
            assert version(page) == before
        if not opening and not mistaken and len(hand) > 2:
            mistaken = True
            choose(page, hand, hand[-1])
            wrong = next(row for row in ROWS if row != HOME[hand[-1]])
            press(str(ROWS.index(wrong) + 1))
            settled(page, before)
            assert hand[-1] in person.hand()
        elif cards:
            choose(page, hand, cards[0])
            press(str(ROWS.index(HOME[cards[0]]) + 1))
            settled(page, before)
        else:
            press("p")
            press("Enter" if passed else "p")
            passed = True
            settled(page, before)
        if page.locator("#prompt").count() and page.locator("#end").count() == 0:
            focus = page.evaluate("document.activeElement.id || document.activeElement.tagName")
            assert focus == "prompt", (focus, page.locator("#prompt").inner_text(), cards)
    assert mistaken
    expect(page.locator("#end .rank")).to_have_count(4)


def choose(page: Page, hand: list[str], slug: str) -> None:
    """With Home, End and the arrows, from wherever the focus is; each key is pressed once."""
    card, at = page.locator(f"#card-{slug}"), hand.index(slug)
    if at < len(hand) / 2:
        page.keyboard.press("Home")
        steps, key = at, "ArrowRight"
    else:
        page.keyboard.press("End")
        steps, key = len(hand) - 1 - at, "ArrowLeft"
    for _ in range(steps):
        page.keyboard.press(key)
    expect(card).to_be_checked()
    expect(card).to_be_focused()


def test_an_answer_that_comes_late_takes_no_key(visitor: Visitor, site: Site) -> None:
    """The stream is often quicker than the answer to a move, and the next one may begin before it:
    it need not wait, and the focus stays where the keys have brought it."""
    page = visitor("ro")
    sit_with_bots(page, site, 2, deal=sorted_deal(3))
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/move/", lambda route: late.append((route, route.fetch())))
    person = Person(page)
    for slug, row in (("ren", "EU"), ("oryx-arabic", "AS")):
        expect(page.locator("#prompt.prompt--mine")).to_be_visible()
        before = version(page)
        choose(page, person.hand(), slug)
        page.keyboard.press(str(ROWS.index(row) + 1))
        settled(page, before)
        expect(page.locator("#prompt")).to_be_focused()
    expect(page.locator("#prompt.prompt--mine")).to_be_visible()
    chosen = person.hand()[2]
    choose(page, person.hand(), chosen)
    while len(late) < 2:
        page.wait_for_timeout(50)
    for route, answer in late:
        with page.expect_response("**/move/"):
            route.fulfill(response=answer)
    page.wait_for_timeout(200)
    expect(page.locator(f"#card-{chosen}")).to_be_focused()
    expect(page.locator(f"#card-{chosen}")).to_be_checked()


def test_keys_are_told_and_can_be_switched_off(visitor: Visitor, site: Site) -> None:
    page = visitor("ro")
    sit_with_bots(page, site, 2)
    expect(page.locator("#hand")).to_be_visible()
    page.keyboard.press("?")
    keys = page.locator("#keys")
    expect(keys).to_be_visible()
    check_accessible(page)
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("s")
    expect(page.locator("#story")).to_be_focused()
    page.keyboard.press("Control+s")
    page.keyboard.press("Alt+?")
    expect(keys).to_be_hidden()
    page.locator(".bar__keys").click()
    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    page.reload()
    page.keyboard.press("?")
    expect(keys).to_be_hidden()


def test_a_whole_game_by_single_taps_alone(visitor: Visitor, site: Site) -> None:
    """On a phone: one tap on the card, one on the row; never a double tap, a drag or a key."""
    page = visitor("ro", 360, 640, has_touch=True, is_mobile=True)
    sit_with_bots(page, site, 3)
    for person in turns(page):
        if page.locator("#note-ok").is_visible():
            page.locator("#note-ok").tap()
        before, cards = version(page), person.playable()
        if cards:
            page.locator(f"#card-{cards[0]}").tap()
            assert version(page) == before
            page.locator(f"#place-{HOME[cards[0]]}").tap()
        else:
            page.locator("#pass-ask").tap()
            page.locator("#pass").tap()
        settled(page, before)
    expect(page.locator("#end .rank")).to_have_count(4)


# ---- By ear -------------------------------------------------------------------------------------

NAMES = {"Europa": "EU", "Asia": "AS", "Africa": "AF", "America": "AM", "Australia": "AU"}

RECORDER = """
addEventListener("DOMContentLoaded", () => {
  const say = document.getElementById("say");
  if (!say) return;
  const said = () => JSON.parse(sessionStorage.getItem("said") ?? "[]");
  if (!sessionStorage.getItem("said")) {
    const lines = [...document.querySelectorAll("#lines li")].reverse().map(one => one.innerText);
    sessionStorage.setItem("said", JSON.stringify(lines));
  }
  new MutationObserver(changes => {
    const heard = said();
    for (const change of changes) heard.push(...[...change.addedNodes].map(one => one.textContent));
    sessionStorage.setItem("said", JSON.stringify(heard));
  }).observe(say, { childList: true });
});
"""


class Listener:
    """Somebody who hears the page: only roles, names and texts of the accessibility tree."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tree = page.locator("main").aria_snapshot()

    def cards(self) -> list[tuple[str, int, str]]:
        """(name of the radio button, number, continent) of the cards in hand."""
        found = []
        for name in re.findall(r'- radio "(\d+ [^"]+)"', self.tree):
            number, rest = name.split(" ", 1)
            home = next(
                code for title, code in sorted(ANIMALS, reverse=True) if rest.startswith(title)
            )
            found.append((name, int(number), home))
        return found

    def open_places(self) -> set[tuple[str, int]]:
        """What the rows say: where there is room."""
        places = set()
        for name, text in re.findall(
            r'- heading "(\w+)" \[level=2\]\n\s+- paragraph: (.+)', self.tree
        ):
            room = text.split("Loc pentru")[1] if "Loc pentru" in text else ""
            numbers = re.findall(r"\d+", room) or (["6"] if "Se începe cu 6" in text else [])
            places |= {(NAMES[name], int(number)) for number in numbers}
        return places


def animals() -> Iterator[tuple[str, str]]:
    import json

    from tests.browser import people

    for card in json.loads(people._CATALOGUE.read_text(encoding="utf-8")):
        yield card["name"]["ro"], card["continent"]


ANIMALS = tuple(animals())


def test_a_game_played_by_ear(visitor: Visitor, site: Site) -> None:
    """Case 16: everything needed is in the accessibility tree, and the live region tells every
    event of the story once, in order, in Romanian; a lost line and a reload repeat nothing."""
    page = visitor("ro")
    page.add_init_script(RECORDER)
    sit_with_bots(page, site, 3)
    for played, _ in enumerate(turns(page), start=1):
        listener = Listener(page)
        if "- dialog" in listener.tree:
            page.get_by_role("dialog").get_by_role("button", name="Am înțeles").click()
            listener = Listener(page)
        assert re.search(r"E rândul tău!|Ai renul!|Încă o carte!", listener.tree)
        if played > 1 and played != 7:  # the turn was told, or the focus is where it is told
            focus = page.evaluate("document.activeElement.id")
            assert focus == "prompt" or "E rândul tău!" in page.locator("#say").inner_text()
        before, cards = version(page), listener.cards()
        assert len(cards) == page.locator("#hand input").count()
        open_places = listener.open_places()
        fitting = [name for name, number, home in cards if (home, number) in open_places]
        if "Ai renul!" in listener.tree:
            fitting = [name for name in fitting if name.startswith("6 Renul")]
        if played == 3 and not any(home == "EU" for _, _, home in cards[-1:]):
            fitting = []
            page.get_by_role("radio", name=cards[-1][0], exact=True).check()
            page.get_by_role("button", name="Pune aici: Europa", exact=True).click()
        elif fitting:
            page.get_by_role("radio", name=fitting[0], exact=True).check()
            home = next(home for name, _, home in cards if name == fitting[0])
            row = next(name for name, code in NAMES.items() if code == home)
            page.get_by_role("button", name=f"Pune aici: {row}", exact=True).click()
        else:
            page.get_by_role("button", name=re.compile("Nu ")).first.click()
            page.get_by_role("dialog").get_by_role("button", name=re.compile("Nu ")).click()
        settled(page, before)
        if played == 4:  # the line is lost while the bots play
            page.context.set_offline(True)
            page.wait_for_timeout(1_500)
            page.context.set_offline(False)
        if played == 6:
            page.wait_for_selector("#prompt.prompt--mine, #end")
            page.reload()
    said = page.evaluate("JSON.parse(sessionStorage.getItem('said'))")
    page.locator(".retold summary").click()
    story = page.locator(".retold li").all_inner_texts()[::-1]
    told = [" ".join(line.split()) for line in story]
    titles = ("E rândul tău!", "Ai renul!", "Încă o carte!")
    heard = [" ".join(line.split()) for line in said]
    assert [line for line in heard if line not in titles] == told
    assert len(told) > 40
    assert any(line.startswith("Ai pus ") for line in heard)
