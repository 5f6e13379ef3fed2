"""Figures for Prometheus, at /metrics, where CARTI_METRICS names the token that they are given for.

Each process tells of itself and is asked for itself; what waits in the database is the same for
all. This module is imported only where the token is set: nothing else knows of Prometheus.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db.models.signals import post_save
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

from carti_site.logs import route
from game import live
from game.models import Move, Table

MOVES = Counter("carti_moves", "Moves made by this process, by whom.", ["by"])
ANSWERS = Histogram(
    "carti_answer_seconds",
    "Until an answer begins, by the name of its address.",
    ["route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
STREAMS = Gauge("carti_open_streams", "Event streams open in this process.")
DUE = Gauge("carti_due_tables", "Tables whose turn is due and not yet played.")
LATE = Gauge("carti_due_late_seconds", "How long the first of them has been due.")
ERRORS = Counter("carti_errors", "Faults in this process's log, by who tells them.", ["logger"])


class MetricsMiddleware:
    """Times every answer; answers /metrics itself, to whoever has the token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        post_save.connect(_count_move, sender=Move)
        logging.getLogger().addHandler(FAULTS)
        STREAMS.set_function(lambda: len(live.hub.streams()))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if request.path == "/metrics" and secrets.compare_digest(
            token.encode(), settings.METRICS.encode()
        ):
            return _told()
        begun = time.perf_counter()
        answer = self.get_response(request)
        seconds = time.perf_counter() - begun
        ANSWERS.labels(route(request), answer.status_code).observe(seconds)
        return answer


class Faults(logging.Handler):
    """Counts what is logged as an error."""

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        ERRORS.labels(record.name).inc()


FAULTS = Faults(logging.ERROR)


def _count_move(instance: Move, created: bool, **_: Any) -> None:
    if created:
        MOVES.labels(instance.by).inc()


def _told() -> HttpResponse:
    now = timezone.now()
    due = [table.due_at or now for table in Table.objects.due(now).only("due_at")]
    DUE.set(len(due))
    LATE.set((now - due[0]).total_seconds() if due else 0)
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
