"""Quizzes in a browser: every form by keys and by taps, tiles, the clock, no connection."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visitor, check_accessible
from tests.browser.quizzes import FORMS, TILES, Taken, prepared, wait_for_question
from tests.browser.test_game import assert_no_sideways_scrolling
from tests.site import Site

WRONG_AT = 5
"""The question that is answered wrong."""


def look(page: Page) -> None:
    assert_no_sideways_scrolling(page)
    check_accessible(page)


def numbers_to_say(taken: Taken, n: int) -> list[int]:
    """What to answer to question `n`; wrongly to one of them, which is no tiles."""
    right = taken.right[n]
    return [right[0] % 2 + 1] if n == WRONG_AT else right


def place_by_keys(page: Page, form: str, said: list[int]) -> None:
    """Each tile is picked by itself when it is its turn; a digit puts it in its place."""
    # For the order of weight the answer lists the animals by place: place n takes animal said[n].
    places = said if form == "sort" else [said.index(n) + 1 for n in range(1, len(said) + 1)]
    for n, place in enumerate(places, 1):
        page.keyboard.press(str(place))
        expect(page.locator(".tile--in")).to_have_count(n)
    expect(page.locator(".placed__done")).to_be_focused()
    page.keyboard.press("Enter")


def place_by_taps(page: Page, form: str, said: list[int]) -> None:
    places = said if form == "sort" else [said.index(n) + 1 for n in range(1, len(said) + 1)]
    for n, place in reversed(list(enumerate(places, 1))):
        page.locator(f"label.tile:has(input[value='{n}'])").click()
        page.locator(f"button[name=to][value='{place}']").click()
        expect(page.locator(".tile--in")).to_have_count(len(said) - n + 1)
    page.locator(".placed__done").click()


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_form_by_the_keyboard_alone(visitor: Visitor, site: Site, language: str) -> None:
    taken = prepared(site)
    page = visitor(language, 1280, 800)
    taken.open(page)
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    for n, form in enumerate(taken.forms):
        wait_for_question(page, n + 1, len(FORMS))
        if form != "fact":
            expect(page.locator("#q")).to_be_focused()
        look(page)
        said = numbers_to_say(taken, n)
        if form in TILES:
            place_by_keys(page, form, said)
        elif n % 2:
            page.keyboard.press(str(said[0]))
        else:
            while page.evaluate("() => document.activeElement.value") != str(said[0]):
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        expect(page.locator("#next")).to_be_focused()
        expect(page.locator(".verdict--right")).to_have_count(0 if n == WRONG_AT else 1)
        assert page.url.endswith(f"{taken.url}{n}/")
        look(page)
        if n + 1 < len(taken.forms):
            assert loads == [], "questions and answers come by htmx"
        page.keyboard.press("Enter")
    expect(page.locator(".end h1")).to_be_focused()
    expect(page.locator(".looks > li")).to_have_count(1)
    look(page)


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_form_by_taps_on_a_small_phone(visitor: Visitor, site: Site, language: str) -> None:
    taken = prepared(site)
    page = visitor(language, 360, 640, has_touch=True, color_scheme="dark")
    taken.open(page)
    for n, form in enumerate(taken.forms):
        wait_for_question(page, n + 1, len(FORMS))
        look(page)
        said = numbers_to_say(taken, n)
        if form in TILES:
            place_by_taps(page, form, said)
        elif form == "map":
            tap_continent(page, said[0])
        else:
            page.locator(f"button[name=answer][value='{said[0]}']").first.click()
        expect(page.locator(".verdict--right")).to_have_count(0 if n == WRONG_AT else 1)
        expect(page.locator("#next")).to_be_in_viewport()
        look(page)
        page.locator("#next").click()
    expect(page.locator(".end h1")).to_be_visible()
    look(page)
    page.locator("form:has([name=wrong]) button").click()
    expect(page.locator(".qbar__n")).to_contain_text("1")
    page.locator(".qbar__close").click()
    expect(page.locator(".running li")).to_have_count(1)
    look(page)
    page.locator(".running a").click()
    expect(page.locator("#ask")).to_be_attached()


INLAND = ((0.49, 0.18), (0.68, 0.3), (0.5, 0.5), (0.27, 0.62), (0.86, 0.74))
"""A point within each continent, in parts of the map's width and height."""


def tap_continent(page: Page, n: int) -> None:
    box = page.locator(".hits").bounding_box()
    assert box
    x, y = INLAND[n - 1]
    page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])


@pytest.mark.parametrize("shows", ["picture", "region"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(180, 320), (360, 640), (640, 360), (1920, 1080)])
def test_the_harder_ones_fit_and_are_accessible(
    visitor: Visitor, site: Site, shows: str, scheme: str, width: int, height: int
) -> None:
    forms = {
        "picture": ["animal", "map", "sort", "odd", "habitat", "order"],
        "region": ["region", "map", "pin", "dweller", "truth"],
    }[shows]
    taken = prepared(site, forms, shows=shows)
    page = visitor("ro", width, height, color_scheme=scheme)
    taken.open(page)
    for n, form in enumerate(forms):
        wait_for_question(page, n + 1, len(forms))
        look(page)
        if form in TILES:
            place_by_keys(page, form, taken.right[n])
        else:
            page.keyboard.press(str(taken.right[n][0]))
        page.locator("#next").click()


