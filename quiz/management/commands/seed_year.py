"""`manage.py seed_year`: a made-up school year, to look at the pages and to measure them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from game.models import Player
from quiz.seeding import seed


class Command(BaseCommand):
    help = "Fills an empty database with a made-up school year."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--classrooms", type=int, default=70)
        parser.add_argument("--pupils", type=int, default=2_000)
        parser.add_argument("--responses", type=int, default=1_000_000)
        parser.add_argument("--games", type=int, default=10_000)
        parser.add_argument("--chance", type=int, default=1, help="the same makes the same year")

    def handle(self, *args: Any, **options: Any) -> None:
        if Player.objects.exists():
            raise CommandError(
                "This database has players already; a made-up year belongs in an empty one. "
                "Set CARTI_DATA to a new folder, and run manage.py migrate and load_catalogue."
            )
        names = ("classrooms", "pupils", "responses", "games", "chance")
        seed(**{name: options[name] for name in names}, now=timezone.now(), say=self.stdout.write)
