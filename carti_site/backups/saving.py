"""Making a backup, while people play: all of one moment, and nobody waits."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from carti_site.backups import versions
from carti_site.backups.packed import Writer

DAYS, AT_MOST = 30, 14
"""How long, and how many, backups stay in the site's own folder; newer ones push older ones out."""
CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class Saved:
    """A backup that was made."""

    path: Path
    rows: int

    def __str__(self) -> str:
        return f"{self.path} ({self.rows:,} rows, {self.path.stat().st_size / 1e6:.1f} MB)"


def save_here() -> Saved:
    """Into the site's own folder, where old ones go by themselves."""
    stamp = timezone.localtime().strftime("%Y-%m-%d-%H%M%S-%f")
    saved = save(folder() / f"carti-{stamp}.zip")
    prune(now=timezone.now())
    return saved


def folder() -> Path:
    """The site's own folder for backups."""
    return Path(settings.DATA_DIR) / "backups"


def prune(*, now: datetime) -> None:
    """Old backups go from the site's own folder: whoever was erased still has a name in them."""
    newest_first = sorted(folder().glob("carti-*.zip"), reverse=True)
    for n, path in enumerate(newest_first):
        age = now.timestamp() - path.stat().st_mtime
        if n >= AT_MOST or age > timedelta(days=DAYS).total_seconds():
            path.unlink(missing_ok=True)


def save(path: Path) -> Saved:
    """Writes the file whole, or not at all."""
    if path.exists():
        raise CommandError(f"There is a file {path} already; choose another name.")
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(exist_ok=True)
        # Names, and hashes of passwords: nobody else's business.
        with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
            with Writer(file) as writer:
                rows = _write(writer)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except OSError as error:
        raise CommandError(f"The backup {path} can't be written ({error.strerror}).") from error
    except DatabaseError as error:
        raise CommandError(f"The database can't be read ({str(error).strip()}).") from error
    finally:
        part.unlink(missing_ok=True)
    return Saved(path, rows)


def _write(writer: Writer) -> int:
    with _one_moment():
        loader = versions.open_loader()
        applied = sorted(loader.applied_migrations)
        if not applied:
            raise CommandError("There is nothing in this database yet.")
        versions.check_known(loader, applied, "database")
        for label, model in versions.kept(versions.models(loader, applied)).items():
            columns = versions.columns(model)
            found = model._base_manager.order_by("pk").values_list(*columns)
            generated: Any = found.iterator(chunk_size=CHUNK)
            with closing(generated) as rows:
                writer.write(label, columns, rows)
    return writer.finish(made_at=timezone.now().isoformat(), migrations=applied)


@contextmanager
def _one_moment() -> Iterator[None]:
    """What is read within is as it was at its first query; whoever writes does not wait for it."""
    sqlite = connection.vendor == "sqlite"  # on which Django's own transactions lock out writers
    with connection.cursor() as cursor:
        cursor.execute("BEGIN" if sqlite else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
