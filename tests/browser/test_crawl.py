"""Cases 39 and 48: every page that a link leads to, in both languages, under the strict policy.

The visitor fixture fails the test on any console error, failed request or other host.
"""

import re
from collections import deque
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.desks import teacher
from tests.browser.test_class import new_class
from tests.site import Site

EACH = 2
"""Pages visited of each kind: /animals/leu/ and one more stand for sixty."""
NO_PAGES = (
    ".pdf", ".png", ".svg", ".txt", ".md", ".csv", ".xlsx", ".zip", ".json", "/record/", "/file/",
)  # fmt: skip


def kind_of(address: str) -> str:
    """Addresses that differ by a number, a code or an animal only are of one kind."""
    parts = urlsplit(address)
    path = re.sub(r"/(\d+|[2-9A-Z]{6})/", "/#/", parts.path)
    path = re.sub(r"^/(animals|learn)/[\w-]+/", r"/\1/#/", path)
    return path + re.sub(r"=[^&]*", "=", parts.query)


def crawl(page: Page, start: str) -> set[str]:
    """Visits what links lead to from here; returns the kinds of pages seen."""
    seen: dict[str, int] = {}
    waiting = deque([start])
    while waiting:
        address = waiting.popleft()
        kind = kind_of(address)
        if seen.get(kind, 0) >= EACH or address.split("?")[0].endswith(NO_PAGES):
            continue
        seen[kind] = seen.get(kind, 0) + 1
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, f"{address} came with {answer.status}"
        expect(page.locator("h1").first).to_be_attached()
        # A link of an SVG has no plain href property.
        hrefs = "all => all.map(one => one.getAttribute('href'))"
        links = [urljoin(page.url, one) for one in page.locator("a[href]").evaluate_all(hrefs)]
        own = [one for one in links if urlsplit(one).netloc == urlsplit(page.url).netloc]
        waiting += [urldefrag(one).url for one in own]
    return set(seen)


@pytest.mark.parametrize("language", ["ro", "en"])
def test_a_guest_finds_no_broken_page(visitor: Visitor, language: str) -> None:
    kinds = crawl(visitor(language), "/")
    found = " ".join(sorted(kinds))
    for path in (
        "/rules/",
        "/about/",
        "/learn/",
        "/learn/#/",
        "/animals/#/",
        "/quiz/",
        "/progress/",
    ):
        assert path in found, f"no link leads to {path}"


@pytest.mark.parametrize("language", ["ro", "en"])
def test_a_teacher_finds_no_broken_page(visitor: Visitor, site: Site, language: str) -> None:
    page = visitor(language)
    teacher(page, site, then="/classes/new/", name=f"crawl-{language}")
    new_class(page, "a V-a C")
    page.locator("[name=text]").fill("Pop;Ana\nRus;Dan\nȘerban;Ema\n")
    page.locator(".row-do [name=do]").click()
    page.locator(".stay button").click()
    expect(page.locator(".roster tbody tr")).to_have_count(3)
    found = " ".join(sorted(crawl(page, "/classes/")))
    for path in ("/classes/#/pupils/", "/classes/#/data/", "/classes/#/play/", "/quizzes/new/"):
        assert path in found, f"no link leads to {path}"
