"""A teacher in the site's own database, and a class that takes a quiz."""

import json
import os

from playwright.sync_api import Page

from tests.site import Site, manage

SCRIPT = "from tests.browser.desks import make; make()"
PASSWORD = "trei elefanți pe baltă"  # noqa: S105


def teacher(page: Page, site: Site, then: str = "/quizzes/", name: str = "ene") -> None:
    """Makes a teacher, if there is none of this name, and signs in on this page."""
    _run(site, do="teacher", name=name)
    page.goto(f"/teacher/?next={then}")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("main form button.button--big").click()
    page.wait_for_url(f"**{then}")


def class_takes(site: Site, quiz: str, wrong: int) -> None:
    """Sixteen take it: those who know all else say option `wrong` to the first question."""
    _run(site, do="take", quiz=quiz, wrong=wrong)


def _run(site: Site, **wish: object) -> None:
    done = manage(site.data, "shell", "-v", "0", "-c", SCRIPT, PREPARE=json.dumps(wish))
    assert done.returncode == 0, done.stderr


def make() -> None:
    """Reads the wish, and does it."""
    from django.contrib.auth.models import User

    wish = json.loads(os.environ["PREPARE"])
    if wish["do"] == "take":
        _take(wish["quiz"], wish["wrong"])
    elif not User.objects.filter(username=wish["name"]).exists():
        User.objects.create_user(wish["name"], password=PASSWORD, first_name="Doamna Ene")


def _take(code: str, wrong: int) -> None:
    from quiz import services
    from quiz.models import Attempt, Quiz
    from tests.conftest import guest
    from tests.quiz.sittings import numbers

    quiz = Quiz.objects.get(code=code)
    for n in range(16):
        attempt = services.begin_set(player=guest(), quiz=quiz)
        for position in range(len(attempt.items)):
            attempt = Attempt.objects.get(pk=attempt.pk)
            item = attempt.item(position)
            said = numbers(item, right=(n % 2 == 0) == (position > 0))
            if position == 0 and n % 2 == 0:
                said = [wrong]
            answer = item.tokens([str(one) for one in said])
            services.answer(attempt=attempt, position=position, answer=answer)
