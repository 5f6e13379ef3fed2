"""A move that can't be written down: the page says so, keeps what was chosen, and it can be sent
again."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.conftest import check_accessible
from tests.browser.test_ways import sit_with_bots
from tests.carti_site.test_storage import full_disk
from tests.engine.games import sorted_deal
from tests.site import Site


def test_on_a_full_disk_the_page_says_so_and_the_same_move_is_made_after(
    browser: Browser, site: Site
) -> None:
    context = browser.new_context(base_url=site.url)
    context.add_cookies([{"name": "django_language", "value": "en", "url": site.url}])
    page = context.new_page()
    sit_with_bots(page, site, 2, sorted_deal(3))
    page.wait_for_selector("#prompt.prompt--mine", timeout=60_000)
    reindeer = page.locator("input[name=card][value=ren]")
    reindeer.check(force=True)
    row, undone = page.locator("#place-EU"), page.locator("#undone")
    expect(undone).to_be_hidden()
    with full_disk(site):
        row.click()
        expect(undone).to_have_text(re.compile("was not done"))
        expect(reindeer).to_be_checked()
        check_accessible(page)
        whole = context.new_page()
        whole.goto("/")
        whole.locator("form[action='/solo/'] button").first.click()
        expect(whole.locator("h1")).to_have_text("Nothing can be written down just now")
        check_accessible(whole)
        whole.get_by_role("link", name="Try again").click()
        expect(whole).to_have_url(f"{site.url}/")
    row.click()
    expect(undone).to_be_hidden()
    expect(reindeer).to_have_count(0)
    context.close()
