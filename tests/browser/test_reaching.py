"""Case 37: the self-test of the network, with another device and with streams that are held up."""

from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Visitor, check_accessible
from tests.browser.test_game import assert_no_sideways_scrolling
from tests.site import Site


@pytest.fixture
def open_site(tmp_path: Path) -> Iterator[Site]:
    """A site that listens to every address of this machine."""
    site = Site(tmp_path, "--host", "0.0.0.0")  # noqa: S104  (as on a laptop in class)
    site.start()
    yield site
    site.stop()


def check(page: Page) -> None:
    check_accessible(page)
    assert_no_sideways_scrolling(page)


def test_the_laptop_sees_a_phone_come(browser: Browser, open_site: Site) -> None:
    context = browser.new_context(base_url=open_site.url, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto("/phones/")
    checks = page.locator(".check")
    expect(checks).to_have_count(2)
    expect(checks.last).to_contain_text("niciun telefon")
    check(page)
    # From another address of this machine: for the site, another device.
    phone = HTTPConnection("127.0.0.1", open_site.port, source_address=("127.0.0.2", 0))
    phone.request("GET", "/phone/")
    assert "Ai ajuns!" in phone.getresponse().read().decode()
    phone.close()
    expect(checks.last).to_contain_text("Un telefon a ajuns aici.")
    expect(page.locator("#phones-say")).to_have_text("Un telefon a ajuns aici.")
    check(page)
    context.close()


@pytest.mark.parametrize("way", ["open", "cut", "held"])
def test_a_phone_tells_whether_moves_come_by_themselves(visitor: Visitor, way: str) -> None:
    page = visitor("ro", 360, 640)

    def on_the_way(route: Route) -> None:
        if way == "cut":
            route.abort()

    if way != "open":
        page.route("**/phone/events/", on_the_way)
    page.goto("/phone/")
    told = "pe loc" if way == "open" else "ține mutările în loc"
    expect(page.locator("#news")).to_contain_text(told, use_inner_text=True)
    expect(page.locator("#news [data-wait]")).to_be_hidden()
    expect(page.locator("#cookies")).to_contain_text("data viitoare", use_inner_text=True)
    check(page)
