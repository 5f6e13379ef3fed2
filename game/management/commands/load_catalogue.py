"""`manage.py load_catalogue`: the cards of `game/data/catalogue.json` into the database."""

from typing import Any

from django.core.management.base import BaseCommand

from game import catalogue


class Command(BaseCommand):
    help = "Loads the sixty cards; running it again changes only what changed in the file."

    def handle(self, *args: Any, **options: Any) -> None:
        made, changed = catalogue.load()
        self.stdout.write(f"Catalogue: {made} cards made, {changed} changed.")