def test_a_whole_quiz_without_script(visitor: Visitor, site: Site) -> None:
    taken = prepared(site, ["region", "sort", "map"])
    page = visitor("ro", 360, 640, java_script_enabled=False)
    taken.open(page)
    page.locator(f"button[name=answer][value='{taken.right[0][0]}']").click()
    page.locator("#next").click()
    page.locator("label.tile").nth(2).click()
    page.locator("button[name=to][value='1']").click()
    expect(page.locator(".tile--in")).to_have_count(1)
    page.go_back()
    expect(page.locator(".tile--in")).to_have_count(0)
    place_by_taps(page, "sort", taken.right[1])
    page.locator("#next").click()
    page.locator(f".word[value='{taken.right[2][0]}']").click()
    page.locator("#next").click()
    expect(page.locator(".end h1")).to_contain_text("Trei din trei")


def test_back_takes_a_tile_up_again_and_a_refresh_keeps_them(visitor: Visitor, site: Site) -> None:
    taken = prepared(site, ["sort"])
    page = visitor("ro", 1280, 800)
    taken.open(page)
    for n in (1, 2, 3):
        page.keyboard.press(str(n))
        expect(page.locator(".tile--in")).to_have_count(n)
    page.reload()
    expect(page.locator(".tile--in")).to_have_count(3)
    page.go_back()
    expect(page.locator(".tile--in")).to_have_count(2)
    page.go_forward()
    expect(page.locator(".tile--in")).to_have_count(3)
    page.keyboard.press("5")
    expect(page.locator(".tile--in")).to_have_count(4)


def test_tiles_can_be_dragged_and_moved_again(visitor: Visitor, site: Site) -> None:
    taken = prepared(site, ["order"])
    page = visitor("ro", 1280, 800)
    taken.open(page)
    for n in (1, 2, 3, 4):
        page.locator(f"label.tile:has(input[value='{n}'])").drag_to(page.locator(".bin").nth(n - 1))
        expect(page.locator(".tile--in")).to_have_count(n)
    look(page)
    page.locator("label.tile:has(input[value='1'])").drag_to(page.locator(".bin").nth(3))
    expect(page.locator(".tile--in")).to_have_count(3)
    expect(page.locator(".bin").nth(3).locator("input")).to_have_value("1")
    expect(page.locator(".placed__done")).to_be_disabled()
    expect(page.locator(".ghost")).to_have_count(0)


def test_enter_on_a_tile_places_nothing(visitor: Visitor, site: Site) -> None:
    taken = prepared(site, ["sort"])
    page = visitor("ro", 1280, 800)
    taken.open(page)
    page.locator("input[name=tile]").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("input[name=tile]").nth(1)).to_be_checked()
    said = page.locator("#now").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator(".tile--in")).to_have_count(0)
    page.keyboard.press("3")
    expect(page.locator(".tile--in")).to_have_count(1)
    expect(page.locator(".tile--in b")).to_have_text(said.partition(":")[0])


