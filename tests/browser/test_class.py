"""A class in the browser: a list is brought in, cards are printed, pupils come in; in Romanian."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, check_accessible
from tests.browser.test_game import assert_no_sideways_scrolling
from tests.site import Site, manage

LIST = """Nr. crt.;Nume;Prenume
1;ŢURCANU;Şerban
2;Ăstăloş;Ilinca
3;Popa;
4;Pop;Ana
5;Pavel;Ana
"""


def check(page: Page) -> None:
    check_accessible(page)
    assert_no_sideways_scrolling(page)
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)


def teacher(
    visitor: Visitor, site: Site, username: str, language: str = "ro", **how: object
) -> Page:
    """Somebody who has just become a teacher here, by a name that `desks.teacher` doesn't give."""
    printed = manage(site.data, "teacher_link")
    assert printed.returncode == 0, printed.stderr
    page = visitor(language, **how)
    page.goto(urlsplit(printed.stdout.strip()).path)
    check(page)
    page.locator("[name=name]").fill("Doamna Ene")
    page.locator("[name=username]").fill(f"{username}.nou")
    page.locator("[name=password]").fill("kiwi și zebra")
    page.locator("main form .button--big").click()
    expect(page.locator(".first-class")).to_be_visible()
    check(page)
    return page


def new_class(page: Page, name: str = "a V-a B") -> str:
    """Makes it; returns the address of its pupils."""
    page.locator("[name=name]").fill(name)
    page.locator("main form .button--big").click()
    expect(page.locator("[name=text]")).to_be_visible()
    return page.url.removesuffix("import/")


def come_in(page: Page, code: str, label: str, words: list[str]) -> None:
    """By the way that the QR code shows."""
    page.goto(f"/class/{code}/")
    check(page)
    page.get_by_role("link", name=label, exact=True).click()
    check(page)
    page.locator("[name=one]").fill(words[0].upper())
    page.locator("[name=other]").fill(words[1])
    page.locator("main form .button--big").click()


def test_from_a_list_to_four_pupils_who_are_in(visitor: Visitor, site: Site) -> None:
    page = teacher(visitor, site, "clasa")
    roster = new_class(page)
    page.locator("[name=text]").fill("Pop;Ana")
    page.locator("[name=file]").set_input_files(
        {"name": "mare.csv", "mimeType": "text/csv", "buffer": b"x" * 8_000_000}
    )
    page.locator(".row-do [name=do]").click()
    expect(page.locator(".told--bad")).to_contain_text("5 MB")
    expect(page.locator("[name=text]")).to_have_value("Pop;Ana")
    page.locator("[name=file]").set_input_files(
        {"name": "clasa.csv", "mimeType": "text/csv", "buffer": LIST.encode("cp1250")}
    )
    page.locator(".row-do [name=do]").click()
    check(page)
    expect(page.locator(".preview tbody tr")).to_have_count(5)
    expect(page.locator("[name=surname-2]")).to_have_value("Țurcanu")
    page.locator("#mend-4").fill("Ioana")
    page.locator(".stay button").click()
    expect(page.locator(".roster tbody tr")).to_have_count(5)
    check(page)
    assert page.locator(".roster tbody th").all_inner_texts() == [
        "Ăstăloș Ilinca", "Pavel Ana", "Pop Ana", "Popa Ioana", "Țurcanu Șerban",
    ]  # fmt: skip

    page.goto(f"{roster}cards/")
    check(page)
    page.locator("main form .button--big").click()
    check(page)
    cards = {
        card.locator(".cut__name").inner_text(): card.locator(".cut__words b").all_inner_texts()
        for card in page.locator(".cut li").all()
    }
    assert list(cards) == ["Ilinca Ă.", "Ana Pa.", "Ana Po.", "Ioana P.", "Șerban Ț."]
    code = page.locator(".cut .code-text").first.inner_text()

    projector = visitor("ro", 1024, 768, storage_state=page.context.storage_state())
    projector.goto(roster.replace("/pupils/", "/entrance/"))
    expect(projector.locator(".give__code")).to_have_text(code)
    expect(projector.locator(".came")).to_contain_text("Au intrat 0 din 5")
    for part in (".give__qr", ".give__at", ".give__code", ".came"):
        expect(projector.locator(part)).to_be_in_viewport(ratio=1)
    check(projector)

    pupils = [visitor("ro", 360, 640) for _ in range(4)]
    for pupil, (label, words) in zip(pupils, cards.items(), strict=False):
        come_in(pupil, code, label, words)
        expect(pupil.locator(".me__name")).to_have_text(label)
        check(pupil)
    expect(projector.locator(".came")).to_contain_text("Au intrat 4 din 5")
    page.goto(roster)
    expect(page.locator(".roster .state")).to_have_count(5)
    page.locator(".hide button").click()
    expect(page.locator(".roster tbody th").first).to_have_text(re.compile(r" 1$"))
    assert "Ilinca" not in page.content()
    check(page)

    # A shared computer: after signing out, Back shows nothing of before.
    first = pupils[0]
    first.goto("/progress/")
    first.locator(".me__out").click()
    expect(first.locator(".me")).to_have_count(0)
    first.go_back()
    expect(first.locator(".me")).to_have_count(0)


