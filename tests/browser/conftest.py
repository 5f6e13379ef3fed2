"""Chromium, and pages that fail a test when anything is wrong with them."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, expect

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
# A busy machine takes longer than Playwright's five seconds; what comes true sooner costs nothing.
expect.set_options(timeout=20_000)
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """These tests come last, and without a browser they are skipped on a laptop; never in CI.

    Last, since Playwright's event loop stays in the process, where Django then asks no database.
    """
    items.sort(key=lambda item: "tests/browser" in item.nodeid)
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
            # A refused form is answered with 4xx, which Chromium tells as a failed resource;
            # `answered` looks at those.
            if message.type in ("error", "warning") and "Failed to load" not in message.text:
                wrong.append(f"console {message.type} on {page.url}: {message.text}")

        def answered(answer: Response) -> None:
            refused = answer.request.method == "POST" and answer.status < 500
            asked_for = answer.request.is_navigation_request() and answer.status < 500
            if answer.status >= 400 and not refused and not asked_for:
                wrong.append(f"{page.url}: {answer.url} came with status {answer.status}")

        def request(asked: Request) -> None:
            if not asked.url.startswith((site.url, "data:", "blob:")):
                wrong.append(f"{page.url} asked another host: {asked.url}")

        page.on("console", console)
        page.on("request", request)
        page.on("response", answered)
        page.on("pageerror", lambda error: wrong.append(f"script error on {page.url}: {error}"))
        return page

    yield come
    for context in contexts:
        context.close()
    assert wrong == []


def check_accessible(page: Page) -> None:
    """axe finds nothing against WCAG 2.2 AA, once what moves has come to rest."""
    page.wait_for_load_state()
    page.emulate_media(reduced_motion="reduce")
    # A function: the strict policy forbids to evaluate an expression again and again.
    page.wait_for_function(
        "() => document.getAnimations().every(one => one.playState === 'finished')"
    )
    found = Axe().run(page, options={"runOnly": WCAG, "resultTypes": ["violations"]})
    report = [
        f"{v['id']}: {[node['html'][:160] for node in v['nodes']]}"
        for v in found.response["violations"]
    ]
    page.emulate_media(reduced_motion=None)
    assert report == [], f"{page.url}: {report}"


def code_of(page: Page) -> str:
    """The table's code from the page's address."""
    found = re.search(r"/t/(\w+)/", page.url)
    assert found, page.url
    return found[1]
