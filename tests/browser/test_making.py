"""A teacher makes a quiz, a pupil takes it on a phone, and a question is put right, in Romanian."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, check_accessible
from tests.browser.desks import class_takes, teacher
from tests.browser.test_game import assert_no_sideways_scrolling
from tests.site import Site

LENGTH = 6


def look(page: Page) -> None:
    assert_no_sideways_scrolling(page)
    check_accessible(page)


def choose(page: Page) -> None:
    """Asia and Africa without one animal, by region only, six questions, the same for all."""
    for land in ("EU", "AM", "AU"):
        page.locator(f"#land-{land}").uncheck()
    page.locator(".zoo summary").click()
    expect(page.locator(".zoo__land--EU")).to_be_hidden()
    page.locator("[name=cards][value=AF8]").uncheck()
    expect(page.locator("#count-AF")).to_contain_text("11")
    look(page)
    page.locator(".zoo summary").click()
    for kind in ("animal", "map", "odd", "fact"):
        page.locator(f"[name=kinds][value={kind}]").uncheck()
    page.locator("label:has([name=length][value='6'])").click()
    page.locator("label:has([name=shuffled][value='0'])").click()
    expect(page.locator("#taste")).to_contain_text(re.compile(r"1 \w+ 6$"))


def read_key(page: Page) -> tuple[list[str], list[int]]:
    """The questions and the numbers of their right answers, turning over the preview."""
    stems, keys = [], []
    for n in range(LENGTH):
        expect(page.locator("#taste")).to_contain_text(re.compile(rf"\b{n + 1} \w+ 6$"))
        stems.append(page.locator(".taste__stem").inner_text())
        classes = page.locator(".taste__key li").evaluate_all("all => all.map(li => li.className)")
        keys.append(classes.index("taste__yes") + 1)
        page.locator("#after").click()
    expect(page.locator("#taste")).to_contain_text(re.compile(r"\b1 \w+ 6$"))
    expect(page.locator("#after")).to_be_focused()
    return stems, keys


def take(page: Page, address: str, stems: list[str], keys: list[int]) -> int:
    """Answers all but the first rightly; returns the wrong answer."""
    wrong = keys[0] % 5 + 1
    page.goto(address)
    look(page)
    page.locator(".given button").click()
    for n, (stem, key) in enumerate(zip(stems, keys, strict=True)):
        expect(page.locator(".qbar__n")).to_contain_text(str(n + 1))
        expect(page.locator("#q")).to_have_text(stem)
        page.locator(f"button[name=answer][value='{wrong if n == 0 else key}']").click()
        expect(page.locator("#next")).to_be_visible()
        page.locator("#next").click()
    expect(page.locator(".looks > li")).to_have_count(1)
    return wrong


def test_a_quiz_is_made_given_taken_and_mended(visitor: Visitor, site: Site) -> None:
    desk = visitor("ro", 1280, 800)
    teacher(desk, site)
    look(desk)
    desk.locator("a[href='/quizzes/new/']").first.click()
    look(desk)
    desk.locator("[name=do][value=keep]").click()
    expect(desk.locator("#error-title .field__error")).to_be_visible()
    expect(desk.locator("#title")).to_be_focused()
    look(desk)
    desk.locator("#title").fill("Asia sau Africa?")
    choose(desk)
    before = desk.locator("[name=seed]").input_value()
    desk.locator("#other").click()
    expect(desk.locator("[name=seed]")).not_to_have_value(before)
    stems, keys = read_key(desk)
    desk.locator("[name=do][value=give]").click()
    desk.wait_for_url("**/give/")
    results = desk.url.removesuffix("give/")
    expect(desk.locator(".give__qr svg")).to_be_visible()
    look(desk)
    address = desk.locator("#address").input_value()
    code = address.rstrip("/").rsplit("/", 1)[1]

    phone = visitor("ro", 360, 640, has_touch=True)
    wrong = take(phone, address, stems, keys)
    class_takes(site, code, wrong)

    desk.goto(results)
    expect(desk.locator(".judged tbody tr")).to_have_count(LENGTH)
    expect(desk.locator("tr.judged__doubt th[scope=row]")).to_contain_text(stems[0])
    expect(desk.locator(".mend__q")).to_have_text(stems[0])
    look(desk)
    desk.locator("#see-2").click()
    expect(desk.locator(".mend__q")).to_have_text(stems[1])
    desk.locator("#see-1").click()
    expect(desk.locator(".mend__q")).to_have_text(stems[0])
    expect(desk.locator("#mend")).to_be_focused()
    desk.locator(f"[name=right][type=checkbox][value='{wrong}']").check()
    expect(desk.locator("#mending .make__sum")).to_be_visible()
    expect(desk.locator("#mending")).to_contain_text(" 9 ")  # so many get a point
    look(desk)
    desk.locator("#mending button").click()
    expect(desk.locator("#mending button")).to_have_count(0)
    look(desk)

    phone.reload()
    expect(phone.locator(".looks > li")).to_have_count(0)
    expect(phone.locator(".end .verdict__soft")).to_be_visible()
    look(phone)
    phone.goto(address)
    expect(phone.locator(".given .verdict__soft")).to_be_visible()
    look(phone)

    desk.locator("[name=do][value=out]").click()
    expect(desk.locator("tr.judged__void")).to_have_count(1)
    look(desk)
    desk.locator(".mast [name=open][value='0']").click()
    stranger = visitor("ro", 1920, 1080)
    stranger.goto(address)
    expect(stranger.locator(".given [role=alert]")).to_be_visible()
    expect(stranger.locator(".given button")).to_have_count(0)
    look(stranger)


def test_making_and_mending_without_script_on_a_phone(visitor: Visitor, site: Site) -> None:
    page = visitor("ro", 360, 640, java_script_enabled=False)
    teacher(page, site, "/quizzes/new/", "pop")
    page.locator("#title").fill("Giganții")
    page.locator("[name=kinds][value=region]").uncheck()
    page.locator("[name=do][value=see]:visible").click()
    expect(page.locator("#title")).to_have_value("Giganții")
    expect(page.locator("[name=kinds][value=region]")).not_to_be_checked()
    first = page.locator(".taste__stem").inner_text()
    page.locator("#after").click()
    expect(page.locator("#taste")).to_contain_text("2")
    page.locator("#before").click()
    assert page.locator(".taste__stem").inner_text() == first
    page.locator("[name=do][value=keep]").click()
    page.wait_for_url("**/quizzes/")
    page.locator(".own__in").first.click()
    page.locator("#see-1").click()
    boxes = page.locator("[name=right][type=checkbox]:not(:checked)")
    boxes.first.check()
    page.locator(".mend .make__see button").click()
    expect(page.locator("#mending .make__sum")).to_be_visible()
    page.locator("#mending button").click()
    expect(page.locator("#mending button")).to_have_count(0)
    assert_no_sideways_scrolling(page)
