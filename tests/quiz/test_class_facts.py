"""What is counted of a class, and who needs help."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from operator import attrgetter

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from game.models import Player
from quiz import services
from quiz.items import Form, Item, Shows
from quiz.models import Attempt, Classroom, Enrolment
from quiz.needs import MARKS, Reason, needs_help, suggested_mark
from quiz.progress import (
    Facts,
    Filter,
    Member,
    Origin,
    Row,
    Share,
    by_day,
    confusion,
    counts,
    facts_of,
    hardest,
    members_of,
    mixups,
    shares,
)
from quiz.seeding import seed
from quiz.services import classrooms
from quiz.services.classrooms import Name
from tests.conftest import client_of, open_for
from tests.game.rounds import BLOCKS, Round

DAY = datetime(2026, 11, 2, 9, tzinfo=UTC)
LANDS = ("EU", "AS", "AF", "AM", "AU")


def said(card: str, named: str, player: int = 1, days: float = 0) -> Row:
    right = "1" if named == card[:2] else ""
    return (player, card, right, named, str(DAY + timedelta(days=days)), "quiz", "")


def pupil(player: int = 1, present: bool = True) -> Member:
    return Member(player, "Ana", "Pop", "", present)


def of(rows: list[Row], *members: Member) -> Facts:
    return Facts(members, tuple(rows), hinted=0, unfinished=0)


def test_shares_are_counted_by_whatever_is_asked() -> None:
    facts = of([said("AF9", "AF"), said("AF9", "AS"), said("AS1", "AS", player=2)])
    assert shares(facts.tallies, lambda one: one.home) == {"AF": Share(1, 2), "AS": Share(1, 1)}
    assert shares(facts.tallies, lambda one: (one.player, one.card))[1, "AF9"] == Share(1, 2)
    assert [Share(1, 8).percent, Share(3, 8).percent, Share().percent] == [13, 38, None]


def test_the_matrix_holds_every_answer_that_named_a_continent() -> None:
    facts = [said("AF9", "AF"), said("AF9", "AS"), said("AF9", "AS"), said("AF9", "")]
    counted = confusion(of(facts).tallies)
    assert (counted["AF", "AF"], counted["AF", "AS"], counted["AS", "AF"]) == (1, 2, 0)
    assert len(counted) == 25


def test_the_most_confused_pairs_come_first_with_their_figures() -> None:
    facts = [said("AS6", "AF") for _ in range(9)] + [said("AS6", "AS") for _ in range(15)]
    facts += [said("AF9", "AM") for _ in range(3)]
    first, second = mixups(of(facts).tallies)
    assert (first.card, first.named, first.times, first.total) == ("AS6", "AF", 9, 24)
    assert (second.card, second.times) == ("AF9", 3)


def test_the_hardest_animals_have_enough_answers_to_tell() -> None:
    facts = [said("AF9", "AS")] * 2 + [said("AS6", "AF")] * 4 + [said("AS6", "AS")]
    assert hardest(of(facts).tallies) == [("AS6", Share(1, 5))]


def test_days_are_those_of_the_school() -> None:
    late = datetime(2026, 11, 2, 22, 30, tzinfo=UTC)  # half past midnight in Bucharest
    facts = of([said("AF9", "AF"), said("AF9", "AF", days=(late - DAY) / timedelta(days=1))])
    assert [day.isoformat() for day in by_day(facts)] == ["2026-11-02", "2026-11-03"]


def test_who_takes_one_continent_for_another_needs_help_with_that() -> None:
    facts = [said(f"AS{n}", "AF") for n in range(1, 8)] + [
        said(f"AS{n}", "AS") for n in range(8, 13)
    ]
    facts += [said(f"EU{n}", "EU") for n in range(1, 13)]
    (need,) = needs_help(of(facts, pupil()))
    assert (need.reason, need.home, need.named) == (Reason.CONFUSES, "AS", "AF")
    assert (need.times, need.total) == (7, 12)
    assert set(need.cards) == {f"AS{n}" for n in range(1, 8)}


def test_who_is_wrong_in_many_ways_about_a_continent_needs_help_with_it() -> None:
    named = ["AF", "EU", "AM", "AU"] * 2
    facts = [said(f"AS{n}", land) for n, land in enumerate(named, 1)]
    facts += [said(f"AS{n}", "AS") for n in range(9, 13)]
    (need,) = needs_help(of(facts, pupil()))
    assert (need.reason, need.home, need.times, need.total) == (Reason.CONTINENT, "AS", 8, 12)


def test_who_is_wrong_everywhere_needs_help_with_everything() -> None:
    facts = [
        said(f"{home}{n}", "AU" if home != "AU" else "EU") for home in LANDS for n in range(1, 13)
    ]
    (need,) = needs_help(of(facts, pupil()))
    assert (need.reason, need.times, need.total) == (Reason.OVERALL, 60, 60)


def test_who_has_been_away_while_the_class_went_on_is_named_and_others_are_not() -> None:
    facts = [said("AF9", "AF", player=1), said("AF9", "AF", player=2, days=13)]
    (need,) = needs_help(of(facts, pupil(1), pupil(2), pupil(3)))
    assert (need.player, need.reason, need.times) == (1, Reason.AWAY, 13)


def test_few_answers_say_nothing_and_who_left_is_not_named() -> None:
    facts = [said("AF9", "AS") for _ in range(9)]
    assert needs_help(of(facts, pupil())) == []
    assert needs_help(of(facts * 3, pupil(present=False))) == []
    assert needs_help(of([], pupil())) == []


def test_the_most_pressing_comes_first() -> None:
    facts = [said(f"AS{n}", "AF", player=1) for n in range(1, 11)]
    facts += [said(f"AS{n}", "AF" if n < 6 else "AS", player=2) for n in range(1, 13)]
    assert [need.player for need in needs_help(of(facts, pupil(2), pupil(1)))] == [1, 2]


def test_a_mark_is_suggested_from_the_percentage() -> None:
    assert suggested_mark(Share(92, 100), MARKS) == 10
    assert suggested_mark(Share(81, 100), MARKS) == 8
    assert suggested_mark(Share(0, 100), MARKS) == 1
    assert suggested_mark(Share(5, 9), MARKS) is None, "too few answers"
    assert suggested_mark(Share(50, 100), {5: 40, 10: 50}) == 10


@pytest.fixture
def classroom() -> Classroom:
    teacher = User.objects.create(username="ene")
    return classrooms.make_classroom(teacher=teacher, name="a V-a B", year=2026)


def enrolled(classroom: Classroom, *names: str) -> list[Player]:
    pairs = [Name(*name.split()) for name in names]
    return [one.player for one in classrooms.enrol(classroom=classroom, pupils=pairs)]


def answered(player: Player, kind: str = "quick", over: bool = True, right: bool = True) -> Attempt:
    """One answer about the zebra's region."""
    item = Item(Form.REGION, Shows.ALL, ("AF9",), LANDS, ("AF",))
    items = [item.to_json()] * (1 if over else 2)
    attempt = Attempt.objects.create(
        player=player, kind=kind, shows=Shows.ALL, items=items, started_at=timezone.now()
    )
    services.answer(attempt=attempt, position=0, answer=["AF" if right else "AS"])
    return attempt


