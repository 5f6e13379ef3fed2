"""`manage.py print_deck FILE`: the sixty cards as a PDF to print and to cut."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from game import deck
from game.deck.kept import make


class Command(BaseCommand):
    help = "Write the deck as an A4 PDF: nine cards a page, their backs behind them, the rules."
    requires_system_checks = ()  # the cards come from their file, not from a database

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the PDF to write")
        parser.add_argument(
            "--language",
            choices=[code for code, _name in settings.LANGUAGES],
            default=settings.LANGUAGE_CODE,
            help="the language on the cards (default: %(default)s)",
        )
        parser.add_argument("--no-backs", action="store_true", help="faces only: less ink")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        backs = not options["no_backs"]
        try:
            make(path, options["language"], backs)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        size = path.stat().st_size / 1e6
        self.stdout.write(f"{path}: {deck.page_count(backs)} A4 pages, {size:.1f} MB.")
