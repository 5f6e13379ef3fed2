"""python -m tests.bench [NAME …] [--short] [--record] [--write]: see README.md."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sqlite3
import sys
from importlib import import_module, metadata
from itertools import chain
from pathlib import Path

from tests.bench.figures import HEAD, Figure
from tests.site import ROOT

BENCHES = (
    "engine",
    "bots",
    "learning",
    "fragment",
    "live",
    "lesson",
    "pages",
    "weight",
    "slow",
    "restart",
    "soak",
)
LONG_ONLY = ("bots", "learning", "soak")
"""Left out of the short form unless they are named."""
RECORDED = Path(__file__).with_name("recorded.json")
TWICE = 2.0
DOCUMENT = ROOT / "docs" / "measured.md"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHES))
    parser.add_argument("--short", action="store_true", help="against the recorded ratios")
    parser.add_argument("--record", action="store_true", help="keeps the short ratios instead")
    parser.add_argument("--write", action="store_true", help=f"puts the table into {DOCUMENT.name}")
    options = parser.parse_args()
    short = options.short or options.record
    names = options.names or [name for name in BENCHES if not short or name not in LONG_ONLY]
    print(f"{machine()}\n\n{HEAD}", flush=True)
    found = {}
    for name in names:
        found[name] = measured(name, short)
        if options.write and not short:
            write(found)  # at once: a long run may be broken off
    if options.record:
        record(found)
    elif short:
        return compared(found)
    return 0 if all(figure.reached for figures in found.values() for figure in figures) else 1


def measured(name: str, short: bool) -> list[Figure]:
    """Runs a bench, and prints its lines of the table."""
    figures: list[Figure] = import_module(f"tests.bench.{name}").figures(short)
    for figure in figures:
        print(figure.row(name), flush=True)
    return figures


def record(found: dict[str, list[Figure]]) -> None:
    """Keeps the ratios of these benches in place of those that were recorded before."""
    ratios = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    for name, figures in found.items():
        ratios[name] = {one.name: round(one.ratio, 4) for one in figures if one.ratio is not None}
    RECORDED.write_text(json.dumps(ratios, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def compared(found: dict[str, list[Figure]]) -> int:
    """1 when a figure is twice as bad as its recorded ratio, and is so in a second run, too."""
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))

    def bad(name: str, figures: list[Figure]) -> set[str]:
        old = recorded.get(name, {})
        return {one.name for one in figures if one.worse_than(old.get(one.name, 0.0)) > TWICE}

    still = {}
    for name, figures in found.items():
        if suspects := bad(name, figures):
            print(f"once more, for: {', '.join(sorted(suspects))}")
            still[name] = suspects & bad(name, measured(name, short=True))
    for name, names in still.items():
        for one in sorted(names):
            print(f"Twice as bad as recorded ({recorded[name][one]}): {name}, {one}")
    return 1 if any(still.values()) else 0


def write(found: dict[str, list[Figure]]) -> None:
    """Replaces the lines of these benches in the document's table, and the machine's line."""
    before, start, table, end, after = re.split(
        r"(<!-- figures -->\n|<!-- end -->\n)", DOCUMENT.read_text(encoding="utf-8")
    )
    rows: dict[str, list[str]] = {name: [] for name in BENCHES}
    for row, name in re.findall(r"^(\| (\w+) \|.*)$", table, re.M):
        if name in rows:
            rows[name].append(row)
    rows |= {name: [figure.row(name) for figure in figures] for name, figures in found.items()}
    table = "\n".join([machine(), "", HEAD, *chain.from_iterable(rows.values()), ""])
    DOCUMENT.write_text(before + start + table + end + after, encoding="utf-8")


def machine() -> str:
    """What the figures come from."""
    info = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"model name\s*: (.*)", info)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores ({model[1] if model else platform.machine()}), {memory:.0f} GB; "
        f"{platform.system()}, Python {platform.python_version()}, Django "
        f"{metadata.version('django')}, SQLite {sqlite3.sqlite_version}; "
        f"load average at the beginning {os.getloadavg()[0]:.1f}."
    )


if __name__ == "__main__":
    sys.exit(main())
