"""Attempts: begun, answered once, left and gone on with, timed, asked again."""

import random
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import override

from game.models import Player
from quiz import services
from quiz.animals import animals
from quiz.evidence import evidence_of, knowledge_of
from quiz.items import WHERE, Form, Item, Shows, make
from quiz.kinds import MOST_A_DAY
from quiz.mastery import Source, State
from quiz.models import Attempt, Quiz, Response
from quiz.pages import answered
from quiz.refusals import Refused
from tests.conftest import guest

pytestmark = pytest.mark.django_db

Kind = Attempt.Kind
NOW = timezone.now()


def begin(kind: str = Kind.QUICK, player: Player | None = None, **options: object) -> Attempt:
    return services.begin(player=player or guest(), kind=kind, **options)  # type: ignore[arg-type]


def again(attempt: Attempt) -> Attempt:
    return Attempt.objects.get(pk=attempt.pk)


def wrong_for(item: Item) -> Sequence[str]:
    """An allowed answer of which everything is wrong."""
    if item.form == Form.SORT:
        return [next(one for one in item.options if one != key) for key in item.key]
    if item.form == Form.ORDER:
        return item.key[::-1]
    return (next(one for one in item.options if one not in item.key),)


def go(attempt: Attempt, *rights: bool) -> Attempt:
    """Answers the next items right or wrong."""
    for right in rights:
        attempt = again(attempt)
        item = attempt.item(attempt.position)
        answer = item.key if right else wrong_for(item)
        services.answer(attempt=attempt, position=attempt.position, answer=answer)
    return again(attempt)


def to_the_end(attempt: Attempt, right: bool = True) -> Attempt:
    while not attempt.is_over:
        attempt = go(attempt, right)
    return attempt


def test_a_quick_quiz_has_as_many_questions_as_were_chosen() -> None:
    for length in (5, 10, 20):
        assert len(begin(length=length).items) == length


def test_all_sixty_asks_about_each() -> None:
    attempt = begin(Kind.ALL)
    assert len(attempt.items) == 60


@pytest.mark.parametrize("shows", list(Shows))
def test_a_continent_asks_about_its_twelve_and_never_only_for_its_name(shows: Shows) -> None:
    for continent in ("EU", "AS", "AF", "AM", "AU"):
        attempt = begin(Kind.CONTINENT, continent=continent, shows=shows)
        items = [attempt.item(n) for n in range(len(attempt.items))]
        asked = {code for item in items for code in item.cards}
        assert {f"{continent}{n}" for n in range(1, 13)} <= asked
        named = [item.key[0] for item in items if item.form in (Form.REGION, Form.MAP, Form.ANIMAL)]
        assert any(key != continent for key in named)


def test_a_check_is_short_and_touches_all_twelve() -> None:
    for continent in ("EU", "AS", "AF", "AM", "AU"):
        attempt = begin(Kind.CHECK, continent=continent)
        asked = {code for n in range(len(attempt.items)) for code in attempt.item(n).cards}
        assert {f"{continent}{n}" for n in range(1, 13)} <= asked
        assert len(attempt.items) == 8


def test_answers_are_kept_one_by_one_and_the_quiz_goes_on_where_it_was() -> None:
    attempt = go(begin(), True, False, True)
    assert attempt.position == 3
    assert attempt.finished_at is None
    assert {one.position for one in attempt.responses.all()} == {0, 1, 2}
    assert to_the_end(attempt).finished_at is not None


def test_an_answer_counts_once_however_often_it_comes() -> None:
    attempt = begin()
    item = attempt.item(0)
    for answer in (item.key, item.key, wrong_for(item)):
        services.answer(attempt=again(attempt), position=0, answer=answer)
    services.answer(attempt=attempt, position=0, answer=item.key)  # a second tab's copy
    with pytest.raises(Refused) as refused:
        services.answer(attempt=attempt, position=0, answer=wrong_for(item))
    assert refused.value.code == "answered"
    assert {one.right for one in attempt.responses.filter(position=0)} == {True}
    assert attempt.responses.count() == len(item.cards)
    assert again(attempt).position == 1


def test_two_responses_about_one_animal_in_one_item_cannot_be() -> None:
    attempt = go(begin(), True)
    first = attempt.responses.first()
    assert first is not None
    first.pk = None
    with pytest.raises(IntegrityError):
        first.save()


@pytest.mark.parametrize(
    ("position", "answer", "code"),
    [
        (0, ["XX"], "not_offered"),
        (0, [], "not_offered"),
        (1, ["EU"], "not_yet"),
        (99, ["EU"], "not_yet"),
    ],
)
def test_what_was_not_offered_or_not_asked_is_refused(
    position: int, answer: list[str], code: str
) -> None:
    attempt = begin()
    with pytest.raises(Refused) as refusal:
        services.answer(attempt=attempt, position=position, answer=answer)
    assert refusal.value.code == code
    assert not Response.objects.exists()