@pytest.mark.django_db
def test_game_quiz_and_lesson_are_told_apart_and_only_the_class_counts(
    classroom: Classroom,
) -> None:
    ana, dan = enrolled(classroom, "Ana Pop", "Dan Rus")
    answered(ana)
    answered(dan, "check")
    answered(open_for("Zoe", "Ema", "Ion").seats.get(index=0).player or ana)  # not of the class
    playing = Round(deal=BLOCKS)
    playing.table.seats.filter(index=0).update(player=ana)
    playing.browsers[0] = client_of(ana)
    playing.lay(0, "EU6", "EU")
    playing.pass_turn(1)
    playing.pass_turn(2)
    playing.lay(0, "EU5", "AF")
    found = facts_of(classroom, Filter())
    assert {(fact.player, fact.origin, fact.right) for fact in found.facts} == {
        (ana.pk, Origin.QUIZ, True),
        (ana.pk, Origin.GAME, False),
        (dan.pk, Origin.LESSON, True),
    }, "the forced opening tells nothing"
    only = facts_of(classroom, Filter(origins=frozenset({Origin.LESSON})))
    assert [fact.player for fact in only.facts] == [dan.pk]


@pytest.mark.django_db
def test_sums_are_those_of_the_single_facts_whatever_is_looked_at() -> None:
    now = timezone.now()
    seed(classrooms=1, pupils=8, responses=400, games=4, now=now, say=lambda _told: None)
    classroom = Classroom.objects.get()
    Enrolment.objects.filter(pk__lte=Enrolment.objects.order_by("pk")[3].pk).update(group="Lincșii")
    month, spring = now - timedelta(days=30), now - timedelta(days=200)
    looks = [Filter(), Filter(since=month), Filter(since=spring, until=month), Filter(until=spring)]
    looks += [Filter(group="Lincșii"), *(Filter(origins=frozenset({one})) for one in Origin)]
    for look in looks:
        found = facts_of(classroom, look)
        alike = Counter(fact[:4] for fact in found.facts)
        said = attrgetter("player", "card", "right", "named")
        assert counts(found.tallies, said) == alike
        assert found.last == {
            player: max(fact.at for fact in found.facts if fact.player == player)
            for player, *_rest in alike
        }
        days = Counter((timezone.localdate(fact.at), fact.origin) for fact in found.facts)
        told = by_day(found).items()
        assert {(day, one): times[one] for day, times in told for one in times} == days
        assert found.share == Share(sum(fact.right for fact in found.facts), len(found.facts))
    assert facts_of(classroom, Filter()).share.total > 200


