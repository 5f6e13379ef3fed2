"""`manage.py move_to URL`: everything moves to another database, as when a laptop is outgrown."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from carti_site.backups import restoring, saving


class Command(BaseCommand):
    help = (
        "Copies everything into the empty database at URL "
        "(postgres://user:password@host:5432/name, or sqlite:////folder/file.sqlite3) "
        "and compares the counts; this database stays as it is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", metavar="URL", help="as in DATABASE_URL")

    def handle(self, *args: Any, **options: Any) -> None:
        restoring.check_alone()  # what is played meanwhile would not come along
        saved = saving.save_here()
        self.stdout.write(f"Backup: {saved}")
        self.stdout.flush()
        there = os.environ | {"DATABASE_URL": options["url"]}
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "restore", str(saved.path)]
        if subprocess.run(command, env=there, check=False).returncode:  # noqa: S603
            raise CommandError("Nothing was moved; all is here as it was.")
        self.stdout.write("From now on start the site with DATABASE_URL set to the new database.")
