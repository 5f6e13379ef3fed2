"""A teacher's own quizzes: the list, making one, giving it, how it went, putting it right."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game import qr
from game.views.guards import Request, origin_of
from quiz import services
from quiz.builder import MakeForm, first_choice
from quiz.forms.people import school_year
from quiz.items import Item
from quiz.models import Quiz
from quiz.pages.teaching import correcting, making, results
from quiz.pages.teaching.people import class_title
from quiz.pages.teaching.results import Results
from quiz.refusals import Refused
from quiz.selectors import papers, people
from quiz.views.guards import for_teachers, quiz_or_404, teacher_of

KEEP = ("keep", "give")
"""What a press on the page may ask for; everything else shows the questions."""


@require_safe
@for_teachers
def quizzes(request: Request) -> HttpResponse:
    """The teacher's quizzes."""
    mine = papers.quizzes_of(teacher_of(request))
    context = {"cards": making.my_quizzes(mine, origin_of(request))}
    return render(request, "quiz/quizzes.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers
def make(request: Request) -> HttpResponse:
    """The page on which a quiz is made. `do` keeps it; `go` and `other` turn over the preview."""
    if request.method != "POST":
        return _make_page(request, first_choice(), keep=False)
    keep = request.POST.get("do") in KEEP and not request.htmx
    data = _turned(request.POST)
    form = MakeForm(data, keep=keep)
    if not keep or not form.is_valid():
        return _make_page(request, data, keep)
    quiz = services.keep_quiz(owner=teacher_of(request), **form.options())
    if request.POST["do"] == "give":
        return redirect("quiz:give", quiz.pk)
    return redirect("quiz:quizzes")


def _turned(sent: QueryDict) -> QueryDict:
    """What was sent, with another question in the preview, or other questions."""
    data = sent.copy()
    if "go" in sent:
        data["at"] = sent.get("go", "")
    if "other" in sent:
        data["seed"], data["at"] = str(secrets.randbits(31)), "0"
    return data


def _make_page(request: Request, data: Mapping[str, object], keep: bool) -> HttpResponse:
    """The whole page, or for htmx what follows from the choices."""
    form = MakeForm(data, keep=keep)
    fine = form.is_valid()
    context = making.making(form)
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, "quiz/_making.html", {**context, "part": True})
    return render(request, "quiz/make.html", context, status=422 if keep and not fine else 200)


@require_safe
@for_teachers
def give(request: Request, pk: int) -> HttpResponse:
    """The quiz's address, large enough for the whole class."""
    quiz = quiz_or_404(request, pk)
    address = making.address(quiz, origin_of(request))
    context = {
        "quiz": quiz,
        "address": address,
        "short": address.split("://")[-1],
        "qr": qr.inline(address),
        "says": making.length_says(_items(quiz), quiz.seconds),
        "pictures": making.pictures(quiz),
        "classes": [
            (one.pk, class_title(one))
            for one in people.classrooms_of(teacher_of(request))
            if one.year >= school_year() and one.pupils  # type: ignore[attr-defined]
        ],
    }
    return render(request, "quiz/give.html", context)


@require_POST
@for_teachers
def reopen(request: Request, pk: int) -> HttpResponse:
    """Opens or closes the quiz, as `open` says, and goes back to where that was pressed."""
    quiz = quiz_or_404(request, pk)
    (services.open_again if request.POST.get("open") == "1" else services.close)(quiz=quiz)
    if request.POST.get("back") == "give":
        return redirect("quiz:give", pk)
    return redirect("quiz:results", pk) if "back" in request.POST else redirect("quiz:quizzes")


@require_safe
@for_teachers
def result(request: Request, pk: int) -> HttpResponse:
    """How the quiz went, and how good its questions are."""
    return _results_page(request, quiz_or_404(request, pk), None)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers
def correct(request: Request, pk: int, number: int) -> HttpResponse:
    """One question: what was answered, what a change would do, and the change."""
    quiz = quiz_or_404(request, pk)
    if not 1 <= number <= len(quiz.items):
        raise Http404(_("There is no such question here."))
    if request.method != "POST":
        return _results_page(request, quiz, number - 1)
    try:
        _correct(quiz, number - 1, request.POST)
    except Refused as refused:
        return _results_page(request, quiz, number - 1, refused)
    return redirect("quiz:correct", pk, number)


def _correct(quiz: Quiz, n: int, sent: QueryDict) -> None:
    match sent.get("do"):
        case "out":
            services.void(quiz=quiz, n=n)
        case "back":
            services.void(quiz=quiz, n=n, out=False)
        case "mend":
            item = Item.from_json(quiz.items[n])
            services.mend(quiz=quiz, n=n, right=item.tokens(sent.getlist("right")))
        case _:
            raise Refused("not_offered")


def _results_page(
    request: Request, quiz: Quiz, n: int | None, refused: Refused | None = None
) -> HttpResponse:
    """`right` in the address: the options that may be made to count."""
    answered, unfinished = papers.papers_of(quiz)
    of = Results(quiz, answered, unfinished)
    at = of.first_doubtful if n is None else n
    panel = None
    if at is not None:
        sent = [] if n is None or request.method == "POST" else request.GET.getlist("right")
        ticked = [one for one in of.items[at].tokens(sent) if one]
        panel = correcting.panel(of, at, ticked)
    context = {**results.results(of, at), "panel": panel, "refused": refused}
    part = request.htmx.target == "mending"
    template = "quiz/_mending.html" if part else "quiz/results.html"
    return render(request, template, context, status=refused.status if refused else 200)


def _items(quiz: Quiz) -> list[Item]:
    return [Item.from_json(kept) for kept in quiz.items]
