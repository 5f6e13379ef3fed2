"""The deck on paper: every text in its place, every back behind its card, little memory."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.utils import translation
from PIL import Image
from pytest_django import Settings

from game import catalogue, deck
from game.deck import card, kept, rules, sheets
from game.deck.type import BODY, NAME, REGION, Block, fit
from game.rulebook import RULES
from tests.site import ROOT, environment, manage

LANGUAGES = [code for code, _name in site_settings.LANGUAGES]
MEGABYTES = 150

FACES = [
    pytest.param(language, face, id=f"{language} {face.slug}")
    for language in LANGUAGES
    for _code, face in catalogue.printed(language)
]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each language's deck with backs, as the command writes it."""
    folder = tmp_path_factory.mktemp("deck")
    files = {}
    for language in LANGUAGES:
        files[language] = folder / f"{language}.pdf"
        run = manage(folder, "print_deck", "--language", language, str(files[language]))
        assert run.returncode == 0, run.stderr
        assert "15 A4 pages" in run.stdout
    return files


def pages(pdf: Path) -> list[tuple[int, Image.Image]]:
    """Each page's picture, with the number of its object."""
    data = pdf.read_bytes()
    objects = {
        int(number): body
        for number, body in re.findall(rb"(?<=\n)(\d+) 0 obj\n(.*?)\nendobj\n", data, re.DOTALL)
    }
    (kids,) = re.findall(rb"/Kids \[(.*?)\]", data)
    found: list[tuple[int, Image.Image]] = []
    for page in kids.split(b" 0 R")[:-1]:
        (number,) = re.findall(rb"/I (\d+) 0 R", objects[int(page)])
        jpeg = objects[int(number)].split(b"stream\n", 1)[1].rsplit(b"\nendstream", 1)[0]
        found.append((int(number), Image.open(io.BytesIO(jpeg))))
    return found


def inside(block: Block, width: float) -> bool:
    return all(block.face.width(line, block.size) <= width for line in block.lines)


@pytest.mark.parametrize(("language", "face"), FACES)
def test_name_and_region_fit_their_card_and_can_be_read(
    language: str, face: catalogue.CardFace
) -> None:
    name, region = card.band_text(face)
    width = card.TEXT_WIDTH * card.UNIT
    assert inside(name, width)
    assert inside(region, width - card.PIN * region.size)
    band = (card.BAND_END - card.BAND_TOP) * card.UNIT
    assert name.height + region.height + card.GAP * card.UNIT < band - 20
    assert "".join(name.lines).replace(" ", "") == face.name.replace(" ", "")
    assert " ".join(region.lines) == face.region
    points = 72 / 300
    assert name.size * points >= 9
    assert region.size * points >= 7


@pytest.mark.parametrize(
    "text", ["i", "Rinocerul", "Incomprehensibilities" * 3, "ș " * 40, "a-" * 50, "(unu) (doi)"]
)
@pytest.mark.parametrize("width", [30, 200.5, 595])
def test_any_text_is_shrunk_into_any_width(text: str, width: float) -> None:
    for face in (NAME, REGION, BODY):
        block = fit(face, text, 64, width)
        assert inside(block, width)
        assert block.size <= 64
        assert 1 <= len(block.lines) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_six_points_fit_their_boxes(language: str) -> None:
    width = (sheets.SHEET[0] - 2 * rules.MARGIN - rules.GAP) // 2
    with translation.override(language):
        for rule in RULES:
            title, text = rules.rule_text(rule, width)
            assert inside(title, width - 2 * rules.PAD - 92)
            assert inside(text, width - 2 * rules.PAD)
            assert text.height <= rules.TEXT_HEIGHT
            assert text.size >= 40
            assert " ".join(text.lines) == str(rule.text)


def test_nine_cards_of_true_size_lie_within_an_a4_sheet() -> None:
    dots = 300 / 25.4
    assert (round(210 * dots), round(297 * dots)) == sheets.SHEET
    assert [side / dots for side in card.SIZE] == pytest.approx([60, 84], abs=0.1)
    assert card.SIZE[0] / card.SIZE[1] == pytest.approx(5 / 7, abs=0.002)
    margin = 10 * dots  # no printer needs more
    corners = [sheets.corner(place) for place in range(9)]
    assert len(set(corners)) == 9
    for x, y in corners:
        assert margin <= x <= sheets.SHEET[0] - margin - card.SIZE[0]
        assert margin <= y <= sheets.SHEET[1] - margin - card.SIZE[1]


