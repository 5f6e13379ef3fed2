"""The bytes of a first load of every page, and of what follows a move.

The pages are fetched from a running site as a browser does that takes gzip, with their styles,
scripts and fonts. Pictures are counted beside them: those in sight come at once, the others later.
"""

from __future__ import annotations

import csv
import gzip
import random
import re
import statistics
import tempfile
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

from tests.bench import tables, world
from tests.bench.figures import Figure, apart
from tests.site import ROOT, Site

PEOPLE = 5
PAGE_BAR, MOVE_BAR = 250_000, 6_000  # bytes
STYLES = re.compile(r'<link rel="stylesheet" href="([^"]+)"')
SCRIPTS = re.compile(r'<script[^>]* src="([^"]+)"')
FONTS = re.compile(r'url\("?([^")]+\.woff2)"?\)')
PICTURES = re.compile(r'<img (?![^>]*loading="lazy")[^>]*src="([^"]+)"')


class Sent(NamedTuple):
    """What came over the wire, and what it says."""

    size: int
    text: str


class Weight(NamedTuple):
    """The bytes of a page, compressed; `pictures` are those in sight."""

    page: int
    styles: int
    scripts: int
    fonts: int
    pictures: int

    @property
    def all_but_pictures(self) -> int:
        """What must come before the page can be used."""
        return self.page + self.styles + self.scripts + self.fonts


def figures(short: bool) -> list[Figure]:
    """The heaviest pages; the bytes of every one go to docs/weight.csv."""
    with tempfile.TemporaryDirectory() as folder:
        weights = apart(weighed, Path(folder))
    if not short:
        _write(weights)
    heaviest = max(weights, key=lambda label: weights[label].all_but_pictures)
    told = []
    for label in dict.fromkeys((heaviest, "game:home, nobody", "game:table (1), pupil")):
        size = weights[label].all_but_pictures
        told.append(Figure(f"first load: {label}", size / 1000, "KB", bar=PAGE_BAR / 1000))
    with tempfile.TemporaryDirectory() as folder:
        mean = apart(after_moves, Path(folder), 1 if short else 10)
    return [*told, Figure("after a move, to each player", mean, "bytes", bar=MOVE_BAR)]


def weighed(data: Path) -> dict[str, Weight]:
    """Every page of a small year. To be called in a process of its own."""
    world.prepared(data, 1 / 70)
    here = world.World()
    site = Site(data)
    site.start()
    try:
        return {
            page.label: _first_load(site, page.address, sent)
            for page in here.pages()
            if (sent := fetched(site, page.address, here.sessions[page.role])) is not None
            and "<html" in sent.text
        }
    finally:
        site.stop()


def fetched(site: Site, address: str, session: str = "") -> Sent | None:
    """Gets it as a browser does that takes gzip; None where there is no page."""
    connection = HTTPConnection("127.0.0.1", site.port, timeout=20)
    headers = {"Accept-Encoding": "gzip", "Cookie": f"sessionid={session}"}
    connection.request("GET", address, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status != 200:
        return None
    text = gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body
    return Sent(len(body), text.decode("utf-8", "replace"))


@cache
def _kept(site: Site, address: str) -> Sent:
    sent = fetched(site, address)
    assert sent is not None, address
    return sent


def _first_load(site: Site, address: str, page: Sent) -> Weight:
    styles = {urljoin(address, link) for link in STYLES.findall(page.text)}
    fonts = {
        urljoin(style, font) for style in styles for font in FONTS.findall(_kept(site, style).text)
    }
    scripts = {urljoin(address, link) for link in SCRIPTS.findall(page.text)}
    pictures = {urljoin(address, link) for link in PICTURES.findall(page.text)}
    kinds = (styles, scripts, fonts, pictures)
    return Weight(page.size, *(sum(_kept(site, link).size for link in kind) for kind in kinds))


def after_moves(data: Path, games: int) -> float:
    """The mean bytes that each player is sent after a move, by the stream or as the answer.

    To be called in a process of its own.
    """
    tables.prepare(data)
    from django.utils import translation

    from game import live, pages
    from game.models import Table

    rng = random.Random(1)
    views = [live.View(seat, "ro", "table", "http://x") for seat in range(PEOPLE)]
    sent = []
    translation.activate("ro")
    for _ in range(games):
        for table in tables.play(tables.people(PEOPLE), rng):
            made = pages.fragments(table, views)
            events = [live.event("table", table.version, html) for html in made.values()]
            mover = views[table.moves.latest("version").seat]
            now = Table.objects.get(pk=table.pk)
            answer = pages.move_fragment(now, mover, table.version - 1)
            sent.append((sum(map(len, events)) + len(answer.encode())) / PEOPLE)
    return statistics.mean(sent)


def _write(weights: dict[str, Weight]) -> None:
    """Every page, the heaviest first."""
    with (ROOT / "docs" / "weight.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["page", "bytes", *Weight._fields])
        for label, one in sorted(weights.items(), key=lambda each: -each[1].all_but_pictures):
            rows.writerow([label, one.all_but_pictures, *one])
