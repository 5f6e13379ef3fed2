"""All that is kept about one pupil: what a copy holds, and what is left once it is erased.

Every model that points at a player must stand in `KEPT`, in which a test looks. Nobody else's name
is in a copy: of games there are only the pupil's own seat and moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import Model
from django.utils import timezone

from game import engine
from game.models import Happening, Move, Player, Seat, Table
from quiz.models import Assigned, Attempt, Enrolment, Pupil, Response

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """What is kept in one field that points at a player."""

    rows: Callable[[Player], list[Row]]
    """All of it, for the copy."""
    goes: bool = False
    """Whether the rows go when the pupil is erased; else they stay, and nobody's name with them."""


def _when(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat(timespec="seconds") if at else None


def _pupil(player: Player) -> list[Row]:
    return [
        {
            "given": one.given,
            "surname": one.surname,
            "secret_words": "kept locked, can't be read" if one.words else None,
            "secret_words_made": _when(one.words_at),
            "wrong_words_tried": one.wrong,
            "waits_until": _when(one.waits_until),
            "time_factor": one.time_factor,
            "told_apart_from_one_of_this_name": one.told_apart,
        }
        for one in Pupil.objects.filter(player=player)
    ]


def _classes(player: Player) -> list[Row]:
    found = Enrolment.objects.filter(player=player).select_related("classroom").order_by("since")
    return [
        {
            "class": one.classroom.name,
            "school_year": one.classroom.school_year,
            "group": one.group,
            "since": _when(one.since),
            "left": _when(one.left_at),
        }
        for one in found
    ]


def _attempts(player: Player) -> list[Row]:
    answers: dict[int, list[Row]] = {}
    given = Response.objects.filter(attempt__player=player).order_by("attempt", "position", "pk")
    for one in given:
        answers.setdefault(one.attempt_id, []).append(
            {
                "question": one.position + 1,
                "form": one.form,
                "animal": one.card,
                "answer": one.answer,
                "continent_named": one.named,
                "right": one.right,
                "at": _when(one.at),
            }
        )
    return [
        {
            "kind": one.kind,
            "continent": one.continent,
            "set_by_teacher": one.quiz_id is not None or one.assignment_id is not None,
            "begun": _when(one.started_at),
            "finished": _when(one.finished_at),
            "asked": one.items,
            "seconds": one.seconds,
            "answers": answers.get(one.pk, []),
        }
        for one in Attempt.objects.filter(player=player).order_by("started_at")
    ]


def _assigned(player: Player) -> list[Row]:
    found = Assigned.objects.filter(player=player).select_related("assignment")
    return [
        {
            "set": _when(one.assignment.set_at),
            "due": _when(one.assignment.due_at),
            "continent": one.assignment.continent,
            "quiz": one.assignment.quiz_id is not None,
        }
        for one in found
    ]


def _games(player: Player) -> list[Row]:
    seats = list(Seat.objects.filter(player=player).select_related("table").order_by("table_id"))
    moves, events = _by_seat(Move, seats), _by_seat(Happening, seats)
    return [
        {
            "code": seat.table.code,
            "opened": _when(seat.table.opened_at),
            "hints": seat.table.hints,
            "name": seat.name,
            "avatar": seat.avatar,
            "time_factor": seat.time_factor,
            "away_since": _when(seat.away_since),
            "dealt": (seat.table.deal or [])[seat.index] if seat.table.deal else [],
            "moves": [
                {
                    "kind": one.kind,
                    "animal": one.card,
                    "row": one.row,
                    "right": engine.continent_of(one.card) == one.row if one.card else None,
                    "by": one.by,
                    "at": _when(one.at),
                }
                for one in moves.get((seat.table_id, seat.index), [])
            ],
            "events": [
                {"kind": one.kind, "at": _when(one.at)}
                for one in events.get((seat.table_id, seat.index), [])
            ],
        }
        for seat in seats
    ]


def _by_seat(model: type[Any], seats: Iterable[Seat]) -> dict[tuple[int, int], list[Any]]:
    """Moves or happenings of these seats alone."""
    own = {(seat.table_id, seat.index) for seat in seats}
    found: dict[tuple[int, int], list[Any]] = {}
    tables = {table for table, _index in own}
    for one in model.objects.filter(table__in=tables).order_by("version"):
        if (one.table_id, one.seat) in own:
            found.setdefault((one.table_id, one.seat), []).append(one)
    return found


def _opened(player: Player) -> list[Row]:
    found = Table.objects.filter(opener=player).order_by("opened_at")
    return [{"code": one.code, "opened": _when(one.opened_at)} for one in found]


KEPT: dict[tuple[str, str], Kind] = {
    ("quiz.Pupil", "player"): Kind(_pupil, goes=True),
    ("quiz.Enrolment", "player"): Kind(_classes),
    ("quiz.Attempt", "player"): Kind(_attempts),
    ("quiz.Assigned", "player"): Kind(_assigned),
    ("game.Seat", "player"): Kind(_games),
    ("game.Table", "opener"): Kind(_opened),
}
"""By model and field: everything that points at a player."""

NAMES = {
    ("quiz.Pupil", "player"): "pupil",
    ("quiz.Enrolment", "player"): "classes",
    ("quiz.Attempt", "player"): "quizzes",
    ("quiz.Assigned", "player"): "set_by_teachers",
    ("game.Seat", "player"): "games",
    ("game.Table", "opener"): "tables_opened",
}
"""What the parts are called in the copy."""


def copy_of(player: Player) -> Row:
    """Everything, ready to be written as JSON."""
    own: Row = {
        "format": "carti-pupil/1",
        "made": _when(timezone.now()),
        "called": player.name,
        "avatar": player.avatar,
        "last_seen": _when(player.last_seen),
    }
    return own | {NAMES[key]: kind.rows(player) for key, kind in KEPT.items()}


def nameless(own: Row) -> Row:
    """The copy for a projector: everything but what the pupil is called."""
    return own | {
        "called": "",
        "pupil": [one | {"given": "", "surname": ""} for one in own["pupil"]],
        "games": [one | {"name": ""} for one in own["games"]],
    }


def pointing_at(target: type[Model]) -> set[tuple[str, str]]:
    """Every (model, field) of the project that points at rows of `target`."""
    return {
        (model._meta.label, field.name)
        for model in apps.get_models()
        for field in (*model._meta.fields, *model._meta.many_to_many)
        if field.related_model is target
    }
