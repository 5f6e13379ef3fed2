"""`manage.py backup [FILE]`: everything in one file, while people play."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from carti_site.backups import saving


class Command(BaseCommand):
    help = (
        "Writes all there is into one file, for SQLite and PostgreSQL alike; people may play "
        f"meanwhile. Without FILE it goes into {saving.folder()}, where those older than "
        f"{saving.DAYS} days are deleted, and {saving.AT_MOST} are kept at most."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the zip to make")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path | None = options["file"]
        self.stdout.write(f"Backup: {saving.save(file) if file else saving.save_here()}")
