"""`manage.py teacher_link [NAME]`: a link for a new password, or for a new teacher."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from game import lan
from quiz.services import teachers


class Command(BaseCommand):
    help = "Prints a link that works once: with a NAME, to choose a new password; else, to join."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", help="the name by which the teacher signs in")
        parser.add_argument("--port", type=int, default=8000, help="the site's port")

    def handle(self, *args: Any, **options: Any) -> None:
        teacher = None
        if name := options["name"]:
            teacher = User.objects.filter(username__iexact=name, is_active=True).first()
            if teacher is None:
                known = ", ".join(
                    User.objects.filter(is_active=True).values_list("username", flat=True)
                )
                raise CommandError(
                    f"No teacher signs in as {name!r}. There are: {known or 'none'}."
                )
        address = settings.PUBLIC_ADDRESS or f"{lan.address()}:{options['port']}"
        scheme = "https" if settings.HTTPS else "http"
        secret = teachers.invite(teacher=teacher)
        path = reverse("quiz:join_teachers", args=[secret])
        self.stdout.write(f"{scheme}://{address}{path}")
