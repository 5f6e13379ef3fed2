"""The log of a request that makes no sense is a line, that of a fault a traceback."""

import logging
import sys

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils.log import log_response

from carti_site.logs import OneLine

pytestmark = pytest.mark.django_db


def shown(records: list[logging.LogRecord]) -> str:
    """As the console shows them."""
    form = logging.Formatter("%(message)s")
    return "\n".join(form.format(one) for one in records if OneLine().filter(one))


@pytest.mark.parametrize("kind", ["fields", "multipart"])
def test_what_strangers_send_is_told_in_a_line(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    if kind == "fields":
        body = "&".join(f"a{n}=1" for n in range(2_000))
        answer = Client().post("/quiz/start/", body, "application/x-www-form-urlencoded")
    else:
        answer = Client().post("/quiz/start/", b"x", "multipart/form-data; boundary=")
    assert answer.status_code == 400
    told = shown(caplog.records)
    assert len(told.splitlines()) == len(caplog.records) == 1


def test_the_console_does_so() -> None:
    handlers = logging.getLogger().handlers
    assert any(isinstance(one, OneLine) for handler in handlers for one in handler.filters)


def test_a_fault_keeps_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError("a fault")
    except ValueError:
        answer = HttpResponse(status=500)
        log_response("%s", "/learn/", response=answer, exception=sys.exc_info()[1])
    assert "Traceback" in shown(caplog.records)
