"""The data of a class: files to take along, one pupil's copy, what is erased; and the page about
all this for parents."""

from __future__ import annotations

import io
import json
import zipfile
from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from game import names
from game.views.guards import Request
from quiz import privacy as kept
from quiz.exports import files, tables
from quiz.models import Classroom, Enrolment
from quiz.pages.teaching import data as pages
from quiz.pages.teaching.called import Called, called
from quiz.pages.teaching.looking import Look, look_of
from quiz.progress import Facts, facts_of
from quiz.services import classrooms, erasing
from quiz.views.guards import (
    classroom_or_404,
    enrolment_or_404,
    for_teachers,
    names_off,
    teacher_of,
)


@require_safe
@for_teachers
def data(request: Request, pk: int) -> HttpResponse:
    """Take a copy; erase a pupil (`player`); the end of the year (`k`: which classes)."""
    return _data_page(request, classroom_or_404(request, pk))


@require_safe
@for_teachers
def export(request: Request, pk: int) -> HttpResponse:
    """A file: `what` (progress, answers, items or all), `kind` (xlsx, csv), `sep` for CSV."""
    found = classroom_or_404(request, pk)
    what, kind = request.GET.get("what", ""), request.GET.get("kind", "")
    separator = request.GET.get("sep", "semicolon")
    if what not in pages.WHAT or kind not in pages.KINDS or separator not in files.SEPARATORS:
        raise Http404(_("There is no such file."))
    look = look_of(request.GET, found, timezone.localdate())
    facts = facts_of(found, look.filter)
    known = called(facts.members, names_off(request))
    made = _tables(what, facts, known, look)
    ending = kind
    if kind == "csv" and len(made) > 1:
        content, mime, ending = _packed(made, separator), "application/zip", "zip"
    elif kind == "csv":
        content, mime = files.as_csv(made[0], separator), "text/csv; charset=utf-8"
    else:
        content = files.as_xlsx(made)
        mime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    name = f"{slugify(found.name) or 'class'}-{what}-{timezone.localdate().isoformat()}.{ending}"
    return _attached(content, mime, name)


def _packed(made: list[tables.Table], separator: str) -> bytes:
    """A CSV file for each table."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for table in made:
            packed.writestr(f"{slugify(table.name)}.csv", files.as_csv(table, separator))
    return out.getvalue()


def _tables(what: str, facts: Facts, known: dict[int, Called], look: Look) -> list[tables.Table]:
    made = []
    if what in ("all", "progress"):
        made.append(tables.progress_table(facts, known))
    if what in ("all", "answers"):
        made.append(tables.answers_table(facts, known))
    if what in ("all", "items"):
        made.append(tables.items_table(facts, look.filter))
    return made


@require_safe
@for_teachers
def copy(request: Request, pk: int, player: int) -> HttpResponse:
    """All that is kept about a pupil, to give to the parents: JSON, and a page to read."""
    found = classroom_or_404(request, pk)
    who = _anybody(found, player)
    hidden = names_off(request)
    own = kept.copy_of(who.player)
    title = str(who.player.pupil)
    if hidden:
        title = _("Pupil")
        own = kept.nameless(own)
    page = render_to_string("quiz/copy.html", pages.copy_context(own, title))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("data.json", json.dumps(own, ensure_ascii=False, indent=1))
        packed.writestr("page.html", page)
    name = f"{slugify(title) or 'copy'}-{timezone.localdate().isoformat()}.zip"
    return _attached(out.getvalue(), "application/zip", name)


@require_POST
@for_teachers
def erase(request: Request, pk: int) -> HttpResponse:
    """Erases the pupil `player` whose given name was written as `sure`."""
    found = classroom_or_404(request, pk)
    given = request.POST.get("player", "")
    if not (given.isascii() and given.isdigit() and len(given) < 19):
        raise Http404(_("There is no such pupil here."))
    who = _anybody(found, int(given))
    sure = names.alike(request.POST.get("sure", "")) == names.alike(who.player.pupil.given)
    if names_off(request) or not sure:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return _data_page(request, found, chosen=who, unsure=True, status=status)
    classrooms.erase(pupil=who.player.pupil)
    return redirect(f"{reverse('quiz:data', args=[found.pk])}?done=erased")


@require_POST
@for_teachers
def purge(request: Request, pk: int) -> HttpResponse:
    """Erases all names of the classes `k`, of earlier years and the teacher's own."""
    found = classroom_or_404(request, pk)
    chosen = pages.chosen_of(request.POST.getlist("k"), pages.ended(teacher_of(request)))
    if not chosen:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return _data_page(request, found, none_chosen=True, status=status)
    if names.alike(request.POST.get("sure", "")) != names.alike(pages.purge_says(chosen)):
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return _data_page(request, found, purge_unsure=True, status=status)
    erasing.purge(classrooms=chosen)
    return redirect(f"{reverse('quiz:data', args=[found.pk])}?done=purged")


@require_safe
def privacy(request: Request) -> HttpResponse:
    """What is kept about a child, in plain words."""
    return render(request, "quiz/privacy.html")


def _anybody(classroom: Classroom, player: int) -> Enrolment:
    """A pupil of the class, or one who was taken out and whose name is still kept."""
    try:
        return enrolment_or_404(classroom, player)
    except Http404:
        return enrolment_or_404(classroom, player, here=False)


def _data_page(
    request: Request,
    classroom: Classroom,
    *,
    chosen: Enrolment | None = None,
    unsure: bool = False,
    none_chosen: bool = False,
    purge_unsure: bool = False,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    asked = request.GET.get("player", "")
    if chosen is None and asked.isascii() and asked.isdigit() and len(asked) < 19:
        chosen = _anybody(classroom, int(asked))
    old = pages.ended(teacher_of(request))
    keys = (request.POST if purge_unsure else request.GET).getlist("k")
    context = pages.data_context(
        classroom, look_of(request.GET, classroom, timezone.localdate()), names_off(request), chosen
    ) | pages.purge_context(old, pages.chosen_of(keys, old))
    context |= {
        "unsure": unsure,
        "typed": request.POST.get("sure", ""),
        "none_chosen": none_chosen,
        "purge_unsure": purge_unsure,
        "done": request.GET.get("done", ""),
    }
    return render(request, "quiz/data.html", context, status=status)


def _attached(content: bytes, mime: str, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=mime)
    answer.headers["Content-Disposition"] = content_disposition_header(True, name) or ""
    answer.headers["Cache-Control"] = "no-store"
    return answer
