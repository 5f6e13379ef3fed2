"""The site as people run it: a real `manage.py serve` process."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60
"""Seconds a slow machine may take to start."""


class Site:
    """`serve` on a free port of this machine, with its own data folder; a context manager."""

    def __init__(self, data: Path, *arguments: str, **environment: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._arguments = arguments
        self._environment = environment
        self._log = data / "serve.log"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Site:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process is not None:
            self.stop()

    def start(self) -> None:
        """Returns once the site answers."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "manage.py", "serve"),
                    *("--host", "127.0.0.1", "--port", str(self.port)),
                    *self._arguments,
                ],
                cwd=ROOT,
                env=os.environ | {"CARTI_DATA": str(self.data)} | self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"serve did not start:\n{self.output()}")
            time.sleep(0.1)

    def answers(self) -> bool:
        """Whether the home page comes."""
        try:
            with urllib.request.urlopen(self.url, timeout=5) as answer:  # noqa: S310
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def stop(self) -> float:
        """Ctrl-C; returns the seconds it took."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=PATIENCE)
        self.process = None
        return time.monotonic() - began

    def kill(self) -> None:
        """As a power cut would: kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.process = None

    def output(self) -> str:
        """What it printed so far."""
        return self._log.read_text(errors="replace")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
