"""A class's figures as files: the same as on the screen, and nothing that a spreadsheet runs."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from python_calamine import CalamineWorkbook

from game.catalogue import face
from quiz.exports import files
from quiz.exports.tables import Table
from tests.quiz.school import School
from tests.quiz.test_dashboard import answer, made_up

pytestmark = pytest.mark.django_db

SEPARATORS = {"semicolon": ";", "comma": ",", "tab": "\t"}


def download(desk: Client, pk: int, **asked: str) -> bytes:
    given = {"what": "progress", "kind": "csv", "period": "days", **asked}
    answer = desk.get(f"/classes/{pk}/data/file/", given)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    return bytes(answer.content)


def read_csv(content: bytes, separator: str = ";") -> list[list[str]]:
    assert content.startswith(b"\xef\xbb\xbf"), "a BOM, so that a spreadsheet sees UTF-8"
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=separator))


def read_xlsx(content: bytes, sheet: int = 0) -> list[list[Any]]:
    return CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(sheet).to_python()


def on_screen(page: str) -> dict[str, list[str]]:
    """The heat table: by pupil the five percentages and how many answers."""
    table = page.split('<table class="heat"')[1].split("</table>")[0]
    rows = {}
    for row in table.split("<tr>")[2:]:
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        words = [re.sub(r"<[^>]+>", "", cell).strip() for cell in cells]
        rows[words[0]] = words[1:7]
    return rows


def test_case_26_screen_csv_and_xlsx_show_the_same_figures() -> None:
    classroom, desk = made_up(pupils=6, responses=300, games=3)
    seen = on_screen(desk.get(f"/classes/{classroom.pk}/?period=days").content.decode())
    written = read_csv(download(desk, classroom.pk))
    book = read_xlsx(download(desk, classroom.pk, kind="xlsx"))
    assert written[0] == book[0]
    assert len(written) == len(book) == len(seen) + 1
    for line, cells in zip(written[1:], book[1:], strict=True):
        percents, in_all = line[2:17:3], line[-1]
        assert [one for one in percents] == seen[line[0]][:5]  # noqa: C416
        assert in_all == seen[line[0]][5].replace(",", "")
        assert [("" if one == "" else str(int(one))) for one in cells[2:]] == line[2:]
        assert all(isinstance(one, float) for one in cells[2:] if one != ""), "numbers are numbers"
    total = written[-1]
    assert total[0] == "The class"
    for column in range(3, len(total)):
        if column % 3 != 2:
            assert int(total[column]) == sum(int(row[column]) for row in written[1:-1])


def test_all_answers_are_in_the_file_with_their_dates() -> None:
    classroom, desk = made_up(pupils=4, responses=150, games=1)
    written = read_csv(download(desk, classroom.pk, what="answers"))
    book = read_xlsx(download(desk, classroom.pk, what="answers", kind="xlsx"))
    page = desk.get(f"/classes/{classroom.pk}/answers/?period=days").content.decode()
    count = re.search(r'class="count">([\d,]+)<', page)
    assert count
    assert len(written) - 1 == len(book) - 1 == int(count[1].replace(",", ""))
    assert isinstance(book[1][0], datetime)
    assert book[1][0].strftime("%Y-%m-%d %H:%M") == written[1][0]
    assert [row[0] for row in written[1:]] == sorted(row[0] for row in written[1:])
    assert {row[5] for row in written[1:]} == {"0", "1"}


def test_questions_come_with_how_many_were_right_and_how_well_they_tell_apart() -> None:
    school = School("ene", *(f"A{chr(97 + n)} Pop" for n in range(20)))
    for n, pupil in enumerate(school.pupils.values()):
        knows = n >= 10
        answer(pupil.player, "AS1", "AS" if knows else "AF", times=1)
        answer(pupil.player, "EU1", "EU" if knows else "AM", times=2)
        answer(pupil.player, "AM1", "AM" if not knows else "AF", times=1)
    rows = read_csv(download(school.desk(), school.classroom.pk, what="items"))
    by_animal = {row[1]: row for row in rows[1:]}
    names = {code: face(code).name for code in ("AS1", "EU1", "AM1")}
    good, wrong_way = by_animal[names["AS1"]], by_animal[names["AM1"]]
    assert good[3:6] == ["20", "10", "50"]
    assert float(good[6].replace(",", ".")) > 0.4
    assert good[7] == ""
    assert float(wrong_way[6].replace(",", ".")) < 0
    assert wrong_way[7] == "yes"


def test_with_too_few_answers_the_file_says_so_as_the_screen_does() -> None:
    school = School("ene", "Ana Pop", "Bogdan Rus", "Crina Ban", "Dan Ene")
    for n, pupil in enumerate(school.pupils.values()):
        answer(pupil.player, "AS1", "AS" if n % 2 else "AF")
        answer(pupil.player, "EU1", "EU" if n % 3 else "AM")
    head, *rows = read_csv(download(school.desk(), school.classroom.pk, what="items"))
    assert head[8] == "Those who know more were"
    assert [(row[6], row[8]) for row in rows] == [("", "too few answers to say")] * 2


def test_everything_as_csv_is_a_zip_of_three() -> None:
    school = School("ene", "Ana Pop")
    answer(school.pupils["Ana"].player, "EU1", "EU")
    desk, pk = school.desk(), school.classroom.pk
    packed = zipfile.ZipFile(io.BytesIO(download(desk, pk, what="all", sep="tab")))
    assert packed.namelist() == ["progress.csv", "answers.csv", "questions.csv"]
    for name, what in zip(packed.namelist(), ("progress", "answers", "items"), strict=True):
        assert packed.read(name) == download(desk, pk, what=what, sep="tab")


@pytest.mark.parametrize("name", SEPARATORS)
def test_the_separator_can_be_chosen(name: str) -> None:
    school = School("ene", "Ana Pop")
    answer(school.pupils["Ana"].player, "EU1", "EU")
    content = download(school.desk(), school.classroom.pk, sep=name)
    rows = read_csv(content, SEPARATORS[name])
    assert rows[1][0] == "Pop Ana"
    assert len(rows[0]) == 20


@pytest.mark.parametrize("text", ["=1+2", "+40", "-1", "@x", "\tx", "\rx"])
def test_case_49_what_looks_like_a_formula_is_text(text: str) -> None:
    table = Table("Sheet", ("=head", "n"), ((text, -3),))
    (head, row) = read_csv(files.as_csv(table, "comma"), ",")
    assert head[0] == "'=head"
    assert row == [f"'{text}", "-3"]
    packed = files.as_xlsx([table])
    (top, line) = read_xlsx(packed)
    assert top[0] == "=head"
    assert line[1] == -3
    sheet = zipfile.ZipFile(io.BytesIO(packed)).read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet


def test_case_49_also_in_a_pupils_name_and_group() -> None:
    school = School("ene", "Ana Pop")
    pupil, enrolment = school.pupils["Ana"], school.enrolment("Ana")
    pupil.surname, enrolment.group = "=cmd|' /C calc'!A0", "@group"
    pupil.save()
    enrolment.save()
    answer(pupil.player, "EU1", "EU")
    desk = school.desk()
    for what in ("progress", "answers"):
        for row in read_csv(download(desk, school.classroom.pk, what=what)):
            assert not any(cell.startswith(("=", "+", "@", "\t", "\r")) for cell in row)


def test_case_33_with_names_off_no_file_and_no_page_has_a_name() -> None:
    school = School("ene", "Ilinca Ăstăloș", "Bogdan Rusu")
    for pupil in school.pupils.values():
        for n in range(1, 13):
            answer(pupil.player, f"AS{n}", "AF")
    desk, ilinca = school.desk(), school.pupils["Ilinca"].pk
    desk.post("/teacher/names/", {"next": "/classes/"})
    pk = school.classroom.pk
    pages = [
        school.address("classroom"),
        school.address("classroom") + "?by=animals",
        school.address("answers"),
        f"{school.address('answers')}?player={ilinca}&home=asia",
        school.address("pupil", ilinca),
        school.address("data"),
        f"{school.address('data')}?player={ilinca}",
        school.address("marks"),
    ]
    texts = {page: desk.get(page).content.decode() for page in pages}
    for what in ("progress", "answers", "items"):
        texts[f"csv {what}"] = download(desk, pk, what=what).decode()
        texts[f"xlsx {what}"] = str(read_xlsx(download(desk, pk, what=what, kind="xlsx")))
    packed = zipfile.ZipFile(io.BytesIO(desk.get(school.address("pupil_copy", ilinca)).content))
    for name in packed.namelist():
        texts[f"copy {name}"] = packed.read(name).decode()
    for where, text in texts.items():
        for name in ("Ilinca", "Ăstăloș", "Bogdan", "Rusu"):
            assert name not in text, where
    assert "Pupil 1" in texts["csv progress"]
    form = {"player": ilinca, "sure": "Ilinca"}
    assert desk.post(school.address("erase"), form).status_code == 422
    assert "Ilinca" not in desk.post(school.address("erase"), form).content.decode()


@pytest.mark.parametrize(
    "asked", [{"what": "x"}, {"kind": "pdf"}, {"sep": "x"}, {"what": ""}, {"kind": ""}]
)
def test_a_file_that_there_is_not_is_404(asked: dict[str, str]) -> None:
    school = School("ene", "Ana Pop")
    given = {"what": "progress", "kind": "csv", "sep": "comma"} | asked
    assert school.desk().get(school.address("export"), given).status_code == 404
