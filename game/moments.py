"""Moments of very many rows, read cheaply.

What Django makes of SQLite's text, row by row, takes longer than the reading itself.
"""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Func
from django.db.models.sql.compiler import SQLCompiler


class Iso(Func):
    """A moment as text in UTC, for `datetime.fromisoformat`; in the order of time."""

    template = "CAST(%(expressions)s AT TIME ZONE 'UTC' AS text) || '+00:00'"
    output_field = CharField()

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Any]:
        """In UTC already."""
        template = "%(expressions)s || '+00:00'"
        return self.as_sql(compiler, connection, template=template, **context)
