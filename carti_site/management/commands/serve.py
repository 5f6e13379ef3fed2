"""`manage.py serve`: from a fresh checkout to a running site, in one command."""

import gc
import io
import os
import socket
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.urls import reverse

from carti_site import connections, database
from game import lan, services
from game.models import Seat, Table
from quiz.services import teachers

EVERYWHERE = "0.0.0.0"  # noqa: S104  (the phones in the room must reach it)


class Command(BaseCommand):
    help = "Prepares everything and starts the site for this network."
    requires_system_checks = "__all__"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port (default: 8000)")
        parser.add_argument(
            "--host",
            default=EVERYWHERE,
            help="the address to listen on (default: all)",
        )
        parser.add_argument(
            "--workers",
            type=int,
            default=1,
            help="how many processes serve (default: 1; more only on PostgreSQL)",
        )
        parser.add_argument(
            "--demo", action="store_true", help="opens a table at which bots play, to look at"
        )
        parser.add_argument(
            "--prepared",
            action="store_true",
            help="only serves: `prepare` was run before, as on a host with several processes",
        )
        parser.add_argument(
            "--reload", action="store_true", help="starts again when a file changes (developers)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        if not 0 < port < 65536:
            raise CommandError(f"There is no port {port}; choose one from 1 to 65535.")
        check_workers(options["workers"])
        check_free(host, port)
        if not settings.PUBLIC_ADDRESS and host != EVERYWHERE:
            settings.PUBLIC_ADDRESS = f"{host}:{port}"
        os.environ["CARTI_PUBLIC_ADDRESS"] = settings.PUBLIC_ADDRESS  # for processes of its own
        if not options["prepared"]:
            call_command("prepare", stdout=self.stdout)
            address = settings.PUBLIC_ADDRESS or f"{lan.address()}:{port}"
            origin = f"{'https' if settings.HTTPS else 'http'}://{address}"
            self.greet(port, origin)
            self.invite_first(origin)
        if options["demo"]:
            table = open_demo()
            watch = reverse("game:watch", args=[table.code])
            self.say(f"Boții joacă la / bots play at: http://localhost:{port}{watch}\n")
        connections.allow_many()
        if options["workers"] > 1:
            gc.freeze()  # or it would take as long to take this one apart as to stop the others
        uvicorn.run(
            "carti_site.asgi:application",
            host=host,
            port=port,
            http="carti_site.connections:Connection",
            ws="none",
            log_config=None,  # its lines go where the site's go
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            proxy_headers=settings.HTTPS,
            forwarded_allow_ips=settings.PROXIES,
            reload=options["reload"],
            workers=options["workers"],
        )

    def say(self, text: str) -> None:
        """Prints a line at once, even into a pipe."""
        self.stdout.write(text)
        self.stdout.flush()

    def greet(self, port: int, origin: str) -> None:
        """The address and its QR code for the phones in the room."""
        url = f"{origin}/"
        out = io.StringIO()
        segno.make(url, error="l", micro=False).terminal(out=out, border=2, compact=True)
        self.say(
            f"{out.getvalue()}\n"
            "Cinci continente\n"
            f"  în rețea / on the network:         {url}\n"
            f"  pe acest calculator / on this one: http://localhost:{port}/\n"
            "  telefoanele nu ajung aici? / no phone gets in?\n"
            f"                                     http://localhost:{port}{reverse('game:phones')}\n"
            "  Ctrl-C oprește / stops.\n"
        )

    def invite_first(self, origin: str) -> None:
        """While nobody teaches here: the link that makes the first teacher."""
        with database.told_in_words():
            secret = teachers.invite_first()
        if secret is not None:
            link = f"{origin}{reverse('quiz:join_teachers', args=[secret])}"
            self.say(
                "Predai? Cu linkul acesta îți faci contul; merge o singură dată.\n"
                "Do you teach? This link makes your account; it works once.\n"
                f"  {link}\n"
            )


def check_workers(workers: int) -> None:
    """Raises CommandError for a number of processes that can't share this database."""
    if workers < 1:
        raise CommandError("At least one process must serve: --workers 1 or more.")
    if workers > 1 and connection.vendor == "sqlite":
        raise CommandError(
            "On SQLite one process serves. For several, set DATABASE_URL to a PostgreSQL database."
        )


def check_free(host: str, port: int) -> None:
    """Raises CommandError when something else listens on the port already."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name != "nt":  # there it would let two servers share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} on {host} can't be used ({error.strerror}). Perhaps the site runs "
                f"already; stop it, or start with --port {port + 1}."
            ) from error


def open_demo() -> Table:
    """A begun table of four bots."""
    levels: Iterator[str] = iter([*Seat.Level.values, Seat.Level.GOOD.value])
    table = services.open_table(opener=None, plan=list(levels))
    services.start(table=table, player=None)
    return table
