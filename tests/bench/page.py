"""How much a table sends: its page when it is opened for the first time, and what follows a move.

    python -m tests.bench.page [--games N]

The page is fetched from a running site, as a browser does that takes gzip. The pictures are counted
beside it: those of the hand come at once, the others when they come into sight.
"""

import argparse
import gzip
import random
import re
import statistics
import sys
import tempfile
from collections import Counter
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

from tests.bench import tables
from tests.site import Site

PEOPLE = 5
PAGE_BAR = 250_000  # bytes
MOVE_BAR = 6_000

STYLES = re.compile(r'<link rel="stylesheet" href="([^"]+)"')
SCRIPTS = re.compile(r'<script src="([^"]+)"')
FONTS = re.compile(r'url\("?([^")]+\.woff2)"?\)')
PICTURES = re.compile(r"<img [^>]*>")
PARTS = re.compile(
    r"(?=<\w+[^>]* id=\"(?:version|note|seat-|prompt\"|menu|hand|says-|slot-|line-))"
)


class Sent(NamedTuple):
    """What came over the wire, and what it says."""

    size: int
    text: bytes
    forever: bool


def fetch(site: Site, address: str, session: str = "") -> Sent:
    """Gets it as a browser does that takes gzip."""
    connection = HTTPConnection("127.0.0.1", site.port, timeout=20)
    connection.request(
        "GET", address, headers={"Accept-Encoding": "gzip", "Cookie": f"sessionid={session}"}
    )
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200, (address, answer.status)
    text = gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body
    return Sent(len(body), text, "immutable" in answer.headers["Cache-Control"])


def first_load(site: Site, address: str, session: str) -> int:
    """Prints what a first visit fetches; returns its bytes without the pictures."""
    page = fetch(site, address, session)
    html = page.text.decode()
    styles = {link: fetch(site, link) for link in STYLES.findall(html)}
    scripts = {link: fetch(site, link) for link in SCRIPTS.findall(html)}
    fonts = {
        link: fetch(site, link)
        for at, sheet in styles.items()
        for link in (urljoin(at, font) for font in FONTS.findall(sheet.text.decode()))
    }
    kinds = {"styles": styles, "scripts": scripts, "fonts": fonts}
    total = page.size + sum(sent.size for kind in kinds.values() for sent in kind.values())
    print(f"first load, compressed: {total:,} bytes; bar {PAGE_BAR:,} ({total / PAGE_BAR:.2f} ×)")
    print(f"  page {page.size:,} (uncompressed {len(page.text):,})")
    for name, kind in kinds.items():
        print(f"  {len(kind)} {name} {sum(sent.size for sent in kind.values()):,}")
    images = PICTURES.findall(html)
    for name, some in (
        ("at once", [image for image in images if 'loading="lazy"' not in image]),
        ("when in sight", [image for image in images if 'loading="lazy"' in image]),
    ):
        found = {match[1] for image in some if (match := re.search('src="([^"]+)"', image))}
        size = sum(fetch(site, link).size for link in found)
        print(f"  beside it, {len(found)} pictures {name}: {size:,}")
    passing = [link for kind in kinds.values() for link, sent in kind.items() if not sent.forever]
    print(f"  not to be kept for ever: {', '.join(passing) or 'the page alone'}")
    return total


def after_moves(games: int) -> float:
    """Prints what is sent after moves; returns the mean bytes a player and move."""
    from django.utils import translation

    from game import live, pages
    from game.models import Table

    rng = random.Random(1)
    views = [live.View(seat, "ro", "table", "http://x") for seat in range(PEOPLE)]
    events, answers, parts = [], [], Counter[str]()
    for _ in range(games):
        for table in tables.play(tables.people(PEOPLE), rng):
            version, made = table.version, pages.fragments(table, views)
            events += [len(live.event("table", version, html).encode()) for html in made.values()]
            mover = table.moves.latest("version").seat
            with translation.override("ro"):
                answer = pages.move_fragment(
                    Table.objects.get(pk=table.pk), views[mover], version - 1
                )
            answers.append(len(answer.encode()))
            for html in made.values():
                parts.update(sizes_of_parts(html))
    mean = (sum(events) + sum(answers)) / len(events)
    print(
        f"after a move, uncompressed, {games} games of {PEOPLE} ({len(answers)} moves): "
        f"{mean:,.0f} bytes a player; bar {MOVE_BAR:,} ({mean / MOVE_BAR:.2f} ×)"
    )
    print(
        f"  by the stream mean {statistics.mean(events):,.0f}, median "
        f"{statistics.median(events):,.0f}, most {max(events):,}; "
        f"the mover's answer besides {statistics.mean(answers):,.0f}"
    )
    for part, size in parts.most_common():
        print(f"  {part:8} {size / len(events):7,.0f}")
    return mean


def sizes_of_parts(html: str) -> Counter[str]:
    """The bytes of a fragment by kind of part, each of which begins with an id."""
    sizes, kind = Counter[str](), "version"
    for piece in PARTS.split(html):
        if found := re.match(r"<\w+[^>]* id=\"([a-z]+)", piece):
            kind = found[1]
        sizes[kind] += len(piece.encode())
    return sizes


def main() -> int:
    parser = argparse.ArgumentParser(description="What a table sends.")
    parser.add_argument("--games", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        site.start()
        try:
            tables.use(site.data)
            table = tables.people(PEOPLE)
            list(islice(tables.play(table, random.Random(1)), 40))
            page = first_load(site, f"/t/{table.code}/", tables.sessions_of(table)[0])
            move = after_moves(options.games)
        finally:
            site.stop()
    return 0 if page <= PAGE_BAR and move <= MOVE_BAR else 1


if __name__ == "__main__":
    sys.exit(main())
