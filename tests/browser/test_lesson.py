"""A child plays the first game by taps, on a small phone; and the deck on paper is downloaded."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, check_accessible
from tests.browser.test_game import assert_no_sideways_scrolling


def tap(page: Page, slug: str, row: str) -> None:
    page.locator(f"#card-{slug}").click()
    page.locator(f"#place-{row}").click()


def look(page: Page, step: int) -> None:
    expect(page.locator(".bar__where strong")).to_contain_text(str(step))
    assert_no_sideways_scrolling(page)
    check_accessible(page)


def play_the_minute(page: Page) -> None:
    """From the first page of the site to the last scene; the tap that glows is always in view."""
    page.goto("/")
    page.locator("a[href='/learn-to-play/']").click()
    look(page, 1)
    expect(page.locator(".hand__item")).to_have_count(5)
    expect(page.locator(".hand__item--point #card-ren")).to_have_count(1)
    expect(page.locator(".hand__tap")).to_be_in_viewport()

    tap(page, "tigru", "AS")  # not asked for
    expect(page.locator("#prompt.prompt--told")).to_be_visible()
    expect(page.locator(".hand__item")).to_have_count(5)
    look(page, 1)
    tap(page, "ren", "AF")
    expect(page.locator("#prompt.prompt--told")).to_be_visible()
    tap(page, "ren", "EU")

    expect(page.locator("#slot-EU-6.slot--laid")).to_be_visible()
    look(page, 2)
    tap(page, "cerb", "EU")
    expect(page.locator("#slot-EU-7.slot--laid")).to_be_visible()
    look(page, 3)
    tap(page, "tigru", "EU")

    expect(page.locator("dialog.note")).to_be_visible()
    expect(page.locator("dialog.note .map__home")).to_have_count(1)
    expect(page.locator(".hand__item--back #card-tigru")).to_have_count(1)
    look(page, 3)
    expect(page.locator("main .button")).to_have_count(1)  # the note leads on, nothing else
    page.locator("#next").click()

    expect(page.locator("#slot-AU-11.slot--laid")).to_be_visible()
    look(page, 4)
    tap(page, "cangurul-rosu", "AU")
    expect(page.locator("#slot-AU-12.slot--laid")).to_be_visible()
    look(page, 4)
    tap(page, "tucan-toco", "AM")
    expect(page.locator("#slot-AM-3.slot--laid")).to_be_visible()
    look(page, 5)
    page.locator("#pass").click()
    expect(page.locator("#play")).to_be_in_viewport()
    look(page, 5)
    expect(page.locator(".steps__done")).to_have_count(5)


@pytest.mark.parametrize("language", ["ro", "en"])
def test_the_minute_by_taps_on_a_small_phone(visitor: Visitor, language: str) -> None:
    page = visitor(language, 360, 640, has_touch=True)
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    play_the_minute(page)
    assert len(loads) == 2, "the site and the lesson; each step comes by htmx"
    page.locator("#play").click()
    expect(page.locator("#hand")).to_be_visible()
    assert "/t/" in page.url


def test_the_minute_without_script(visitor: Visitor) -> None:
    page = visitor("ro", 360, 640, java_script_enabled=False)
    page.goto("/learn-to-play/")
    for slug, row in (("ren", "EU"), ("cerb", "EU"), ("tigru", "EU")):
        tap(page, slug, row)
    expect(page.locator("dialog.note")).to_be_visible()
    page.locator("#next").click()
    tap(page, "cangurul-rosu", "AU")
    tap(page, "tigru", "AS")
    expect(page.locator("#prompt.prompt--told")).to_be_visible()
    tap(page, "tucan-toco", "AM")
    page.locator("#pass").click()
    page.locator("#play").click()
    expect(page.locator("#hand")).to_be_visible()


def test_the_keyboard_goes_on_at_the_prompt_and_enter_alone_lays_nothing(visitor: Visitor) -> None:
    page = visitor("en", 1280, 800)
    page.goto("/learn-to-play/")
    page.locator("#card-ren").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#slot-EU-6.slot--laid")).to_have_count(0)
    page.locator("#place-EU").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#slot-EU-6.slot--laid")).to_be_visible()
    expect(page.locator("#prompt")).to_be_focused()
    page.go_back()
    expect(page.locator("#card-ren")).to_have_count(1)
    page.locator("form button[lang=ro]").click()
    expect(page.locator("html")).to_have_attribute("lang", "ro")


@pytest.mark.parametrize(
    ("language", "width", "height", "scheme"),
    [("ro", 360, 640, "dark"), ("en", 1280, 800, "light"), ("ro", 1920, 1080, "light")],
)
def test_the_deck_on_paper(
    visitor: Visitor, language: str, width: int, height: int, scheme: str
) -> None:
    page = visitor(language, width, height, color_scheme=scheme)
    page.goto("/")
    page.locator(".foot a[href='/deck/']").click()
    check_accessible(page)
    assert_no_sideways_scrolling(page)
    page.locator("label:has([name=backs][value='0'])").click()
    with page.expect_download() as download:
        page.locator("#download").click()
    data = download.value.path().read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page ") == 8
    with page.expect_download():  # kept: at once
        page.locator("#download").click()
