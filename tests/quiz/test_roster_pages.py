"""A class's pupils as their teacher sees and changes them."""

from __future__ import annotations

import re
import time

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from quiz.classes import shown as words_shown
from quiz.forms.people import school_year
from quiz.models import Assignment, Classroom, Enrolment, Pupil, Response
from quiz.services import attempts, classrooms
from quiz.services.classrooms import Name
from tests.game.rounds import BLOCKS, Round
from tests.quiz.school import Answer, School, text
from tests.quiz.test_roster import bomb, xlsx

pytestmark = pytest.mark.django_db


def names_in(page: Answer) -> list[str]:
    """The pupils of the roster, as they stand there."""
    found = re.findall(r'<th scope="row"><a [^>]*>([^<]+)</a>', page.content.decode())
    return [str(name) for name in found]


def file(data: bytes, name: str = "clasa.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def shown(page: Answer, key: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'name="{key}" value="([^"]*)"', page.content.decode())
    assert found
    return found[1]


def hidden_in(page: Answer) -> dict[str, object]:
    """What the page of an import sends along."""
    return {key: shown(page, key) for key in ("was", "of", "numbers")}


def text_of(page: Answer) -> str:
    """What stands in the list's field."""
    return str(page.content.decode().split("<textarea")[1].split(">\n")[1].split("</textarea>")[0])


def test_a_class_is_made_and_changed() -> None:
    teacher = User.objects.create(username="ene")
    desk = Client()
    desk.force_login(teacher)
    desk.cookies["django_language"] = "en"
    assert "Your first class" in text(desk.get("/classes/"))
    bad = desk.post("/classes/new/", {"name": " \u200b", "year": school_year(), "language": "ro"})
    assert bad.status_code == 422
    assert "Write what you call the class." in text(bad)
    form = {"name": "„Ăști” — a V-a Þ 🦒", "year": str(school_year()), "language": "ro"}
    answer = desk.post("/classes/new/", form)
    made = Classroom.objects.get()
    assert (made.name, made.year, made.teacher) == (form["name"], school_year(), teacher)
    assert answer.headers["Location"] == f"/classes/{made.pk}/pupils/import/"
    assert form["name"] in desk.get("/classes/").content.decode()
    desk.post(f"/classes/{made.pk}/edit/", form | {"name": "a VI-a", "language": "en"})
    made.refresh_from_db()
    assert (made.name, made.language) == ("a VI-a", "en")
    assert desk.post("/classes/new/", form | {"year": "1900"}).status_code == 422


def test_the_order_is_romanian_and_the_search_kind() -> None:
    names = ("Ana Ștefan", "Ana Stan", "Ilinca Ăstăloș", "Matei Andronic", "Sofia Albu", "Ana Zu")
    school = School("ene", *names, "Dan Țurcanu", "Dan Tudor", "Ea Îu", "Ea Iz")
    desk = school.desk()
    page = desk.get(school.address("roster"))
    assert names_in(page) == [
        "Albu Sofia", "Andronic Matei", "Ăstăloș Ilinca", "Iz Ea", "Îu Ea", "Stan Ana",
        "Ștefan Ana", "Tudor Dan", "Țurcanu Dan", "Zu Ana",
    ]  # fmt: skip
    for wanted in ("stefan", "Ştefan", "ana stef", "ȘTEFAN a"):
        assert names_in(desk.get(school.address("roster"), {"q": wanted})) == ["Ștefan Ana"]
    assert names_in(desk.get(school.address("roster"), {"q": "xyz"})) == []


def test_by_hand_a_name_twice_is_asked_about() -> None:
    school = School()
    desk = school.desk()
    same = {"surname": "POP", "given": "ana"}
    asked = desk.post(school.address("add_pupil"), same)
    assert asked.status_code == 409
    assert "The same child, or another one?" in text(asked)
    assert 'value="POP"' in asked.content.decode()
    assert desk.post(school.address("add_pupil"), same | {"another": "1"}).status_code == 302
    assert [str(one) for one in Pupil.objects.filter(surname="Pop")] == ["Ana Pop", "Ana Pop"]
    page = text(desk.get(school.address("roster")))
    assert "Ana P. 2" in page
    assert "one or two?" not in page, "that was said"
    bad = desk.post(school.address("add_pupil"), {"surname": "Pop2", "given": ""})
    assert bad.status_code == 422
    assert 'value="Pop2"' in bad.content.decode()


def test_those_of_one_name_are_told_apart_in_every_list() -> None:
    school = School()
    classrooms.add_pupil(classroom=school.classroom, name=Name("Ana", "Pop"))
    desk = school.desk()
    desk.post(school.address("set_work"), {"what": "lesson:AF", "to": "all"})
    for page in ("cards", "set_work", "play"):
        assert "Pop Ana 2" in text(desk.get(school.address(page))), page
    assert "Pop Ana 2" in text(desk.get(school.address("work", Assignment.objects.get().pk)))


def test_case_28_two_are_made_one_after_a_preview() -> None:
    school = School()
    ana = school.pupils["Ana"]
    twin = classrooms.add_pupil(classroom=school.classroom, name=Name("Ana", "Pop"))
    for pupil in (ana, twin, twin):
        attempt = attempts.begin(player=pupil.player, kind="quick")
        Response.objects.create(
            attempt=attempt, position=0, card="EU6", form="region", answer="EU", at=timezone.now()
        )
    desk = school.desk()
    pair = {"kept": ana.pk, "other": twin.pk}
    page = text(desk.get(school.address("merge"), pair))
    for words in (
        "Ana P. stays Ana P. 2 goes over",
        "quiz answers 1 2",
        "cards laid at the table 0 0",
        "one Ana Pop, with the secret words of Ana P., and 3 quiz answers , 0 cards laid",
    ):
        assert words in page
    Pupil.objects.update(told_apart=False)  # as if one had come from another class
    assert "Ana Pop: one or two?" in text(desk.get(school.address("roster")))
    desk.post(school.address("merge"), pair | {"two": "1"})
    assert "one or two?" not in text(desk.get(school.address("roster"))), "answered once for all"
    assert Pupil.objects.filter(pk=twin.pk).exists(), "looking changes nothing"
    assert desk.post(school.address("merge"), pair).status_code == 302
    assert not Pupil.objects.filter(pk=twin.pk).exists()
    assert ana.player.attempts.count() == 3
    school.sign_in("Ana")


def test_case_28_who_has_only_played_has_more_than_nothing() -> None:
    school = School()
    ana = school.pupils["Ana"]
    twin = classrooms.add_pupil(classroom=school.classroom, name=Name("Ana", "Pop"))
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    playing.lay(1, "AF6", "AF")
    playing.table.seats.filter(index=1).update(player=twin.player)
    page = text(school.desk().get(school.address("merge"), {"kept": ana.pk, "other": twin.pk}))
    for words in (
        "quiz answers 0 0",
        "cards laid at the table 0 1",
        "games 0 1",
    ):
        assert words in page


def test_case_29_moved_to_another_teachers_class_who_can_give_new_words() -> None:
    school, other = School("ene"), School("pop", "Dan Ene")
    desk, ana = school.desk(), school.pupils["Ana"].pk
    wrong = desk.post(school.address("move", ana), {"code": "222222"})
    assert wrong.status_code == 422
    code = other.classroom.code.lower()
    assert desk.post(school.address("move", ana), {"code": code}).status_code == 302
    assert "Pop Ana" not in names_in(desk.get(school.address("roster")))
    assert desk.post(school.address("new_words"), {"who": ana}).status_code == 404
    theirs = other.desk()
    assert "Pop Ana" in names_in(theirs.get(other.address("roster")))
    assert theirs.post(other.address("new_words"), {"who": ana}).status_code == 302
    assert desk.post(school.address("readmit", ana)).status_code == 409


def test_taken_out_and_taken_back_and_renamed() -> None:
    school = School()
    desk, ana = school.desk(), school.pupils["Ana"].pk
    desk.post(school.address("take_out", ana))
    page = desk.get(school.address("roster"))
    assert names_in(page) == ["Rus Bogdan"]
    assert "Taken out Pop Ana" in text(page)
    desk.post(school.address("readmit", ana))
    assert names_in(desk.get(school.address("roster"))) == ["Pop Ana", "Rus Bogdan"]
    form = {"surname": "Popa", "given": "Anca", "group": "A"}
    assert desk.post(school.address("pupil_edit", ana), form).status_code == 302
    assert names_in(desk.get(school.address("roster")))[0] == "Popa Anca"
    bad = desk.post(school.address("pupil_edit", ana), form | {"given": "A<n"})
    assert bad.status_code == 422
    assert "a sign that names don" in text(bad)


def test_case_33_with_names_off_no_name_leaves_the_server() -> None:
    school = School("ene", "Ana Popescu", "Bogdan Rusu")
    twin = classrooms.add_pupil(classroom=school.classroom, name=Name("Ana", "Popescu"))
    classrooms.take_out(enrolment=school.enrolment("Bogdan"))
    desk = school.desk()
    desk.post("/teacher/names/", {"next": school.address("roster")})
    pages = [
        ("roster", {}),
        ("roster", {"q": "ana"}),
        ("pupil_edit", {}),
        ("cards", {}),
        ("import", {}),
        ("merge", {"kept": school.pupils["Ana"].pk, "other": twin.pk}),
    ]
    for name, query in pages:
        args = [school.pupils["Ana"].pk] if name == "pupil_edit" else []
        page = desk.get(school.address(name, *args), query)
        assert page.status_code == 200
        for secret in ("Popescu", "Bogdan", "Rusu", ">Ana", "Ana<", '"Ana', "Ana P"):
            assert secret not in page.content.decode(), (name, secret)
    assert "Pupil 1" in text(desk.get(school.address("roster")))
    printed = desk.post(school.address("cards"), {"who": [twin.pk]})
    assert printed.status_code == 409
    desk.post("/teacher/names/", {})
    assert "Popescu Ana" in text(desk.get(school.address("roster")))


@pytest.mark.parametrize("hosted", [False, True])
def test_that_a_laptops_address_may_change_is_said_beside_the_cards(
    hosted: bool, settings: Settings
) -> None:
    settings.HTTPS = hosted
    school = School()
    chosen = {"who": [school.pupils["Ana"].pk], "sure": "yes"}
    page = school.desk().post(school.address("cards"), chosen, follow=True)
    assert ("different one" in text(page)) is not hosted
    assert (f'href="{school.address("entrance")}"' in page.content.decode()) is not hosted


def test_cards_for_the_chosen_with_new_words_and_the_way_in() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus", "Crina Ban")
    desk = school.desk()
    assert "new words" in text(desk.get(school.address("cards")))
    chosen = [school.pupils[name].pk for name in ("Ana", "Bogdan")]
    page = desk.post(school.address("cards"), {"who": chosen, "sure": "yes"}, follow=True)
    html = page.content.decode()
    assert html.count('class="cut__name"') == 2
    assert html.count("<svg") >= 2
    assert school.classroom.code in text(page)
    words = re.findall(r"<b>([^<]+)</b><b>([^<]+)</b>", html)
    assert len(words) == 2
    old, school.words["Ana"] = school.words["Ana"], words[0]
    school.sign_in("Ana")
    school.sign_in("Crina")
    if old != words[0]:
        answer = Client().post(school.door("Ana"), dict(zip(("one", "other"), old, strict=True)))
        assert answer.status_code == 422
    none = desk.post(school.address("cards"), {"who": ["x", "-1"]})
    assert none.status_code == 422


def test_cards_loaded_anew_show_the_same_words_and_later_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus")
    pupil = school.pupils["Ana"]
    Pupil.objects.filter(pk=pupil.pk).update(words="")
    desk, other = school.desk(), school.desk()
    made = desk.post(school.address("cards"), {"who": [pupil.pk]})
    assert made.status_code == 302, "loading anew sends nothing"
    where = made.headers["Location"]
    first = re.findall(r"<b>([^<]+)</b><b>([^<]+)</b>", desk.get(where).content.decode())
    again = re.findall(r"<b>([^<]+)</b><b>([^<]+)</b>", desk.get(where).content.decode())
    assert first == again
    school.words["Ana"] = first[0]
    school.sign_in("Ana")
    assert "were shown already" in text(other.get(where)), "in another browser"
    assert not set(first[0]) & set(re.findall(r"\w+", str(desk.session.items())))
    renewed = desk.post(school.address("new_words"), {"who": school.pupils["Bogdan"].pk})
    row = desk.get(renewed.headers["Location"]).content.decode()
    assert not all(f"<b>{word}</b>" in row for word in first[0]), "only the one in the row"
    assert len(re.findall(r'class="cut__name"', desk.get(where).content.decode())) == 2
    monkeypatch.setattr(words_shown, "LASTS", 0.0)
    later = desk.get(where)
    assert later.status_code == 200
    assert "were shown already" in text(later)
    assert "words" not in desk.session, "nor what they were made from is kept"
    school.sign_in("Ana")


def test_new_words_for_those_who_have_some_are_asked_for_twice() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus")
    desk, chosen = school.desk(), [one.pk for one in school.pupils.values()]
    asked = desk.post(school.address("cards"), {"who": chosen})
    assert asked.status_code == 200
    assert "2 pupils have words already" in text(asked)
    school.sign_in("Ana")
    assert asked.content.decode().count('name="who"') == 2
    sure = desk.post(school.address("cards"), {"who": chosen, "sure": "yes"})
    assert sure.status_code == 302


def test_case_25_a_list_is_previewed_mended_and_added_once() -> None:
    school = School()
    desk, way = school.desk(), school.address("import")
    data = "Nume;Prenume\nŢurcanu;Şerban\nPop;Ana\nPopa;\nStan, 0722;Mihai\nȚurcanu;Serban"
    preview = desk.post(way, {"file": file(data.replace("Ț", "Ţ").encode("cp1250"))})
    said = text(preview)
    for words in (
        "1 pupil is new. 1 is in the class already and stays.",
        "Row 4: The given name is missing.",
        "Row 5: Digits in a name.",
        "5 rows, separated by semicolons, Windows-1250.",
        "Țurcanu;Șerban",
        "twice in this list; comes once",
        "Add 1 pupil",
    ):
        assert words in said
    assert Pupil.objects.count() == 2, "nothing was added yet"

    form = hidden_in(preview)
    form |= {"order": "surname", "text": text_of(preview).replace("\n", "\r\n"), "do": "save"}
    mended = {"surname-4": "Popa", "given-4": "IOANA", "surname-5": "Stan 0722", "given-5": "Mihai"}
    rest = desk.post(way, form | mended)
    assert "2 pupils were added." in text(rest)
    assert "Row 5: Digits in a name." in text(rest), "as in the file"
    assert sorted(map(str, Pupil.objects.all()))[-2:] == ["Ioana Popa", "Șerban Țurcanu"]

    form |= hidden_in(rest) | {"text": text_of(rest), "surname-5": "Stan", "given-5": "Mihai"}
    assert desk.post(way, form).status_code == 302
    before = set(Enrolment.objects.values_list("pk", "since"))
    again = desk.post(way, {"text": data, "order": "surname", "do": "save"})
    assert "Row 4: The given name is missing." in text(again), "the rows that were wrong stay"
    assert set(Enrolment.objects.values_list("pk", "since")) == before


def test_case_25_no_line_of_a_pasted_list_disappears() -> None:
    school = School()
    desk, way = school.desk(), school.address("import")
    lines = (
        "Nr. crt.\tNumele și prenumele\tObs.",
        "1\tPopescu Ana-Maria\t",
        "2\tIonescu Ștefan",
        "Pop Ana",
        "4 Enache Ion",
        "\t\tscutit",
        "6\t\t",
    )
    page = desk.post(way, {"text": "\n".join(lines), "order": "surname"})
    for words in (
        "3 pupils are new. 1 is in the class already",
        "Row 6: The given name is missing.",
    ):
        assert words in text(page)
    rows = re.findall(r'id="says-(\d+)"', page.content.decode())
    assert rows == [str(number) for number in range(2, len(lines) + 1)]
    form = hidden_in(page) | {"text": text_of(page), "order": "surname", "do": "save"}
    mended = {"surname-6": "Ban", "given-6": "Crina"}
    assert desk.post(way, form | mended).status_code == 302
    assert school.classroom.enrolments.count() == 6


def test_case_28_two_children_of_one_name_in_one_list_come_both() -> None:
    school = School("ene", "Ana Popa-Ionescu")
    desk, way = school.desk(), school.address("import")
    data = (
        "Rus;Dan\n\nRus;Dan\nPopa Ionescu;Ana\nBan;Crina\nPop;Maria Ioana\nPop Maria;Ioana\nTotal;7"
    )
    page = desk.post(way, {"text": data, "order": "surname"})
    said = text(page)
    for words in (
        "3 pupils are new.",
        "2 look like somebody else",
        "twice in this list; comes once",
        "perhaps the same as Popa-Ionescu Ana",
        "perhaps the same as Pop Maria Ioana",
        "no pupil: a total, a signature",
    ):
        assert words in said
    form = hidden_in(page) | {"text": text_of(page), "order": "surname"}
    names = {"surname-5": "Bănică", "given-5": "Crina", "surname-8": "Total 7", "given-8": ""}
    ticked = form | names | {"two": ["3", "7"], "drop": "6"}
    page = desk.post(way, ticked | {"do": "read"})
    assert "Maria Ioana" not in text_of(page), "what is left out is gone from the list"
    form = hidden_in(page) | {"text": text_of(page), "order": "surname", "two": ["3", "7"]}
    assert desk.post(way, form | {"do": "save"}).status_code == 302
    everybody = sorted(str(one.player) for one in school.classroom.enrolments.all())
    assert everybody == ["Ana P.", "Crina B.", "Dan R.", "Dan R. 2", "Ioana P."]
    assert "one or two?" not in text(desk.get(school.address("roster")))
    for _time in range(2):
        desk.post(way, form | {"do": "save"})
        desk.post(way, {"text": data.replace("Ban", "Bănică"), "order": "surname", "do": "save"})
    assert school.classroom.enrolments.count() == 5, "twice changes nothing"


def test_the_columns_can_be_turned_round() -> None:
    school = School()
    desk, way = school.desk(), school.address("import")
    page = desk.post(way, {"text": "Maria;Ene\nDan;Ion", "order": "surname"})
    form = hidden_in(page)
    form |= {"text": text_of(page), "order": "given", "do": "save"}
    assert desk.post(way, form).status_code == 302
    assert Pupil.objects.filter(given="Maria", surname="Ene").exists()


def test_five_hundred_pupils_are_brought_in_within_five_seconds() -> None:
    school = School()
    rows = [("Nr", "Nume", "Prenume")]
    for n in range(500):
        surname = "".join("bcdfghjklm"[int(digit)] for digit in f"{n:03}").capitalize()
        rows.append((n + 1, surname, "Ana"))  # type: ignore[arg-type]
    desk, way = school.desk(), school.address("import")
    begun = time.process_time()
    page = desk.post(way, {"file": file(xlsx(*rows), "clasa.xlsx")})
    assert "500 pupils are new." in text(page)
    form = hidden_in(page)
    form |= {"text": text_of(page), "order": "surname", "do": "save"}
    assert desk.post(way, form).status_code == 302
    assert time.process_time() - begun < 5
    assert Pupil.objects.count() == 502


@pytest.mark.parametrize(
    ("data", "name", "told"),
    [
        (b"", "a.csv", "There are no names in it."),
        (b"\x89PNG\r\n\x1a\n\0\0\0\0", "a.png", "can&#x27;t be read as a list"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.xls", "old Excel file"),
        (b"x" * 5_100_000, "a.csv", "at most 5 MB"),
        (bomb(), "a.xlsx", "too large"),
        (b"Pop;Ana\n" * 1_200, "a.csv", "more than a thousand rows"),
    ],
    ids=["empty", "picture", "xls", "large", "bomb", "rows"],
)
def test_what_is_no_list_is_refused_at_once_and_what_was_typed_is_kept(
    data: bytes, name: str, told: str
) -> None:
    school = School()
    begun = time.process_time()
    form = {"text": "Rus;Dan", "order": "given", "file": file(data, name)}
    answer = school.desk().post(school.address("import"), form)
    assert time.process_time() - begun < 2
    assert answer.status_code == 422
    assert told in text(answer)
    assert text_of(answer) == "Rus;Dan"
    assert 'value="given" checked' in answer.content.decode()
