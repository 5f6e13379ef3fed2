"""Answers at once: real threads, real transactions, on both databases."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client

from quiz import services
from quiz.items import Form
from quiz.models import Attempt, Response
from tests.conftest import client_of, guest
from tests.game.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def begun() -> Attempt:
    """An attempt whose first question has options, one row for its answer."""
    while True:
        attempt = services.begin(player=guest(), kind="quick")
        if attempt.item(0).form not in (Form.SORT, Form.ORDER):
            return attempt


def post(browser: Client, attempt: Attempt, answer: str) -> Callable[[], Any]:
    return partial(browser.post, f"/quiz/{attempt.pk}/0/", {"answer": answer})


def test_case_18_forty_answers_at_once_are_forty_rows() -> None:
    attempts = [begun() for _ in range(40)]
    answers = at_once([post(client_of(one.player), one, "1") for one in attempts])
    assert [answer.status_code for answer in answers] == [302] * 40
    assert Response.objects.count() == 40
    assert all(Attempt.objects.get(pk=one.pk).position == 1 for one in attempts)


def test_one_question_answered_in_twenty_tabs_counts_once() -> None:
    attempt = begun()
    tabs = [client_of(attempt.player) for _ in range(20)]
    answers = at_once([post(tab, attempt, str(1 + n % 2)) for n, tab in enumerate(tabs)])
    assert {answer.status_code for answer in answers} <= {302, 409}
    assert Response.objects.count() == 1
    assert Attempt.objects.get(pk=attempt.pk).position == 1
