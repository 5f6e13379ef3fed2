"""The server's time and queries for every page, at three sizes of the data: does anything grow?

Every address of the URLconf that answers a GET with a page, for nobody, a pupil and a teacher,
through the whole stack of middleware and views, in this process and without a network, with a
twentieth, a quarter and the whole of a made-up year (2,000 pupils, a million responses, 10,000
games). The floor is a bare hello through the same stack, before each page. Also: a question of a
quiz and its answer.
"""

from __future__ import annotations

import csv
import logging
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.bench import plots, world
from tests.bench.figures import Figure, apart
from tests.bench.tables import HELLO
from tests.site import ROOT

if TYPE_CHECKING:
    from django.test import Client

SIZES = (1 / 20, 1 / 4, 1.0)
DASHBOARDS = ("quiz:classroom, teacher", "quiz:classroom?period=year, teacher")
DASHBOARD_BAR, QUERIES_BAR = 150.0, 15  # milliseconds
QUESTION, QUESTION_BAR = "a question and its answer", 12.0
LONG = 10.0
"""Milliseconds; the growth of what takes less is noise."""
GROWTH_BAR = 2.0
DRAWN = 8


class Cost(NamedTuple):
    """Of a page: milliseconds (the median), the floor's, queries and bytes."""

    took: float
    floor: float
    queries: int
    size: int


Costs = dict[str, Cost]


def figures(short: bool) -> list[Figure]:
    """What stands out; the costs of every page go to docs/pages.csv."""
    if short:
        return _outstanding(apart(measured, 1 / 70, 3))
    by_size = [apart(measured, size, 9) for size in SIZES]
    _write(by_size)
    _draw(by_size)
    return [*_outstanding(by_size[-1]), *_grown(by_size[0], by_size[-1])]


def _outstanding(costs: Costs) -> list[Figure]:
    told = [_figure(label, costs, DASHBOARD_BAR) for label in DASHBOARDS]
    most = max(costs[label].queries for label in DASHBOARDS)
    told.append(Figure("queries of the dashboard", most, "", bar=QUERIES_BAR))
    told.append(_figure(QUESTION, costs, QUESTION_BAR))
    middle = statistics.median(cost.took for cost in costs.values())
    hello = statistics.median(cost.floor for cost in costs.values())
    told.append(Figure("the median of all pages", middle, "ms", hello))
    slowest = max(costs, key=lambda label: costs[label].took)
    name = f"the slowest of {len(costs)}: {slowest}"
    return [*told, Figure(name, costs[slowest].took, "ms", costs[slowest].floor)]


def _grown(small: Costs, large: Costs) -> list[Figure]:
    """What takes more in a whole year than in a small part of it."""
    shared = [label for label in large if label in small]
    more = [label for label in shared if large[label].queries > small[label].queries]
    grown = max(
        (label for label in shared if large[label].took > LONG),
        key=lambda label: large[label].took / small[label].took,
    )
    before, after = small[grown].took, large[grown].took
    return [
        Figure(f"pages with more queries in a larger year {more or ''}", len(more), "", bar=0),
        Figure(f"grown most: {grown}", after, "ms", before, bar=GROWTH_BAR, of_ratio=True),
    ]


def _figure(label: str, costs: Costs, bar: float) -> Figure:
    cost = costs[label]
    return Figure(label, cost.took, "ms", cost.floor, bar=bar)


def measured(share: float, times: int) -> Costs:
    """Every page with that share of a year. To be called in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        world.prepared(Path(folder), share)
        from django.test import Client
        from django.test.utils import override_settings

        logging.disable(logging.WARNING)  # who is shown no page is no news
        here = world.World()
        browsers = {role: Client() for role in here.sessions}
        for role, session in here.sessions.items():
            browsers[role].cookies["sessionid"] = session
        found = {}
        with override_settings(ALLOWED_HOSTS=["*"]):
            for page in here.pages():
                browser = browsers[page.role]
                if browser.get(page.address).status_code == 200:
                    get = lambda page=page, browser=browser: browser.get(page.address)  # noqa: E731
                    found[page.label] = _cost(browsers["nobody"], get, times)
            found[QUESTION] = _question(here, browsers, times)
        return found


def _cost(nobody: Client, ask: Callable[[], Any], times: int) -> Cost:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        size, queries = _read(ask()), len(asked)
    pairs = [(_clocked(ask), _clocked(lambda: nobody.get(HELLO))) for _ in range(times)]
    took, floor = (statistics.median(each) for each in zip(*pairs, strict=True))
    return Cost(took, floor, queries, size)


def _clocked(ask: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    _read(ask())
    return (time.perf_counter() - begun) * 1000


def _read(answer: Any) -> int:
    """The bytes of the answer, a file too."""
    return sum(map(len, answer)) if answer.streaming else len(answer.content)


def _question(here: world.World, browsers: dict[str, Client], quizzes: int) -> Cost:
    """The next question, and an answer to it, in some quizzes."""
    from game.models import Player
    from quiz.services import attempts

    rng, costs = random.Random(1), []
    player, browser = Player.objects.get(pk=here.pupil), browsers["pupil"]
    htmx = {"HX-Request": "true"}
    for _ in range(quizzes):
        attempt = attempts.begin(player=player, kind="quick")
        for position in range(len(attempt.items)):
            item = attempt.item(position)
            numbers = range(1, len(item.options) + 1)
            said = {
                "sort": [rng.choice(numbers) for _ in item.cards],
                "order": rng.sample(numbers, len(numbers)),
            }.get(item.form, [rng.choice(numbers)])
            address = f"/quiz/{attempt.pk}/"

            def ask(address: str = address, position: int = position, said: Any = said) -> Any:
                page = browser.get(address, headers=htmx)
                answer = browser.post(f"{address}{position}/", {"answer": said}, headers=htmx)
                assert page.status_code == answer.status_code == 200
                return answer

            costs.append(Cost(_clocked(ask), _clocked(lambda: browsers["nobody"].get(HELLO)), 0, 0))
    took = statistics.median(cost.took for cost in costs)
    return Cost(took, statistics.median(cost.floor for cost in costs), 0, 0)


def _write(by_size: list[Costs]) -> None:
    """Every page, the slowest first."""
    with (ROOT / "docs" / "pages.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        names = [f"{what} at {size:g} of a year" for size in SIZES for what in ("ms", "queries")]
        rows.writerow(["page", "bytes", *names])
        for label, cost in sorted(by_size[-1].items(), key=lambda one: -one[1].took):
            each = [costs.get(label) for costs in by_size]
            cells = [(f"{one.took:.1f}", one.queries) if one else ("", "") for one in each]
            rows.writerow([label, cost.size, *(cell for pair in cells for cell in pair)])


def _draw(by_size: list[Costs]) -> None:
    """The slowest pages; files are in the list of all alone."""
    last = by_size[-1]
    pages = [label for label in last if "export" not in label]
    slowest = sorted(pages, key=lambda label: -last[label].took)
    series = {
        label.partition(":")[2].partition(",")[0]: [
            (100 * size, costs[label].took) for size, costs in zip(SIZES, by_size, strict=True)
        ]
        for label in slowest[:DRAWN]
        if all(label in costs for costs in by_size)
    }
    plots.lines("measured-pages.png", "The slowest pages, by the share of a year (%)", series, "ms")
