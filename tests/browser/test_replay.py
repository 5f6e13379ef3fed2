"""Looking back at a finished game: by slider, by keyboard, by links, and without script."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, check_accessible
from tests.browser.desks import teacher
from tests.browser.prepare import prepared
from tests.browser.test_game import assert_no_sideways_scrolling
from tests.site import Site


@pytest.fixture(scope="module")
def over(site: Site) -> dict[str, Any]:
    """A finished game with mistakes and penalties in it."""
    return prepared(site, "Ana", "Bogdan", "Crina", wild=30)


def look_back(page: Page, site: Site, over: dict[str, Any], move: int = 0) -> None:
    page.context.add_cookies([{"name": "sessionid", "value": over["sessions"][0], "url": site.url}])
    page.goto(f"/t/{over['code']}/replay/?move={move}")


def seen(page: Page) -> tuple[str, list[str], list[str]]:
    """The sentence, the rows in words, and all hands."""
    return (
        page.locator("#now").inner_text(),
        page.locator(".row > p").all_inner_texts(),
        page.locator(".hands img").evaluate_all("all => all.map(one => one.alt)"),
    )


def test_from_the_end_by_slider_and_keys(visitor: Visitor, site: Site, over: Any) -> None:
    page = visitor()
    look_back(page, site, over)
    page.goto(f"/t/{over['code']}/")
    page.locator("a[href$='/replay/']").click()
    slider = page.locator("input[type=range]")
    expect(page.locator(".scrub__more button")).to_be_hidden()
    last = int(slider.get_attribute("max") or 0)
    assert last > 40
    loads: list[str] = []
    page.on("request", lambda one: loads.append(one.url) if one.is_navigation_request() else None)

    truth = {}
    plain = visitor(java_script_enabled=False)
    for move in (0, 1, 2, 20, last - 1, last):
        look_back(plain, site, over, move)
        truth[move] = seen(plain)

    def shows(move: int) -> None:
        expect(slider).to_have_js_property("value", str(move))
        expect(page).to_have_url(f"{site.url}/t/{over['code']}/replay/?move={move}")
        assert seen(page) == truth[move]
        expect(page.locator("#say")).to_have_text(page.locator("#now h1").inner_text())

    for key, move in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last),
                      ("ArrowRight", last), ("ArrowLeft", last - 1), ("Home", 0)):  # fmt: skip
        page.keyboard.press(key)
        if key != "ArrowRight" or move != last:
            shows(move)
    slider.fill("20")
    shows(20)
    assert slider.get_attribute("aria-valuetext") == page.locator("#counted").inner_text()
    slider.focus()
    page.keyboard.press("End")
    shows(last)
    page.locator("#to-first").click()
    shows(0)
    page.locator("#to-next").focus()
    page.keyboard.press("Enter")
    shows(1)
    expect(page.locator("#to-next")).to_be_focused()
    assert loads == []
    page.reload()
    shows_again = seen(page)
    assert shows_again == truth[1]


def test_the_language_switch_keeps_the_move(visitor: Visitor, site: Site, over: Any) -> None:
    page = visitor("ro")
    look_back(page, site, over)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#counted")).to_contain_text("1")
    page.wait_for_url("**/replay/?move=1")
    page.locator("button[name=language][value=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_url(f"{site.url}/t/{over['code']}/replay/?move=1")


def test_names_hidden_on_another_page_are_gone_and_come_back_at_the_same_move(
    visitor: Visitor, site: Site, over: Any
) -> None:
    page = visitor("ro")
    teacher(page, site)
    page.goto(f"/t/{over['code']}/replay/?move=3")
    called = page.locator(".hands").get_by_text("Crina")
    expect(called).to_be_visible()
    other = page.context.new_page()
    other.goto("/classes/")
    with page.expect_response(lambda answer: "/events/" in answer.url):  # anew, and listening
        other.locator(".hide button").click()
    expect(called).to_have_count(0)
    assert not any(name in page.content() for name in ("Ana", "Bogdan", "Crina"))
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay/?move=4&names=off")
    other.locator(".hide button").click()
    expect(called).to_be_visible()
    expect(page).to_have_url(f"{site.url}/t/{over['code']}/replay/?move=4")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay/?move=5")
    page.locator(".hide button").click()
    expect(called).to_have_count(0)
    expect(page).to_have_url(f"{site.url}/t/{over['code']}/replay/?move=5")
    check_accessible(page)


def test_without_script_links_and_the_sliders_button(
    visitor: Visitor, site: Site, over: Any
) -> None:
    page = visitor(java_script_enabled=False)
    look_back(page, site, over)
    page.locator("#to-next").click()
    expect(page).to_have_url(f"{site.url}/t/{over['code']}/replay/?move=1")
    expect(page.locator(".slot--laid")).to_have_count(1)
    page.locator("input[type=range]").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.locator(".scrub__more button").click()
    expect(page).to_have_url(f"{site.url}/t/{over['code']}/replay/?move=5")
    page.locator("#to-last").click()
    expect(page.locator("#to-last")).to_have_attribute("aria-disabled", "true")
    page.locator("#to-first").click()
    expect(page.locator(".slot--laid")).to_have_count(0)


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    ("width", "height", "scheme"),
    [(180, 640, "light"), (360, 640, "dark"), (1280, 800, "light"), (1920, 1080, "dark")],
)
def test_it_is_accessible_and_fits(
    visitor: Visitor, site: Site, over: Any, language: str, width: int, height: int, scheme: str
) -> None:
    page = visitor(language, width, height, color_scheme=scheme)
    look_back(page, site, over)
    check_accessible(page)
    assert_no_sideways_scrolling(page)
    mistaken = page.locator("dialog.note")
    for _ in range(30):
        if mistaken.count():
            break
        before = page.locator("#counted").inner_text()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#counted")).not_to_have_text(before)
    expect(mistaken).to_be_visible()
    expect(mistaken.locator(".map__home")).to_have_count(1)
    check_accessible(page)
    assert_no_sideways_scrolling(page)
    if width >= 1280:
        high = page.evaluate("document.documentElement.scrollHeight - window.innerHeight")
        assert high <= 0, "all of it is on the screen"