def test_turned_over_the_long_edge_each_back_lies_behind_its_card() -> None:
    for place in range(9):
        x, y = sheets.corner(place)
        behind_x, behind_y = sheets.corner(place, behind=True)
        assert behind_y == y
        assert sheets.SHEET[0] - behind_x - card.SIZE[0] == x


def test_the_order_on_the_sheets_does_not_tell_the_continent() -> None:
    for language in LANGUAGES:
        faces = [face for sheet in sheets.sheets_of(language) for face in sheet]
        assert len({face.slug for face in faces}) == 60
        assert [face.number for face in faces] == sorted(face.number for face in faces)


@pytest.mark.parametrize("language", LANGUAGES)
def test_fifteen_pages_at_300_dots_of_a_sensible_size(
    printed: dict[str, Path], language: str
) -> None:
    found = pages(printed[language])
    assert len(found) == deck.page_count(backs=True) == 15
    assert all(image.size == sheets.SHEET for _number, image in found)
    backs = {number for number, _image in found[1:12:2]}
    assert len(backs) == 1, "six whole sheets share one page of backs"
    assert found[13][0] not in backs, "the last sheet has only six cards"
    assert 4e6 < printed[language].stat().st_size < 12e6
    first = found[0][1].convert("RGB")
    x, y = sheets.corner(0)
    paper = first.getpixel((x + 5, y + 400))
    assert isinstance(paper, tuple)
    assert all(abs(a - b) <= 3 for a, b in zip(paper, (255, 250, 240), strict=True))


def test_faces_only_is_eight_pages(tmp_path: Path) -> None:
    with (tmp_path / "faces.pdf").open("wb") as file:
        deck.write(file, "ro", backs=False)
    data = (tmp_path / "faces.pdf").read_bytes()
    assert data.count(b"/Type /Page ") == deck.page_count(backs=False) == 8
    assert b"/PrintScaling /None" in data
    assert b"/Duplex /Simplex" in data


def test_every_object_is_where_the_table_of_contents_says(printed: dict[str, Path]) -> None:
    data = printed["ro"].read_bytes()
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    rows = data[start:].split(b"trailer")[0].splitlines()
    assert rows[0] == b"xref"
    for number, row in enumerate(rows[3:], start=1):
        offset = int(row.split()[0])
        assert data[offset:].startswith(b"%d 0 obj\n" % number)
    assert b"/DuplexFlipLongEdge" in data


def test_the_same_content_is_the_same_file(printed: dict[str, Path]) -> None:
    again = io.BytesIO()
    deck.write(again, "en", backs=True)
    assert again.getvalue() == printed["en"].read_bytes()


PEAK = """
import resource, subprocess, sys
subprocess.run([sys.executable, "manage.py", "print_deck", sys.argv[1]], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
# A small process between this one and the command: a child begins with its parent's peak.


def test_a_deck_takes_less_than_150_mb(tmp_path: Path) -> None:
    pytest.importorskip("resource", reason="Windows does not tell the peak this way")
    run = subprocess.run(
        [sys.executable, "-c", PEAK, str(tmp_path / "deck.pdf")],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    unit = 1 if sys.platform == "darwin" else 1024
    peak = int(run.stdout.splitlines()[-1]) * unit / 2**20
    print(f"A deck of 15 pages: {peak:.0f} MB at most.")
    assert peak < MEGABYTES


def test_a_deck_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    run = manage(tmp_path, "print_deck", str(tmp_path / "no" / "deck.pdf"))
    assert run.returncode == 1
    assert "No such file" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_deck_is_made_once_one_at_a_time_and_old_ones_go(
    tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_DIR = tmp_path
    old = tmp_path / "print" / "ro-backs-0123456789abcdef.pdf"
    old.parent.mkdir()
    old.write_bytes(b"old")
    os.utime(old, (0, 0))
    first = deck.file_of("ro", backs=False)
    assert first.parent == old.parent
    assert not old.exists()
    written = first.stat().st_mtime_ns
    assert deck.file_of("ro", backs=False) == first
    assert first.stat().st_mtime_ns == written
    with kept._making:
        assert deck.file_of("ro", backs=False) == first
        with pytest.raises(deck.Busy):
            deck.file_of("en", backs=False)
    assert [file.name for file in old.parent.iterdir()] == [first.name]
