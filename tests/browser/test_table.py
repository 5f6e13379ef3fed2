"""What people do to a table besides playing: reload, duplicate, tap twice, lose the server."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Visitor
from tests.browser.people import HOME, Person
from tests.site import Site


def my_next_turn(page: Page) -> Person:
    """Waits, playing the reindeer if it must be, until it is the person's turn among open rows."""
    person = Person(page)
    for _ in range(50):
        expect(page.locator("#prompt.prompt--mine")).to_be_visible()
        if page.locator(".slot--laid").count():
            return person
        person.play()
        expect(page.locator("#prompt.prompt--mine")).to_have_count(0)
    raise AssertionError("the opening never ended")


def start_alone(page: Page) -> Person:
    """Two clicks: the first page, and the game has begun."""
    page.goto("/")
    page.locator(".go button").click()
    expect(page.locator("#hand")).to_be_visible()
    return my_next_turn(page)


def test_a_reloaded_page_and_a_reopened_browser_show_the_same_game(
    visitor: Visitor, browser: Browser, site: Site
) -> None:
    """Case 3: two cards fewer, the same layout, after F5 five times and a reopened browser."""
    page = visitor()
    person = start_alone(page)
    hand, laid = person.hand(), 0
    for _ in range(30):
        if laid == 2:
            break
        cards = person.playable()
        laid += bool(cards)
        person.play()
        if cards:
            hand.remove(cards[0])
        expect(page.locator("#prompt.prompt--mine")).to_have_count(0)
        person = my_next_turn(page)
    assert person.hand() == hand
    layout = page.locator(".row__tag ~ p").all_inner_texts()

    for _ in range(5):
        page.reload()
    assert Person(page).hand() == hand
    assert page.locator(".row__tag ~ p").all_inner_texts() == layout

    kept = page.context.storage_state()
    reopened = browser.new_context(base_url=site.url, storage_state=kept)
    again = reopened.new_page()
    again.goto("/")
    again.locator(".going a").first.click()
    expect(again.locator("#hand")).to_be_visible()
    assert Person(again).hand() == hand
    reopened.close()


def test_one_tap_plays_nothing(visitor: Visitor) -> None:
    """Case 14: a card, a row or the pass button tapped once, or Enter on a card, sends nothing."""
    page = visitor(width=360, height=640)
    person = start_alone(page)
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    page.locator("#pass-ask").click()
    page.keyboard.press("Escape")
    card = person.hand()[0]
    page.locator(f"#card-{card}").check()
    page.locator(f"#card-{card}").press("Enter")
    page.wait_for_timeout(300)
    assert sent == []
    assert person.my_turn()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640), (640, 360)])
def test_the_question_before_a_pass_hides_neither_rows_nor_hand(
    visitor: Visitor, width: int, height: int
) -> None:
    """It tells to look at them once more."""
    page = visitor(width=width, height=height, reduced_motion="reduce")
    start_alone(page)
    page.locator("#pass-ask").click()
    asked = page.locator("#pass-sure").bounding_box()
    assert asked
    # What the hand shows, wherever whoever had to begin has scrolled it.
    for seen in page.locator(".row, .hand__cards").all():
        box = seen.bounding_box()
        assert box
        above = box["y"] + box["height"] <= asked["y"]
        assert above or asked["y"] + asked["height"] <= box["y"], (box, asked)


def test_a_double_tap_on_a_slow_line_is_one_move(visitor: Visitor) -> None:
    """Case 5."""
    page = visitor()
    person = start_alone(page)
    while not person.playable():
        person.pass_turn()
        expect(page.locator("#prompt.prompt--mine")).to_have_count(0)
        person = my_next_turn(page)
    sent: list[str] = []

    def slowly(route: Route) -> None:
        sent.append(route.request.url)
        page.wait_for_timeout(600)
        route.continue_()

    page.route("**/move/", slowly)
    card = person.playable()[0]
    hand = person.hand()
    page.locator(f"#card-{card}").check()
    page.locator(f"#place-{HOME[card]}").dblclick()
    expect(page.locator(f"#card-{card}")).to_have_count(0)
    assert len(sent) == 1
    page.unroute("**/move/")
    assert len(my_next_turn(page).hand()) == len(hand) - 1


def test_the_second_tab_of_a_player_is_refused_and_shows_the_fresh_table(visitor: Visitor) -> None:
    """Case 4: one seat; what tab B still wanted to lay is told to be too late."""
    page = visitor()
    start_alone(page)
    other = page.context.new_page()
    # Tab B hears nothing meanwhile, as a sleeping one would not.
    other.route("**/events/*", lambda route: route.abort())
    other.route("**/fresh/*", lambda route: route.abort())
    other.goto(page.url)
    in_other, person = Person(other), Person(page)
    wanted = in_other.hand()[-1]
    if person.playable():
        laid = person.playable()[0]
        wanted = next(slug for slug in reversed(person.hand()) if slug != laid)
    person.play()
    expect(page.locator("#prompt.prompt--mine")).to_have_count(0)
    in_other.place(wanted, HOME[wanted])
    expect(other.locator("#prompt.prompt--told")).to_be_visible()
    assert wanted in in_other.hand()
    assert in_other.hand() == person.hand()


def test_a_page_recovers_by_itself_when_the_server_was_killed(
    browser: Browser, tmp_path: Path
) -> None:
    """Case 11: kill -9 and start again; the bots go on and the open page shows it."""
    site = Site(tmp_path)
    site.start()
    page = browser.new_context(base_url=site.url).new_page()
    person = start_alone(page)
    hand = person.hand()
    laid = person.playable()[:1]
    person.play()
    expect(page.locator("#prompt.prompt--mine")).to_have_count(0)
    site.kill()
    expect(page.locator("body.is-offline")).to_be_visible()
    site.start()
    assert my_next_turn(page).hand() == [card for card in hand if card not in laid]
    expect(page.locator("body.is-offline")).to_have_count(0)
    page.context.close()
    site.stop()


@pytest.mark.parametrize("language", ["ro", "en"])
def test_the_language_switch_keeps_the_place(visitor: Visitor, language: str) -> None:
    """On every page, also on a table: same address, same hand, the other words."""
    page = visitor(language)
    start_alone(page)
    address, hand = page.url, Person(page).hand()
    other = "en" if language == "ro" else "ro"
    whole = {"ro": "Română", "en": "English"}[other]  # also where only "Ro" and "En" are seen
    page.set_viewport_size({"width": 360, "height": 800})
    page.locator("button[popovertarget=menu]").first.click()  # where the bar has no room for it
    expect(page.get_by_role("button", name=whole, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name=whole, exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", other)
    assert page.url == address
    # Equal numbers lie by name, which differs by language.
    assert sorted(Person(page).hand()) == sorted(hand)
