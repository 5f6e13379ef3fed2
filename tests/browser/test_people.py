"""People who go and come: cases 1, 2, 12 and 17 in real browsers."""

import sqlite3
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, check_accessible, code_of
from tests.browser.people import HOME, Person
from tests.browser.prepare import prepared
from tests.browser.test_game import join
from tests.engine.games import sorted_deal
from tests.site import Site


def set_grace(site: Site, code: str, seconds: int) -> None:
    """A grace shorter than a page offers, so that a test need not wait so long."""
    with sqlite3.connect(site.database, timeout=20) as database:
        database.execute("UPDATE game_table SET grace = ? WHERE code = ?", (seconds, code))


def two_at_a_table(visitor: Visitor, site: Site, grace: int, language: str = "ro") -> list[Page]:
    """Ana, who opened it, and Bogdan, at a begun table with two quick bots."""
    ana, bogdan = visitor(language), visitor(language, 360, 640)
    ana.goto("/open/")
    ana.locator("[name=name]").fill("Ana")
    for seat in (3, 4):
        ana.locator(f"[name=seat{seat}]").select_option("beginner")
    ana.locator("label:has([name=pace][value=quick])").click()
    ana.locator("main form .button--big").click()
    expect(ana.locator("#lobby")).to_be_visible()
    join(bogdan, code_of(ana))
    set_grace(site, code_of(ana), grace)
    ana.locator("#start").click()
    for page in (ana, bogdan):
        expect(page.locator("#hand")).to_be_visible()
    return [ana, bogdan]


def play_until(reached: Callable[[], bool], *people: Person) -> None:
    """Honest turns of these people until it is so."""
    for _ in range(300):
        if reached():
            return
        for person in people:
            if person.my_turn():
                person.play()
            person.page.wait_for_timeout(150)
    raise AssertionError("it never came to that")


def test_case_1_and_12_a_closed_tab_is_replaced_by_a_bot_and_comes_back(
    visitor: Visitor, site: Site
) -> None:
    ana, bogdan = two_at_a_table(visitor, site, grace=4)
    address = bogdan.url
    hand = Person(bogdan).hand()
    bogdan.goto("about:blank")
    expect(ana.locator(".seat--away")).to_contain_text("nu e aici")
    expect(ana.locator(".seat--away [data-left]")).to_have_count(1)
    check_accessible(ana)
    expect(ana.locator("#lines")).to_contain_text("joacă un robot mai departe")
    told = ana.locator("#lines li").filter(has_text="Bogdan")
    play_until(lambda: told.count() > 1, Person(ana))  # the first says that a bot plays on

    bogdan.goto(address)
    expect(bogdan.locator("#note dialog")).to_contain_text("Bine ai revenit")
    check_accessible(bogdan)
    assert set(Person(bogdan).hand()) <= set(hand)
    expect(ana.locator(".seat--away")).to_have_count(0)
    expect(ana.locator("#lines")).to_contain_text("Bogdan e din nou la masă")
    bogdan.locator("#note-ok").click()
    play_until(Person(bogdan).my_turn, Person(ana))
    expect(bogdan.locator("#prompt.prompt--mine")).to_be_visible()
    Person(bogdan).play()
    expect(bogdan.locator("#prompt.prompt--mine")).to_have_count(0)


def test_the_opener_need_not_wait_and_others_vote(visitor: Visitor, site: Site) -> None:
    ana, bogdan = two_at_a_table(visitor, site, grace=0)
    ana.goto("about:blank")
    expect(bogdan.locator(".seat--away")).to_contain_text("nu e aici")
    wide = bogdan.locator("#prompt.prompt--wide")
    play_until(lambda: wide.count() > 0, Person(bogdan))
    check_accessible(bogdan)
    # Bogdan alone is present, so his word is the common vote.
    bogdan.locator("#prompt button[value^='bot:']").click()
    expect(bogdan.locator("#lines")).to_contain_text("joacă un robot mai departe")
    expect(bogdan.locator("#prompt.prompt--mine")).to_be_visible()


def test_leaving_and_taking_the_seat_again(visitor: Visitor, site: Site) -> None:
    ana, bogdan = two_at_a_table(visitor, site, grace=45, language="en")
    bogdan.locator("button[popovertarget=menu]").first.click()
    check_accessible(bogdan)
    bogdan.locator("#menu summary").last.click()
    bogdan.locator("#leave").click()
    expect(bogdan.locator(".going a")).to_have_count(1)
    expect(ana.locator("#lines")).to_contain_text("Bogdan left the table")
    bogdan.locator(".going a").click()
    expect(ana.locator("#lines")).to_contain_text("Bogdan is back at the table")


