"""How soon each kind of page can be used on an old phone with a slow line.

Chromium with its processor slowed four times, 150 ms to the server and back, 1.6 Mbit/s and an
empty cache. Usable: the pictures in sight are there, the scripts have run, and on a table a tap
chooses a card. The floor is a bare hello over the same line.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.bench import world
from tests.bench.figures import Figure, apart
from tests.bench.tables import HELLO, SETTINGS
from tests.site import Site

BAR = 3_000.0  # milliseconds
MOST = 60  # seconds a visit may take
SLOWED = 4
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PHONE: ViewportSize = {"width": 360, "height": 640}
TABLE = "game:table (1), pupil"
KINDS = (
    TABLE,
    "game:home, nobody",
    "game:table (2), nobody",
    "game:watch (1), nobody",
    "game:replay (3), pupil",
    "game:rules, nobody",
    "quiz:learn, pupil",
    "quiz:continent, pupil",
    "quiz:animal, pupil",
    "quiz:choose, pupil",
    "quiz:attempt (1), pupil",
    "quiz:progress, pupil",
    "quiz:class, nobody",
    "quiz:class_names, nobody",
    "quiz:sign_in, nobody",
    "quiz:classrooms, teacher",
    "quiz:classroom, teacher",
    "quiz:pupil, teacher",
    "quiz:roster, teacher",
    "quiz:play, teacher",
    "quiz:live, teacher",
    "quiz:make, teacher",
    "quiz:results, teacher",
)

# Notes, frame by frame, when the page is usable for the first time.
WATCH = """
window.usable = 0;
const inSight = (e) => {
  const box = e.getBoundingClientRect();
  return box.width > 0 && box.left < innerWidth && box.top < innerHeight && box.bottom > 0;
};
const look = () => {
  const load = performance.getEntriesByType("navigation")[0];
  const card = document.querySelector("#hand .card");
  const there = [...document.images].filter(inSight).every((p) => p.complete && p.naturalWidth > 0);
  if (load.domContentLoadedEventEnd > 0 && there) {
    if (card) card.click();
    if (!card || document.querySelector("#hand input[name=card]:checked"))
      usable = performance.now();
  }
  if (!usable) requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def figures(short: bool) -> list[Figure]:
    """The slowest kinds of pages, and the table; short: the table alone."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        took = apart(visited, data, (TABLE,) if short else KINDS, 1 if short else 3)
    floor = took.pop("hello")
    told = sorted(took, key=lambda label: -took[label])
    return [Figure(f"usable: {label}", took[label], "ms", floor, bar=BAR) for label in told]


def visited(data: Path, kinds: tuple[str, ...], rounds: int) -> dict[str, float]:
    """Milliseconds until each page can be used. To be called in a process of its own."""
    from tests.browser.conftest import ARGUMENTS, CHROMIUM

    world.prepared(data, 1 / 70)
    here = world.World()
    pages = {page.label: page for page in here.pages() if page.label in kinds}
    assert pages.keys() == set(kinds), set(kinds) - pages.keys()
    wanted = {label: (page.address, here.sessions[page.role]) for label, page in pages.items()}
    wanted["hello"] = HELLO, ""
    with ExitStack() as stack:
        site = Site(data, DJANGO_SETTINGS_MODULE=SETTINGS)
        site.start()
        stack.callback(site.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        stack.callback(browser.close)
        return {
            label: statistics.median(visit(browser, site, *one) for _ in range(rounds))
            for label, one in wanted.items()
        }


def visit(browser: Browser, site: Site, address: str, session: str) -> float:
    """Opens the page with an empty cache; milliseconds from the navigation until it is usable."""
    context = browser.new_context(
        viewport=PHONE, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page = context.new_page()
    page.add_init_script(WATCH)
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", LINE)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(f"{site.url}{address}", wait_until="commit", timeout=MOST * 1000)
    deadline, usable = time.monotonic() + MOST, 0.0
    while not usable:
        assert time.monotonic() < deadline, address
        page.wait_for_timeout(250)
        usable = page.evaluate("window.usable || 0")
    context.close()
    return usable
