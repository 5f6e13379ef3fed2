"""How long the pages of a class's dashboard take the server, with a year of data in the database.

    python -m tests.bench.dashboard [--data FOLDER] [--times N]

FOLDER is a data folder that `manage.py seed_year` filled (2,000 pupils, a million responses); one
is made first when none is given, which takes some minutes. A teacher's browser asks for pages of
several classes through the whole stack of middleware and views, in this process and without a
network. The floor is a page that asks the database nothing.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

from tests.bench import tables

BAR = 150.0  # milliseconds, the median of the page as it opens
QUERIES = 15
PAGES = {
    "floor": "/rules/",
    "class, 30 days": "/classes/{pk}/",
    "class, 30 days, by animal": "/classes/{pk}/?by=animals",
    "class, school year": "/classes/{pk}/?period=year",
    "class, all days": "/classes/{pk}/?period=days",
    "answers": "/classes/{pk}/answers/",
    "pupil": "/classes/{pk}/pupils/{player}/",
    "all days as XLSX": "/classes/{pk}/data/file/?what=all&kind=xlsx&period=days",
}
HELD = ("class, 30 days", "class, school year")
"""The others are printed to be looked at."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--times", type=int, default=12)
    options = parser.parse_args()
    with tables.year(options.data):
        return measure(options.times)


def measure(times: int) -> int:
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, override_settings

    from quiz.models import Classroom, Response

    held = True
    with override_settings(ALLOWED_HOSTS=["*"]):
        rooms = list(Classroom.objects.order_by("pk")[:times])
        User.objects.filter(pk=rooms[0].teacher_id).update(is_active=True)
        desk = Client()
        desk.force_login(User.objects.get(pk=rooms[0].teacher_id))
        print(f"{Response.objects.count():,} responses, {Classroom.objects.count()} classes")
        for name, path in PAGES.items():
            took, cpu, queries, size = [], [], set(), 0
            for room in rooms if "XLSX" not in name else rooms[:3]:
                player = room.enrolments.order_by("pk").values_list("player", flat=True)[0]
                address = path.format(pk=room.pk, player=player)
                with CaptureQueriesContext(connection) as asked:
                    begun, busy = time.perf_counter(), time.process_time()
                    page = desk.get(address)
                    took.append((time.perf_counter() - begun) * 1000)
                    cpu.append((time.process_time() - busy) * 1000)
                assert page.status_code == 200, (address, page.status_code)
                queries.add(len(asked))
                size = max(size, len(page.content))
            middle, most = statistics.median(took), max(queries)
            print(
                f"{name}: median {middle:.0f} ms (processor {statistics.median(cpu):.0f}), "
                f"slowest {max(took):.0f}, {most} queries, {size / 1000:.0f} KB"
            )
            if name in HELD:
                held = held and middle <= BAR and most <= QUERIES
    print(f"bar {BAR:.0f} ms and {QUERIES} queries: {'holds' if held else 'DOES NOT HOLD'}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
