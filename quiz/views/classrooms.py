"""A teacher's classrooms: the list, a new one, its name."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from game.views.guards import Request
from quiz.forms.people import ClassroomForm, school_year
from quiz.models import Classroom
from quiz.pages.teaching.data import reminder
from quiz.pages.teaching.people import class_card, class_title
from quiz.selectors import people
from quiz.services import classrooms as services
from quiz.services import teachers
from quiz.views.guards import classroom_or_404, for_teachers, teacher_of

FORM = ["GET", "HEAD", "POST"]
PARADE = (
    "kiwi", "suricata", "panda-rosu", "capibara", "emu", "zebra", "bizon", "girafa",
    "elefantul-indian",
)  # fmt: skip
"""Animals on the page before the first class, lightest first."""


@require_safe
@for_teachers
def classrooms(request: Request) -> HttpResponse:
    """This year's classes, and those before; without any, how to begin."""
    found = people.classrooms_of(teacher_of(request))
    if not found:
        return _form_page(request, ClassroomForm(), first=True)
    newest = max(min(school_year(), found[0].year), found[-1].year)
    now = [one for one in found if one.year >= newest]
    context = {
        "classes": [class_card(one) for one in now],
        "pupils": sum(one.pupils for one in now),  # type: ignore[attr-defined]
        "reminder": reminder(teacher_of(request)),
        "links_made": teachers.links_made(teacher_of(request)),
        "before": [(one.school_year, class_card(one)) for one in found if one.year < newest],
    }
    return render(request, "quiz/classrooms.html", context)


@require_http_methods(FORM)
@for_teachers
def new(request: Request) -> HttpResponse:
    """A new class, and on to its pupils."""
    if request.method != "POST":
        return _form_page(request, ClassroomForm())
    form = ClassroomForm(request.POST)
    if not form.is_valid():
        first = not Classroom.objects.of(teacher_of(request)).exists()
        return _form_page(request, form, first=first, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    made = services.make_classroom(teacher=teacher_of(request), **form.cleaned_data)
    return redirect("quiz:import", made.pk)


@require_http_methods(FORM)
@for_teachers
def edit(request: Request, pk: int) -> HttpResponse:
    """Another name, year or language."""
    found = classroom_or_404(request, pk)
    known = {"name": found.name, "year": found.year, "language": found.language}
    form = ClassroomForm(request.POST if request.method == "POST" else None, initial=known)
    if form.is_valid():
        services.change_classroom(classroom=found, **form.cleaned_data)
        return redirect("quiz:roster", found.pk)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return _form_page(request, form, of=found, status=status)


def _form_page(
    request: Request,
    form: ClassroomForm,
    *,
    of: Classroom | None = None,
    first: bool = False,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    context = {
        "form": form,
        "classroom": of,
        "class_title": class_title(of) if of else "",
        "parade": PARADE,
    }
    page = "quiz/first_class.html" if first else "quiz/class_form.html"
    return render(request, page, context, status=status)
