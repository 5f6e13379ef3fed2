"""Who must hear of a new version of a table, and the stream that tells them.

After a commit the writer's thread renders each subscribed view once and hands it to the hub on the
event loop. A subscriber keeps only the newest; a browser that may have missed something asks again.
Other processes hear of it as news, and do the same for the streams they have.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.db import transaction

from game import history, news, selectors
from game.models import Move, Table

log = logging.getLogger(__name__)

PING_SECONDS = 15


class View(NamedTuple):
    """What one browser sees of a table: a seat (None for a spectator), in a language, on a page.

    `origin` is the address of this site as others reach it, for the lobby's invitation; `named` is
    whether people's names are shown.
    """

    seat: int | None
    language: str
    page: str
    origin: str
    named: bool = True


@dataclass(eq=False, slots=True)
class Subscriber:
    """One open stream, of one table or of several."""

    tables: frozenset[int]
    view: View
    whose: str = ""
    """By what the session of a teacher is known; "" for everybody else's."""
    again: bool = False
    """Whether the page must be asked for again, whole."""
    pinged: bool = False
    """Whether it must say that it is still open."""
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    pings: asyncio.TimerHandle = field(init=False)
    latest: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Of each table with news the newest version and its fragment ("" when the browser must fetch
    it), not yet sent."""

    def take(self) -> tuple[bool, dict[int, tuple[int, str]]]:
        """What there is to send now: whether a ping, and `latest`."""
        self.woken.clear()
        pinged, self.pinged = self.pinged, False
        latest, self.latest = self.latest, {}
        return pinged, latest

    def ping_later(self) -> None:
        """It is pinged now and then from now on, until `pings` is cancelled."""
        self.pings = asyncio.get_running_loop().call_later(PING_SECONDS, self._ping)

    def _ping(self) -> None:
        self.pinged = True
        self.woken.set()
        self.ping_later()

    def call_again(self) -> None:
        """The stream ends with word that the page must be asked for again."""
        self.again = True
        self.woken.set()


class Hub:
    """The open streams of this process; lives on the event loop, told from any thread."""

    def __init__(self) -> None:
        self._subscribers: dict[int, set[Subscriber]] = {}
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closed = False
        self.calls = 0
        """How often `call_again` was heard."""

    def open(self) -> None:
        """To be called on the event loop that will serve the streams."""
        self._loop = asyncio.get_running_loop()
        self.closed = False

    def close(self) -> None:
        """Ends every stream at once; may be called from a signal handler."""
        self.closed = True
        for subscribers in list(self._subscribers.values()):
            for subscriber in list(subscribers):
                subscriber.woken.set()

    def subscribe(self, tables: Collection[int], view: View, whose: str = "") -> Subscriber:
        """A new stream of these tables; must be given back with `unsubscribe`."""
        subscriber = Subscriber(frozenset(tables), view, whose)
        with self._lock:
            for table_id in subscriber.tables:
                self._subscribers.setdefault(table_id, set()).add(subscriber)
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Forgets the stream."""
        with self._lock:
            for table_id in subscriber.tables:
                others = self._subscribers.get(table_id, set())
                others.discard(subscriber)
                if not others:
                    self._subscribers.pop(table_id, None)

    def tables(self) -> list[int]:
        """The tables somebody listens to."""
        with self._lock:
            return list(self._subscribers)

    def streams(self) -> set[Subscriber]:
        """All that are open."""
        with self._lock:
            return {one for several in self._subscribers.values() for one in several}

    def audience(self, table_id: int) -> set[View]:
        """The different views of a table that are being watched."""
        with self._lock:
            return {subscriber.view for subscriber in self._subscribers.get(table_id, ())}

    def publish(self, table_id: int, version: int, fragments: dict[View, str]) -> None:
        """Hands a version to the table's streams; a view without fragment gets the version only."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, table_id, version, fragments)

    def call_again(self, whose: str) -> None:
        """Ends the streams of a teacher's session: their pages are asked for again."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._call_again, whose)

    def _call_again(self, whose: str) -> None:
        self.calls += 1
        for subscriber in self.streams():
            if subscriber.whose == whose:
                subscriber.call_again()

    def _deliver(self, table_id: int, version: int, fragments: dict[View, str]) -> None:
        for subscriber in self._subscribers.get(table_id, ()):
            known = subscriber.latest.get(table_id)
            if known is None or known[0] < version:
                subscriber.latest[table_id] = version, fragments.get(subscriber.view, "")
                subscriber.woken.set()


hub = Hub()

Render = Callable[[Table, Collection[View]], dict[View, str]]
_render: Render


def rendered_by(render: Render) -> None:
    """Who makes the fragments of a version, which the pages of a table do."""
    global _render
    _render = render


