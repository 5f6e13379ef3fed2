"""`manage.py prepare`: what is done once before a version of the site serves."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from carti_site import database
from game import catalogue


class Command(BaseCommand):
    help = "Brings the database to this version, after a backup; loads cards and static files."
    requires_system_checks = "__all__"

    def handle(self, *args: Any, **options: Any) -> None:
        with database.told_in_words():
            database.prepare(self.stdout.write)
            made, changed = catalogue.load()
        if made or changed:
            self.stdout.write(f"Cards: {made} new, {changed} changed.")
        if not settings.STATIC_PREPARED:
            call_command("collectstatic", interactive=False, verbosity=0)
        self.stdout.flush()
