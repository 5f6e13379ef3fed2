"""Figures for Prometheus: for whoever has the token, and else they are not there."""

import logging
import re
import time
from collections.abc import Callable

import pytest

from tests.site import Browser, Site, manage

TOKEN = "a token for the tests"  # noqa: S105
AUTHORIZED = {"Authorization": f"Bearer {TOKEN}"}


def figure(text: str, name: str) -> float:
    """The sum of all with this name and these labels, in whichever order."""
    found = re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.MULTILINE)
    return sum(float(one) for one in found)


def test_moves_answers_streams_and_what_is_due(start_site: Callable[..., Site]) -> None:
    pytest.importorskip("prometheus_client", reason="NO METRICS: '.[metrics]' is missing")
    site = start_site("--demo", CARTI_METRICS=TOKEN)
    browser = Browser(site)
    for headers in ({}, {"Authorization": "Bearer other"}, {"Authorization": TOKEN[:-1]}):
        assert browser.get("/metrics", **headers).status == 404
    table = browser.open_solo()
    with browser.stream(f"{table}events/?page=table") as stream:
        stream.readline()
        deadline = time.monotonic() + 30
        while True:
            answer = browser.get("/metrics", **AUTHORIZED)
            if figure(answer.text, "carti_moves_total") >= 2:
                break
            assert time.monotonic() < deadline, answer.text
            time.sleep(0.2)
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert figure(answer.text, "carti_open_streams") == 1
    assert figure(answer.text, "carti_due_late_seconds") < 5
    assert 'carti_answer_seconds_count{route="game:home",status="200"} 1.0' in answer.text
    assert table.strip("/").rpartition("/")[2] not in answer.text, "no code is told"
    assert figure(answer.text, "carti_errors_total") == 0
    assert browser.cookies.keys() <= {"sessionid", "csrftoken"}


def test_without_a_token_it_is_not_there_and_prometheus_not_asked_for(site: Site) -> None:
    assert Browser(site).get("/metrics", **AUTHORIZED).status == 404
    code = "import sys; import carti_site.asgi; print('prometheus_client' in sys.modules)"
    assert manage(site.data, "shell", "-v", "0", "-c", code).stdout.strip() == "False"


def test_a_fault_is_counted() -> None:
    metrics = pytest.importorskip(
        "carti_site.metrics", reason="NO METRICS: '.[metrics]' is missing"
    )

    before = metrics.ERRORS.labels("game.clock")._value.get()
    logging.getLogger().addHandler(metrics.FAULTS)
    try:
        logging.getLogger("game.clock").error("a fault")
        logging.getLogger("game.clock").warning("none")
    finally:
        logging.getLogger().removeHandler(metrics.FAULTS)
    assert metrics.ERRORS.labels("game.clock")._value.get() == before + 1
