"""What one process of the site tells the others, by PostgreSQL's NOTIFY: it travels as the
transaction commits. On SQLite there is one process, and nobody to tell.

Nobody hears the own news. Whoever has missed some hears of a GAP, and reads again what matters.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.db import close_old_connections, connection, connections

log = logging.getLogger(__name__)

CHANNEL = "carti_news"
GAP = "gap"
"""The topic of: news may have been missed."""
CONNECT_SECONDS = 5.0

Ear = Callable[..., None]

_ME = secrets.token_hex(8)
_ears: dict[str, Ear] = {}


def hear(topic: str, ear: Ear) -> None:
    """From now on `ear` is called with what the others tell of this topic, piece after piece, in
    one thread, which serves no requests.
    """
    _ears[topic] = ear


def shared() -> bool:
    """Whether there may be other processes."""
    return connection.vendor == "postgresql"


def tell(topic: str, *words: object) -> None:
    """Tells the others, once the transaction commits: words of JSON, 8,000 bytes at most."""
    if shared():
        with connection.cursor() as cursor:
            told = json.dumps([_ME, topic, *words])
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, told])


async def start() -> asyncio.Task[None]:
    """Listens until the task is cancelled; returns when what is told from now on will be heard."""
    ready = asyncio.Event()
    task = asyncio.create_task(_listen(ready))
    async with asyncio.timeout(CONNECT_SECONDS):
        await ready.wait()
    return task


async def _listen(ready: asyncio.Event) -> None:
    import psycopg  # only with the postgres extra

    params = {
        name: value
        for name, value in connection.get_connection_params().items()
        if name not in ("cursor_factory", "context")
    }
    thread = ThreadPoolExecutor(1, "news")
    call = partial(asyncio.get_running_loop().run_in_executor, thread)
    try:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(autocommit=True, **params) as news:
                    await news.execute(f"LISTEN {CHANNEL}")
                    ready.set()
                    await call(_heard, GAP)
                    async for notice in news.notifies():
                        sender, topic, *words = json.loads(notice.payload)
                        if sender != _ME:
                            await call(_heard, topic, *words)
            except Exception:  # whatever it was: who listens no more would be told nothing for good
                log.warning("news stopped; listening again", exc_info=True)
                await asyncio.sleep(1)
    finally:
        await call(connections.close_all)
        thread.shutdown()


def _heard(topic: str, *words: object) -> None:
    if connection.errors_occurred:
        close_old_connections()  # no request's start mends this thread's
    if ear := _ears.get(topic):
        ear(*words)
