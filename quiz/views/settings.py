"""What a teacher decides for a class: from which percentage which mark, and whether there is a
ranking, which pupils see only then."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game.views.guards import Request
from quiz.forms.marks import MarksForm
from quiz.pages.ranking import ranking_context
from quiz.pages.teaching.people import class_title
from quiz.selectors.people import classroom_of
from quiz.services import classrooms as services
from quiz.views.guards import classroom_or_404, for_teachers


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers
def marks(request: Request, pk: int) -> HttpResponse:
    """From which percentage each mark is suggested; `usual` puts the usual ones back."""
    found = classroom_or_404(request, pk)
    if request.method == "POST" and "usual" in request.POST:
        services.set_marks(classroom=found, marks=[])
        return redirect("quiz:marks", found.pk)
    form = MarksForm.of(found, request.POST if request.method == "POST" else None)
    if form.is_valid():
        services.set_marks(classroom=found, marks=form.marks())
        return redirect("quiz:marks", found.pk)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    context = {
        "classroom": found,
        "class_title": class_title(found),
        "sub": "edit",
        "form": form,
        "own": bool(found.marks),
    }
    return render(request, "quiz/marks.html", context, status=status)


@require_POST
@for_teachers
def set_ranking(request: Request, pk: int) -> HttpResponse:
    """Turns the ranking on (`on` is 1) or off."""
    found = classroom_or_404(request, pk)
    services.set_ranking(classroom=found, on=request.POST.get("on") == "1")
    return redirect("quiz:edit_class", found.pk)


@require_safe
def ranking(request: Request) -> HttpResponse:
    """Who of one's class knows most: for its pupils, and only where the teacher turned it on."""
    pupil = getattr(request, "pupil", None)
    found = classroom_of(pupil) if pupil is not None else None
    if pupil is None or found is None or not found.ranking:
        raise Http404(_("There is no such page here."))
    context = ranking_context(found, pupil.pk, timezone.now())
    return render(request, "quiz/ranking.html", context)
