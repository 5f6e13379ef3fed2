"""The pupils of a class: who they are, their words, who goes and who comes."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game import names
from game.throttle import guesses
from game.views.guards import Request
from quiz.classes import secrets, shown
from quiz.classes.secrets import Words
from quiz.forms.people import PupilForm
from quiz.models import Classroom, Enrolment
from quiz.pages.teaching.people import alike, class_title, lines, merging
from quiz.refusals import Refused
from quiz.selectors import people
from quiz.services import classrooms as services
from quiz.views.entrance import way_in
from quiz.views.guards import (
    classroom_or_404,
    enrolment_or_404,
    for_teachers,
    names_off,
    teacher_of,
)

FORM = ["GET", "HEAD", "POST"]


@require_safe
@for_teachers
def roster(request: Request, pk: int) -> HttpResponse:
    """All pupils, or with `q` those it finds."""
    return _roster_page(request, classroom_or_404(request, pk))


@require_POST
@for_teachers
def add(request: Request, pk: int) -> HttpResponse:
    """One more pupil; of a name that is there already it is asked whether it is another child."""
    found = classroom_or_404(request, pk)
    form = PupilForm(request.POST)
    if not form.is_valid():
        return _roster_page(request, found, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    name = form.as_name()
    twins = [
        one
        for one in [*people.roll(found), *people.gone(found)]
        if services.Name(one.player.pupil.given, one.player.pupil.surname).alike == name.alike
    ]
    if twins and "another" not in request.POST:
        return _roster_page(request, found, form=form, twin=twins[0], status=HTTPStatus.CONFLICT)
    added = services.add_pupil(classroom=found, name=name)
    return redirect(f"{reverse('quiz:roster', args=[found.pk])}?new={added.pk}#add")


@require_POST
@for_teachers
def words(request: Request, pk: int) -> HttpResponse:
    """New secret words for the pupil `who`, shown in the row for a little while."""
    found = classroom_or_404(request, pk)
    who = _enrolment(found, request.POST.get("who", ""))
    seed = secrets.new_seed()
    services.print_words(classroom=found, players=[who.player_id], seed=seed)
    shown.keep(request.session, found, seed, [who.player_id], beside=True)
    return redirect(f"{reverse('quiz:roster', args=[found.pk])}?words={who.player_id}#fresh")


@require_POST
@for_teachers
def unlock(request: Request, pk: int) -> HttpResponse:
    """Lets the pupil `who` try again at once."""
    found = classroom_or_404(request, pk)
    services.unlock(pupil=_enrolment(found, request.POST.get("who", "")).player.pupil)
    return redirect("quiz:roster", found.pk)


@require_http_methods(FORM)
@for_teachers
def pupil(request: Request, pk: int, player: int) -> HttpResponse:
    """A pupil's name and group, and what else can be done."""
    found = classroom_or_404(request, pk)
    who = enrolment_or_404(found, player)
    if request.method != "POST":
        return _pupil_page(request, who)
    form = PupilForm(request.POST)
    if not form.is_valid():
        return _pupil_page(request, who, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    services.rename(pupil=who.player.pupil, name=form.as_name())
    return redirect("quiz:roster", found.pk)


@require_POST
@for_teachers
def give_time(request: Request, pk: int, player: int) -> HttpResponse:
    """Extra time for the pupil: `factor` times the usual, wherever a clock runs."""
    found = classroom_or_404(request, pk)
    who = enrolment_or_404(found, player)
    factors = {f"{factor:g}": factor for factor in services.TIME_FACTORS}
    try:
        services.give_time(
            pupil=who.player.pupil, factor=factors.get(request.POST.get("factor", ""), 0)
        )
    except Refused as refused:
        return _pupil_page(request, who, told=str(refused.text), status=refused.status)
    return redirect("quiz:pupil_edit", found.pk, who.player_id)


@require_POST
@for_teachers
def take_out(request: Request, pk: int, player: int) -> HttpResponse:
    """Takes the pupil out of the class; the work is kept."""
    found = classroom_or_404(request, pk)
    services.take_out(enrolment=enrolment_or_404(found, player))
    return redirect("quiz:roster", found.pk)


@require_POST
@for_teachers
def readmit(request: Request, pk: int, player: int) -> HttpResponse:
    """Takes the pupil into the class again."""
    found = classroom_or_404(request, pk)
    try:
        services.readmit(enrolment=enrolment_or_404(found, player, here=False))
    except Refused as refused:
        return _roster_page(request, found, told=str(refused.text), status=refused.status)
    return redirect("quiz:roster", found.pk)


@require_POST
@for_teachers
def move(request: Request, pk: int, player: int) -> HttpResponse:
    """To another class: the teacher's own (`to`), or anybody's by its `code`."""
    found = classroom_or_404(request, pk)
    who = enrolment_or_404(found, player)
    to = _target(request)
    if to is None or to.pk == found.pk:
        said = _("There is no other class like that. Look at the code again.")
        return _pupil_page(request, who, told=said, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    services.move(enrolment=who, to=to)
    return redirect("quiz:roster", found.pk)


@require_http_methods(FORM)
@for_teachers
def merge(request: Request, pk: int) -> HttpResponse:
    """Two entries, `kept` and `other`: what each has; then they are one, or with `two` apart."""
    found = classroom_or_404(request, pk)
    asked = request.POST if request.method == "POST" else request.GET
    kept, other = (_enrolment(found, asked.get(key, "")) for key in ("kept", "other"))
    if kept.pk == other.pk:
        raise Http404(_("There is no such pupil here."))
    if request.method == "POST":
        if "two" in request.POST:
            services.tell_apart(one=kept.player.pupil, other=other.player.pupil)
        else:
            services.merge(kept=kept.player.pupil, other=other.player.pupil)
        return redirect("quiz:roster", found.pk)
    roll = lines(people.roll(found), names_off(request), timezone.now())
    context = _frame(request, found) | {"merging": merging(kept, other, roll)}
    return render(request, "quiz/merge.html", context)


def _enrolment(classroom: Classroom, player: str) -> Enrolment:
    if not (player.isascii() and player.isdigit() and len(player) < 19):
        raise Http404(_("There is no such pupil here."))
    return enrolment_or_404(classroom, int(player))


def _target(request: Request) -> Classroom | None:
    if code := names.tidy_code(request.POST.get("code", "")):
        found = people.classroom_by_code(code)
        guesses.asked(request.META["REMOTE_ADDR"], code, exists=found is not None)
        return found
    to = request.POST.get("to", "")
    own = Classroom.objects.of(teacher_of(request))
    return own.filter(pk=int(to)).first() if to.isascii() and to.isdigit() else None


def _frame(request: Request, classroom: Classroom) -> dict[str, object]:
    """What all pages of a class have."""
    return {"classroom": classroom, "class_title": class_title(classroom), "sub": "roster"}


def _roster_page(
    request: Request,
    classroom: Classroom,
    *,
    form: PupilForm | None = None,
    twin: Enrolment | None = None,
    told: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    hidden, now = names_off(request), timezone.now()
    everybody = people.roll(classroom)
    wanted = "" if hidden else names.tidy_name(request.GET.get("q", ""))[:80]
    pupils = {one.player_id: one.player.pupil for one in everybody}
    made = _words_made(request, classroom)
    rows = [
        {"pupil": line, "made": made.get(line.player)}
        for line in lines(everybody, hidden, now)
        if not wanted or people.fits(pupils[line.player], wanted)
    ]
    context = _frame(request, classroom) | {
        "rows": rows,
        "count": len(everybody),
        "wanted": wanted,
        "groups": any(one.group for one in everybody),
        "gone": lines(people.gone(classroom), hidden, now),
        "twins": [
            (str(one), one.pk, other.pk) for one, other in people.namesakes(list(pupils.values()))
        ]
        if not hidden
        else [],
        "form": form or PupilForm(),
        "twin": twin,
        "made": made,
        "told": told,
        "new": request.GET.get("new", ""),
        "imported": request.GET.get("imported", ""),
    }
    context |= way_in(request, classroom)
    return render(request, "quiz/roster.html", context, status=status)


def _words_made(request: Request, classroom: Classroom) -> Mapping[int, Words]:
    """By player: the words that were made just now, as long as they may be shown."""
    kept = shown.words(request.session, classroom)
    asked = request.GET.get("words", "")
    return {player: pair for player, pair in kept.items() if str(player) == asked}


def _pupil_page(
    request: Request,
    who: Enrolment,
    *,
    form: PupilForm | None = None,
    told: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    classroom, pupil = who.classroom, who.player.pupil
    everybody = people.roll(classroom)
    hidden = names_off(request)
    seen = {line.player: line for line in lines(everybody, hidden, timezone.now())}
    apart = {} if hidden else alike(list(seen.values()))
    known = {"surname": pupil.surname, "given": pupil.given, "group": who.group}
    own = Classroom.objects.of(teacher_of(request)).exclude(pk=classroom.pk)
    context = _frame(request, classroom) | {
        "pupil": seen[who.player_id],
        "form": form or PupilForm(initial=known),
        "apart": apart.get(who.player_id, ""),
        "others": [
            {"player": key, "name": line.name, "twin": apart.get(key, "")}
            for key, line in seen.items()
            if key != who.player_id
        ],
        "classes": [(one.pk, class_title(one), one.school_year) for one in own.order_by("-year")],
        "told": told,
        "factors": [f"{factor:g}" for factor in services.TIME_FACTORS],
        "factor": f"{pupil.time_factor:g}",
        "code": request.POST.get("code", ""),
    }
    return render(request, "quiz/pupil_edit.html", context, status=status)
