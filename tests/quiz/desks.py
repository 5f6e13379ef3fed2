"""A teacher's desk: a browser, quizzes, and people who take them."""

import re
from html import unescape
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.test import Client

from game.models import Player
from quiz import services
from quiz.builder import first_choice
from quiz.items import CONTINENTS, Form, Item, Shows
from quiz.models import Attempt, Quiz
from tests.conftest import client_of, guest

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

LION = Item(Form.ANIMAL, Shows.ALL, ("AF8",), CONTINENTS, ("AF",))
"""Not made by the site, which asks about the lion by its region only: it lives in Asia too."""
ZEBRA = Item(Form.REGION, Shows.ALL, ("AF9",), CONTINENTS, ("AF",))
TIGER = Item(Form.REGION, Shows.ALL, ("AS8",), CONTINENTS, ("AS",))
REGIONS = [LION, ZEBRA, TIGER]
OTHERS = [Item(Form.REGION, Shows.ALL, (code,), CONTINENTS, (code[:2],)) for code in ("AU8", "AM5")]


def teacher(name: str = "ene") -> User:
    return User.objects.get_or_create(username=name, defaults={"first_name": "Doamna Ene"})[0]


def desk(name: str = "ene", language: str = "en") -> Client:
    """A teacher's browser."""
    browser = Client()
    browser.force_login(teacher(name))
    browser.cookies["django_language"] = language
    return browser


def chosen(**other: object) -> dict[str, object]:
    """What the page sends when somebody changed these choices and pressed nothing yet."""
    return {**first_choice(), "title": "Asia or Africa?", "seed": "7", **other}


def text(answer: "Answer") -> str:
    """What can be read on the page."""
    page = re.sub(r"<(script|style|svg).*?</\1>", " ", answer.content.decode(), flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def kept(items: list[Item] | None = None, name: str = "ene", **options: object) -> Quiz:
    fields = {"title": "Africa", "items": items or REGIONS, "shows": Shows.ALL, "shuffled": False}
    return services.keep_quiz(owner=teacher(name), **{**fields, **options})  # type: ignore[arg-type]


def take(quiz: Quiz, *said: str, player: Player | None = None) -> Attempt:
    """Somebody answers the first questions of the quiz."""
    attempt = services.begin_set(player=player or guest(), quiz=quiz)
    for place, one in enumerate(said):
        attempt = Attempt.objects.get(pk=attempt.pk)
        answer = (one,) if attempt.item(place).allows((one,)) else ()
        services.answer(attempt=attempt, position=place, answer=answer)
    return Attempt.objects.get(pk=attempt.pk)


def page_of(attempt: Attempt, path: str = "") -> str:
    """What its player reads at the end, or elsewhere in it."""
    browser = client_of(attempt.player)
    browser.cookies["django_language"] = "en"
    return text(browser.get(f"/quiz/{attempt.pk}/{path}"))