def test_ending_the_game_shows_the_end_to_everybody(visitor: Visitor, site: Site) -> None:
    ana, bogdan = two_at_a_table(visitor, site, grace=45, language="en")
    for page in (ana, bogdan):
        page.locator("button[popovertarget=menu]").first.click()
        page.locator("#menu summary").first.click()
    bogdan.locator("#end-it").click()
    expect(ana.locator("#menu small")).to_contain_text("1 of 2")
    ana.locator("#end-it").click()  # unfolded as before, though the menu is new
    for page in (ana, bogdan):
        expect(page.locator("#end .rank")).to_have_count(4)
        check_accessible(page)


def test_case_2_a_projector_that_slept_shows_the_truth_by_itself(
    visitor: Visitor, site: Site
) -> None:
    ana, bogdan = two_at_a_table(visitor, site, grace=45)
    projector = visitor(width=1024, height=768)
    projector.goto(f"/t/{code_of(ana)}/watch/")
    check_accessible(projector)
    asleep = projector.context.new_cdp_session(projector)
    asleep.send("Network.enable")
    asleep.send(
        "Network.emulateNetworkConditions",
        {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
    )
    before = projector.locator(".slot--laid").count()
    on_table = ana.locator(".slot--laid")
    play_until(lambda: on_table.count() > before + 1, Person(ana), Person(bogdan))
    asleep.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    laid = ana.locator(".slot--laid").count()
    assert laid > before
    expect(projector.locator(".slot--laid")).to_have_count(laid, timeout=40_000)
    assert projector.evaluate("document.documentElement.scrollHeight <= window.innerHeight")


def test_a_note_on_the_projector_closes_with_a_key_or_a_tap(visitor: Visitor, site: Site) -> None:
    """By itself it closes some moves later; whoever explains wants the story back sooner."""
    made = prepared(site, "Ana", "Bogdan", "Crina", deal=sorted_deal(3), moves=1)
    projector = visitor("en", 1024, 768)
    projector.goto(f"/t/{made['code']}/watch/")
    note = projector.locator("dialog.note")
    for seat in (1, 2):
        page = visitor("ro")
        page.context.add_cookies(
            [{"name": "sessionid", "value": made["sessions"][seat], "url": site.url}]
        )
        page.goto(f"/t/{made['code']}/")
        slug = Person(page).hand()[0]
        Person(page).place(slug, "AF" if HOME[slug] != "AF" else "AS")
        expect(note).to_be_visible()
        check_accessible(projector)
        if seat == 1:
            projector.keyboard.press("Escape")
        else:
            note.click()
        expect(note).to_be_hidden()
        projector.reload()
        expect(note).to_be_hidden()


def test_case_17_where_streams_are_blocked_play_goes_on_slower(
    visitor: Visitor, site: Site
) -> None:
    page = visitor()
    page.route("**/events/*", lambda route: None)  # as a proxy that holds everything back
    page.goto("/")
    page.locator(".go button").click()
    person = Person(page)
    for _ in range(2):
        expect(page.locator("#prompt.prompt--mine")).to_be_visible(timeout=40_000)
        person.play()
        expect(page.locator("#prompt.prompt--mine")).to_have_count(0)
    expect(page.locator("#prompt.prompt--mine")).to_be_visible(timeout=40_000)


@pytest.mark.parametrize("language", ["ro", "en"])
def test_hints_tick_what_fits_and_a_time_limit_runs_calmly(
    visitor: Visitor, site: Site, language: str
) -> None:
    page = visitor(language)
    page.goto("/open/")
    page.locator("[name=name]").fill("Ana")
    for seat in (2, 3):
        page.locator(f"[name=seat{seat}]").select_option("beginner")
    page.locator("[name=seat4]").select_option("none")
    for name, value in (("hints", "1"), ("limit", "30"), ("pace", "quick")):
        page.locator(f"label:has([name={name}][value='{value}'])").click()
    page.locator("main form .button--big").click()
    page.locator("#start").click()
    person = Person(page)
    expect(page.locator("#prompt.prompt--mine progress")).to_be_visible()
    check_accessible(page)
    ticked = page.locator(".hand__item--fits input").evaluate_all("all => all.map(i => i.value)")
    assert sorted(ticked) == sorted(person.playable())
    homes = page.locator(".hand__item").evaluate_all(
        """all => all.map(one => [one.querySelector('input').value,
            one.querySelector('.card__home').className.match(/row--(\\w\\w)/)[1]])"""
    )
    assert dict(homes) == {slug: HOME[slug] for slug in person.hand()}
    first = int(page.locator("#prompt progress").get_attribute("data-left") or 0)
    page.wait_for_timeout(2_500)
    assert int(page.locator("#prompt progress").get_attribute("data-left") or 0) < first
