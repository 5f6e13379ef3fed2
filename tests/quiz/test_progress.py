"""My progress: sixty from dim to bright, what comes, what went before."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from game.catalogue import deck
from quiz.kinds import MOST_A_DAY
from quiz.mastery import Evidence, Knowledge, Source, State
from quiz.models import Response
from quiz.pages.lessons import tile
from quiz.pages.progress import due, history, progress_context
from tests.conftest import guest
from tests.quiz.test_lessons import NEW, answer, page

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 25, 10, tzinfo=UTC)
"""A Wednesday."""


def said(code: str, right: bool, days_ago: float) -> Evidence:
    return Evidence(code, right, NOON - timedelta(days=days_ago), Source.QUIZ, code[:2])


def test_at_first_sixty_animals_wait_as_silhouettes() -> None:
    seen = page("/progress/")
    assert "Sixty animals await you." in seen
    assert len(re.findall(r'class="small small--0"', seen)) == 60
    assert len(re.findall(r'alt="[^"]+: New"', seen)) == 60
    assert "My mistakes" not in seen


def test_a_guest_is_told_where_the_progress_lives_and_a_pupil_is_not() -> None:
    assert "You are a guest" in page("/progress/")
    player = guest()
    assert "You are a guest" in page("/progress/", player=player)
    player.is_guest = False
    player.save()
    assert "You are a guest" not in page("/progress/", player=player)


def test_every_card_says_its_state_to_those_who_do_not_see_it() -> None:
    player = guest()
    answer(player, "AF8", True, True)
    answer(player, "EU6", True, False)
    seen = page("/progress/", player=player)
    assert 'alt="Lion: Known"' in seen
    assert 'alt="Reindeer: Learning"' in seen
    assert 'alt="Tiger: New"' in seen
    assert "You know 1 of 60 animals." in seen
    assert "My mistakes: 1 animal" in seen


def test_cards_shine_the_brighter_the_better_an_animal_is_remembered() -> None:
    lion = deck()["AF8"]
    lights = [
        tile(lion, Knowledge(state, chance=chance)).light
        for state, chance in (
            (State.NEW, 0),
            (State.LEARNING, 0.3),
            (State.LEARNING, 0.9),
            (State.FADING, 0.8),
            (State.KNOWN, 0.95),
        )
    ]
    assert lights == [0, 1, 2, 3, 4]


def test_no_day_is_given_more_than_a_days_practice() -> None:
    """Case 24: what does not fit comes the day after."""
    known = dict(NEW)
    for n, code in enumerate(known):
        when = NOON - timedelta(days=1) if n < 30 else NOON + timedelta(days=3)
        if n < 40:
            known[code] = Knowledge(State.LEARNING, when, 0.5, 1, 0, 1)
    told = due(known, NOON)
    assert (told.today, told.tomorrow, told.later) == (MOST_A_DAY, MOST_A_DAY, 40 - 2 * MOST_A_DAY)


def test_what_is_not_due_yet_comes_tomorrow_or_later() -> None:
    known = dict(NEW)
    for code, days in (("EU1", -1), ("EU2", 1), ("EU3", 1), ("EU4", 5), ("EU5", 90)):
        known[code] = Knowledge(State.KNOWN, NOON + timedelta(days=days), 0.9, 2, 0, 2)
    told = due(known, NOON)
    assert (told.tomorrow, told.later) == (6, 1), "new ones make up a practice"


def test_the_history_goes_by_day_at_first_and_by_week_later() -> None:
    days = history([said("EU1", True, 2), said("EU2", False, 2), said("EU3", True, 0)], NOON)
    assert [(span.answers, span.right) for span in days] == [(2, 1), (0, 0), (1, 1)]
    weeks = history([said("EU1", True, 20), said("EU2", False, 9), said("EU3", True, 0)], NOON)
    assert [(span.answers, span.right) for span in weeks] == [(1, 1), (0, 0), (1, 0), (1, 1)]
    assert history([], NOON) == []


def test_long_ago_is_left_out_and_nothing_breaks() -> None:
    assert history([said("EU1", True, 300)], NOON) == []
    context = progress_context([said("EU1", True, 300)], NOON)
    assert context["answers"] == 0


def test_bars_stand_on_the_line_and_in_the_chart() -> None:
    spans = history([said(f"EU{n}", n % 2 == 0, n) for n in range(1, 8)], NOON)
    for span in spans:
        assert span.y + span.height == pytest.approx(120)
        assert span.right_y + span.right_height == pytest.approx(120)
        assert span.right_height <= span.height
        assert span.x >= 0
        assert span.x + span.width <= 480


def test_the_same_stands_in_a_table() -> None:
    player = guest()
    answer(player, "AF8", True, False, True)
    Response.objects.update(at=timezone.now() - timedelta(days=2))
    answer(player, "AF9", True)
    seen = page("/progress/", player=player)
    table = seen.split("<table>")[1].split("</table>")[0]
    assert "<td>3</td><td>2</td>" in table


def test_what_was_known_four_weeks_ago_is_told_only_when_it_is_good_news() -> None:
    grown = [said("EU1", True, 40), said("EU1", True, 29), said("EU2", True, 3)]
    grown += [said("EU2", True, 1), said("EU1", True, 1)]
    assert progress_context(grown, NOON)["before"] == 1
    lost = [said("EU1", True, 30), said("EU1", True, 29)]
    assert progress_context(lost, NOON)["before"] is None
    assert progress_context([said("EU1", True, 1)], NOON)["before"] is None


def test_the_page_of_somebody_else_shows_nothing_of_mine() -> None:
    mine = guest()
    answer(mine, "AF8", True, True)
    assert "Sixty animals await you." in page("/progress/", player=guest("Dan"))
