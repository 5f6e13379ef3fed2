"""Case 25: lists of names as teachers have them."""

import io
import time
import tracemalloc
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quiz.classes import roster
from quiz.classes.roster import Order, Reading, Unreadable, read, read_text

CLASS = [("Ăstăloș", "Ilinca"), ("Șerban", "Luca"), ("Țurcanu", "Maria-Ioana"), ("Pop", "Ana")]
TITLES = ("Nume", "Prenume", "Grupa")


def pairs(reading: Reading) -> list[tuple[str, str]]:
    assert not reading.errors
    return [(row.surname, row.given) for row in reading.rows]


def refused(data: bytes) -> str:
    with pytest.raises(Unreadable) as refusal:
        read(data)
    return refusal.value.code


def xlsx(*rows: tuple[object, ...], sheet: str = "", more: dict[str, bytes] | None = None) -> bytes:
    """A workbook of one sheet, as small as it can be."""
    cells = "".join(
        f'<row r="{y}">'
        + "".join(
            f'<c r="{chr(65 + x)}{y}"><v>{cell}</v></c>'
            if isinstance(cell, int)
            else f'<c r="{chr(65 + x)}{y}" t="inlineStr"><is><t>{cell}</t></is></c>'
            for x, cell in enumerate(row)
        )
        + "</row>"
        for y, row in enumerate(rows, start=1)
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/'
        'content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="a" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="a" sheetId="1" r:id="b"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}"><Relationship Id="b" '
        f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": sheet
        or f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>',
    }
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
        for name, data in (more or {}).items():
            file.writestr(name, data)
    return kept.getvalue()


@pytest.mark.parametrize("cedilla", [False, True])
@pytest.mark.parametrize(
    "encoding", ["cp1250", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]
)
@pytest.mark.parametrize("separator", [";", ",", "\t", " "])
@pytest.mark.parametrize("titles", [False, True])
def test_every_separator_encoding_and_letter(
    separator: str, encoding: str, cedilla: bool, titles: bool
) -> None:
    lines = [("Nume", "Prenume")] * titles + CLASS
    text = "\r\n".join(separator.join(line) for line in lines)
    if cedilla or encoding == "cp1250":
        text = text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    reading = read(text.encode(encoding))
    assert pairs(reading) == CLASS
    assert reading.separator == separator
    assert pairs(read_text(text)) == CLASS


@pytest.mark.parametrize(
    "text",
    [
        "Nr. crt.;Nume;Prenume\n1;Pop;Ana\n2;Rus;Dan",
        "1;Pop;Ana\n2;Rus;Dan",
        "1.\tPop\tAna\n2.\tRus\tDan",
        "1. Pop Ana\n2. Rus Dan",
        "1) POP ANA\n\n\n2) RUS DAN\n",
        "Prenume;Nume\nAna;Pop\nDan;Rus",
        "Nr. crt.,Nume și prenume,CNP\n1,Pop Ana,5120101\n2,Rus Dan,5120102",
        "Clasa a V-a B;;\nElevi;;\nNr;Numele;Prenumele\n1;Pop;Ana\n2;Rus;Dan",
        "First name;Surname\nAna;Pop\nDan;Rus",
        "sep=;\nPop;Ana\nRus;Dan",
        'Nume;Prenume\n"Pop";"Ana"\nRus;"Dan',
        "NUME ȘI PRENUME\nPop Ana\nRus Dan",
        "Nume\nPop Ana\nRus Dan",
        "Nume;Prenume\nPop;Ana\n2. Rus Dan",
        "1;Pop Ana\nRus Dan",
        " Pop ;  Ana\u200b\n\tRus;Dan,",
    ],
)
def test_titles_numbers_and_what_else_stands_there(text: str) -> None:
    assert pairs(read_text(text)) == [("Pop", "Ana"), ("Rus", "Dan")]


def test_the_order_can_be_chosen_and_titles_are_believed_first() -> None:
    text = "Ana;Pop\nDan;Rus"
    assert pairs(read_text(text, Order.GIVEN)) == [("Pop", "Ana"), ("Rus", "Dan")]
    assert pairs(read_text("Ana Maria Pop", Order.GIVEN)) == [("Pop", "Ana Maria")]
    titled = f"Nume;Prenume\n{text}"
    assert read_text(titled, Order.GIVEN).order == Order.SURNAME
    turned = read_text(titled, Order.GIVEN, forced=True)
    assert pairs(turned) == [("Pop", "Ana"), ("Rus", "Dan")]
    assert turned.order == Order.GIVEN


