"""How long a question and its answer take the server, with a year of data in the database.

    python -m tests.bench.quiz [--data FOLDER] [--attempts N]

FOLDER is a data folder that `manage.py seed_year` filled (2,000 pupils, a million responses); one
is made first when none is given, which takes some minutes. Pupils of that year take quizzes through
the whole stack of middleware and views, in this process and without a network; the floor is a page
that asks the database nothing. Also counted: queries, and what a first load of a question weighs.
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench import tables

if TYPE_CHECKING:
    from django.test import Client

    from quiz.items import Item
    from quiz.models import Attempt

BAR = 12.0  # milliseconds, question and answer together, the median
PAGE_BAR = 120_000  # bytes compressed, without pictures
STATIC = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"')


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--attempts", type=int, default=40)
    options = parser.parse_args()
    with tables.year(options.data):
        return measure(options.attempts)


def measure(attempts: int) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext, override_settings

    from quiz.models import Response

    rng = random.Random(1)
    took: dict[str, list[float]] = {"question": [], "answer": [], "both": [], "floor": []}
    queries: dict[str, set[int]] = {"question": set(), "answer": set()}
    with override_settings(ALLOWED_HOSTS=["*"]):
        print(f"{Response.objects.count():,} responses in the database")
        for browser, attempt in _begun(attempts, rng):
            for position in range(len(attempt.items)):
                begun = time.perf_counter()
                browser.get("/rules/")
                took["floor"].append((time.perf_counter() - begun) * 1000)
                with CaptureQueriesContext(connection) as asked:
                    begun = time.perf_counter()
                    page = browser.get(f"/quiz/{attempt.pk}/", headers={"HX-Request": "true"})
                    question = (time.perf_counter() - begun) * 1000
                assert page.status_code == 200, page.status_code
                with CaptureQueriesContext(connection) as written:
                    begun = time.perf_counter()
                    page = browser.post(
                        f"/quiz/{attempt.pk}/{position}/",
                        _answer(attempt.item(position), rng),
                        headers={"HX-Request": "true"},
                    )
                    answer = (time.perf_counter() - begun) * 1000
                assert page.status_code == 200, page.status_code
                took["question"].append(question)
                took["answer"].append(answer)
                took["both"].append(question + answer)
                queries["question"].add(len(asked))
                queries["answer"].add(len(written))
        weight = _first_load(rng)
    for name, times in took.items():
        print(f"{name}: median {statistics.median(times):.1f} ms, p95 {_p95(times):.1f} ms")
    print("queries:", {name: sorted(counts) for name, counts in queries.items()})
    print(f"first load of a question: {weight / 1000:.0f} KB (bar {PAGE_BAR / 1000:.0f})")
    both = statistics.median(took["both"])
    held = both <= BAR and weight <= PAGE_BAR
    print(f"question and answer {both:.1f} ms (bar {BAR:.0f}): {'holds' if held else 'DOES NOT'}")
    return 0 if held else 1


def _begun(attempts: int, rng: random.Random) -> Iterator[tuple[Client, Attempt]]:
    """Pupils of the year who begin a quick quiz, each with a browser."""
    from game.models import Player
    from quiz import services
    from tests.conftest import client_of

    players = list(Player.objects.filter(is_guest=False).order_by("pk")[:2_000])
    for player in rng.sample(players, attempts):
        yield client_of(player), services.begin(player=player, kind="quick")


def _answer(item: Item, rng: random.Random) -> dict[str, Any]:
    """An allowed answer, as the page sends it."""
    from quiz.items import Form

    numbers = list(range(1, len(item.options) + 1))
    if item.form == Form.SORT:
        return {"answer": [rng.choice(numbers) for _ in item.cards]}
    if item.form == Form.ORDER:
        return {"answer": rng.sample(numbers, len(numbers))}
    return {"answer": rng.choice(numbers)}


def _first_load(rng: random.Random) -> int:
    """The heaviest page of a question with its styles, scripts and fonts, compressed."""
    from django.contrib.staticfiles import finders

    fonts = sum(Path(str(finders.find(f"fonts/{name}.woff2"))).stat().st_size for name in FONTS)
    most = 0
    for browser, attempt in _begun(12, rng):
        page = browser.get(f"/quiz/{attempt.pk}/").content
        size = len(gzip.compress(page)) + fonts
        for path in set(STATIC.findall(page.decode())):
            plain = re.sub(r"\.[0-9a-f]{12}\.", ".", path).removeprefix("/static/")
            size += len(gzip.compress(Path(str(finders.find(plain))).read_bytes()))
        most = max(most, size)
    return most


FONTS = ("baloo2", "nunito")


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[18]


if __name__ == "__main__":
    sys.exit(main())
