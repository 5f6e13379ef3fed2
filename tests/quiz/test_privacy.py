"""What is kept about a child can be taken along, whole, and erased; nobody else is in it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

from game.models import Move, Player, Seat
from quiz import privacy
from quiz.forms.people import school_year
from quiz.models import (
    Assigned,
    Assignment,
    Classroom,
    Enrolment,
    Pupil,
    Quiz,
    Response,
)
from quiz.progress import Filter, facts_of
from quiz.services import classrooms
from quiz.services.classrooms import Name
from tests.game.rounds import Round
from tests.quiz.school import School, english, text
from tests.quiz.test_dashboard import answer

pytestmark = pytest.mark.django_db


def everything_about(school: School, given: str) -> Player:
    """Rows in every model that can point at the pupil."""
    pupil = school.pupils[given]
    answer(pupil.player, "AS1", "AF", times=2)
    quiz = Quiz.objects.create(
        owner=school.teacher, title="T", items=[], shows="all", made_at=timezone.now()
    )
    task = Assignment.objects.create(classroom=school.classroom, quiz=quiz, set_at=timezone.now())
    Assigned.objects.create(assignment=task, player=pupil.player)
    return pupil.player


def seated(school: School, *names: str, over: bool = False) -> Round:
    """A game of these pupils, played to its end or just begun."""
    playing = Round()
    if over:
        playing.finish()
    for seat, given in zip(playing.table.seats.order_by("index"), names, strict=False):
        Seat.objects.filter(pk=seat.pk).update(
            player=school.pupils[given].player, name=school.pupils[given].player.name
        )
    return playing


def copy_of(school: School, given: str) -> tuple[dict[str, Any], str]:
    """The two files of a pupil's copy."""
    address = school.address("pupil_copy", school.pupils[given].pk)
    packed = zipfile.ZipFile(io.BytesIO(school.desk().get(address).content))
    assert sorted(packed.namelist()) == ["data.json", "page.html"]
    return json.loads(packed.read("data.json")), packed.read("page.html").decode()


def all_texts() -> Iterator[tuple[str, str]]:
    """Every text in the database, with where it is."""
    for model in apps.get_models():
        if model is User or model._meta.app_label in ("sessions", "contenttypes", "auth"):
            continue
        for row in model._default_manager.all():
            for field in model._meta.concrete_fields:
                if isinstance(field, models.CharField | models.TextField | models.JSONField):
                    yield f"{model._meta.label}.{field.name}", str(field.value_from_object(row))


def test_whatever_points_at_a_pupil_can_be_exported_and_erased() -> None:
    """A new model, or field, that points at a player or a pupil needs its line in KEPT."""
    pointing = privacy.pointing_at(Player) | privacy.pointing_at(Pupil)
    assert pointing == set(privacy.KEPT), "say in quiz/privacy.py how it is exported and erased"
    assert set(privacy.NAMES) == set(privacy.KEPT)


def test_the_copy_has_a_row_for_every_row_there_is() -> None:
    school = School("ene", "Ilinca Astalos", "Bogdan Rus")
    player = everything_about(school, "Ilinca")
    seated(school, "Ilinca", "Bogdan")
    own = privacy.copy_of(player)
    for (label, field), kind in privacy.KEPT.items():
        there = apps.get_model(label)._default_manager.filter(**{field: player}).count()
        if label != "game.Table":
            assert there, f"the test makes none of {label}"
        assert len(kind.rows(player)) == there == len(own[privacy.NAMES[label, field]]), label
    given = [one for quiz in own["quizzes"] for one in quiz["answers"]]
    assert len(given) == Response.objects.filter(attempt__player=player).count()
    seat = Seat.objects.get(player=player)
    moves = Move.objects.filter(table=seat.table, seat=seat.index)
    assert len(own["games"][0]["moves"]) == moves.count()