def test_a_finished_quiz_takes_nothing_more() -> None:
    attempt = to_the_end(begin(length=5))
    with pytest.raises(Refused):
        services.answer(attempt=attempt, position=5, answer=["EU"])
    assert attempt.responses.values("position").distinct().count() == 5


@pytest.mark.parametrize("kind", [Kind.CHECK, Kind.DAILY])
def test_what_was_wrong_comes_once_more_at_the_end(kind: str) -> None:
    attempt = begin(kind, continent="AF" if kind == Kind.CHECK else "")
    asked = len(attempt.items)
    attempt = go(attempt, False, *[True] * (asked - 1))
    wrong = set(attempt.item(0).cards)
    back = [attempt.item(n) for n in range(asked, len(attempt.items))]
    assert {code for item in back for code in item.cards} == wrong
    assert all("again" in attempt.marks(n) for n in range(asked, len(attempt.items)))
    attempt = to_the_end(attempt, right=False)
    assert len(attempt.items) == asked + len(back), "and not for ever"
    score = answered.score(attempt, list(attempt.responses.all()))
    assert (score.right, score.counted) == (asked - 1, asked), "the score is that of the first time"


def test_a_quick_quiz_asks_nothing_twice() -> None:
    attempt = to_the_end(begin(length=5), right=False)
    assert len(attempt.items) == 5


def test_an_unfinished_quiz_counts_only_what_was_answered() -> None:
    """Case 20."""
    attempt = go(begin(), True, True)
    score = answered.score(attempt, list(attempt.responses.all()))
    assert (score.right, score.counted) == (2, 2)


def test_without_a_clock_time_does_not_matter() -> None:
    attempt = begin()
    item = attempt.item(0)
    services.show(attempt=attempt, now=NOW)
    late = NOW + timedelta(days=400)
    services.answer(attempt=again(attempt), position=0, answer=item.key, now=late)
    assert all(one.right for one in attempt.responses.all())


def test_the_clock_runs_from_when_a_question_is_first_shown_and_extra_time_is_added() -> None:
    """Case 21: the double time is in the attempt's own seconds, and nobody else's."""
    attempt = begin(Kind.DAILY, seconds=40)
    shown = services.show(attempt=attempt, now=NOW)
    shown = services.show(attempt=shown, now=NOW + timedelta(seconds=10))
    assert shown.ends_at == NOW + timedelta(seconds=40)
    item = shown.item(0)
    in_time = NOW + timedelta(seconds=39)
    services.answer(attempt=shown, position=0, answer=item.key, now=in_time)
    assert all(one.right for one in attempt.responses.all())
    assert again(attempt).ends_at is None, "the next question's time has not begun"


def test_an_answer_after_its_time_counts_as_none() -> None:
    attempt = services.show(attempt=begin(Kind.DAILY, seconds=20), now=NOW)
    item = attempt.item(0)
    late = NOW + timedelta(seconds=25)
    services.answer(attempt=attempt, position=0, answer=item.key, now=late)
    assert {(one.answer, one.right) for one in attempt.responses.all()} == {("", False)}


def test_no_answer_is_taken_before_the_time_is_up() -> None:
    attempt = services.show(attempt=begin(Kind.DAILY, seconds=20), now=NOW)
    with pytest.raises(Refused):
        services.answer(attempt=attempt, position=0, answer=(), now=NOW + timedelta(seconds=5))
    services.answer(attempt=attempt, position=0, answer=(), now=NOW + timedelta(seconds=20))
    assert again(attempt).position == 1


def sorting(seconds: int | None = 20) -> Attempt:
    item = make(Form.SORT, "AF9", animals(), random.Random(1))
    attempt = Attempt.objects.create(
        player=guest(),
        kind=Kind.QUICK,
        shows=Shows.ALL,
        items=[item.to_json()],
        seconds=seconds,
        started_at=NOW,
    )
    return services.show(attempt=attempt, now=NOW)


def test_where_several_animals_have_a_place_there_is_twice_the_time() -> None:
    assert sorting(20).ends_at == NOW + timedelta(seconds=40)


def test_what_lies_in_its_place_when_the_time_runs_out_counts() -> None:
    attempt = sorting()
    part = [*attempt.item(0).key[:2], "", "", "", ""]
    with pytest.raises(Refused):
        services.answer(attempt=attempt, position=0, answer=part, now=NOW + timedelta(seconds=20))
    services.answer(attempt=attempt, position=0, answer=part, now=NOW + timedelta(seconds=40))
    rights = [one.right for one in attempt.responses.order_by("pk")]
    assert rights == [True, True, False, False, False, False]
    with override("en"):
        shown = answered.verdict(attempt.item(0), list(attempt.responses.all()), False, False)
        assert shown.title == "Two out of six."
        assert shown.lead == "Time is up. This is where they live:"


