"""Which version of the code a database or a backup is of: its migrations, and the tables they make.

Tables are known as they were then, so that older ones can be read and built without older code.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

Key = tuple[str, str]
"""A migration: its app and its name."""

NOT_KEPT = {"sessions.Session", "quiz.Invitation"}
"""Who is signed in, and links that work once: a restore would have them work again."""


def open_loader() -> MigrationLoader:
    """All migrations there are, and those of this database."""
    try:
        return MigrationLoader(connection)
    except DatabaseError as error:
        raise CommandError(
            f"The database can't be opened ({str(error).strip()}); check DATABASE_URL, "
            "and that the database runs and this user may use it."
        ) from error


def check_known(loader: MigrationLoader, keys: Iterable[Key], what: str) -> None:
    """CommandError where newer code has made `what`."""
    unknown = sorted(".".join(key) for key in set(keys) - set(loader.disk_migrations))
    if unknown:
        raise CommandError(
            f"This {what} was made by a newer version of the site ({', '.join(unknown)}); "
            "update the site first. Nothing was changed."
        )


def heads(loader: MigrationLoader, keys: Iterable[Key]) -> list[Key]:
    """The last migration of each app."""
    done = set(keys)
    return sorted(
        key
        for key in done
        if not any(
            child.key in done and child.key[0] == key[0]
            for child in loader.graph.node_map[key].children
        )
    )


def models(loader: MigrationLoader, keys: Iterable[Key]) -> list[type[Model]]:
    """Every table after these migrations."""
    state = loader.project_state(heads(loader, keys))
    return [
        model for model in state.apps.get_models(include_auto_created=True) if not model._meta.proxy
    ]


def kept(found: Iterable[type[Model]]) -> dict[str, type[Model]]:
    """Those whose rows belong into a backup, by name."""
    return {model._meta.label: model for model in found if model._meta.label not in NOT_KEPT}


def columns(model: type[Model]) -> list[str]:
    """What a row of the table is made of, in order."""
    return [field.attname for field in model._meta.concrete_fields]
