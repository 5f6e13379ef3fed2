"""Pages come compressed to those who take it; streams never do: each event must come at once."""

import gzip
from http.client import HTTPConnection

from tests.site import Browser, Site

TAKES_GZIP = {"Accept-Encoding": "gzip"}


def test_a_page_is_compressed_for_those_who_take_it(site: Site) -> None:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=20)
    connection.request("GET", "/", headers=TAKES_GZIP)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert b"<!doctype html>" in gzip.decompress(body)
    plain = Browser(site).get("/")
    assert "Content-Encoding" not in plain.headers
    assert len(body) < len(plain.body) / 2


def test_a_stream_is_never_compressed(site: Site) -> None:
    browser = Browser(site)
    table = browser.open_solo()
    with browser.stream(f"{table}events/?page=table", **TAKES_GZIP) as answer:
        assert answer.status == 200
        assert "Content-Encoding" not in answer.headers
        assert answer.readline() == b"retry: 2000\n"
