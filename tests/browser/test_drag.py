"""Dragging a card to its row: with a mouse, with a finger, and letting it go again."""

import json
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.prepare import prepared
from tests.engine.games import sorted_deal
from tests.site import Site

HOLD = 320
"""Milliseconds after which a held card is lifted, with some to spare."""


@pytest.fixture
def sit(visitor: Visitor, site: Site) -> Any:
    """Takes the first seat of a new table, whose reindeer is laid: Europe's 5 and 7 fit."""

    def sit_down(width: int, height: int, **options: Any) -> Page:
        made = prepared(site, "Ana", "Bogdan", "Crina", deal=sorted_deal(3), moves=0)
        page = visitor("ro", width, height, **options)
        page.context.add_cookies(
            [{"name": "sessionid", "value": made["sessions"][0], "url": site.url}]
        )
        page.goto(f"/t/{made['code']}/")
        expect(page.locator("#prompt.prompt--mine")).to_be_visible()
        return page

    return sit_down


def middle(element: Locator) -> tuple[float, float]:
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A finger on the glass, as Chromium feels it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def down(self, x: float, y: float) -> None:
        self._send("touchStart", [(x, y)])

    def slide(self, start: tuple[float, float], end: tuple[float, float], steps: int = 12) -> None:
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            self._send("touchMove", [(x, y)])
            self.page.wait_for_timeout(16)

    def up(self) -> None:
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[tuple[float, float]]) -> None:
        self.session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )


def test_a_mouse_drags_a_card_to_its_row(sit: Any) -> None:
    page = sit(1280, 800)
    page.mouse.move(*middle(page.locator("#card-ren")))
    page.mouse.down()
    target = middle(page.locator(".row--EU"))
    page.mouse.move(*target, steps=10)
    expect(page.locator(".dragged")).to_be_visible()
    expect(page.locator(".row--EU.row--over")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".slot--fresh img")).to_have_attribute("alt", "Renul")
    expect(page.locator("#card-ren")).to_have_count(0)
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator("#prompt")).to_be_focused()


@pytest.mark.parametrize("how", ["beside the rows", "escape"])
def test_a_card_let_go_elsewhere_has_not_been_played(sit: Any, how: str) -> None:
    page = sit(1280, 800)
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    page.mouse.move(*middle(page.locator("#card-ren")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".row--AF")), steps=8)
    expect(page.locator(".dragged")).to_be_visible()
    if how == "escape":
        page.keyboard.press("Escape")
    else:
        page.mouse.move(*middle(page.locator("#story")), steps=8)
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator(".row--over, .hand__item--dragged")).to_have_count(0)
    page.wait_for_timeout(200)
    assert sent == []
    expect(page.locator("#hand :checked")).to_have_count(0)
    page.locator("#card-ren").click()
    expect(page.locator("#card-ren")).to_be_checked()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390)], ids=["upright", "lying"])
def test_a_finger_holds_a_card_and_drags_it_to_its_row(sit: Any, width: int, height: int) -> None:
    page = sit(width, height, has_touch=True, is_mobile=True)
    start, end = middle(page.locator("#card-ren")), middle(page.locator(".row--EU"))
    start = middle(page.locator("#card-ren"))
    finger = Finger(page)
    finger.down(*start)
    page.wait_for_timeout(HOLD)
    expect(page.locator(".dragged")).to_be_visible()
    finger.slide(start, end)
    expect(page.locator(".row--EU.row--over")).to_be_visible()
    finger.up()
    expect(page.locator(".slot--fresh img")).to_have_attribute("alt", "Renul")


def test_on_a_tablet_a_finger_need_not_wait(sit: Any) -> None:
    page = sit(1180, 820, has_touch=True)
    start, end = middle(page.locator("#card-ren")), middle(page.locator(".row--EU"))
    finger = Finger(page)
    finger.down(*start)
    finger.slide(start, end)
    finger.up()
    expect(page.locator(".slot--fresh img")).to_have_attribute("alt", "Renul")


def test_a_quick_finger_scrolls_the_hand_and_the_page(sit: Any) -> None:
    """The hand's tray slides sideways and the page up, as if cards could not be dragged."""
    page = sit(360, 640, has_touch=True, is_mobile=True)
    finger = Finger(page)
    tray = page.locator(".hand__cards")
    assert tray.evaluate("tray => tray.scrollLeft") == 0
    x, y = middle(page.locator(".hand__item").nth(4))
    finger.down(x, y)
    finger.slide((x, y), (x - 150, y), 8)
    finger.up()
    page.wait_for_function("() => document.querySelector('.hand__cards').scrollLeft > 60")
    finger.down(200, 560)
    finger.slide((200, 560), (200, 380), 8)
    finger.up()
    page.wait_for_function("() => window.scrollY > 60")
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator("#card-ren")).to_have_count(1)


def test_nothing_can_be_dragged_out_of_turn(sit: Any) -> None:
    page = sit(1280, 800)
    page.locator("#card-ren").check()
    page.locator("#place-EU").click()
    expect(page.locator("#prompt.prompt--mine")).to_have_count(0)
    page.mouse.move(*middle(page.locator(".hand__item").first))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".row--EU")), steps=8)
    expect(page.locator(".dragged")).to_have_count(0)
    page.mouse.up()


def test_sounds_are_off_until_somebody_wants_them(sit: Any) -> None:
    page = sit(1280, 800)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if ".wav" in one.url else None)
    sound = page.locator("#sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.locator("#card-ren").check()
    page.locator("#place-EU").click()
    expect(sound).to_have_attribute("data-played", "laid laid")
    assert len({url.rsplit("/", 1)[1].split(".")[0] for url in asked}) == 1
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    assert json.loads(page.evaluate("JSON.stringify(localStorage)")) == {}