def test_one_tab_is_anas_and_bogdan_comes_in_by_the_other(visitor: Visitor, site: Site) -> None:
    """Case 47, with the page as htmx sends it."""
    page = teacher(visitor, site, "pop")
    roster = new_class(page)
    page.locator("[name=text]").fill("Pop;Ana\nRus;Bogdan")
    page.locator(".row-do [name=do]").click()
    page.locator(".stay button").click()
    page.goto(f"{roster}cards/")
    page.locator("main form .button--big").click()
    words = [
        card.locator(".cut__words b").all_inner_texts() for card in page.locator(".cut li").all()
    ]
    code = page.locator(".cut .code-text").first.inner_text()

    ana = visitor("ro")
    come_in(ana, code, "Ana P.", words[0])
    ana.goto("/")
    ana.locator(".go button").click()
    expect(ana.locator("#hand")).to_be_visible()
    expect(ana.locator("#prompt.prompt--mine")).to_be_visible(timeout=30_000)
    bogdan = ana.context.new_page()
    come_in(bogdan, code, "Bogdan R.", words[1])
    expect(bogdan.locator(".me__name")).to_have_text("Bogdan R.")
    if ana.locator("#pass-ask").count():
        ana.locator("#pass-ask").click()
        ana.locator("#pass").click()
    else:  # the reindeer is hers
        ana.locator("#card-ren").check()
        ana.locator("#place-EU").click()
    expect(ana.locator("h1")).to_be_visible()
    expect(ana.locator("main")).to_contain_text("Bogdan R.")
    assert urlsplit(ana.url).path == "/class/stale/"


@pytest.mark.parametrize(
    ("language", "width", "scheme"),
    [("ro", 320, "light"), ("en", 320, "dark"), ("ro", 1280, "dark"), ("en", 1920, "light")],
)
def test_the_pages_of_a_class_are_accessible_and_quiet(
    visitor: Visitor, site: Site, language: str, width: int, scheme: str
) -> None:
    username = f"ene-{language}-{width}"
    how = {"width": width, "height": 700, "color_scheme": scheme}
    page = teacher(visitor, site, username, language, **how)
    roster = new_class(page)
    check(page)
    page.locator("[name=text]").fill("Pop;Ana\nPopescu;\nPop2;Dan")
    page.locator(".row-do [name=do]").click()
    check(page)
    page.locator("[name=text]").fill("Pop;Ana\nConstantinescu-Popovici;Ana-Maria Alexandra")
    page.locator(".row-do [name=do]").click()
    page.locator(".stay button").click()
    check(page)
    page.locator("#surname").fill("Pop")
    page.locator("#given").fill("Ana")
    page.locator("#add form button").first.click()
    expect(page.locator("[name=another]")).to_be_visible()
    check(page)
    page.locator("[name=another]").click()
    page.locator("[name=who]").first.click()
    expect(page.locator("#fresh")).to_be_visible()
    check(page)
    page.goto(roster)
    expect(page.locator(".panel--note")).to_have_count(0)  # one or two? that was said
    page.locator(".roster th a").first.click()
    check(page)
    page.locator("form[action$='/merge/'] button").click()
    check(page)
    for address in (
        "/classes/",
        "/classes/new/",
        "/teacher/account/",
        "/teacher/colleagues/",
        f"{roster}cards/",
        roster.replace("pupils/", "edit/"),
        roster.replace("pupils/", "delete/"),
    ):
        page.goto(address)
        check(page)
    page.goto("/teacher/colleagues/")
    page.locator(".mast__do button").click()
    expect(page.locator(".link-text")).to_be_visible()
    check(page)
    page.locator(".me__out").click()
    for address in ("/teacher/", "/teacher/forgot/", "/teacher/join/none/", "/class/"):
        page.goto(address)
        check(page)
    page.locator("[name=code]").fill("zzz")
    page.locator("main form .button--big").click()
    check(page)
