"""The machine's clock is set while a question is timed and a pupil waits."""

from datetime import timedelta

import pytest
from django.utils import timezone

from quiz import services
from quiz.models import Attempt, Pupil
from quiz.services.clocks import clock_was_set
from tests.conftest import guest
from tests.quiz.school import School

pytestmark = pytest.mark.django_db
HOURS = timedelta(hours=2)


@pytest.mark.parametrize("by", [HOURS, -HOURS])
def test_a_question_and_a_wait_last_as_long_as_before(by: timedelta) -> None:
    now = timezone.now()
    old = now - by  # what the clock said before
    attempt = services.begin(player=guest(), kind=Attempt.Kind.QUICK, seconds=40, now=old)
    shown = services.show(attempt=attempt, now=old - timedelta(seconds=10))
    assert shown.ends_at
    ana = School().pupils["Ana"]
    Pupil.objects.filter(pk=ana.pk).update(waits_until=old + timedelta(minutes=1))
    clock_was_set(by)
    assert Attempt.objects.get(pk=attempt.pk).ends_at == shown.ends_at + by
    assert Pupil.objects.get(pk=ana.pk).waits_until == now + timedelta(minutes=1)


def test_what_has_been_timed_since_stays() -> None:
    attempt = services.begin(player=guest(), kind=Attempt.Kind.QUICK, seconds=40)
    shown = services.show(attempt=attempt)
    clock_was_set(HOURS)
    assert Attempt.objects.get(pk=attempt.pk).ends_at == shown.ends_at
