"""Before the game: the first page, rules, opening, joining."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game import catalogue, doors, names, onlookers, pages, selectors, services
from game.forms import JoinForm, OpenForm, SoloForm
from game.models import Player, Seat, Table
from game.refusals import Refused
from game.rulebook import LEAD, RULES
from game.throttle import guesses
from game.views.guards import Request, find_table, may_watch, names_shown, player_of, player_or_new

FAN = ("tucan-toco", "ren", "tigru", "cameleonul-pantera", "cangurul-rosu")
TO_MEET = ("koala", "leu", "ursul-panda", "morsa")


@require_safe
def home(request: Request) -> HttpResponse:
    player = player_of(request)
    context = {
        "cards": [catalogue.face(catalogue.codes_by_slug()[slug]) for slug in FAN],
        "to_meet": [catalogue.face(catalogue.codes_by_slug()[slug]) for slug in TO_MEET],
        "tables": pages.running(selectors.running_tables(player)) if player else [],
    }
    return render(request, "game/home.html", context)


@require_safe
def rules(request: Request) -> HttpResponse:
    return render(request, "game/rules.html", {"lead": LEAD, "rules": RULES})


@require_safe
def about(request: Request) -> HttpResponse:
    return render(request, "game/about.html", {"cards": list(catalogue.deck().values())})


@require_POST
def solo(request: Request) -> HttpResponse:
    """A table against bots, begun at once; asks for no name."""
    form = SoloForm(request.POST)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    player = player_or_new(request)
    table = services.open_table(
        opener=player,
        plan=[services.HUMAN] + [Seat.Level.MEDIUM.value] * (form.cleaned_data["players"] - 1),
        options={"watch": Table.Watch.NONE},
    )
    services.start(table=table, player=player)
    return redirect("game:table", table.code)


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: Request) -> HttpResponse:
    if request.method != "POST":
        form = OpenForm(initial=_known_as(player_of(request)))
        form.is_for(player_of(request))
        return render(request, "game/open.html", {"form": form})
    form = OpenForm(request.POST)
    form.is_for(player_of(request))
    if not form.is_valid():
        return render(request, "game/open.html", {"form": form}, status=422)
    table = services.open_table(
        opener=player_or_new(request),
        plan=form.plan(),
        options=form.options(),
        name=form.cleaned_data["name"],
        avatar=form.cleaned_data["avatar"],
    )
    # The class behind this address may join, whoever guesses codes there.
    guesses.asked(request.META["REMOTE_ADDR"], table.code, exists=True, at_home=True)
    return redirect("game:table", table.code)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request) -> HttpResponse:
    """Taking a seat by code; what goes wrong is said beside the field."""
    if request.method != "POST":
        return _join_page(request)
    form = JoinForm(request.POST)
    form.is_for(player_of(request))
    code = request.POST.get("code", "")
    if way := _way_beyond(request, code):
        return redirect(way)
    form.table = find_table(request, code) if code.strip() else None
    form.taken_avatars = _taken_avatars(form.table)
    if not form.is_valid():
        return render(request, "game/join.html", {"form": form}, status=422)
    table = form.table
    if table is None:
        raise Http404
    if not onlookers.belongs(request, table):
        return full_page(request, table, status=409)
    try:
        _sit(request, table, form)
    except Refused as refused:
        if refused.code != "name_taken":
            return full_page(request, table, status=refused.status)
        form.name_is_taken()
        return render(request, "game/join.html", {"form": form}, status=422)
    return redirect("game:table", table.code)


def _sit(request: Request, table: Table, form: JoinForm) -> None:
    """Takes a seat; whose name is fixed gets a number where it is taken, and isn't asked."""
    data = form.cleaned_data
    seat = {
        "table": table,
        "player": player_or_new(request),
        "avatar": data["avatar"],
        "time_factor": getattr(request, "time_factor", 1),
    }
    try:
        services.take_seat(**seat, name=data["name"])
    except Refused as refused:
        if refused.code != "name_taken" or not form.fixed_name:
            raise
        services.take_seat(**seat, name=form.free_name())


def _way_beyond(request: Request, code: str) -> str:
    """Where a code leads that is no table's; guessing it counts like guessing a table's."""
    code = names.tidy_code(code)
    way = doors.beyond(code) if code else ""
    if way:
        guesses.asked(request.META["REMOTE_ADDR"], code, exists=True)
    return way


def _join_page(request: Request) -> HttpResponse:
    known = player_of(request)
    code = names.tidy_code(request.GET.get("code", ""))
    if way := _way_beyond(request, code):
        return redirect(way)
    initial = {"code": code, **_known_as(known)}
    table = find_table(request, code) if code else None
    if code and table is None:
        # Says beside the field what is wrong with the code, before anything else is asked.
        form = JoinForm({"name": "-", **initial})
        form.is_valid()
        form.data = initial
        return render(request, "game/join.html", {"form": form}, status=404)
    if table is not None:
        if selectors.seat_of(table, known) is not None:
            return redirect("game:table", table.code)
        if not selectors.has_room(table) or not onlookers.belongs(request, table):
            return full_page(request, table, status=200)
    form = JoinForm(initial=initial)
    form.is_for(known)
    form.taken_avatars = _taken_avatars(table)
    return render(request, "game/join.html", {"form": form})


def _known_as(player: Player | None) -> dict[str, str]:
    """The name and animal of the last time."""
    return {"name": player.name, "avatar": player.avatar} if player else {}


def _taken_avatars(table: Table | None) -> frozenset[str]:
    return frozenset(table.seats.values_list("avatar", flat=True)) if table else frozenset()


def full_page(request: Request, table: Table, status: int) -> HttpResponse:
    stranger = not onlookers.belongs(request, table)
    context = pages.full_context(table, stranger, names_shown(request, table))
    context["may_watch"] = may_watch(table)
    return render(request, "game/full.html", context, status=status)
