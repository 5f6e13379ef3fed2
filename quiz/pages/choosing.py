"""The page of choices: what quizzes there are for this player today."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.catalogue import CardFace, face
from game.models import Player
from quiz import kinds, services
from quiz.evidence import knowledge_of
from quiz.items import CONTINENTS, Shows
from quiz.models import Attempt
from quiz.pages import words
from quiz.pages.lessons import today
from quiz.pages.teaching.work import set_cards
from quiz.selectors import attempts as selectors


@dataclass(frozen=True, slots=True)
class Running:
    """A quiz under way."""

    pk: int
    title: str
    says: str


def choices(player: Player | None, now: datetime) -> dict[str, object]:
    """What the page of choices shows."""
    known = knowledge_of(player, now)
    return {
        "set_cards": set_cards(player, now),
        "running": [_running(attempt) for attempt in selectors.running_attempts(player)],
        "mistakes": _faces(kinds.mistakes(known)),
        "today": today(known, now, selectors.has_practised(player, now)),
        "continents": [(code, words.continent(code)) for code in CONTINENTS],
        "clock": words.clock(services.SECONDS, placed=True),
        "factors": [("1", _("as it is")), ("1.5", "×1½"), ("2", "×2"), ("3", "×3")],
        "lengths": kinds.LENGTHS,
        "length": kinds.LENGTHS[1],
        "shows": [
            (Shows.ALL, _("Picture, name and region")),
            (Shows.PICTURE, _("Picture only")),
            (Shows.REGION, _("Region only")),
        ],
    }


def title_of(attempt: Attempt) -> str:
    """What the attempt is called."""
    if attempt.quiz is not None:
        return attempt.quiz.title
    title = str(attempt.get_kind_display())
    return f"{title}: {words.continent(attempt.continent)}" if attempt.continent else title


def _running(attempt: Attempt) -> Running:
    left = len(attempt.items) - attempt.position
    says = ngettext("%(n)d question left", "%(n)d questions left", left) % {"n": left}
    return Running(attempt.pk, title_of(attempt), says)


def _faces(codes: list[str]) -> list[CardFace]:
    return [face(code) for code in codes]
