"""What is written down about requests and faults: never a name, a code or a secret.

Paths hold the codes of tables and classes, so that a request is told by the name of its route. On a
laptop a line each goes to the teacher's console; CARTI_LOG=json writes an object a line, for
whoever collects them, and one for every request.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

log = logging.getLogger(__name__)

_request_id: ContextVar[str] = ContextVar("request_id", default="")


def route(request: HttpRequest) -> str:
    """The name of the address asked for; "" where there is none."""
    return request.resolver_match.view_name if request.resolver_match else ""


class RequestMiddleware:
    """Gives every request a number that its lines share, and tells each when it is answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        _request_id.set(secrets.token_hex(8))
        answer = self.get_response(request)
        seconds = time.perf_counter() - begun
        told = {"request": request, "status_code": answer.status_code, "ms": round(seconds * 1000)}
        log.info("answered", extra=told)
        return answer


class NoPaths(logging.Filter):
    """A request is told by its route, and one that makes no sense in a line: it is no fault here.

    What was answered with 400 to 499 loses its traceback.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets everything pass."""
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            named = route(request) or "no such address"
            record.args = tuple(
                named if isinstance(arg, str) and arg.startswith("/") else arg
                for arg in record.args
            )
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.exc_info = record.exc_text = None
            record.stack_info = None
        return True


class JsonLines(logging.Formatter):
    """One object a line. Of a fault the type and where it came from: its text may hold data."""

    def format(self, record: logging.LogRecord) -> str:
        """Keys: time, level, logger, message, and where they are known request, method, route,
        status, ms, error, frames."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if number := _request_id.get():
            line["request"] = number
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            line |= {"method": request.method, "route": route(request)}
        for name, attribute in (("status", "status_code"), ("ms", "ms")):
            if (value := getattr(record, attribute, None)) is not None:
                line[name] = value
        if record.exc_info and record.exc_info[1] is not None:
            fault = record.exc_info[1]
            frames = traceback.extract_tb(fault.__traceback__)
            line["error"] = f"{type(fault).__module__}.{type(fault).__qualname__}"
            line["frames"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(line, ensure_ascii=False)
