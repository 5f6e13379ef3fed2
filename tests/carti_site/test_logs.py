"""What is written down: lines about routes and faults, and never a name, a code or a secret."""

import json
import logging
import sys
from collections.abc import Callable
from contextlib import closing
from socket import create_connection
from urllib.parse import quote

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.log import log_response

from carti_site.logs import JsonLines, NoPaths
from tests.site import Browser, Site

NAME, CODE = "Zăpădița", "K7MP2Q"


def shown(records: list[logging.LogRecord]) -> str:
    """As the console shows them."""
    form = logging.Formatter("%(message)s")
    return "\n".join(form.format(one) for one in records if NoPaths().filter(one))


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["fields", "multipart"])
def test_what_strangers_send_is_told_in_a_line(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    if kind == "fields":
        body = "&".join(f"a{n}=1" for n in range(2_000))
        answer = Client().post("/quiz/start/", body, "application/x-www-form-urlencoded")
    else:
        answer = Client().post("/quiz/start/", b"x", "multipart/form-data; boundary=")
    assert answer.status_code == 400
    told = shown([one for one in caplog.records if one.levelno >= logging.WARNING])
    assert len(told.splitlines()) == 1


@pytest.mark.django_db
def test_a_path_is_told_by_its_route(caplog: pytest.LogCaptureFixture) -> None:
    Client().get(f"/t/{CODE}/record/")
    Client().get(f"/there/is/nothing/{CODE}/")
    told = shown(caplog.records)
    assert "game:record" in told
    assert "no such address" in told
    assert CODE not in told


def test_the_console_does_so() -> None:
    handlers = logging.getLogger().handlers
    assert any(isinstance(one, NoPaths) for handler in handlers for one in handler.filters)


def test_a_fault_keeps_its_traceback_on_a_laptop(caplog: pytest.LogCaptureFixture) -> None:
    log_fault()
    assert "Traceback" in shown(caplog.records)


def test_for_a_collector_it_says_where_and_not_what(caplog: pytest.LogCaptureFixture) -> None:
    log_fault()
    [record] = caplog.records
    line = json.loads(JsonLines().format(record))
    assert line["error"] == "builtins.ValueError"
    assert "log_fault" in line["frames"][-1]
    assert line["status"] == 500
    assert NAME not in json.dumps(line, ensure_ascii=False)


def log_fault() -> None:
    request = RequestFactory().get(f"/t/{CODE}/")
    try:
        raise ValueError(f"of {NAME}")
    except ValueError:
        log_response(
            "%s: %s",
            "Internal Server Error",
            request.path,
            response=HttpResponse(status=500),
            request=request,
            exception=sys.exc_info()[1],
        )


def test_every_request_is_a_line_without_names_codes_and_secrets(
    start_site: Callable[..., Site],
) -> None:
    site = start_site(CARTI_LOG="json")
    browser = Browser(site)
    browser.get("/open/")
    form: dict[str, object] = {f"seat{n}": "human" for n in range(2, 7)}
    form |= {"name": NAME, "avatar": "leu", "referee": "table", "explain": "1"}
    form |= {"pace": "quick", "watch": "code"}
    table = browser.post("/open/", form).headers["Location"]
    code = table.strip("/").rpartition("/")[2]
    browser.get(table)
    browser.get(f"/join/?code={code}")
    browser.get(f"/t/{CODE}/{quote(NAME)}/")
    browser.post("/join/", {"code": CODE, "name": NAME, "avatar": "koala"})
    browser.get("/healthz")
    browser.get("/", Host="a[b")
    with closing(create_connection(("127.0.0.1", site.port))) as line:
        line.sendall(b"this is no request\r\n\r\n")
        line.recv(1)
    site.stop()
    written = site.output
    for secret in (NAME, code, CODE, *browser.cookies.values(), browser.token):
        assert secret not in written
    lines = [json.loads(line) for line in written[written.index("{") :].splitlines()]
    answered = [line for line in lines if line["message"] == "answered"]
    assert [(line["method"], line["route"], line["status"]) for line in answered] == [
        ("GET", "game:open", 200),
        ("POST", "game:open", 302),
        ("GET", "game:table", 200),
        ("GET", "game:join", 302),
        ("GET", "", 404),
        ("POST", "game:join", 422),
        ("GET", "", 400),
    ]
    assert "DisallowedHost" not in written, "what makes no sense is no fault"
    assert "uvicorn.error" in {line["logger"] for line in lines}
    assert len({line["request"] for line in answered}) == len(answered)
    assert all(line["ms"] >= 0 for line in answered)
