"""Do the phones get in? A self-test of the network, on the laptop and on a phone."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncGenerator

from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from game import lan, live, qr
from game.views.guards import LOCAL_HOSTS, Request, name_of, origin_of

HELD_SECONDS, STEP_SECONDS = 8, 0.25
"""How long the stream that is tried stays open, longer than a phone waits for its first word; and
how soon it ends when the server does.
"""


@require_safe
def phones(request: Request) -> HttpResponse:
    """A code to try with a phone, whether one got here, and what may keep the others out."""
    return render(request, "game/phones.html", _state(request))


@require_safe
def phones_fresh(request: Request) -> HttpResponse:
    """The same as it is now; 204 for a page that shows what is `known`."""
    state = _state(request)
    if request.GET.get("known") == state["known"]:
        return HttpResponse(status=204)
    return render(request, "game/_phones.html", state | {"again": True})


@require_safe
def phone(request: Request) -> HttpResponse:
    """On the phone: that it got here. Its script tells what else works there."""
    itself = _is_this_machine(request)
    if not itself and request.method == "GET":
        lan.devices.came(request.META["REMOTE_ADDR"])
    return render(request, "game/phone.html", {"itself": itself})


async def phone_events(request: Request) -> HttpResponseBase:
    """A stream that says a word at once and ends later: whoever hears it only then, or never, has
    something on the way that holds streams back.
    """
    if request.method != "GET":
        return HttpResponse(status=405, headers={"Allow": "GET"})
    return StreamingHttpResponse(
        _word(), content_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


async def _word() -> AsyncGenerator[bytes, None]:
    yield live.event("word", 1, "")
    end = time.monotonic() + HELD_SECONDS
    while time.monotonic() < end and not live.hub.closed:
        await asyncio.sleep(STEP_SECONDS)


def _state(request: Request) -> dict[str, object]:
    """What is known of the way from a phone to here."""
    origin, came = origin_of(request), len(lan.devices)
    host = origin.split("://")[1]
    address = origin + reverse("game:phone")
    return {
        "network": name_of(host) not in LOCAL_HOSTS,
        "alone": name_of(settings.PUBLIC_ADDRESS) in LOCAL_HOSTS,
        "hosted": settings.HTTPS,
        "host": host,
        "port": host.removeprefix(name_of(host)).removeprefix(":") or "80",
        "address": address.removeprefix("http://"),
        "qr": qr.inline(address),
        "came": came,
        "known": f"{came} {host}",
        "system": sys.platform,
    }


def _is_this_machine(request: Request) -> bool:
    """Whether the browser runs where the site does: it comes from the address it has come to."""
    address = request.META["REMOTE_ADDR"]
    return address in (*LOCAL_HOSTS, "::1", lan.address(), name_of(request.get_host()))
