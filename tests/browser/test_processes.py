"""One site in two processes on PostgreSQL: people of one table on both, and one is killed."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.people import Person
from tests.browser.prepare import prepared
from tests.carti_site.filled import KINDS, Place
from tests.site import Site

PROCESSES = {"CARTI_SECRET_KEY": "the same for both, and as long as a key of this kind must be" * 2}

pytestmark = pytest.mark.skipif(
    "postgresql" not in KINDS, reason="several processes serve on PostgreSQL only"
)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "first", "postgresql")


@pytest.fixture
def processes(place: Place, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    (tmp_path / "second").mkdir()
    own = PROCESSES | {"DATABASE_URL": place.url}
    first, second = Site(place.data, **own), Site(tmp_path / "second", "--prepared", **own)
    (second.data / "static").symlink_to(first.data / "static")
    first.start()
    second.start()
    yield first, second
    for one in (first, second):
        if one.exit_status is None:
            one.stop()
    for one in (first, second):
        assert "ERROR django.request" not in one.output, one.output


@pytest.fixture
def context_at(browser: Browser) -> Iterator[Callable[[Site, str], BrowserContext]]:
    contexts = []

    def come(site: Site, session: str) -> BrowserContext:
        context = browser.new_context(base_url=site.url)
        context.add_cookies(
            [
                {"name": "sessionid", "value": session, "url": site.url},
                {"name": "django_language", "value": "en", "url": site.url},
            ]
        )
        contexts.append(context)
        return context

    yield come
    for context in contexts:
        context.close()


def test_a_game_goes_on_where_one_of_two_processes_is_killed(
    place: Place,
    processes: tuple[Site, Site],
    context_at: Callable[[Site, str], BrowserContext],
) -> None:
    first = processes[0]
    made = prepared(first, "Ana", "Bogdan", bots=1, pace="quick", moves=0)
    pages = [
        context_at(site, session).new_page()
        for site, session in zip(processes, made["sessions"], strict=True)
    ]
    for page in pages:
        page.goto(f"/t/{made['code']}/")
    ana, bogdan = pages
    play(pages, turns=4)
    cut_all_connections(place.url)
    play(pages, turns=4)
    expect(bogdan.locator(".seat--away")).to_have_count(0)

    first.kill()
    expect(bogdan.locator("#seat-0.seat--away")).to_have_count(1, timeout=45_000)
    play([bogdan], turns=1)
    shown = bogdan.locator(".slot--laid").count()

    first.start()
    expect(bogdan.locator(".seat--away")).to_have_count(0)
    expect(ana.locator(".slot--laid")).not_to_have_count(0)
    assert ana.locator(".slot--laid").count() >= shown
    play(pages, turns=200)
    for page in pages:
        expect(page.locator("#end .rank")).to_have_count(3)


def cut_all_connections(url: str) -> None:
    """As a restart of the database would: those that news comes by, too."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def play(pages: list[Page], turns: int) -> None:
    """So many turns of these people, who wait for the others' in between; or to the end."""
    people, deadline = [Person(page) for page in pages], time.monotonic() + 120
    while turns and not all(page.locator("#end .rank").count() for page in pages):
        assert time.monotonic() < deadline, "nobody could go on"
        for person in people:
            if person.page.locator("dialog.note[open]").count():
                person.page.keyboard.press("n")
            if person.my_turn() and turns:
                person.play()
                turns -= 1
        pages[0].wait_for_timeout(50)