def test_a_third_column_is_the_group() -> None:
    for text in ("Pop;Ana;fetele\nRus;Dan;", "Grupa;Nume;Prenume\nfetele;Pop;Ana\n;Rus;Dan"):
        assert [row.group for row in read_text(text).rows] == ["fetele", ""]


def test_what_is_wrong_is_told_for_its_row() -> None:
    text = f"Ciobanu;Rareș\nPopa;\n;Ana\nStan, 0722 41;Mihai\nPop;A<na\n{'o' * 41};Dan\nRus;Dan"
    rows = read_text(text).rows
    assert [(row.number, row.error, row.where) for row in rows] == [
        (1, "", ""),
        (2, "no_given", "given"),
        (3, "no_surname", "surname"),
        (4, "digits", "surname"),
        (5, "signs", "given"),
        (6, "too_long", "surname"),
        (7, "", ""),
    ]
    assert roster.mended(rows[1], "Popa", "IOANA").given == "Ioana"
    assert roster.mended(rows[1], "Popa", " ").error == "no_given"


def test_totals_signatures_and_lone_numbers_are_no_pupils_and_rows_are_numbered_by_line() -> None:
    text = (
        "Clasa a V-a B\n\nNr;Nume;Prenume\n1;Pop;Ana\n2;Rus;Dan\n;Total;2\n\n;Diriginte: Ene;Maria"
        "\n3;;\n4."
    )
    reading = read_text(text)
    assert [(row.number, row.surname, row.error) for row in reading.rows] == [
        (4, "Pop", ""),
        (5, "Rus", ""),
        (6, "Total 2", roster.NO_PUPIL),
        (8, "Diriginte: Ene Maria", roster.NO_PUPIL),
        (9, "3", roster.NO_PUPIL),
        (10, "4.", roster.NO_PUPIL),
    ]
    assert reading.errors == ()
    spaced = read_text("1. Pop Ana\n2. Rus Dan\nTotal 2\nÎntocmit, prof. Ene")
    assert [row.error for row in spaced.rows] == ["", "", roster.NO_PUPIL, roster.NO_PUPIL]
    sheet = read(xlsx(("Clasa", "a V-a"), ("Nume", "Prenume"), ("Pop", "Ana"), ("Total elevi", 1)))
    assert [(row.number, row.error) for row in sheet.rows] == [(3, ""), (4, roster.NO_PUPIL)]


BOTH = "Nr. crt.\tNumele și prenumele\tObs.\n"
APART = "Nr. crt.\tNume\tPrenume\n"


@pytest.mark.parametrize("line", ["Pop Ana", "4 Pop Ana", "4) Pop Ana", "5. Pop Ana", "5.Pop Ana"])
@pytest.mark.parametrize(
    ("above", "good", "after"),
    [
        (BOTH, "1\tRus Dan\t", ""),
        (BOTH, "1\tRus Dan\t", "\t\t"),
        (APART, "1\tRus\tDan", ""),
        (APART, "1\tRus\tDan", "\t\t"),
        ("Nume\tPrenume\n", "Rus\tDan", ""),
        ("", "1\tRus Dan", ""),
        ("", "1.\tRus\tDan", "\t"),
        ("", "Rus\tDan", ""),
    ],
)
def test_a_line_with_one_cell_is_a_name_and_harms_no_other(
    line: str, above: str, good: str, after: str
) -> None:
    reading = read_text(f"{above}{good}\n{line}{after}\n{good}")
    assert pairs(reading) == [("Rus", "Dan"), ("Pop", "Ana"), ("Rus", "Dan")]


def test_one_odd_row_leaves_the_others_as_they_are() -> None:
    rows = read_text("1\tPop Ana\t\n2\tRus Dan\tbursă\n3\tBan Ina\t\nEne\tMia Lia").rows
    assert [(row.surname, row.given, row.error) for row in rows] == [
        ("Pop", "Ana", ""),
        ("Rus", "Dan", ""),
        ("Ban", "Ina", ""),
        ("Ene", "", "no_given"),
    ]
    both = read_text(f"{BOTH}1\tPop Ana\t\n\t\tmutat\n3\t\tRus Dan")
    assert [(row.number, row.surname, row.error) for row in both.rows] == [
        (2, "Pop", ""),
        (3, "Mutat", "no_given"),
        (4, "Rus Dan", "no_given"),
    ]
    assert pairs(read_text("1;Pop;Ana\n2;Elev;Dan\n3;Nume;Prenume"))[:2] == [
        ("Pop", "Ana"),
        ("Elev", "Dan"),
    ], "where the numbers run, no titles follow"


