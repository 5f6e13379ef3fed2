"""A class plays: it is seated, all its tables are looked after, and pupils are taken to theirs."""

from __future__ import annotations

import secrets
from http import HTTPStatus

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game import live
from game import services as game
from game.pages.glance import PAGE as GLANCE
from game.refusals import Refused as GameRefused
from game.views.guards import Request, shows_too_much, whose
from quiz.forms.sittings import LookAfterForm, SeatingForm, as_last_time, usual
from quiz.middleware import SEEN, SENT
from quiz.models import Classroom, Sitting
from quiz.pages.teaching.live import live_context
from quiz.pages.teaching.people import class_title, lines
from quiz.pages.teaching.seating import Plan, plan_of
from quiz.refusals import Refused
from quiz.selectors import people, sittings
from quiz.services import sittings as services
from quiz.views.guards import classroom_or_404, for_teachers, names_off

SEEDS = 2**31


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers
def play(request: Request, pk: int) -> HttpResponse:
    """Who sits with whom: `do` is start, mix (others together) or show; htmx gets the plan."""
    room = Room(classroom_or_404(request, pk), names_off(request))
    if request.method != "POST":
        return room.page(request, room.first_form())
    do, sent = request.POST.get("do", ""), request.POST.copy()
    if do in ("came", "all", "none"):
        ticked = {"came": room.came, "all": set(room.players)}.get(do, set())
        sent.setlist("here", [str(one) for one in sorted(ticked)])
    form = SeatingForm(room.players, sent)
    if not form.is_valid():  # what is no choice of the page's
        return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)
    if do != "start":
        return room.page(request, form, secrets.randbelow(SEEDS) if do == "mix" else None)
    try:
        services.start(
            classroom=room.classroom,
            plan=room.plan(form, as_shown=True).seats,
            size=form.cleaned_data["size"],
            options=form.options(),
        )
    except Refused as refused:
        return room.page(request, form, refused=refused)
    return redirect("quiz:live", pk)


@require_safe
@for_teachers
def live_page(request: Request, pk: int) -> HttpResponse:
    """Every table of the class at a glance; before the first lesson, where it is seated."""
    found = classroom_or_404(request, pk)
    sitting = sittings.last_sitting(found)
    if sitting is None:
        return redirect("quiz:play", found.pk)
    return _live_page(request, found, sitting)


@require_safe
@for_teachers
def live_fresh(request: Request, pk: int) -> HttpResponse:
    """The changing parts of the live page as they are now."""
    sitting = _sitting(classroom_or_404(request, pk))
    context = live_context(sitting, timezone.now(), not names_off(request))
    return render(request, "quiz/_live.html", context)


async def live_events(request: Request, pk: int) -> HttpResponseBase:
    """One stream for all tables of the class, for its teacher."""
    if request.method != "GET":
        return HttpResponse(status=405, headers={"Allow": "GET"})
    calls = live.hub.calls
    tables, view = await sync_to_async(_watched)(request, pk)
    return StreamingHttpResponse(
        live.stream_of(tables, view, whose(request), shows_too_much(request, view.named), calls),
        content_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


def _watched(request: Request, pk: int) -> tuple[list[int], live.View]:
    sitting = _sitting(classroom_or_404(request, pk))
    tables = list(sitting.tables.values_list("table_id", flat=True))
    named = not names_off(request)
    return tables, live.View(None, get_language() or "ro", GLANCE, "", named)


@require_POST
@for_teachers
def live_all(request: Request, pk: int) -> HttpResponse:
    """All tables: `do` is pause, go_on or end."""
    found = classroom_or_404(request, pk)
    sitting = _sitting(found)
    what = {
        "pause": services.pause_all,
        "go_on": services.go_on_all,
        "end": services.end_all,
    }.get(request.POST.get("do", ""))
    if what is None:
        return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)
    what(sitting=sitting)
    return redirect("quiz:live", found.pk)


@require_POST
@for_teachers
def live_table(request: Request, pk: int, number: int) -> HttpResponse:
    """One table: pause, go on, end; `change`: the pupil `who` goes `to` another, or to none;
    `seat`: the pupil `more` takes a bot's place.
    """
    found = classroom_or_404(request, pk)
    sitting = _sitting(found)
    table = sittings.table_of(sitting, min(number, 1000))
    form = LookAfterForm(request.POST)
    if table is None:
        raise Http404(_("There is no such table here."))
    if not form.is_valid():
        return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)
    data = form.cleaned_data
    try:
        if data["do"] == "change":
            _change(sitting, table.pk, data["who"], data["to"] or 0)
        elif data["do"] == "seat":
            services.move_pupil(sitting=sitting, player=data["more"] or 0, to=table)
        else:
            what = {"pause": game.pause, "go_on": game.go_on, "end": game.end}[data["do"]]
            what(table=table)
    except Refused as refused:
        return _live_page(request, found, sitting, refused)
    except GameRefused:
        return _live_page(request, found, sitting, Refused("not_at_a_table"))
    return redirect(f"{reverse('quiz:live', args=[found.pk])}#table-{number}")


