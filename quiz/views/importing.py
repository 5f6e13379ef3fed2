"""Bringing a list of names into a class: one page with the list, a preview, and what is wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from http import HTTPStatus

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from game.views.guards import Request
from quiz.classes import roster
from quiz.classes.roster import Order, Reading, Row, Unreadable
from quiz.models import Classroom
from quiz.pages.teaching import importing as pages
from quiz.pages.teaching.people import class_title
from quiz.services import classrooms as services
from quiz.services.classrooms import Name
from quiz.views.guards import classroom_or_404, for_teachers

MENDABLE = 80
"""Rows that can be mended on the page: of a longer list only those that are wrong, and when those
are more, it is the list that is."""


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers
def bring(request: Request, pk: int) -> HttpResponse:
    """Reads the list and shows what becomes of it; with `do=save` the new ones are added.

    Rows with something wrong stay on the page until they are right.
    """
    found = classroom_or_404(request, pk)
    if request.method != "POST":
        return _page(request, found)
    try:
        reading = _reading(request)
    except Unreadable as unreadable:
        return _page(request, found, unreadable=unreadable.code)
    if request.POST.get("do") != "save":
        return _page(request, found, reading)
    listed = [one.row for one in _previews(request, reading, found) if one.is_listed]
    added = services.enrol(
        classroom=found, pupils=[Name(row.given, row.surname, row.group) for row in listed]
    )
    if reading.errors:
        left = Reading(reading.errors, reading.order, reading.separator)
        return _page(request, found, left, added=len(added))
    return redirect(f"{reverse('quiz:roster', args=[found.pk])}?imported={len(added)}")


def _reading(request: Request) -> Reading:
    """The file, if one was chosen; else the text, with what was mended on the page."""
    asked = _order(request.POST.get("order", ""))
    was = request.POST.get("was", "")
    forced = bool(was) and was != asked
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile):
        if file.size is None or file.size > roster.MAX_BYTES:
            raise Unreadable("too_large")
        return roster.read(file.read(), asked)
    text = request.POST.get("text", "")
    if not _is_shown(request):
        return roster.read_text(text, asked)  # another list than the one that was shown
    read = roster.read_text(text, asked, forced=forced)
    dropped = _numbers(request, "drop")
    kept = [row for row in _numbered(request, read.rows) if row.number not in dropped]
    if not kept:
        raise Unreadable("empty")
    rows = [row if forced else _mended(request, row) for row in kept]
    return Reading(tuple(rows), read.order, read.separator)


def _numbered(request: Request, rows: Sequence[Row]) -> list[Row]:
    """With the numbers that they have in the file, which the page sends along."""
    numbers = _whole(request.POST.get("numbers", "").split())
    same = len(numbers) == len(rows) == len({*numbers})
    return (
        [replace(row, number=n) for row, n in zip(rows, numbers, strict=True)] if same else [*rows]
    )


def _numbers(request: Request, name: str) -> set[int]:
    """The rows that are ticked, in the list that was shown."""
    return {*_whole(request.POST.getlist(name))} if _is_shown(request) else set()


def _whole(texts: Iterable[str]) -> list[int]:
    return [int(one) for one in texts if one.isdecimal() and len(one) < 9]


def _previews(request: Request, reading: Reading, classroom: Classroom) -> list[pages.Preview]:
    return pages.previews(reading, classroom, _numbers(request, "two"))


def _mended(request: Request, row: Row) -> Row:
    surname = request.POST.get(f"surname-{row.number}")
    given = request.POST.get(f"given-{row.number}")
    if surname is None or given is None or (surname, given) == (row.surname, row.given):
        return row
    return roster.mended(row, surname, given)


def _is_shown(request: Request) -> bool:
    """Whether it is the list that was shown, and what was ticked and mended there is about it."""
    asked = request.POST
    return not request.FILES and asked.get("of", "") == _digest(asked.get("text", ""))


def _order(value: str) -> Order:
    return Order.GIVEN if value == Order.GIVEN else Order.SURNAME


def _digest(text: str) -> str:
    """Browsers send line ends in their own way."""
    return hashlib.sha256("\n".join(text.split()).encode()).hexdigest()[:16]


def _page(
    request: Request,
    classroom: Classroom,
    reading: Reading | None = None,
    *,
    unreadable: str = "",
    added: int = 0,
) -> HttpResponse:
    context: dict[str, object] = {
        "classroom": classroom,
        "class_title": class_title(classroom),
        "sub": "roster",
        "orders": pages.orders(),
        "order": _order(request.POST.get("order", "")).value,
        "text": request.POST.get("text", ""),
        "unreadable": pages.UNREADABLE.get(unreadable, ""),
        "added": added,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if unreadable else HTTPStatus.OK
    if reading is not None:
        found = _previews(request, reading, classroom)
        text = roster.written(reading.rows, reading.order, pages.titles())
        context |= {
            "previews": found,
            "bad": [one for one in found if one.state == pages.BAD],
            "mendable": len(reading.errors) <= MENDABLE,
            "all_mendable": len(reading.rows) <= MENDABLE,
            "news": sum(one.is_added for one in found),
            "asked": any(one.is_asked for one in found),
            "groups": any(row.group for row in reading.rows),
            "summary": pages.summary(found),
            "how": pages.how_read(reading),
            "text": text,
            "order": reading.order.value,
            "was": reading.order.value,
            "of": _digest(text),
            "numbers": " ".join(str(row.number) for row in reading.rows),
        }
        if reading.errors and request.POST.get("do") == "save" and not added:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "quiz/import.html", context, status=status)
