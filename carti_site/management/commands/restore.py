"""`manage.py restore FILE`: a backup takes the place of what there is."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from carti_site.backups import restoring


class Command(BaseCommand):
    help = "Restores a backup of either kind of database; what is broken or newer is refused."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what `backup` has made")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="even where there are people already; a backup of them is made first",
        )
        parser.add_argument("--check", action="store_true", help="only says whether it is whole")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            with restoring.opened(options["file"]) as backup:
                self.stdout.write(f"{backup} is whole.")
            return
        restoring.restore(options["file"], replace=options["replace"], say=self.stdout.write)
