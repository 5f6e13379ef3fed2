"""Putting a backup in the place of what there is, in one transaction: wholly, or not at all.

The tables are built anew as they were when the backup was made, filled, and brought up to this
code's version; so an older backup does as well as one from the other kind of database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.color import no_style
from django.db import DatabaseError, OperationalError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from carti_site.backups import saving, versions
from carti_site.backups.packed import Reader, Row
from quiz.models import Erasure
from quiz.services import erasing

PEOPLE = ("auth.User", "game.Player")
"""Where nobody is in either, nothing is lost by a restore."""
BATCH = 2_000
AS_IT_IS = (
    models.CharField, models.IntegerField, models.FloatField, models.BooleanField,
    models.ForeignKey,
)  # fmt: skip
"""Fields whose values are in JSON what they are for a database."""


def restore(path: Path, *, replace: bool, say: Callable[[str], None]) -> None:
    """Restores; says what it does. Only with `replace` where there are people already."""
    with opened(path) as backup:
        say(f"{backup} is whole.")
        loader = versions.open_loader()
        versions.check_known(loader, backup.migrations, "backup")
        applied = set(loader.applied_migrations)
        versions.check_known(loader, applied, "database")
        check_alone()
        old = versions.models(loader, applied)
        if any(model._base_manager.exists() for model in _named(old, *PEOPLE)):
            if not replace:
                raise CommandError(
                    "There are people in this database already; with --replace they give way to "
                    "the backup, and a backup of them is made first. Nothing was changed."
                )
            say(f"What was here is kept: {saving.save_here()}")
        with _in_one():
            erasures = [
                Erasure(key=one.key, at=one.at)
                for model in _named(old, "quiz.Erasure")
                for one in model._base_manager.all()
            ]
            _drop(old)
            _build(loader, backup)
            call_command("migrate", interactive=False, verbosity=0)
            again = erasing.erase_again(erasures=erasures)
            _plan_by_what_is_there()
    say(f"All {backup.rows_in_all:,} rows of {len(backup.tables)} tables are there.")
    say(
        f"Erased here after the backup was made, and now again: {again}. "
        "Whoever was erased after it on another machine is there again: erase them anew."
    )


@contextmanager
def opened(path: Path) -> Iterator[Reader]:
    """A backup that was read once, and is whole."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise CommandError(f"The file {path} can't be read ({error.strerror}).") from error
    with file:
        backup = Reader(file)
        backup.check()
        yield backup


def check_alone() -> None:
    """CommandError while anybody else has the database open."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA busy_timeout = 0")
            try:
                # Only who is alone may do this; whoever opens it next turns WAL on again.
                cursor.execute("PRAGMA journal_mode = DELETE")
                return
            except OperationalError:
                pass
        else:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND usename = current_user AND pid <> pg_backend_pid()"
            )
            if cursor.fetchone() == (0,):
                return
    raise CommandError(
        "The site runs on this database; stop it first, all of its processes. Nothing was changed."
    )


def _named(found: Iterable[type[Model]], *labels: str) -> list[type[Any]]:
    return [model for model in found if model._meta.label in labels]


@contextmanager
def _in_one() -> Iterator[None]:
    """One transaction; what the database does not take is told in a sentence."""
    connection.disable_constraint_checking()  # tables come in any order; all is checked at the end
    try:
        with transaction.atomic():
            yield
    except (DatabaseError, ValidationError, ValueError, TypeError, OverflowError) as error:
        raise CommandError(
            f"The database does not take the backup ({str(error).strip()}). Nothing was changed."
        ) from error
    finally:
        connection.enable_constraint_checking()


def _drop(old: Iterable[type[Model]]) -> None:
    with connection.schema_editor() as editor:
        for model in old:
            if not model._meta.auto_created:  # those go with the others
                editor.delete_model(model)
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    recorder.flush()


def _build(loader: MigrationLoader, backup: Reader) -> None:
    """The tables as they were, with what was in them."""
    MigrationExecutor(connection).migrate(versions.heads(loader, backup.migrations))
    kept = versions.kept(versions.models(loader, backup.migrations))
    for label, model in kept.items():
        if label not in backup.tables or backup.tables[label].columns != versions.columns(model):
            raise CommandError("The backup's tables are not those of its version. Nothing changed.")
    connection.check_constraints()  # on PostgreSQL migrations leave some that do not wait
    for model in kept.values():
        model._base_manager.all().delete()  # what migrations put there is in the backup too
    for label, model in kept.items():
        _fill(model, backup.rows(label))
        if model._base_manager.count() != backup.tables[label].rows:
            raise CommandError(f"Not all rows of {label} have arrived. Nothing was changed.")
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(kept.values())):
            cursor.execute(statement)
    connection.check_constraints()


def _plan_by_what_is_there() -> None:
    """PostgreSQL looks at new rows by itself only after a minute, and until then plans at random:
    the dashboard of a full year takes twenty times as long.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _fill(model: type[Model], rows: Iterable[Row]) -> None:
    """By hand, since `bulk_create` takes four times as long."""
    fields, quoted = model._meta.concrete_fields, connection.ops.quote_name
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    values = ", ".join("%s" for _field in fields)
    insert = f"INSERT INTO {quoted(model._meta.db_table)} ({columns}) VALUES ({values})"  # noqa: S608
    written = [(n, field) for n, field in enumerate(fields) if not isinstance(field, AS_IT_IS)]
    rest = iter(rows)
    with connection.cursor() as cursor:
        while some := list(islice(rest, BATCH)):
            for row in some:
                for n, field in written:
                    row[n] = field.get_db_prep_save(row[n], connection)
            cursor.executemany(insert, some)
