"""What a teacher sets the class, and how it is being done."""

from __future__ import annotations

from collections import defaultdict
from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game.views.guards import Request
from quiz import progress
from quiz.forms.work import EVENING, DateForm, WorkForm, date_of
from quiz.models import Assignment, Classroom
from quiz.needs import needs_help
from quiz.pages.teaching import work as pages
from quiz.pages.teaching.making import pictures
from quiz.pages.teaching.people import class_title, lines
from quiz.refusals import Refused
from quiz.selectors import papers, people, sittings
from quiz.selectors import work as readers
from quiz.services import work as services
from quiz.views.guards import LARGEST, classroom_or_404, for_teachers, names_off, teacher_of


@require_safe
@for_teachers
def works(request: Request, pk: int) -> HttpResponse:
    """Everything that was set to the class."""
    found, now = classroom_or_404(request, pk), timezone.now()
    every = readers.works_of(found)
    every_card = pages.cards(every, readers.doing(every), now)
    context = _frame(found) | {
        "cards": [one for one in every_card if not one.closed],
        "closed": [one for one in every_card if one.closed],
    }
    return render(request, "quiz/works.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers
def set_work(request: Request, pk: int) -> HttpResponse:
    """Sets a quiz or a lesson; the address may say what and to whom. htmx gets it in a sentence."""
    found = classroom_or_404(request, pk)
    form = _form(request, found)
    if request.method != "POST" or request.htmx or not form.is_valid():
        return _form_page(request, found, form)
    try:
        made, count = services.set_work(
            classroom=found,
            players=form.chosen,
            quiz=form.quiz,
            continent=form.continent,
            due_at=form.due_at,
            late=form.cleaned_data["late"],
        )
    except Refused as refused:
        form.add_error("who", str(refused.text))
        return _form_page(request, found, form)
    return redirect(f"{reverse('quiz:work', args=[found.pk, made.pk])}?new={count}")


@require_safe
@for_teachers
def one_work(request: Request, pk: int, work: int) -> HttpResponse:
    """Who has not begun, is at which question, has finished; htmx gets that alone."""
    found = classroom_or_404(request, pk)
    return _work_page(request, found, _work(found, work))


@require_POST
@for_teachers
def date_work(request: Request, pk: int, work: int) -> HttpResponse:
    """Gives what was set, and is open, another date."""
    found = classroom_or_404(request, pk)
    one, form = _work(found, work), DateForm(request.POST)
    if not form.is_valid():
        return _work_page(request, found, one, form=form)
    try:
        services.date_work(work=one, due_at=form.due_at, late=form.cleaned_data["late"])
    except Refused as refused:
        return _work_page(request, found, one, refused)
    return redirect(f"{reverse('quiz:work', args=[found.pk, one.pk])}?dated=1")


@require_POST
@for_teachers
def close_work(request: Request, pk: int, work: int) -> HttpResponse:
    """Closes what was set, or with `open` opens it again."""
    found = classroom_or_404(request, pk)
    one = _work(found, work)
    try:
        if request.POST.get("open") == "1":
            services.open_work(work=one)
        else:
            services.close_work(work=one)
    except Refused as refused:
        return _work_page(request, found, one, refused)
    return redirect("quiz:work", found.pk, one.pk)


def _work(classroom: Classroom, pk: int) -> Assignment:
    found = readers.work_of(classroom, min(pk, LARGEST))
    if found is None:
        raise Http404(_("Nothing like this was set here."))
    return found


def _frame(classroom: Classroom) -> dict[str, object]:
    return {"classroom": classroom, "class_title": class_title(classroom), "sub": "works"}


def _work_page(
    request: Request,
    found: Classroom,
    work: Assignment,
    refused: Refused | None = None,
    form: DateForm | None = None,
) -> HttpResponse:
    now = timezone.now()
    doing = readers.doing([work])[work.pk]
    roll = lines(people.roll(found), names_off(request), now)
    new = request.GET.get("new", "")
    context = _frame(found) | {
        "work": work,
        "card": pages.cards([work], {work.pk: doing}, now)[0],
        "lines": pages.done_lines(work, doing, roll),
        "overdue": work.is_overdue(now),
        "new": int(new[:4]) if new.isdecimal() else 0,
        "dated": "dated" in request.GET,
        "refused": refused,
        "form": form or DateForm(initial=date_of(work)),
    }
    page = "quiz/_work_done.html" if request.htmx else "quiz/work.html"
    wrong = HTTPStatus.UNPROCESSABLE_ENTITY if form else HTTPStatus.OK
    status = refused.status if refused else wrong
    return render(request, page, context, status=status)


def _form(request: Request, found: Classroom) -> WorkForm:
    groups: defaultdict[str, set[int]] = defaultdict(set)
    roll = people.roll(found)
    for one in roll:
        if one.group:
            groups[one.group].add(one.player_id)
    facts = progress.facts_of(found, progress.Filter(since=timezone.now() - sittings.RECENT))
    needing = {need.player for need in needs_help(facts)}
    asked = request.GET
    who = [int(one) for one in asked.getlist("who") if one.isdecimal()]
    what = asked.get("what", "")
    initial = {
        "what": what,
        "to": "some" if who else "all",
        "who": who,
        "hour": EVENING.strftime("%H:%M"),
        "late": True,
    }
    return WorkForm(
        request.POST if request.method == "POST" else None,
        quizzes=[quiz for quiz in papers.quizzes_of(teacher_of(request)) if quiz.open],
        players=[one.player_id for one in roll],
        groups=dict(sorted(groups.items())),
        needing=needing,
        initial=initial,
    )


def _form_page(request: Request, found: Classroom, form: WorkForm) -> HttpResponse:
    now = timezone.now()
    chosen = {str(one) for one in form["who"].value() or []}
    if form.is_bound:
        form.is_valid()
        count = len(form.chosen)
    else:
        count = len(chosen) if form["to"].value() == "some" else len(form.players)
    told = form.is_bound and "due" not in form.errors
    until = pages.until(form.due_at, now) if told else ""
    titles = dict(form.fields["what"].choices)  # type: ignore[attr-defined]
    what = form["what"].value() or next(iter(titles))
    quiz = form.quizzes.get(what)
    context = _frame(found) | {
        "form": form,
        "pupils": [
            (line, str(line.player) in chosen)
            for line in lines(people.roll(found), names_off(request), now)
        ],
        "count": count,
        "until": until,
        "pictures": pictures(quiz)[:3] if quiz else [],
        "what_title": titles.get(what, ""),
    }
    if request.htmx:
        return render(request, "quiz/_work_sum.html", context)
    wrong = form.is_bound and form.errors
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
    return render(request, "quiz/set_work.html", context, status=status)