@pytest.mark.django_db
def test_moments_are_read_exactly_and_in_order(classroom: Classroom) -> None:
    (ana,) = enrolled(classroom, "Ana Pop")
    moments = [DAY + timedelta(microseconds=micro) for micro in (0, 7, 100_000, 150_000, 1_000_000)]
    for at in moments:
        answered(ana).responses.update(at=at)
    found = facts_of(classroom, Filter())
    written = sorted(row[4] for row in found.rows)
    assert [datetime.fromisoformat(text) for text in written] == moments
    assert found.last == {ana.pk: moments[-1]}


@pytest.mark.django_db
def test_unfinished_work_is_kept_out_and_counted(classroom: Classroom) -> None:
    (ana,) = enrolled(classroom, "Ana Pop")
    answered(ana, over=False)
    found = facts_of(classroom, Filter())
    assert (found.facts, found.unfinished) == ((), 1)


@pytest.mark.django_db
def test_a_period_and_a_group_can_be_looked_at(classroom: Classroom) -> None:
    ana, dan = enrolled(classroom, "Ana Pop", "Dan Rus")
    Enrolment.objects.filter(player=dan).update(group="Vulturii")
    answered(ana)
    answered(dan)
    now = timezone.now()
    assert len(facts_of(classroom, Filter(since=now - timedelta(days=1))).facts) == 2
    assert not facts_of(classroom, Filter(since=now + timedelta(minutes=1))).facts
    assert not facts_of(classroom, Filter(until=now - timedelta(minutes=1))).facts
    only = facts_of(classroom, Filter(group="Vulturii"))
    assert {fact.player for fact in only.facts} == {dan.pk}


@pytest.mark.django_db
def test_the_class_is_in_alphabetical_order_and_keeps_what_the_erased_did(
    classroom: Classroom,
) -> None:
    players = enrolled(classroom, "Ana Țîru", "Dan Șerban", "Ema Suciu", "Ion Tudor", "Zoe Ăla")
    answered(players[0])
    classrooms.erase(pupil=players[1].pupil)
    listed = [one.surname for one in members_of(classroom)]
    assert listed == ["Ăla", "Suciu", "Tudor", "Țîru", ""]
    classrooms.erase(pupil=players[0].pupil)
    assert len(facts_of(classroom, Filter()).facts) == 1


@pytest.mark.django_db
def test_the_queries_are_as_few_for_many(
    classroom: Classroom, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    players = enrolled(classroom, *[f"Ana Pop{chr(97 + n)}" for n in range(20)])
    for player in players:
        answered(player)
    with django_assert_num_queries(4):
        facts_of(classroom, Filter())
