"""Brings the database to this code's version, with a backup before anything changes."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone


def prepare(say: Callable[[str], None]) -> None:
    """Migrates; backs an existing SQLite file up first, and refuses one that newer code made."""
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError as error:
        raise CommandError(
            f"The database can't be opened ({str(error).strip()}); check DATABASE_URL, "
            "and that the database runs and this user may use it."
        ) from error
    applied = set(executor.loader.applied_migrations)
    unknown = sorted(
        f"{app}.{name}" for app, name in applied - set(executor.loader.disk_migrations)
    )
    if unknown:
        raise CommandError(
            "This database was made by a newer version of the site "
            f"({', '.join(unknown)}); update the site, or use a backup. Nothing was changed."
        )
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if applied and connection.vendor == "sqlite":
        say(f"Backup: {back_up()}")
    call_command("migrate", interactive=False, verbosity=0)


def back_up() -> Path:
    """Copies the SQLite database, whole even while in use, into `backups/`; returns the file."""
    folder = settings.DATA_DIR / "backups"
    folder.mkdir(exist_ok=True)
    stamp = timezone.localtime().strftime("%Y-%m-%d-%H%M%S")
    path = Path(folder / f"carti-{stamp}.sqlite3")
    with (
        closing(sqlite3.connect(settings.DATABASES["default"]["NAME"])) as source,
        closing(sqlite3.connect(path)) as target,
    ):
        source.backup(target)
    return path
