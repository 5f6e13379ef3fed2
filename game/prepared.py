"""What is asked of the database again and again, as at every move, without Django's writing the
SQL each time: that takes it longer than a database needs to answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from inspect import signature
from threading import local
from typing import Any, Generic, Self, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BooleanField, DateTimeField, Expression, Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.signals import post_save
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)


class Prepared(Generic[M]):
    """A query for whole objects whose parameters are given when it is asked, by name.

    by_code = Prepared(lambda code: Table.objects.filter(code=code))
    by_code.first(code="7KM3XA")
    """

    def __init__(self, query: Callable[..., QuerySet[M]]) -> None:
        self._query = query
        self._here = local()

    def all(self, **values: str | int) -> list[M]:
        """What is found with these values, for a database's own types."""
        written = self._written()
        with written.connection.cursor() as cursor:
            cursor.execute(written.sql, written.filled(values))
            return cast("list[M]", list(written.objects(cursor.fetchall())))

    def first(self, **values: str | int) -> M | None:
        """The first of them, if any."""
        return next(iter(self.all(**values)), None)

    def get(self, **values: str | int) -> M:
        """The only one; the model's DoesNotExist without any."""
        found = self.first(**values)
        if found is None:
            raise self._written().model.DoesNotExist
        return found

    def _written(self) -> _Written:
        """The query's SQL for the connection, which every thread has of its own."""
        written: _Written | None = getattr(self._here, "written", None)
        if written is None or written.connection is not connections[written.connection.alias]:
            holes = map(_Hole, signature(self._query).parameters)
            written = self._here.written = _Written(self._query(*holes))
        return written


def swap(changed: Model, names: Iterable[str], **known: object) -> bool:
    """Writes these fields of an object into its row, if that is `known` to be still as given."""
    sql, new, old = _update(type(changed), (*names,), ("id", *known))
    values = [field.pre_save(changed, False) for field in new] + [changed.pk, *known.values()]
    here = connections[DEFAULT_DB_ALIAS]
    with here.cursor() as cursor:
        cursor.execute(sql, _for_database((*new, *old), values, here))
        return bool(cursor.rowcount)


def insert(new: Model) -> None:
    """Adds the row of a new object, which does not learn its key; `post_save` is sent."""
    sql, fields = _insert(type(new))
    values = [field.pre_save(new, True) for field in fields]
    here = connections[DEFAULT_DB_ALIAS]
    with here.cursor() as cursor:
        cursor.execute(sql, _for_database(fields, values, here))
    post_save.send(type(new), instance=new, created=True, using=here.alias)


Fields = tuple[Any, ...]


@cache
def _update(
    model: type[Model], new: tuple[str, ...], old: tuple[str, ...]
) -> tuple[str, Fields, Fields]:
    field_of = cast("Callable[[str], Any]", model._meta.get_field)
    sets, where = tuple(map(field_of, new)), tuple(map(field_of, old))
    quoted = connection.ops.quote_name
    is_so = [[f"{quoted(field.column)} = %s" for field in fields] for fields in (sets, where)]
    table = quoted(model._meta.db_table)
    sql = f"UPDATE {table} SET {', '.join(is_so[0])} WHERE {' AND '.join(is_so[1])}"  # noqa: S608
    return sql, sets, where


@cache
def _insert(model: type[Model]) -> tuple[str, Fields]:
    fields: Fields = tuple(one for one in model._meta.concrete_fields if not one.primary_key)
    quoted = connection.ops.quote_name
    columns = ", ".join(quoted(field.column) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    table = quoted(model._meta.db_table)
    return f"INSERT INTO {table} ({columns}) VALUES ({marks})", fields  # noqa: S608  (names only)


def _for_database(
    fields: Fields, values: Sequence[object], connection: BaseDatabaseWrapper
) -> list[Any]:
    return [
        field.get_db_prep_save(value, connection)
        for field, value in zip(fields, values, strict=True)
    ]


class Loaded(Model):
    """A model whose objects come from their rows as they are.

    Django makes each as if it were new, with signals, which takes several times as long.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(  # type: ignore[override]  # of Django 6's stubs
        cls, db: str | None, field_names: Collection[str], values: Collection[Any]
    ) -> Self:
        """The object of a row; `field_names` are those of its columns."""
        found = cls.__new__(cls)
        found._state = ModelState()
        found._state.adding, found._state.db = False, db
        vars(found).update(zip(field_names, values, strict=True))
        return found


class _Hole(Expression):
    """Where a value is put into the SQL."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


def _converter(
    functions: Sequence[Callable[..., Any]], column: Any, connection: BaseDatabaseWrapper
) -> Callable[[Any], Any]:
    """What makes a column's value of what the database says, as these functions do in turn."""

    def convert(value: Any) -> Any:
        for function in functions:
            value = function(value, column, connection)
        return value

    # The same moments come again and again; what may be changed is made anew each time.
    lasting = isinstance(column.target, BooleanField | DateTimeField)
    return lru_cache(maxsize=128)(convert) if lasting else convert


class _Written:
    """A query as its compiler has written it, and how objects are made of its rows."""

    def __init__(self, query: QuerySet[Any]) -> None:
        compiler = query.query.get_compiler(query.db)
        self.connection: BaseDatabaseWrapper = compiler.connection
        self.sql, self._parameters = compiler.as_sql()
        own = compiler.klass_info
        self._own = _Made(own, compiler)
        self.model = self._own.model
        self._related = [
            (_Made(info, compiler), info["local_setter"])
            for info in own.get("related_klass_infos", ())
        ]

    def filled(self, values: dict[str, str | int]) -> list[Any]:
        return [values[one.name] if isinstance(one, _Hole) else one for one in self._parameters]

    def objects(self, rows: Sequence[Sequence[Any]]) -> Iterator[Model]:
        """One of each row; they share what is related to several of them."""
        known: list[dict[object, Model | None]] = [{None: None} for _ in self._related]
        for row in rows:
            found = self._own.of(row)
            for (related, put), those in zip(self._related, known, strict=True):
                key = row[related.key]
                if key not in those:
                    those[key] = related.of(row)
                put(found, those[key])
            yield found


class _Made:
    """How a model's objects are made of the columns that a query's rows have of it."""

    def __init__(self, info: Any, compiler: SQLCompiler) -> None:
        fields = info["select_fields"]
        columns: list[Any] = [column for column, _, _ in compiler.select]
        self.model: Any = info["model"]
        self._alias = compiler.connection.alias
        self._at = slice(fields[0], fields[-1] + 1)
        self._names = [column.target.attname for column in columns[self._at]]
        self._converters = [
            (at - fields[0], _converter(functions, column, compiler.connection))
            for at, (functions, column) in compiler.get_converters(columns).items()
            if at in fields
        ]
        self.key: int = fields[0]
        """The column of its key, which is every model's first."""

    def of(self, row: Sequence[Any]) -> Model:
        values = list(row[self._at])
        for at, convert in self._converters:
            values[at] = convert(values[at])
        made: Model = self.model.from_db(self._alias, self._names, values)
        return made
