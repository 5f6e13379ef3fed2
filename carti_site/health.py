"""Two addresses for whoever looks after the process: does it live, and can it serve?

/healthz says that the process answers. /readyz asks the database, too, and says in words what is
missing. Neither needs a session, a language or the right Host header, nor tells anything else.
"""

from collections.abc import Callable, Iterator

from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from game.engine import CARDS
from game.models import Card

ENTRANCE = "css/base.css"
"""A file that every page asks for."""


class HealthMiddleware:
    """Answers /healthz and /readyz before anything else looks at the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self._migrated = False  # once it is, it stays so while this code runs

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        match request.path:
            case "/healthz":
                return _told([])
            case "/readyz":
                return _told(list(self._missing()))
            case _:
                return self.get_response(request)

    def _missing(self) -> Iterator[str]:
        """What the site still lacks to serve, a sentence each."""
        try:
            self._migrated = self._migrated or _is_migrated()
            if not self._migrated:
                yield "The database is not migrated; run `manage.py migrate`."
            elif Card.objects.count() < len(CARDS):
                yield "The cards are not loaded; run `manage.py load_catalogue`."
        except DatabaseError:
            yield "The database does not answer."
        try:
            staticfiles_storage.url(ENTRANCE)
        except ValueError:
            yield "The static files are not prepared; run `manage.py collectstatic`."


def _is_migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _told(wrong: list[str]) -> HttpResponse:
    text, status = ("\n".join(wrong), 503) if wrong else ("ok", 200)
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain", headers=headers)
