"""The learning pages in a browser: by mouse, by keyboard, read aloud, and on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.test_pages import check

PAGES = (
    "/learn/",
    "/learn/america/",
    "/learn/australia/?print",
    "/learn/asia/diploma/",
    "/animals/colibri-albina/",
    "/animals/elefantul-de-savana/",
    "/progress/",
)

VOICE = """
  const voice = { lang: "ro-RO", localService: %s, name: "A voice" };
  const said = [];
  class SpeechSynthesisUtterance { constructor(text) { this.text = text; } }
  Object.assign(window, { said, SpeechSynthesisUtterance });
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => [voice], speak: (one) => said.push(one), cancel: () => { said.length = 0; },
  });
  Object.defineProperty(window, "speechSynthesis", { value: speech });
"""
"""A device with one Romanian voice, on it or fetched from the internet; the browser has none."""


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    ("width", "height", "scheme"),
    [(320, 568, "light"), (360, 640, "dark"), (1280, 800, "dark"), (1920, 1080, "light")],
)
def test_learning_pages_are_accessible_and_quiet(
    visitor: Visitor, language: str, width: int, height: int, scheme: str
) -> None:
    """Case 48, and nothing wider than the screen."""
    page = visitor(language, width, height, color_scheme=scheme)
    for address in PAGES:
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", language)
        check(page)


@pytest.mark.parametrize("width", [180, 360, 1280])
def test_the_bar_leads_to_three_rooms_and_marks_where_one_is(visitor: Visitor, width: int) -> None:
    page = visitor("en", width, 640)
    page.goto("/")
    rooms = page.locator(".bar__rooms")
    expect(rooms.locator("[aria-current]")).to_have_text("Play")
    for room, address in (("Learn", "/learn/"), ("My progress", "/progress/"), ("Play", "/")):
        rooms.get_by_role("link", name=room).click()
        expect(page).to_have_url(re.compile(rf"//[^/]+{address}$"))
        expect(rooms.locator("[aria-current=page]")).to_have_text(room)
    page.goto("/animals/leu/")
    expect(rooms.locator("[aria-current=true]")).to_have_text("Learn")


def test_at_a_table_the_bar_has_no_room_for_rooms(visitor: Visitor) -> None:
    page = visitor("en", 360, 640)
    page.goto("/learn-to-play/")
    expect(page.locator(".bar__rooms")).to_be_hidden()


def test_a_press_on_the_map_opens_the_continent_whose_shape_was_pressed(visitor: Visitor) -> None:
    page = visitor("ro")
    # Madagascar and mainland Asia: in the sea's rectangle around them lies more than one continent.
    for x, y, slug in ((545, 330, "africa"), (690, 60, "asia"), (230, 320, "america")):
        page.goto("/learn/")
        box = page.locator(".world__map").bounding_box()
        assert box is not None
        unit = box["width"] / 1000
        page.mouse.click(box["x"] + x * unit, box["y"] + y * unit)
        expect(page).to_have_url(re.compile(f"/learn/{slug}/$"))


def tab_to(page: Page, selector: str, most: int = 40) -> None:
    """Presses Tab until the element has the focus."""
    target = page.locator(selector).first
    for _ in range(most):
        page.keyboard.press("Tab")
        if target.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"{selector} was not reached by Tab")


@pytest.mark.parametrize("language", ["ro", "en"])
def test_a_lesson_by_keyboard_from_the_map_to_an_animal_and_its_neighbour(
    visitor: Visitor, language: str
) -> None:
    page = visitor(language)
    page.goto("/learn/")
    tab_to(page, ".world__name--AF")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/learn/africa/$"))
    tab_to(page, '.twelve a[href="/animals/leu/"]')
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Leul" if language == "ro" else "Lion")
    tab_to(page, "[rel=next]")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Zebra" if language == "ro" else "Plains zebra")
    tab_to(page, ".crumb a")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/learn/africa/$"))


def test_without_a_voice_on_the_device_nothing_offers_to_read(visitor: Visitor) -> None:
    page = visitor("ro")
    page.goto("/animals/leu/")
    expect(page.locator("[data-speak-button]")).to_be_hidden()
    far = visitor("ro")
    far.add_init_script(VOICE % "false")
    far.goto("/animals/leu/")
    expect(far.locator("[data-speak-button]")).to_be_hidden()
    other = visitor("en")
    other.add_init_script(VOICE % "true")
    other.goto("/animals/leu/")
    expect(other.locator("[data-speak-button]")).to_be_hidden()


def test_a_voice_on_the_device_reads_the_animal_and_stops(visitor: Visitor) -> None:
    page = visitor("ro")
    page.add_init_script(VOICE % "true")
    page.goto("/animals/leu/")
    button = page.locator("[data-speak-button]")
    button.click()
    said = page.evaluate("() => window.said.map(one => one.text)")
    assert said[0] == "Leul"
    assert any("opt kilometri" in text for text in said)
    assert "Serengeti (Tanzania) se află în Africa." in said
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("() => window.said.length") == 0
    # When it has come to its end, the button reads again.
    button.click()
    page.evaluate("() => window.said.at(-1).onend()")
    expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("continent", ["europe", "asia", "africa", "america", "australia"])
def test_a_lesson_is_one_sheet_of_paper(visitor: Visitor, language: str, continent: str) -> None:
    page = visitor(language)
    page.goto(f"/learn/{continent}/?print")
    page.wait_for_function("() => [...document.images].every(one => one.complete)")
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", paper)) == 1


def test_pictures_aside_a_learning_page_is_light(visitor: Visitor) -> None:
    page = visitor("ro")
    sizes: dict[str, int] = {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    kinds: dict[str, str] = {}
    session.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["type"]}))
    session.on(
        "Network.loadingFinished",
        lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]}),
    )
    page.goto("/learn/", wait_until="networkidle")
    heavy = {
        key: size
        for key, size in sizes.items()
        if kinds.get(key) in ("Document", "Script", "Stylesheet")
    }
    assert len(heavy) >= 4
    assert sum(heavy.values()) < 60_000, heavy
