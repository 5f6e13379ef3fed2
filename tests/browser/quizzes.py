"""Quizzes made without going through the pages: run inside the site's own database."""

import json
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.site import Site, manage

SCRIPT = "from tests.browser.quizzes import make; make()"
FORMS = (
    "region", "animal", "map", "pin", "dweller", "odd", "sort", "truth", "order", "fact", "habitat",
)  # fmt: skip
TILES = ("sort", "order")


@dataclass
class Taken:
    """A quiz under way in the database."""

    pk: int
    session: str
    forms: list[str]
    right: list[list[int]]
    """The numbers of the right answer to each question, as the page sends them."""

    @property
    def url(self) -> str:
        """Of the question it is the turn of."""
        return f"/quiz/{self.pk}/"

    def open(self, page: Page) -> None:
        """Its page, for whoever takes it."""
        if page.url == "about:blank":
            page.goto("/rules/")
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
        page.context.add_cookies([{"name": "sessionid", "value": self.session, "url": origin}])
        page.goto(self.url)


def prepared(site: Site, forms: Sequence[str] = FORMS, **kept: Any) -> Taken:
    """A quiz that asks once in each of `forms`; `kept` as of the model."""
    wish = {"forms": forms, "kept": kept}
    done = manage(site.data, "shell", "-v", "0", "-c", SCRIPT, PREPARE=json.dumps(wish))
    assert done.returncode == 0, done.stderr
    return Taken(**json.loads(done.stdout))


def make() -> None:
    """Reads the wish, makes the quiz, and writes what is asked and right."""
    from django.contrib.sessions.backends.db import SessionStore

    from quiz.animals import animals
    from quiz.items import FORMS, Form, Shows, suits
    from quiz.items import make as make_item
    from tests.quiz.sittings import Sitting, numbers

    wish = json.loads(os.environ["PREPARE"])
    rng = random.Random(11)
    shows = Shows(wish["kept"].get("shows", "all"))
    items = []
    for name in wish["forms"]:
        form = Form(name)
        assert form in FORMS[shows]
        fit = [code for code, animal in animals().items() if suits(form, shows, animal)]
        items.append(make_item(form, rng.choice(fit), animals(), rng, shows))
    sitting = Sitting(items, **wish["kept"])
    session = SessionStore()
    session["player"] = sitting.player.pk
    session.save()
    made = {
        "pk": sitting.pk,
        "session": session.session_key,
        "forms": wish["forms"],
        "right": [numbers(item) for item in items],
    }
    json.dump(made, sys.stdout)


def wait_for_question(page: Page, n: int, all_of: int) -> None:
    """Until the question with this number is shown."""
    expect(page.locator(".qbar__n")).to_contain_text(str(n))
    expect(page.locator("#ask")).to_be_attached()
    expect(page.locator(".steps li")).to_have_count(all_of)
