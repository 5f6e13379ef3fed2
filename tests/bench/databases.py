"""A PostgreSQL server for the benches."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.site import ROOT


@contextmanager
def postgres(databases: int) -> Iterator[list[str]]:
    """The addresses of so many new databases on the server of `.ci/postgres`, or on that of
    DATABASE_URL where it is set.
    """
    if address := os.environ.get("DATABASE_URL"):
        yield _made(address, databases)
        return
    command = [str(ROOT / ".ci" / "postgres"), "sh", "-c", "echo $DATABASE_URL; exec cat"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as own:
        assert own.stdin is not None
        assert own.stdout is not None
        try:
            yield _made(own.stdout.readline().strip(), databases)
        finally:
            own.stdin.close()  # the command ends, and so does the server


def _made(address: str, databases: int) -> list[str]:
    import psycopg  # only with the postgres extra

    server = address.rpartition("/")[0]
    names = [f"bench{n}" for n in range(databases)]
    with psycopg.connect(address, autocommit=True) as connection:
        for name in names:
            connection.execute(f"DROP DATABASE IF EXISTS {name}".encode())
            connection.execute(f"CREATE DATABASE {name}".encode())
    return [f"{server}/{name}" for name in names]