def _change(sitting: Sitting, table_id: int, who: int | None, to: int) -> None:
    """The pupil goes to another table; to none, a bot plays for him or her."""
    table = sitting.tables.select_related("table").get(table=table_id).table
    seat = table.seats.filter(player=who).first() if who else None
    if seat is None or seat.player_id is None:
        raise Refused("not_at_a_table")
    if to == 0:
        game.replace_by_bot(table=table, index=seat.index)
        return
    target = sittings.table_of(sitting, to)
    if target is None:
        raise Refused("no_bot_there")
    services.move_pupil(sitting=sitting, player=seat.player_id, to=target)


@require_safe
def now(request: Request) -> HttpResponse:
    """Where the class wants this pupil (Content-Location); once for each table, to go there
    (HX-Redirect).

    Pages ask by themselves, so that it is no sign of anybody being there.
    """
    answer = HttpResponse(status=HTTPStatus.NO_CONTENT)
    if SEEN not in request.session:
        return answer
    place = sittings.place_now(request.session.get("player"))
    if place is None:
        return answer
    key, code = place
    answer.headers["Content-Location"] = reverse("game:table", args=[code])
    if request.session.get(SENT) != key:
        request.session[SENT] = key
        answer.headers["HX-Redirect"] = answer.headers["Content-Location"]
    return answer


def _sitting(classroom: Classroom) -> Sitting:
    sitting = sittings.last_sitting(classroom)
    if sitting is None:
        raise Http404(_("The class has not played yet."))
    return sitting


def _live_page(
    request: Request, found: Classroom, sitting: Sitting, refused: Refused | None = None
) -> HttpResponse:
    context = live_context(sitting, timezone.now(), not names_off(request)) | {
        "classroom": found,
        "class_title": class_title(found),
        "sub": "live",
        "refused": refused,
    }
    status = refused.status if refused else HTTPStatus.OK
    return render(request, "quiz/live.html", context, status=status)


class Room:
    """The class that is being seated."""

    def __init__(self, classroom: Classroom, hidden: bool) -> None:
        self.classroom = classroom
        self.roll = people.roll(classroom)
        self.lines = lines(self.roll, hidden, timezone.now())
        self.players = [one.player_id for one in self.roll]
        self.came = people.came_in(self.roll, timezone.now())

    def first_form(self) -> SeatingForm:
        """As the class played last, with those who were there then, or who are new."""
        begin = usual() | {"seed": secrets.randbelow(SEEDS), "here": self.players}
        last = sittings.last_sitting(self.classroom)
        tables = sittings.tables_of(last) if last else []
        if last is not None and tables:
            sat = sittings.sat_at(last)
            begin["here"] = [
                one.player_id
                for one in self.roll
                if one.player_id in sat or one.since > last.started_at
            ]
            begin |= as_last_time(
                tables[0].table, max(len(one.table.seats.all()) for one in tables)
            )
        sent = QueryDict(mutable=True)
        for name, value in begin.items():
            sent.setlist(
                name, [str(one) for one in value] if isinstance(value, list) else [str(value)]
            )
        form = SeatingForm(self.players, sent)
        form.is_valid()
        return form

    def plan(self, form: SeatingForm, *, seed: int | None = None, as_shown: bool = False) -> Plan:
        """Who sits with whom, as the form says."""
        data = form.cleaned_data
        wanted, moved = form.wishes()
        return plan_of(
            self.lines,
            data["here"],
            size=data["size"],
            way=data["way"],
            seed=data["seed"] if seed is None else seed,
            knows=sittings.knows(self.classroom, timezone.now()),
            wanted=wanted,
            moved=moved,
            as_shown=as_shown,
        )

    def page(
        self,
        request: Request,
        form: SeatingForm,
        seed: int | None = None,
        refused: Refused | None = None,
    ) -> HttpResponse:
        """The plan; with another `seed` others sit together."""
        here = set(form.cleaned_data["here"])
        context = {
            "classroom": self.classroom,
            "class_title": class_title(self.classroom),
            "sub": "play",
            "form": form,
            "data": form.cleaned_data,
            "plan": self.plan(form, seed=seed, as_shown=refused is not None),
            "seed": form.cleaned_data["seed"] if seed is None else seed,
            "pupils": [
                (line, line.player in here, line.player in self.came) for line in self.lines
            ],
            "here_count": len(here),
            "all_count": len(self.lines),
            "playing": sittings.is_playing(self.classroom),
            "refused": refused,
        }
        page = "quiz/_plan.html" if request.htmx else "quiz/play.html"
        status = refused.status if refused else HTTPStatus.OK
        return render(request, page, context, status=status)