def announce(table: Table, move: Move | None = None) -> None:
    """Within a transaction: once it commits, every stream of the table hears of its version, to
    which `move` has led.
    """
    transaction.on_commit(partial(tell, table))
    known = (move.seat, move.kind, move.card, move.row) if move else ()
    news.tell("table", table.pk, table.version, *known)


def call_again(whose: str) -> None:
    """The pages that a teacher's session looks at are out of date, whatever their tables do."""
    if whose:
        transaction.on_commit(partial(hub.call_again, whose))
        news.tell("again", whose)


def tell(table: Table) -> None:
    """Renders this version of the table for its audience in this process, and publishes it.

    When that fails the browsers hear of the version alone, and ask for it.
    """
    views = hub.audience(table.pk)
    if not views:
        return
    fragments: dict[View, str] = {}
    try:
        fragments = _render(table, views)
    except Exception:
        log.exception("table %s could not be rendered for its streams", table.pk)
    hub.publish(table.pk, table.version, fragments)


@contextmanager
def _subscribed(
    tables: Collection[int], view: View, whose: str, stale: bool, calls: int | None
) -> Iterator[Subscriber]:
    """A subscriber while its stream is open, woken for a ping now and then."""
    subscriber = hub.subscribe(tables, view, whose)
    if stale or calls not in (None, hub.calls):
        subscriber.call_again()
    try:
        subscriber.ping_later()
        yield subscriber
    finally:
        subscriber.pings.cancel()
        hub.unsubscribe(subscriber)


def event(name: str, known: object, data: str) -> bytes:
    """One server-sent event; its id says what is known with it, as the table's version."""
    lines = data.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\ndata: ")
    return f"event: {name}\nid: {known}\ndata: {lines}\n\n".encode()


RETRY = b"retry: 2000\n"


async def stream(
    table_id: int, view: View, whose: str = "", stale: bool = False, calls: int | None = None
) -> AsyncGenerator[bytes, None]:
    """What a browser hears: the version at once, then every newer one, and pings in between.

    A `stale` page shows what it may no longer: it hears that it must be asked for again. So does
    one whose view was made before the last of `hub.calls`, of which there were `calls` by then.
    """
    with _subscribed([table_id], view, whose, stale, calls) as subscriber:
        # Read after subscribing, so that nothing falls between.
        version = await sync_to_async(selectors.version_of)(table_id)
        yield RETRY + event("version", version, str(version))
        while not hub.closed:
            await subscriber.woken.wait()
            if subscriber.again:
                yield event("again", version, "")
                return
            pinged, news_of = subscriber.take()
            if pinged:
                yield event("ping", version, "")
            latest = news_of.get(table_id)
            if latest is None or latest[0] <= version:
                continue  # two writers' threads may tell in the other order
            before, (version, fragment) = version, latest
            # A fragment may hold only what has changed since the version before it.
            if fragment and version == before + 1:
                yield event("table", version, fragment)
            else:
                yield event("version", version, str(version))


async def stream_of(
    tables: Collection[int],
    view: View,
    whose: str = "",
    stale: bool = False,
    calls: int | None = None,
) -> AsyncGenerator[bytes, None]:
    """What a browser hears that looks at several tables: of each the version at once, then every
    newer one, and pings in between. Ids and the data of `version` are "table/version".
    """
    with _subscribed(tables, view, whose, stale, calls) as subscriber:
        versions = await sync_to_async(selectors.versions_of)(tables)
        yield RETRY
        for table_id, version in versions.items():
            yield _event_of(table_id, version, "")
        while not hub.closed:
            await subscriber.woken.wait()
            if subscriber.again:
                yield event("again", "", "")
                return
            pinged, latest = subscriber.take()
            if pinged:
                yield event("ping", "", "")
            for table_id, (version, fragment) in latest.items():
                before = versions.get(table_id, 0)
                if version > before:
                    versions[table_id] = version
                    # What has happened since the version before it is told in a fragment.
                    yield _event_of(table_id, version, fragment if version == before + 1 else "")


def _event_of(table_id: int, version: int, fragment: str) -> bytes:
    known = f"{table_id}/{version}"
    return event("glance", known, fragment) if fragment else event("version", known, known)


def _changed_elsewhere(table_id: int, version: int, *move: Any) -> None:
    """Tells the newest version that another process may have written; when it can't be read, that
    there is `version`. The `move` that led to it need not be read.
    """
    if not hub.audience(table_id):
        return
    try:
        if move:
            seat, kind, card, row = move
            led = Move(
                table_id=table_id, version=version - 1, seat=seat, kind=kind, card=card, row=row
            )
            history.go_on(led)
        table = selectors.table_by_key(table_id)
    except Exception:
        log.exception("table %s could not be read for its streams", table_id)
        hub.publish(table_id, version, {})
    else:
        tell(table)


def _missed() -> None:
    for table in Table.objects.filter(pk__in=hub.tables()):
        tell(table)


news.hear("table", _changed_elsewhere)
news.hear("again", hub.call_again)
news.hear(news.GAP, _missed)
