"""Every page there is, in both languages, light and dark, on a phone and a projector."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, check_accessible, code_of
from tests.browser.people import Person
from tests.browser.test_game import assert_no_sideways_scrolling

PAGES = (
    "/",
    "/rules/",
    "/about/",
    "/learn-to-play/",
    "/deck/",
    "/open/",
    "/join/",
    "/nowhere/",
    "/t/222222/",
)


def check(page: Page) -> None:
    check_accessible(page)
    assert_no_sideways_scrolling(page)
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    ("width", "height", "scheme"),
    [(320, 568, "light"), (360, 640, "dark"), (1280, 800, "dark"), (1920, 1080, "light")],
)
def test_pages_are_accessible_and_quiet(
    visitor: Visitor, language: str, width: int, height: int, scheme: str
) -> None:
    """Case 48: under the strict policy no violation, no console error, no other host."""
    page = visitor(language, width, height, color_scheme=scheme)
    for address in PAGES:
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", language)
        check(page)

    page.goto("/open/")
    page.locator("[name=name]").fill("   ")
    page.locator("main form .button--big").click()
    expect(page.locator("[name=name][aria-invalid=true]")).to_be_visible()
    check(page)
    page.locator("[name=name]").fill("Ana-Maria Constantinescu-Popovici (Iași)")
    page.locator("main form .button--big").click()
    expect(page.locator("#lobby")).to_be_visible()
    check(page)
    code = code_of(page)

    spectator = visitor(language, width, height, color_scheme=scheme)
    spectator.goto(f"/t/{code}/watch/")
    check(spectator)
    page.locator("#start").click()
    expect(page.locator("#hand")).to_be_visible()
    check(page)
    expect(spectator.locator(".rows")).to_be_visible()
    check(spectator)
    stranger = visitor(language, width, height, color_scheme=scheme)
    stranger.goto(f"/t/{code}/")
    check(stranger)
    stranger.context.clear_cookies(name="csrftoken")
    stranger.goto("/open/")
    stranger.context.clear_cookies(name="csrftoken")
    stranger.locator("[name=name]").fill("Ana")
    stranger.locator("main form .button--big").click()
    check(stranger)


@pytest.mark.parametrize("language", ["ro", "en"])
def test_twenty_cards_fit_a_small_phone(visitor: Visitor, language: str) -> None:
    """Case 13: three players hold twenty each; every card can be read and tapped, also enlarged."""
    page = visitor(language, 360, 640)
    page.goto("/")
    page.locator("label:has([name=players][value='3'])").click()
    page.locator(".go button").click()
    cards = page.locator(".hand__item")
    expect(cards).to_have_count(20)
    for width in (360, 180):  # 180: what is left of the phone at 200 % zoom
        page.set_viewport_size({"width": width, "height": 640})
        assert_no_sideways_scrolling(page)
        sides = cards.evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(b => [b.width, b.height])"
        )
        assert len(sides) == 20
        assert all(min(side) >= 44 for side in sides), sides
        for slug in Person(page).hand():
            page.locator(f"#card-{slug}").check()


def test_who_prints_from_a_dark_screen_gets_dark_ink(visitor: Visitor) -> None:
    """Paper stays white: what a dark screen writes in light colours could not be read there."""
    light, dark = visitor(color_scheme="light"), visitor(color_scheme="dark")
    for address in ("/rules/", "/animals/ren/", "/learn/africa/", "/privacy/", "/progress/"):
        inks = []
        for page in (light, dark):
            page.goto(address)
            page.emulate_media(media="print")
            inks.append(
                page.locator("main :is(h1, p)").evaluate_all(
                    "all => all.map(one => getComputedStyle(one).color)"
                )
            )
        assert inks[0] == inks[1], address