def test_a_part_is_no_answer_without_a_clock_and_none_after_its_time() -> None:
    part = [*sorting().item(0).key[:2], "", "", "", ""]
    with pytest.raises(Refused):
        services.answer(attempt=sorting(None), position=0, answer=part)
    late = sorting()
    services.answer(attempt=late, position=0, answer=part, now=NOW + timedelta(seconds=50))
    assert {one.answer for one in late.responses.all()} == {""}


def test_an_attempt_that_was_never_answered_gives_way_to_a_new_one_of_its_kind() -> None:
    player = guest()
    begun = go(begin(player=player), True)
    begin(player=player)
    begin(Kind.ALL, player=player)
    last = begin(player=player)
    kept = Attempt.objects.filter(player=player)
    assert {one.pk for one in kept.filter(kind=Kind.QUICK)} == {begun.pk, last.pk}
    assert kept.filter(kind=Kind.ALL).count() == 1


def test_answers_are_evidence_and_facts_habitats_and_weights_are_not() -> None:
    player = guest()
    attempt = to_the_end(begin(Kind.ALL, player=player))
    evidence = evidence_of(player)
    forms = {one.form for one in attempt.responses.all()}
    assert {Form.FACT, Form.HABITAT, Form.ORDER} & forms
    assert len(evidence) == attempt.responses.filter(form__in=WHERE).count()
    assert {one.source for one in evidence} == {Source.QUIZ}
    assert all(one.right for one in evidence)


def test_my_mistakes_are_those_not_known_since_the_last_first() -> None:
    player = guest()
    with pytest.raises(Refused) as refusal:
        begin(Kind.MISTAKES, player=player)
    assert refusal.value.code == "nothing_wrong"
    attempt = begin(Kind.DAILY, player=player)
    mistaken = attempt.item(0).cards[0]
    go(attempt, False)
    mistakes = begin(Kind.MISTAKES, player=player)
    assert [mistakes.item(n).cards[0] for n in range(len(mistakes.items))] == [mistaken]
    go(mistakes, True)
    go(begin(Kind.MISTAKES, player=player), True)
    with pytest.raises(Refused):
        begin(Kind.MISTAKES, player=player)


def test_a_first_practice_is_a_few_new_animals() -> None:
    attempt = begin(Kind.DAILY)
    assert 1 <= len(attempt.items) <= 6


def test_three_weeks_away_end_in_a_short_practice() -> None:
    """Case 24: sixty are due, a dozen are asked."""
    player = guest()
    for _ in range(2):
        to_the_end(begin(Kind.ALL, player=player))
    Response.objects.update(at=NOW - timedelta(days=21))
    known = knowledge_of(player, NOW)
    assert sum(one.state == State.FADING for one in known.values()) > MOST_A_DAY
    assert len(begin(Kind.DAILY, player=player).items) == MOST_A_DAY


def test_the_same_again_asks_about_the_same_animals_in_the_same_forms() -> None:
    attempt = to_the_end(go(begin(), False, False))
    same = services.begin_again(attempt=attempt, only_wrong=False)
    assert [(one["form"], sorted(one["cards"])) for one in same.items] == [
        (one["form"], sorted(one["cards"])) for one in attempt.items
    ]


def test_only_the_wrong_ones_again() -> None:
    attempt = to_the_end(go(begin(), False))
    wrong = services.begin_again(attempt=attempt, only_wrong=True)
    assert {code for one in wrong.items for code in one["cards"]} == set(attempt.item(0).cards)
    right = to_the_end(wrong)
    with pytest.raises(Refused) as refusal:
        services.begin_again(attempt=right, only_wrong=True)
    assert refusal.value.code == "nothing_wrong"


def test_a_teachers_quiz_is_the_same_for_all_and_begun_once() -> None:
    items = begin(length=5).items
    quiz = Quiz.objects.create(
        owner=User.objects.create(username="ene"),
        title="Africa",
        items=items,
        shuffled=False,
        shows=Shows.ALL,
        made_at=NOW,
    )
    ana, dan = guest("Ana"), guest("Dan")
    first = services.begin_set(player=ana, quiz=quiz)
    assert services.begin_set(player=ana, quiz=quiz) == first
    other = services.begin_set(player=dan, quiz=quiz)
    assert [one["cards"] for one in first.items] == [one["cards"] for one in other.items]
    quiz.open = False
    quiz.save()
    assert services.begin_set(player=ana, quiz=quiz) == first, "what is begun may be finished"
    with pytest.raises(Refused):
        services.begin_set(player=guest("Ema"), quiz=quiz)


def test_no_two_attempts_are_alike() -> None:
    assert begin().items != begin().items