CELL = st.sampled_from(
    ["", "1", "2.", "Pop", "Ana Maria", "4 Rus Dan", "5)Ban", "-", "Total", "a1"]
)
LINE = st.builds(
    str.join, st.sampled_from(["\t", ";", ",", " "]), st.lists(CELL, min_size=1, max_size=5)
)


@given(st.sampled_from(["", BOTH, APART, "Nume;Prenume\n"]), st.lists(LINE), st.sampled_from(Order))
def test_case_25_no_line_of_a_list_disappears(above: str, lines: list[str], order: Order) -> None:
    written = {
        number
        for number, line in enumerate(lines, start=1 + bool(above))
        if line.strip("\t;, ")  # separators alone are an empty row
    }
    try:
        reading = read_text(above + "\n".join(lines), order)
    except Unreadable:
        assert not any(map(str.isalpha, "".join(lines))), "nothing but numbers"
        return
    assert written <= {row.number for row in reading.rows}


def test_a_sheet_is_read_like_a_text() -> None:
    rows = [("Nr. crt.", "Nume", "Prenume"), *((n, *pair) for n, pair in enumerate(CLASS, 1))]
    reading = read(xlsx(*rows))
    assert pairs(reading) == CLASS
    assert reading.encoding == "XLSX"


def test_nothing_and_what_is_no_list() -> None:
    assert refused(b"") == refused(b" \n\n") == refused(b"Nume;Prenume\n") == "empty"
    assert refused(b"%PDF-1.7 abc") == refused(b"\x89PNG\r\n\x1a\n\0\0") == "no_list"
    assert refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600) == "old_excel"
    assert refused(b"PK\x03\x04" + b"x" * 100) == "no_list"
    assert refused(xlsx(("Pop", "Ana"))[:-30]) == "no_list"
    word = io.BytesIO()
    with zipfile.ZipFile(word, "w") as file:
        file.writestr("word/document.xml", "<a/>")
    assert refused(word.getvalue()) == "no_list"
    assert refused(b"Pop;Ana\n" * 1_100) == "too_many"
    assert refused(b"x" * 5_000_001) == "too_large"


def bomb(declared: int | None = None) -> bytes:
    """A sheet of a gigabyte of blanks, which may say that it is smaller."""
    sheet = xlsx(more={"xl/worksheets/sheet2.xml": b""})
    kept = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(sheet)) as old, zipfile.ZipFile(kept, "w") as new:
        for name in old.namelist()[:-1]:
            new.writestr(name, old.read(name))
        info = zipfile.ZipInfo("xl/worksheets/sheet2.xml")
        info.compress_type = zipfile.ZIP_DEFLATED
        with new.open(info, "w") as file:
            for _ in range(200 if declared is None else 60):
                file.write(b" " * 1_000_000)
    data = kept.getvalue()
    if declared is not None:
        real = (60_000_000).to_bytes(4, "little")
        assert data.count(real) == 2
        data = data.replace(real, declared.to_bytes(4, "little"))
    return data


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (bomb(), "too_large"),
        (bomb(1_000), "no_list"),
        (xlsx(("Pop", "Ana"), more={f"xl/{n}.xml": b"" for n in range(1_200)}), "too_large"),
        (
            xlsx(
                sheet='<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
                '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576">'
                '<c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
            ),
            "too_large",
        ),
    ],
    ids=["unpacked", "lies", "files", "far-apart"],
)
def test_bombs_are_refused_at_once_and_in_little_memory(data: bytes, code: str) -> None:
    assert len(data) < roster.MAX_BYTES
    tracemalloc.start()
    begun = time.process_time()
    assert refused(data) == code
    assert time.process_time() - begun < 2
    assert tracemalloc.get_traced_memory()[1] < 60_000_000
    tracemalloc.stop()


@given(st.binary(max_size=300))
def test_no_bytes_at_all_break_it(data: bytes) -> None:
    for start in (b"", b"\xff\xfe", b"\xef\xbb\xbf", b"PK\x03\x04"):
        try:
            read(start + data)
        except Unreadable:
            continue


SIGNS = st.text("aășŞ;,\t \"'1.-Pp\n", max_size=80)


@given(SIGNS, st.sampled_from(Order))
def test_what_was_read_is_written_so_that_it_reads_the_same(text: str, order: Order) -> None:
    try:
        rows = read_text(text, order).rows
    except Unreadable:
        return
    for kept in Order:
        again = read_text(roster.written(rows, kept, TITLES))
        assert [replace(one, number=0) for one in again.rows] == [
            replace(one, number=0) for one in rows
        ]
        assert again.order == kept
