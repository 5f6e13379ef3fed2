"""Classrooms and pupils, at the level of the services."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from game import services as game
from game.models import Player, Seat
from quiz.classes import secrets
from quiz.models import Attempt, Classroom, Enrolment, Pupil
from quiz.refusals import Refused
from quiz.services import attempts, classrooms, erasing
from quiz.services.classrooms import Name
from tests.conftest import guest, open_for

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def classroom() -> Classroom:
    teacher = User.objects.create(username="ene")
    return classrooms.make_classroom(teacher=teacher, name="a V-a B", year=2026)


def enrolled(classroom: Classroom, *names: str) -> list[Pupil]:
    pairs = [name.split() for name in names]
    return classrooms.enrol(
        classroom=classroom, pupils=[Name(given, surname) for given, surname in pairs]
    )


def test_enrolling_twice_changes_nothing(classroom: Classroom) -> None:
    assert len(enrolled(classroom, "Ana Pop", "Șerban Ionescu")) == 2
    assert enrolled(classroom, "Ana Pop", "şerban IONESCU") == []
    assert Pupil.objects.count() == 2


def test_two_pupils_of_one_name_are_two(classroom: Classroom) -> None:
    enrolled(classroom, "Ana Pop")
    classrooms.add_pupil(classroom=classroom, name=Name("Ana", "Pop"))
    assert Pupil.objects.filter(given="Ana").count() == 2


def test_at_a_table_a_pupil_is_called_by_given_name_and_initial(classroom: Classroom) -> None:
    (ana,) = enrolled(classroom, "Ana Popescu")
    assert ana.player.name == "Ana P."


def test_pupils_are_no_guests_and_are_never_forgotten(classroom: Classroom) -> None:
    enrolled(classroom, "Ana Pop")
    game.forget_guests(now=NOW + timedelta(days=400))
    assert Pupil.objects.count() == 1


def test_merging_keeps_all_work(classroom: Classroom) -> None:
    """Case 28."""
    (ana,) = enrolled(classroom, "Ana Pop")
    twin = classrooms.add_pupil(classroom=classroom, name=Name("Ana", "Pop"))
    for pupil in (ana, twin):
        attempts.begin(player=pupil.player, kind="quick")
    classrooms.merge(kept=ana, other=twin)
    assert ana.player.attempts.count() == 2
    assert Enrolment.objects.filter(classroom=classroom).count() == 1


def test_an_older_backups_entry_of_an_erased_child_goes_too(classroom: Classroom) -> None:
    """Case 35, where the entries had been merged meanwhile."""
    (ana,) = enrolled(classroom, "Ana Pop")
    twin = classrooms.add_pupil(classroom=classroom, name=Name("Ana", "Pop"))
    kept, merged = ana.key, twin.key
    classrooms.merge(kept=ana, other=twin)
    classrooms.erase(pupil=Pupil.objects.get())
    for key in (kept, merged):
        back = classrooms.add_pupil(classroom=classroom, name=Name("Ana", "Pop"))
        Pupil.objects.filter(pk=back.pk).update(key=key)
    assert erasing.erase_again(erasures=[]) == 2
    assert not Pupil.objects.exists()


def test_moving_to_another_class_keeps_the_history(classroom: Classroom) -> None:
    """Case 29."""
    (ana,) = enrolled(classroom, "Ana Pop")
    attempts.begin(player=ana.player, kind="quick")
    other = classrooms.make_classroom(
        teacher=User.objects.create(username="pop"), name="VI A", year=2026
    )
    first = Enrolment.objects.get()
    classrooms.move(enrolment=first, to=other)
    assert [one.classroom for one in Enrolment.objects.filter(left_at=None)] == [other]
    assert ana.player.attempts.count() == 1
    assert classrooms.print_words(classroom=other, players=[ana.pk])
    assert not classrooms.print_words(classroom=classroom, players=[ana.pk]), "not theirs any more"


def test_taken_out_while_playing_a_bot_plays_on_and_the_teacher_can_readmit(
    classroom: Classroom,
) -> None:
    """Case 34."""
    (ana,) = enrolled(classroom, "Ana Pop")
    table = open_for("Bogdan", "Crina", "Dan")
    Seat.objects.filter(table=table, index=1).update(player=ana.player)
    enrolment = Enrolment.objects.get()
    classrooms.take_out(enrolment=enrolment)
    assert table.seats.get(index=1).stand_in
    classrooms.readmit(enrolment=enrolment)
    assert Enrolment.objects.get().left_at is None


def test_an_erased_pupil_leaves_the_classs_totals(classroom: Classroom) -> None:
    """Case 35."""
    (ana,) = enrolled(classroom, "Ana Pop")
    attempts.begin(player=ana.player, kind="quick")
    table = open_for("Bogdan", "Crina", "Dan")
    Seat.objects.filter(table=table, index=1).update(player=ana.player, name="Ana P.")
    classrooms.erase(pupil=ana)
    assert not Pupil.objects.exists()
    assert Player.objects.get(enrolments__classroom=classroom).name == ""
    assert table.seats.get(index=1).name == ""
    assert Attempt.objects.filter(player__enrolments__classroom=classroom).count() == 1


def test_secret_words_fit_whatever_the_case_and_the_accents(classroom: Classroom) -> None:
    (ana,) = enrolled(classroom, "Ana Pop")
    assert not classrooms.try_words(pupil=ana, one="", other=""), "none were given yet"
    words = classrooms.print_words(classroom=classroom, players=[ana.pk])[ana.pk]
    ana.refresh_from_db()
    assert "pupil$20000$" in ana.words
    assert not any(word in ana.words for word in words)
    assert classrooms.try_words(pupil=ana, one=words[0].upper(), other=f" {words[1]} ")
    kept = secrets.hashed(("zăpadă", "coș"))
    assert secrets.fit(kept, "ZAPADA", "coş")


def test_wrong_words_make_this_pupil_wait_and_nobody_else(classroom: Classroom) -> None:
    """Case 45."""
    ana, dan = enrolled(classroom, "Ana Pop", "Dan Rus")
    words = classrooms.print_words(classroom=classroom, players=[ana.pk, dan.pk])
    ana.refresh_from_db()
    for _ in range(5):
        assert not classrooms.try_words(pupil=ana, one="x", other="y")
    ana.refresh_from_db()
    with pytest.raises(Refused) as refusal:
        classrooms.try_words(pupil=ana, one=words[ana.pk][0], other=words[ana.pk][1])
    assert refusal.value.code == "wait"
    dan.refresh_from_db()
    assert classrooms.try_words(pupil=dan, one=words[dan.pk][0], other=words[dan.pk][1])
    classrooms.unlock(pupil=ana)
    ana.refresh_from_db()
    assert classrooms.try_words(pupil=ana, one=words[ana.pk][0], other=words[ana.pk][1])


def test_new_words_make_the_old_ones_worthless(classroom: Classroom) -> None:
    """Case 31."""
    (ana,) = enrolled(classroom, "Ana Pop")
    old = classrooms.print_words(classroom=classroom, players=[ana.pk])[ana.pk]
    new = classrooms.print_words(classroom=classroom, players=[ana.pk])[ana.pk]
    ana.refresh_from_db()
    assert classrooms.try_words(pupil=ana, one=new[0], other=new[1])
    if old != new:
        assert not classrooms.try_words(pupil=ana, one=old[0], other=old[1])


def test_a_guests_work_can_be_claimed(classroom: Classroom) -> None:
    (ana,) = enrolled(classroom, "Ana Pop")
    visitor = guest("Ana")
    attempts.begin(player=visitor, kind="quick")
    classrooms.claim(guest=visitor, pupil=ana)
    assert ana.player.attempts.count() == 1
    assert not Player.objects.filter(pk=visitor.pk).exists()


def test_another_pupils_work_is_never_claimed(classroom: Classroom) -> None:
    ana, dan = enrolled(classroom, "Ana Pop", "Dan Rus")
    attempts.begin(player=dan.player, kind="quick")
    classrooms.claim(guest=dan.player, pupil=ana)
    assert dan.player.attempts.count() == 1


def test_what_pupils_are_called_follows_the_class(classroom: Classroom) -> None:
    ana, _ = enrolled(classroom, "Ana Popescu", "Ana Pavel")
    assert ana.player.name == "Ana Po."
    table = open_for("Bogdan", "Crina", "Dan")
    Seat.objects.filter(table=table, index=1).update(player=ana.player, name="Ana Po.")
    classrooms.take_out(enrolment=Enrolment.objects.get(player__pupil__surname="Pavel"))
    ana.player.refresh_from_db()
    assert ana.player.name == "Ana P."
    assert table.seats.get(index=1).name == "Ana P."
    classrooms.rename(pupil=ana, name=Name("Anca", "Popa", "A"))
    ana.player.refresh_from_db()
    assert (ana.player.name, Enrolment.objects.get(left_at=None).group) == ("Anca P.", "A")


def test_a_list_brings_back_the_one_who_was_taken_out(classroom: Classroom) -> None:
    (ana,) = enrolled(classroom, "Ana Pop")
    classrooms.take_out(enrolment=Enrolment.objects.get())
    assert enrolled(classroom, "ana pop") == [ana]
    twin = classrooms.add_pupil(classroom=classroom, name=Name("Ana", "Pop"))
    classrooms.take_out(enrolment=Enrolment.objects.get(player=twin.player))
    assert enrolled(classroom, "Ana Pop") == [], "one of the two is here"


def test_at_a_table_where_both_sat_a_bot_plays_on_for_the_one_who_is_merged(
    classroom: Classroom,
) -> None:
    (ana,) = enrolled(classroom, "Ana Pop")
    twin = classrooms.add_pupil(classroom=classroom, name=Name("Ana", "Pop"))
    table = open_for("Bogdan", "Crina", "Dan")
    for index, pupil in ((1, ana), (2, twin)):
        Seat.objects.filter(table=table, index=index).update(player=pupil.player)
    classrooms.merge(kept=ana, other=twin)
    assert table.seats.get(index=1).player == ana.player
    assert table.seats.get(index=2).stand_in
