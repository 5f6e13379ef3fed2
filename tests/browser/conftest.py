"""Chromium, and pages that fail a test when anything is wrong with them."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, Request

from tests.site import Site

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser these tests are skipped on a laptop, in so many words; never in CI."""
    if os.environ.get("CI") or shutil.which(CHROMIUM):
        return
    skip = pytest.mark.skip(
        reason=f"NO BROWSER: {CHROMIUM} is missing (Debian: apt install chromium)"
    )
    for item in items:
        if "tests/browser" in item.nodeid:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A real `serve` process with a data folder of its own."""
    with Site(tmp_path_factory.mktemp("site")) as running:
        yield running


Visitor = Callable[..., Page]


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    """A new person: a browser of their own, in a language and on a screen.

    When the test ends, no page may have had a console error, a failed request, or asked any other
    host for anything.
    """
    wrong: list[str] = []
    contexts = []

    def come(language: str = "ro", width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = browser.new_context(
            base_url=site.url, viewport={"width": width, "height": height}, **options
        )
        context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
        contexts.append(context)
        page = context.new_page()

        def console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                wrong.append(f"console {message.type} on {page.url}: {message.text}")

        def request(asked: Request) -> None:
            if not asked.url.startswith((site.url, "data:", "blob:")):
                wrong.append(f"{page.url} asked another host: {asked.url}")

        page.on("console", console)
        page.on("request", request)
        page.on("pageerror", lambda error: wrong.append(f"script error on {page.url}: {error}"))
        return page

    yield come
    for context in contexts:
        context.close()
    assert wrong == []


def check_accessible(page: Page) -> None:
    """axe finds nothing against WCAG 2.2 AA."""
    found = Axe().run(page, options={"runOnly": WCAG, "resultTypes": ["violations"]})
    report = [
        f"{v['id']}: {[node['html'][:160] for node in v['nodes']]}"
        for v in found.response["violations"]
    ]
    assert report == [], f"{page.url}: {report}"


def code_of(page: Page) -> str:
    """The table's code from the page's address."""
    found = re.search(r"/t/(\w+)/", page.url)
    assert found, page.url
    return found[1]
