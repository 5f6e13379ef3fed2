"""A class or a quiz is deleted, once what becomes of all was read and its name was written."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from game import names
from game.views.guards import Request
from quiz.pages.teaching import deleting as pages
from quiz.pages.teaching.deleting import Deleting
from quiz.services import deleting as services
from quiz.views.guards import classroom_or_404, for_teachers, quiz_or_404

FORM = ["GET", "HEAD", "POST"]


@require_http_methods(FORM)
@for_teachers
def delete_class(request: Request, pk: int) -> HttpResponse:
    """What goes with the class, and what stays; then it goes."""
    found = classroom_or_404(request, pk)
    about = pages.of_classroom(found)
    if not _is_sure(request, about):
        return _page(request, about)
    services.delete_classroom(classroom=found)
    return redirect("quiz:classrooms")


@require_http_methods(FORM)
@for_teachers
def delete_quiz(request: Request, pk: int) -> HttpResponse:
    """What goes with the quiz, and what stays; then it goes."""
    quiz = quiz_or_404(request, pk)
    about = pages.of_quiz(quiz)
    if not _is_sure(request, about):
        return _page(request, about)
    services.delete_quiz(quiz=quiz)
    return redirect("quiz:quizzes")


def _is_sure(request: Request, about: Deleting) -> bool:
    """Whether the button was pressed, and the name stands beside it."""
    written = names.alike(request.POST.get("sure", ""))
    return request.method == "POST" and written == names.alike(about.sure)


def _page(request: Request, about: Deleting) -> HttpResponse:
    unsure = request.method == "POST"
    context = {"about": about, "typed": request.POST.get("sure", ""), "unsure": unsure}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if unsure else HTTPStatus.OK
    return render(request, "quiz/delete.html", context, status=status)
