"""A teacher's quiz as pupils and guests find it: at its own address."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from game import names
from game.throttle import guesses
from game.views.guards import Request, player_of, player_or_new
from quiz import services
from quiz.models import Quiz
from quiz.pages.given import given
from quiz.refusals import Refused
from quiz.selectors import papers


@require_http_methods(["GET", "HEAD", "POST"])
def given_quiz(request: Request, quiz_code: str) -> HttpResponse:
    """What the quiz is, and one button; which begins it, or goes on where it was left.

    The teacher whose it is may try it, also while it is closed; that is of no account.
    """
    code = names.tidy_code(quiz_code)
    quiz = papers.quiz_by_code(code)
    guesses.asked(request.META["REMOTE_ADDR"], code, exists=quiz is not None)
    if quiz is None:
        raise Http404(_("There is no quiz with this code."))
    if request.method != "POST":
        return _page(request, quiz)
    begin = services.try_set if request.user == quiz.owner else services.begin_set
    try:
        attempt = begin(player=player_or_new(request), quiz=quiz)
    except Refused as refused:
        quiz.refresh_from_db()
        return _page(request, quiz, refused)
    return redirect("quiz:attempt", attempt.pk)


def _page(request: Request, quiz: Quiz, refused: Refused | None = None) -> HttpResponse:
    own = request.user == quiz.owner
    context = given(quiz, None if own else papers.last_attempt_at(player_of(request), quiz), own)
    status = refused.status if refused else 200
    return render(request, "quiz/given.html", context, status=status)