def test_case_50_the_copy_of_one_pupil_has_nobody_elses_name() -> None:
    school = School("ene", "Ilinca Astalos", "Bogdan Rusu", "Crina Banu")
    everything_about(school, "Ilinca")
    seated(school, "Ilinca", "Bogdan", "Crina")
    own, page = copy_of(school, "Ilinca")
    said = json.dumps(own, ensure_ascii=False)
    assert own["pupil"][0]["surname"] == "Astalos"
    for other in ("Bogdan", "Rusu", "Crina", "Banu", "Mrs Ene"):
        assert other not in said
        assert other not in page
    assert "Ilinca Astalos" in page
    assert "AS1" not in page, "animals are called by their names"
    assert "<script" not in page
    words = "".join(school.words["Ilinca"])
    assert words not in said
    school.pupils["Ilinca"].refresh_from_db()
    assert school.pupils["Ilinca"].words not in said, "not even the hash"


def test_case_35_an_erased_pupil_is_nowhere_and_the_totals_are_as_they_were() -> None:
    school = School("ene", "Ilinca Astalos", "Bogdan Rus")
    player = everything_about(school, "Ilinca")
    answer(school.pupils["Bogdan"].player, "EU1", "EU", times=3)
    seated(school, "Ilinca", "Bogdan")
    before = facts_of(school.classroom, Filter())
    desk = school.desk()
    page = text(desk.get(school.address("data"), {"player": player.pk}))
    assert "Copy of all about Ilinca Astalos" in page
    assert f"{len(before.facts)} answers" in page
    form = {"player": player.pk, "sure": "Ilinca"}
    answered = desk.post(school.address("erase"), form)
    assert answered.status_code == 302
    assert "as they were" in text(desk.get(answered.headers["Location"]))
    after = facts_of(school.classroom, Filter())
    assert sorted(after.facts) == sorted(before.facts)
    for (label, field), kind in privacy.KEPT.items():
        left = apps.get_model(label)._default_manager.filter(**{field: player}).exists()
        assert left != kind.goes or label == "game.Table", label
    for where, said in all_texts():
        assert "Ilinca" not in said, where
        assert "Astalos" not in said, where
    shown = text(desk.get(school.address("classroom")))
    assert "Without a name" in shown
    assert "Ilinca" not in shown
    assert desk.get(school.address("pupil", player.pk)).status_code == 404
    assert desk.get(school.address("pupil_copy", player.pk)).status_code == 404
    nameless = desk.get(school.address("answers"), {"player": "0"})
    assert "2 answers" in text(nameless)


@pytest.mark.parametrize("sure", ["", "Ilnca", "Bogdan", "yes"])
def test_nobody_is_erased_by_mistake(sure: str) -> None:
    school = School("ene", "Ilinca Astalos")
    form = {"player": school.pupils["Ilinca"].pk, "sure": sure}
    answered = school.desk().post(school.address("erase"), form)
    assert answered.status_code == 422
    page = answered.content.decode()
    assert "just like that" in page
    assert f'name="sure" value="{sure}"' in page
    assert Pupil.objects.filter(pk=form["player"]).exists()


def test_another_classs_pupil_is_not_erased_or_exported() -> None:
    school, other = School("ene", "Ana Pop"), School("pop", "Dan Ene")
    dan = other.pupils["Dan"].pk
    desk = school.desk()
    assert desk.post(school.address("erase"), {"player": dan, "sure": "Dan"}).status_code == 404
    assert desk.get(school.address("pupil_copy", dan)).status_code == 404
    assert desk.get(school.address("data"), {"player": dan}).status_code == 404
    assert Pupil.objects.filter(pk=dan).exists()


def old_class(school: School) -> None:
    Classroom.objects.filter(pk=school.classroom.pk).update(year=school_year() - 1)


