"""How soon a table can be used on an old phone with a slow line.

    python -m tests.bench.slow [--rounds N]

Chromium with its processor slowed four times, 150 ms to the server and back, 1.6 Mbit/s and an
empty cache. Usable: the cards of the hand that are in sight show their pictures, the scripts have
run, and a tap chooses a card. Milliseconds from the navigation; medians of some rounds.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.bench import tables
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.site import Site

BAR = 3_000  # milliseconds
MOST = 60  # seconds a visit may take
SLOWED = 4
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PHONE: ViewportSize = {"width": 360, "height": 640}

# Notes, frame by frame, when each thing is so for the first time.
WATCH = """
window.seen = {};
const note = (name, so) => { if (so && !(name in seen)) seen[name] = performance.now(); };
const inSight = (e) => {
  const box = e.getBoundingClientRect();
  return box.width > 0 && box.left < innerWidth && box.top < innerHeight && box.bottom > 0;
};
const look = () => {
  const cards = [...document.querySelectorAll("#hand .card")].filter(inSight);
  note("hand", cards.length > 0 && getComputedStyle(cards[0]).display !== "inline");
  note("pictures", cards.length > 0 && cards.every((card) => {
    const picture = card.querySelector("img");
    return picture.complete && picture.naturalWidth > 0;
  }));
  note("scripts", window.htmx && document.readyState !== "loading" && performance.getEntriesByType(
    "navigation")[0].domContentLoadedEventEnd > 0);
  note("fonts", document.fonts.status === "loaded" && document.fonts.size > 0 &&
    [...document.fonts].every((font) => font.status === "loaded"));
  note("loaded", document.readyState === "complete");
  if (!("usable" in seen) && "pictures" in seen && "scripts" in seen) {
    const radio = document.querySelector("#hand input[name=card]");
    cards[0].click();
    note("usable", document.querySelector("#hand input[name=card]:checked"));
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
TOLD = {
    "hand": "the hand is laid out",
    "scripts": "the scripts have run",
    "pictures": "its cards in sight show their pictures",
    "usable": "a tap chooses a card",
    "fonts": "the fonts are there",
    "loaded": "everything is there",
}


def visit(browser: Browser, site: Site, code: str, session: str) -> dict[str, float]:
    """Opens the table with an empty cache; when each thing was so, and the bytes that came."""
    context = browser.new_context(
        viewport=PHONE, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page = context.new_page()
    page.add_init_script(WATCH)
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", LINE)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(f"{site.url}/t/{code}/", wait_until="commit", timeout=60_000)
    seen: dict[str, float] = {}
    deadline = time.monotonic() + MOST
    while not {"loaded", "usable"} <= seen.keys():
        assert time.monotonic() < deadline, seen
        page.wait_for_timeout(250)
        seen = page.evaluate("window.seen || {}")
    context.close()
    return seen


def measure(site: Site, wanted: dict[str, tuple[str, str]], rounds: int) -> bool:
    """Prints the times of each table, named with its code and a session; whether all are usable."""
    reached = True
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name, (code, session) in wanted.items():
            visits = [visit(browser, site, code, session) for _ in range(rounds)]
            print(f"{name}; milliseconds, median of {rounds} (least, most)")
            for what, told in TOLD.items():
                times = sorted(one[what] for one in visits if what in one)
                if not times:
                    continue
                median = statistics.median(times)
                bar = f"  bar {BAR:,} ({median / BAR:.2f} ×)" if what == "usable" else ""
                print(f"  {told:40} {median:6,.0f} ({times[0]:,.0f}, {times[-1]:,.0f}){bar}")
                reached = reached and (what != "usable" or median <= BAR)
        browser.close()
    return reached


def main() -> int:
    parser = argparse.ArgumentParser(description="A table on a slow phone.")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        site.start()
        try:
            tables.use(site.data)
            fresh, middle = tables.people(3), tables.people(5)
            list(islice(tables.play(middle, random.Random(1)), 35))
            wanted = {
                name: (table.code, tables.sessions_of(table)[0])
                for name, table in (("20 cards, nothing laid", fresh), ("in mid-game", middle))
            }
            reached = measure(site, wanted, options.rounds)
        finally:
            site.stop()
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
