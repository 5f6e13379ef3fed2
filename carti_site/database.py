"""Brings the database to this code's version, with a backup before anything changes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import InterfaceError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from carti_site.backups import saving, versions


def prepare(say: Callable[[str], None]) -> None:
    """Migrates; backs up what there is first, and refuses a database that newer code made."""
    loader = versions.open_loader()
    applied = loader.applied_migrations
    versions.check_known(loader, applied, "database")
    if not MigrationExecutor(connection).migration_plan(loader.graph.leaf_nodes()):
        return
    if applied:
        say(f"Backup: {saving.save_here()}")
    call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def told_in_words() -> Iterator[None]:
    """For a start: that the database can't be reached or written to is a sentence."""
    try:
        yield
    except (InterfaceError, OperationalError) as error:
        name = connection.settings_dict["NAME"]
        raise CommandError(
            f"The database {name} can't be used ({str(error).strip()}). Perhaps another program"
            " writes to it, the disk is full, or it is not ours to write to. Then start again."
        ) from error