def test_the_end_of_the_year_shows_what_goes_and_takes_only_that() -> None:
    school, now = School("ene", "Ana Pop", "Dan Ene"), School("new", "Zoe Ban")
    Classroom.objects.filter(pk=now.classroom.pk).update(teacher=school.teacher)
    moved = school.enrolment("Dan")
    classrooms.move(enrolment=moved, to=now.classroom)
    answer(school.pupils["Ana"].player, "EU1", "EU", times=4)
    old_class(school)
    desk, old = school.desk(), school.classroom.pk
    classes = desk.get("/classes/")
    assert "The school year of 1 class is over, and 1 name is still kept." in text(classes)
    page = text(desk.get(f"/classes/{old}/data/?k={old}"))
    assert f'href="/classes/{old}/data/?k={old}#purge"' in classes.content.decode()
    assert "1 name and its pair of words go for good; no answer goes." in page
    assert Pupil.objects.count() == 3, "a preview changes nothing"
    before = Response.objects.count()
    sure = {"k": [old, now.classroom.pk], "sure": "5b"}
    unsure = desk.post(now.address("purge"), sure | {"sure": "5 C"})
    assert unsure.status_code == 422
    assert "Type “5 B”, just like that." in text(unsure)
    assert Pupil.objects.count() == 3
    assert desk.post(now.address("purge"), sure).status_code == 302
    assert sorted(one.given for one in Pupil.objects.all()) == ["Dan", "Zoe"]
    assert Response.objects.count() == before
    assert Enrolment.objects.filter(classroom=old).count() == 2
    assert "No class of an earlier year has names any more." in text(desk.get(now.address("data")))
    assert "still kept" not in text(desk.get("/classes/"))
    assert desk.post(now.address("purge"), sure).status_code == 302, "twice changes nothing"


def test_two_of_one_name_are_told_apart_where_one_is_erased_or_changed() -> None:
    school = School("ene", "Ana Pop", "Dan Ene")
    twin = classrooms.add_pupil(classroom=school.classroom, name=Name("Ana", "Pop", "Group B"))
    Player.objects.filter(pk=twin.pk).update(last_seen=timezone.now() - timedelta(days=3))
    desk, label = school.desk(), Player.objects.get(pk=twin.pk).name
    told = f"{label} · Group B · 3 days ago"
    page = text(desk.get(school.address("data"), {"player": twin.pk}))
    assert page.count(told) == 3, "in the list, at the copy and on the button"
    assert "Ene Dan (" not in page
    assert told in text(desk.get(school.address("pupil_edit", twin.pk)))
    other = desk.get(school.address("pupil_edit", school.pupils["Ana"].pk))
    assert f"Pop Ana ({told})" in text(other)
    desk.post("/teacher/names/", {})
    hidden = text(desk.get(school.address("data"), {"player": twin.pk}))
    assert label not in hidden


def test_another_teachers_class_and_this_years_lose_no_names() -> None:
    school, other = School("ene", "Ana Pop"), School("pop", "Dan Ene")
    old_class(other)
    keys = [school.classroom.pk, other.classroom.pk, "x"]
    assert school.desk().post(school.address("purge"), {"k": keys}).status_code == 422
    assert Pupil.objects.count() == 2


def test_what_is_kept_besides_is_what_the_page_for_parents_says() -> None:
    """The page names four things; a new field of a pupil must be thought of there too."""
    fields = {field.name for field in Pupil._meta.concrete_fields}
    assert fields == {
        "player", "given", "surname", "words", "words_at", "wrong", "waits_until", "time_factor",
        "told_apart", "key", "merged",
    }  # fmt: skip
    page = text(english().get("/privacy/"))
    for told in ("Given name and surname", "Two secret words", "Answers and moves", "Extra time"):
        assert told in page
    assert "/privacy/" in english().get("/learn/").content.decode()


def test_the_page_for_parents_is_in_both_languages() -> None:
    client = english()
    client.cookies["django_language"] = "ro"
    assert client.get("/privacy/").status_code == 200


def test_a_copy_can_be_taken_of_who_was_taken_out_too() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus")
    classrooms.take_out(enrolment=school.enrolment("Ana"))
    assert copy_of(school, "Ana")[0]["pupil"][0]["given"] == "Ana"


def test_case_35_old_games_call_an_erased_pupil_player() -> None:
    school = School("ene", "Ilinca Astalos", "Bogdan Rus")
    playing = seated(school, "Ilinca", "Bogdan", over=True)
    address = f"/t/{playing.table.code}/"
    pages = [
        page
        for page in (f"{address}replay/", f"{address}watch/", f"{address}record/")
        if english().get(page).status_code == 200
    ]
    assert pages
    assert any("Ilinca" in english().get(page).content.decode() for page in pages)
    classrooms.erase(pupil=school.pupils["Ilinca"])
    for page in pages:
        assert "Ilinca" not in english().get(page).content.decode()
    assert any("Player" in text(english().get(page)) for page in pages)
