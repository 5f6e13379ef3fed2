"""Behind the proxy of docs/hosting/Caddyfile, for real: https, HTTP/2, events as they come."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.site import ROOT, Browser, Site, free_port

SECONDS = 3.0
"""Until the first event; one that is kept back would come with the first ping, in 15."""

OPTIONS = """
{
	admin off
	skip_install_trust
	http_port %d
	https_port %d
"""
"""Of this machine's own Caddy, beside those of the file."""


@pytest.fixture
def proxied(start_site: Callable[..., Site], tmp_path: Path) -> Iterator[tuple[Site, str]]:
    """A hosted site, and its address behind Caddy, which signs for itself here."""
    if shutil.which("caddy") is None and not os.environ.get("CI"):
        pytest.skip("NO CADDY: it is missing (Debian: apt install caddy)")
    site = start_site(CARTI_HTTPS="1", CARTI_HOSTS="localhost,127.0.0.1")
    port = free_port()
    config = tmp_path / "Caddyfile"
    hosting = (ROOT / "docs/hosting/Caddyfile").read_text(encoding="utf-8")
    config.write_text(hosting.replace("\n{\n", OPTIONS % (free_port(), port), 1), encoding="utf-8")
    told = {
        "CARTI_HOST": "localhost",
        "CARTI_APPS": f"127.0.0.1:{site.port} 127.0.0.1:{free_port()}",  # one that has gone, too
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
    }
    with (tmp_path / "caddy.txt").open("wb") as output:
        caddy = subprocess.Popen(
            ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)],
            env=os.environ | told,
            stdout=output,
            stderr=output,
        )
    address = f"https://localhost:{port}"
    deadline = time.monotonic() + 20
    while curl(f"{address}/rules/", "-o/dev/null").returncode:
        assert time.monotonic() < deadline, (tmp_path / "caddy.txt").read_text()
        time.sleep(0.1)
    yield site, address
    caddy.terminate()
    caddy.wait(timeout=20)


def curl(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`curl`, which believes the proxy's own signature."""
    command = ["curl", "-ksS", "--http2", "--max-time", "20", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_https_http_2_and_events_as_they_come(proxied: tuple[Site, str]) -> None:
    site, address = proxied
    page = curl("-i", f"{address}/rules/", "-HX-Forwarded-Host: evil.example").stdout
    assert page.startswith("HTTP/2 200")
    assert "strict-transport-security: max-age=31536000" in page
    assert "evil.example" not in page
    for path in ("/healthz", "/readyz", "/metrics"):
        assert curl("-i", address + path).stdout.startswith("HTTP/2 404"), path

    browser = Browser(site)
    https = {"X-Forwarded-Proto": "https", "Referer": site.url.replace("http:", "https:")}
    browser.get("/")
    table = browser.post("/solo/", {"players": 3}, **https).headers["Location"]
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    begun = time.monotonic()
    command = ["curl", "-ksSN", "--http2", "-b", cookies, f"{address}{table}events/?page=table"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as listening:
        assert listening.stdout is not None
        assert listening.stdout.readline().strip()
        assert time.monotonic() - begun < SECONDS
        assert listening.poll() is None, "and it goes on"
        listening.kill()


def test_an_endless_head_is_refused_by_the_proxy(proxied: tuple[Site, str]) -> None:
    _, address = proxied
    asked = curl("-o/dev/null", "-w%{http_code}", address, f"-HX: {'a' * 100_000}")
    assert asked.stdout != "200"


def test_who_asks_is_who_came_to_the_proxy(proxied: tuple[Site, str]) -> None:
    _, address = proxied
    codes = ["K7MP" + a + b for a, b in product("2345679", repeat=2)]
    statuses = []
    for n, code in enumerate(codes):  # as if each time by somebody else
        forged = f"-HX-Forwarded-For: 203.0.113.{n}"
        asked = curl("-o/dev/null", "-w%{http_code}", f"{address}/join/?code={code}", forged)
        statuses.append(asked.stdout)
    assert statuses[-1] == "429", statuses