def test_a_double_click_counts_once_and_the_answer_stays_to_be_read(
    visitor: Visitor, site: Site
) -> None:
    taken = prepared(site, ["region", "animal"])
    page = visitor("ro", 1280, 800)
    taken.open(page)
    page.locator(f".opt[value='{taken.right[0][0]}']").dblclick(delay=5)
    expect(page.locator(".verdict--right")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.url.endswith(f"{taken.url}0/")
    page.keyboard.press("Enter")
    wait_for_question(page, 2, 2)


@pytest.mark.parametrize("upon", ["h1", "#next"])
def test_a_double_clicks_second_press_is_not_for_the_page_that_came_between(
    visitor: Visitor, site: Site, upon: str
) -> None:
    taken = prepared(site, ["region", "animal"])
    page = visitor("ro", 1280, 800)
    taken.open(page)
    page.locator(f".opt[value='{taken.right[0][0]}']").click()
    expect(page.locator("#next")).to_be_focused()
    box = page.locator(upon).bounding_box()
    assert box
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    expect(page.locator("#next")).to_be_focused()
    assert page.url.endswith(f"{taken.url}0/")
    page.keyboard.press("Enter")
    wait_for_question(page, 2, 2)


def test_when_the_time_is_up_the_question_closes_by_itself(visitor: Visitor, site: Site) -> None:
    taken = prepared(site, ["region", "fact"], seconds=2)
    page = visitor("ro", 360, 640)
    taken.open(page)
    expect(page.locator(".clock__says")).to_contain_text("secund")
    expect(page.locator("#next")).to_be_visible()
    expect(page.locator("h1")).to_contain_text("Timpul a trecut")
    page.locator("#next").click()
    expect(page.locator(".clock__says")).to_be_visible()
    look(page)


@pytest.mark.parametrize(("language", "keys"), [("ro", True), ("en", False)])
def test_without_a_connection_the_answer_is_kept_and_sent_again(
    browser: Browser, site: Site, language: str, keys: bool
) -> None:
    """Case 19. A context of its own: the lost request is an error on the console."""
    taken = prepared(site, ["region", "pin", "sort"])
    context = browser.new_context(base_url=site.url, viewport={"width": 360, "height": 640})
    context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
    page = context.new_page()
    taken.open(page)
    for n, form in enumerate(taken.forms):
        wait_for_question(page, n + 1, 3)
        if form == "sort":
            for place in taken.right[n]:
                at = page.locator(".tile--in").count()
                page.keyboard.press(str(place))
                expect(page.locator(".tile--in")).to_have_count(at + 1)
        context.set_offline(True)
        if form == "sort":
            page.locator(".placed__done").click()
        elif keys:
            page.keyboard.press(str(taken.right[n][0]))
        else:  # unlike a key, a click moves the focus, which htmx goes by
            page.locator(f"button[name=answer][value='{taken.right[n][0]}']").last.click()
        expect(page.locator("#lost")).to_be_visible()
        expect(page.locator("#lost")).to_have_attribute("role", "alert")
        expect(page.locator("#retry")).to_be_focused()
        check_accessible(page)
        page.locator("#retry").click()
        expect(page.locator("#lost")).to_be_visible()
        if n == 0:
            # The connection is there again before the browser says so.
            context.set_offline(False)
        else:
            context.set_offline(False)
            page.locator("#retry").click() if page.locator("#retry").is_visible() else None
        expect(page.locator(".verdict--right")).to_be_visible()
        expect(page.locator("#lost")).to_be_hidden()
        page.locator("#next").click()
    expect(page.locator(".end h1")).to_be_visible()
    expect(page.locator(".looks")).to_have_count(0)
    context.close()


@pytest.mark.parametrize(
    ("language", "width", "height", "scheme"),
    [("ro", 360, 640, "light"), ("en", 360, 640, "dark"), ("ro", 1280, 800, "dark"),
     ("en", 1920, 1080, "light")],
)  # fmt: skip
def test_from_the_choices_to_the_evening(
    visitor: Visitor, language: str, width: int, height: int, scheme: str
) -> None:
    page = visitor(language, width, height, color_scheme=scheme)
    page.goto("/quiz/")
    look(page)
    page.locator(".timed summary").click()
    page.locator("label:has([name=length][value='5'])").click()
    page.locator("label:has([name=shows][value=picture])").click()
    look(page)
    page.locator(".kind--quick .button").click()
    expect(page.locator(".steps li")).to_have_count(5)
    assert re.search(r"/quiz/\d+/$", page.url)
    page.locator(".qbar__close").click()
    page.locator("form:has([value=daily]) button").click()
    for _ in range(30):
        page.wait_for_url(re.compile(r"/quiz/\d+/$"))
        expect(page.locator("#ask")).to_be_attached()
        page.keyboard.press("1")
        page.locator("#next").click()
        expect(page.locator("#ask, .dusk")).to_be_attached()
        if page.locator(".dusk").count():
            break
    expect(page.locator(".dusk h1")).to_be_visible()
    look(page)


def test_a_page_of_somebody_elses_quiz_says_so_and_sends_nothing(
    visitor: Visitor, site: Site
) -> None:
    """Case 47: another pupil signs in on the same computer while the page is open."""
    taken, other = prepared(site, ["region"]), prepared(site, ["fact"])
    page = visitor("ro", 1280, 800)
    taken.open(page)
    context = page.context
    second = context.new_page()
    other.open(second)
    page.locator(f".opt[value='{taken.right[0][0]}']").click()
    expect(page.locator(".lost__code")).to_contain_text("404")
    expect(page.locator("#frame")).to_have_count(0)
    taken.open(second)
    expect(second.locator("#ask")).to_be_attached()


MOST = 120 * 1024
"""Bytes of a first page as they are sent, without pictures."""


def test_the_first_page_of_a_quiz_is_light(visitor: Visitor, site: Site) -> None:
    taken = prepared(site)
    page = visitor("ro", 360, 640)
    page.goto("/rules/")
    page.context.add_cookies([{"name": "sessionid", "value": taken.session, "url": site.url}])
    sizes: dict[str, int] = {}
    fresh = page.context.new_page()
    fresh.on("response", lambda got: sizes.update({got.url: int(got.headers["content-length"])}))
    fresh.goto(taken.url, wait_until="networkidle")
    sent = {url: size for url, size in sizes.items() if "/art/" not in url}
    assert any(url.endswith(".woff2") for url in sent)
    assert any("pin" in url for url in sent), "the sheets of all its questions come at first"
    assert sum(sent.values()) <= MOST, sent
