"""One site in two processes of `serve --workers`, on PostgreSQL."""

import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.carti_site.filled import KINDS, Place
from tests.site import Browser, Site

pytestmark = pytest.mark.skipif(
    "postgresql" not in KINDS, reason="several processes serve on PostgreSQL only"
)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_though_streams_are_open(tmp_path: Path, how: signal.Signals) -> None:
    place = Place(tmp_path / "workers", "postgresql")
    site = Site(place.data, "--workers", "2", DATABASE_URL=place.url)
    site.start()
    try:
        browser = Browser(site)
        table = browser.open_solo()
        with ExitStack() as stack:
            streams = [
                stack.enter_context(browser.stream(f"{table}events/?page=table")) for _ in range(20)
            ]
            for stream in streams:
                assert stream.readline() == b"retry: 2000\n"
            site.stop(how)
            for stream in streams:
                assert stream.read().endswith(b"\n\n"), "each has ended, and within no event"
    finally:
        site.stop()
    assert site.exit_status == 0
    assert "Traceback" not in site.output
