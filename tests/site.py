"""The site as people start it: `manage.py serve` in a process of its own, and browsers for it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode, urlsplit

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60
"""For a machine that does much else; static files are prepared at the first start."""


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(data: Path, **extra: str) -> dict[str, str]:
    """This process's environment with a data folder of its own and no other CARTI setting."""
    own = {k: v for k, v in os.environ.items() if not k.startswith(("CARTI_", "DJANGO_"))}
    own.pop("DATABASE_URL", None)
    return own | {"CARTI_DATA": str(data), "PYTHONUNBUFFERED": "1", **extra}


def manage(data: Path, *arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
    """Runs `manage.py` to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(data, **extra),
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )


class Site:
    """`manage.py serve` on a free port, with its data in `data`."""

    def __init__(self, data: Path, *arguments: str, **extra: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._arguments = ("--host", "127.0.0.1", "--port", str(self.port), *arguments)
        self._extra = extra
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.data / "carti.sqlite3"

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def output(self) -> str:
        """All it has printed, errors too."""
        return (self.data / "output.txt").read_text(encoding="utf-8")

    def manage(self, *arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
        """Runs `manage.py` on this site's data."""
        return manage(self.data, *arguments, **self._extra, **extra)

    def start(self) -> None:
        """Returns once it answers."""
        with (self.data / "output.txt").open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", *self._arguments],
                cwd=ROOT,
                env=environment(self.data, **self._extra),
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            assert self._process.poll() is None, self.output
            assert time.monotonic() < deadline, self.output
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> float:
        """Ctrl-C; returns the seconds until it has ended."""
        assert self._process is not None
        begun = time.monotonic()
        self._process.send_signal(how)
        self._process.wait(timeout=15)
        return time.monotonic() - begun

    def kill(self) -> None:
        """Ends it in the middle of whatever it does, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(timeout=15)

    @property
    def exit_status(self) -> int | None:
        """None while it runs."""
        assert self._process is not None
        return self._process.poll()

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return True
        except OSError:
            return False


class Answer:
    """What a page answered, read to its end."""

    def __init__(self, response: HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()
        self.text = self.body.decode()


class Browser:
    """Keeps cookies and the form token of the last page, and follows no redirect."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookies: dict[str, str] = {}
        self.token = ""

    def get(self, path: str, **headers: str) -> Answer:
        """Opens a page."""
        return self._ask("GET", path, None, headers)

    def post(self, path: str, data: dict[str, object], **headers: str) -> Answer:
        """Sends a form of the page opened last."""
        form = urlencode({"csrfmiddlewaretoken": self.token, **data})
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return self._ask("POST", path, form, headers)

    @contextmanager
    def stream(self, path: str, **headers: str) -> Iterator[HTTPResponse]:
        """An event stream, open until the block ends."""
        connection = self._connect()
        try:
            connection.request("GET", path, headers=headers | self._cookies())
            yield connection.getresponse()
        finally:
            connection.close()

    def open_solo(self, players: int = 3) -> str:
        """Starts a game against bots; returns the address of its table."""
        self.get("/")
        answer = self.post("/solo/", {"players": players})
        assert answer.status == 302, answer.text
        return urlsplit(answer.headers["Location"]).path

    def _connect(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.site.port, timeout=20)

    def _cookies(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        connection = self._connect()
        try:
            connection.request(method, path, body, headers | self._cookies())
            response = connection.getresponse()
            answer = Answer(response)
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        if found := re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.text):
            self.token = found[1]
        return answer
