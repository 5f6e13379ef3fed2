"""Brings the database to this code's version, with a backup before anything changes."""

from collections.abc import Callable

from django.core.management import call_command
from django.db import connection
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
