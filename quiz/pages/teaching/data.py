"""The page about a class's data, and a pupil's copy to read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.catalogue import deck, face
from quiz.forms.people import school_year
from quiz.items import Form
from quiz.models import Classroom, Enrolment
from quiz.pages import words
from quiz.pages.teaching import keyed
from quiz.pages.teaching.answers import said
from quiz.pages.teaching.called import Called, called, counted, percent
from quiz.pages.teaching.looking import Look
from quiz.pages.teaching.people import alike, class_title, lines
from quiz.progress import Filter, facts_of, members_of
from quiz.selectors import people

WHAT = {
    "all": gettext_lazy("Everything: progress, answers, questions"),
    "progress": gettext_lazy("Progress: pupils by continents"),
    "answers": gettext_lazy("All answers"),
    "items": gettext_lazy("How hard each question was"),
}
KINDS = ("xlsx", "csv")


def data_context(
    classroom: Classroom, look: Look, hidden: bool, chosen: Enrolment | None
) -> dict[str, object]:
    """Copies and erasing."""
    work = people.work_in([classroom])
    here = called(members_of(classroom), hidden)
    gone = lines(people.gone(classroom), hidden, timezone.now())
    twins = alike([*lines(people.roll(classroom), hidden, timezone.now()), *gone])
    apart = {} if hidden else {player: f" ({says})" for player, says in twins.items()}
    return {
        "classroom": classroom,
        "class_title": class_title(classroom),
        "sub": "data",
        "look": look,
        "pupils": len(here),
        "answers": counted(work.answers),
        "answers_n": work.answers,
        "games": work.games,
        "what": list(WHAT.items()),
        "people": [
            (one.player, plain(one, apart) + apart.get(one.player, "")) for one in here.values()
        ],
        "gone": []
        if hidden
        else [(one.player, one.name + apart.get(one.player, "")) for one in gone],
        "chosen": _chosen(classroom, chosen, hidden, here) if chosen else None,
        "chosen_apart": apart.get(chosen.player_id, "") if chosen else "",
    }


def plain(one: Called, apart: Mapping[int, str]) -> str:
    """The name as in a register, without a number where something better tells it apart."""
    return one.listed.rstrip(" 0123456789") if one.player in apart else one.listed


def _chosen(
    classroom: Classroom, chosen: Enrolment, hidden: bool, here: dict[int, Any]
) -> dict[str, object]:
    """What goes and what stays when this pupil is erased."""
    share = facts_of(classroom, Filter()).share
    work = people.work_of(chosen.player)
    pupil = chosen.player.pupil
    stand_in = here[pupil.pk].spoken if pupil.pk in here else _("Pupil")
    return {
        "player": pupil.pk,
        "name": stand_in if hidden else str(pupil),
        "given": "" if hidden else pupil.given,
        "answers": counted(work.answers),
        "answers_n": work.answers,
        "games": work.games,
        "total": counted(share.total),
        "total_n": share.total,
        "percent": percent(share.percent),
        "copy": reverse("quiz:pupil_copy", args=[classroom.pk, pupil.pk]),
    }


def ended(teacher: User) -> list[Classroom]:
    """The teacher's classes of earlier school years."""
    found = Classroom.objects.of(teacher).filter(year__lt=school_year())
    return sorted(found, key=lambda one: (-one.year, one.name, one.pk))


@dataclass(frozen=True, slots=True)
class Reminder:
    """Names of school years that are over, which could go."""

    names: int
    classes: int
    url: str
    """Where what goes is seen, with all these classes chosen."""


def reminder(teacher: User) -> Reminder | None:
    """None where no name is left of an earlier school year."""
    named = {one.pk: n for one in ended(teacher) if (n := len(people.names_in([one])))}
    if not named:
        return None
    chosen = urlencode({"k": list(named)}, doseq=True)
    url = f"{reverse('quiz:data', args=[next(iter(named))])}?{chosen}#purge"
    return Reminder(sum(named.values()), len(named), url)


def chosen_of(keys: Iterable[str], among: Sequence[Classroom]) -> list[Classroom]:
    """Those with these keys; another teacher's are not there."""
    wanted = set(keys)
    return [one for one in among if str(one.pk) in wanted]


def purge_says(chosen: Sequence[Classroom]) -> str:
    """What must be written before these classes lose their names."""
    return ", ".join(one.name for one in chosen)


def purge_context(old: Sequence[Classroom], chosen: Sequence[Classroom]) -> dict[str, object]:
    """What would go, and what would stay, class by class."""
    rows = []
    for one in old:
        names = len(people.names_in([one]))
        if names:
            work = people.work_in([one])
            rows.append(
                {
                    "pk": one.pk,
                    "title": class_title(one),
                    "year": one.school_year,
                    "names": names,
                    "answers": counted(work.answers),
                    "games": counted(work.games),
                    "chosen": one in chosen,
                }
            )
    return {
        "old": rows,
        "purge": [row for row in rows if row["chosen"]],
        "purge_says": purge_says(chosen),
        "purge_names": len(people.names_in(chosen)) if chosen else 0,
    }


def copy_context(own: dict[str, Any], title: str) -> dict[str, object]:
    """A pupil's copy for people; what is in `own`, in words."""
    answers = [
        {
            "at": _moment(one["at"]),
            "asks": str(keyed.NAMES[Form(one["form"])]),
            "animal": face(one["animal"]).name if one["animal"] in deck() else one["animal"],
            "said": _said(one),
            "right": one["right"],
        }
        for quiz in own["quizzes"]
        for one in quiz["answers"]
    ]
    games = [
        {
            "opened": _moment(game["opened"]),
            "name": game["name"],
            "moves": [
                {
                    "at": _moment(move["at"]),
                    "animal": face(move["animal"]).name,
                    "row": words.continent(move["row"]),
                    "right": move["right"],
                }
                for move in game["moves"]
                if move["animal"] in deck() and move["by"] == "player"
            ],
        }
        for game in own["games"]
    ]
    return {
        "title": title,
        "made": _moment(own["made"]),
        "classes": own["classes"],
        "pupil": own["pupil"],
        "called": own["called"],
        "answers": answers,
        "games": games,
        "quizzes": len(own["quizzes"]),
    }


def _said(answer: dict[str, Any]) -> str:
    """An answer in words; of a row of animals their names."""
    if answer["continent_named"]:
        return words.continent(answer["continent_named"])
    return ", ".join(said("", token) for token in answer["answer"].split("|"))


def _moment(iso: str | None) -> str:
    return date_format(datetime.fromisoformat(iso), "j.m.Y, H:i") if iso else ""
