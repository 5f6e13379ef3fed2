"""Learning: the map, a continent's lesson, an animal, what somebody knows, and diplomas."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from game.catalogue import codes_by_slug
from game.names import NAME_LENGTH, tidy_name
from game.views.guards import Request, player_of
from quiz.animals import CODES
from quiz.evidence import evidence_of, knowledge_of
from quiz.exports import certificate
from quiz.mastery import Evidence
from quiz.pages import animal as animal_page
from quiz.pages import lessons as pages
from quiz.pages import progress as progress_page
from quiz.pages.teaching.work import set_cards
from quiz.selectors import attempts as selectors
from quiz.selectors.people import classroom_of


@require_safe
def learn(request: Request) -> HttpResponse:
    """The map of the five continents, and the day's practice."""
    now, player = timezone.now(), player_of(request)
    context = pages.learn_context(
        knowledge_of(player, now), now, selectors.has_practised(player, now)
    )
    context["set_cards"] = set_cards(player, now)
    return render(request, "quiz/learn.html", context)


@require_safe
def continent(request: Request, continent: str) -> HttpResponse:
    """Twelve animals by weight; with `?print` on a sheet of paper."""
    code = _continent(continent)
    evidence = _evidence(request)
    page = "quiz/lesson_print.html" if "print" in request.GET else "quiz/continent.html"
    context = pages.continent_context(code, pages.known_from(evidence, timezone.now()))
    context["earned"] = certificate.earned_at(evidence, code) is not None
    return render(request, page, context)


@require_safe
def animal(request: Request, slug: str) -> HttpResponse:
    """All about one animal."""
    code = codes_by_slug().get(slug)
    if code is None:
        raise Http404(_("There is no such animal here."))
    known = knowledge_of(player_of(request), timezone.now())
    return render(request, "quiz/animal.html", animal_page.animal_context(code, known))


@require_safe
def progress(request: Request) -> HttpResponse:
    """Sixty animals from dim to bright, what is due, and what went before."""
    now, player = timezone.now(), player_of(request)
    done = selectors.has_practised(player, now)
    context = progress_page.progress_context(_evidence(request), now, done)
    context["is_guest"] = player is None or player.is_guest
    pupil = getattr(request, "pupil", None)
    found = classroom_of(pupil) if pupil is not None else None
    context["ranking"] = found is not None and found.ranking
    return render(request, "quiz/progress.html", context)


@require_safe
def diploma(request: Request, continent: str) -> HttpResponse:
    """The diploma of a continent whose twelve were known, or what is still missing (404)."""
    code = _continent(continent)
    evidence = _evidence(request)
    context = pages.continent_context(code, pages.known_from(evidence, timezone.now()))
    if certificate.earned_at(evidence, code) is None:
        return render(request, "quiz/no_diploma.html", context, status=HTTPStatus.NOT_FOUND)
    asked, error = tidy_name(request.GET.get("name", "")), ""
    if len(asked) > NAME_LENGTH:
        error = _("That is too long: at most %d letters.") % NAME_LENGTH
    context |= {"name": _name(request), "asked": asked if error else _name(request), "error": error}
    return render(request, "quiz/diploma.html", context)


@require_safe
def diploma_pdf(request: Request, continent: str) -> HttpResponse:
    """The diploma to print."""
    return _file(request, continent, "pdf", "application/pdf")


@require_safe
def diploma_png(request: Request, continent: str) -> HttpResponse:
    """The diploma as a picture."""
    return _file(request, continent, "png", "image/png")


def _file(request: Request, continent: str, kind: str, mime: str) -> HttpResponse:
    code = _continent(continent)
    earned = certificate.earned_at(_evidence(request), code)
    if earned is None:
        raise Http404(_("This diploma is not there yet."))
    data = certificate.make(code, _name(request), earned, kind, get_language() or "ro")
    answer = HttpResponse(data, content_type=mime)
    disposition = "attachment" if "download" in request.GET else "inline"
    answer.headers["Content-Disposition"] = f'{disposition}; filename="diploma-{continent}.{kind}"'
    return answer


def _evidence(request: Request) -> list[Evidence]:
    player = player_of(request)
    return evidence_of(player) if player else []


def _name(request: Request) -> str:
    """The name asked for, which is nowhere kept; else the player's own, if any."""
    player = player_of(request)
    given = tidy_name(request.GET.get("name", ""))[:NAME_LENGTH].strip()
    return given or (player.name if player else "")


def _continent(slug: str) -> str:
    code = CODES.get(slug)
    if code is None:
        raise Http404(_("There is no such continent here."))
    return code
