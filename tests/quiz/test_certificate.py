"""A diploma: earned once all twelve are known at the same time, drawn on A4."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import translation
from PIL import Image

from game.models import Player
from quiz.exports import certificate
from quiz.mastery import Evidence, Source
from tests.conftest import client_of, guest
from tests.quiz.test_lessons import CONTINENTS, answer, text

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 25, 10, tzinfo=UTC)


def known(continent: str, until: int = 12, day: int = 0) -> Iterator[Evidence]:
    for n in range(1, until + 1):
        for minute in (0, 1):
            at = NOON + timedelta(days=day, minutes=2 * n + minute)
            yield Evidence(f"{continent}{n}", True, at, Source.QUIZ, continent)


@pytest.fixture
def scholar() -> Player:
    """Knows Africa."""
    player = guest("Ilinca Ăstăloș")
    for n in range(1, 13):
        answer(player, f"AF{n}", True, True)
    return player


def test_eleven_are_not_enough_and_the_twelfth_earns_it() -> None:
    assert certificate.earned_at(known("AF", until=11), "AF") is None
    assert certificate.earned_at(known("AF"), "AF") == NOON + timedelta(minutes=25)
    assert certificate.earned_at(known("AF"), "EU") is None


def test_once_right_is_not_known() -> None:
    once = list(known("AF"))[::2]
    assert certificate.earned_at(once, "AF") is None


def test_all_twelve_must_be_known_at_the_same_time() -> None:
    months_apart = [*known("AF", until=6), *list(known("AF", day=200))[12:]]
    assert certificate.earned_at(months_apart, "AF") is None


def test_once_earned_it_stays_whatever_is_forgotten() -> None:
    later = [
        Evidence(f"AF{n}", False, NOON + timedelta(days=300), Source.GAME, "AS")
        for n in range(1, 13)
    ]
    assert certificate.earned_at([*later, *known("AF")], "AF") == NOON + timedelta(minutes=25)


def test_who_has_not_earned_it_is_told_what_is_missing() -> None:
    player = guest()
    answer(player, "AF8", True, True)
    for client in (Client(), client_of(player)):
        client.cookies["django_language"] = "en"
        got = client.get("/learn/africa/diploma/")
        assert got.status_code == 404
        assert "This diploma is still on its way" in text(got)
        for kind in ("pdf", "png"):
            assert client.get(f"/learn/africa/diploma.{kind}").status_code == 404
    assert "Now you know 1." in text(client.get("/learn/africa/diploma/"))


def test_the_page_shows_the_sheet_with_the_players_name(scholar: Player) -> None:
    client = client_of(scholar)
    client.cookies["django_language"] = "en"
    page = text(client.get("/learn/africa/diploma/"))
    assert 'value="Ilinca Ăstăloș"' in page
    assert "/learn/africa/diploma.png?name=Ilinca%20%C4%82st%C4%83lo%C8%99" in page
    assert client.get("/learn/asia/diploma/").status_code == 404
    assert "/learn/africa/diploma/" in text(client.get("/learn/africa/"))
    assert "/learn/africa/diploma/" in text(client.get("/progress/"))


def test_a_name_is_tidied_cut_and_kept_nowhere(scholar: Player) -> None:
    client = client_of(scholar)
    client.cookies["django_language"] = "en"
    page = text(client.get("/learn/africa/diploma/", {"name": "  Ana\u202e\n<b>  " + "x" * 300}))
    assert 'value="Ana <b> xxx' in page, "what was typed, to be made shorter"
    assert "That is too long: at most 40 letters." in page
    assert "x" * 41 not in page.split("<img class=")[1], "the sheet does with the beginning"
    scholar.refresh_from_db()
    assert scholar.name == "Ilinca Ăstăloș"


@pytest.mark.parametrize("name", ["", "Ana", "Maximilian-Alexandru Constantinescu-Popa", "W" * 40])
def test_it_is_an_a4_picture_and_an_a4_page(scholar: Player, name: str) -> None:
    client = client_of(scholar)
    got = client.get("/learn/africa/diploma.png", {"name": name})
    assert got.headers["Content-Type"] == "image/png"
    with Image.open(io.BytesIO(got.content)) as picture:
        assert picture.width / picture.height == pytest.approx(210 / 297, rel=0.001)
    assert len(got.content) < 400_000
    got = client.get("/learn/africa/diploma.pdf", {"name": name, "download": ""})
    assert got.headers["Content-Type"] == "application/pdf"
    assert 'attachment; filename="diploma-africa.pdf"' in got.headers["Content-Disposition"]
    assert got.content.startswith(b"%PDF-1.7")
    assert got.content.count(b"/Type /Page ") == 1
    assert len(got.content) < 700_000


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("continent", CONTINENTS)
def test_each_continent_has_its_sheet_in_both_languages(continent: str, language: str) -> None:
    with translation.override(language):
        sheet = certificate.draw(continent, "Ana", NOON)
    assert sheet.size == certificate.SHEET
    shape = certificate.ROWS[continent]
    colours = {colour for _count, colour in sheet.getcolors(1 << 24) or ()}
    assert shape in colours
    # Nothing printed in the margins but the sky.
    width, height = sheet.size
    edge = [sheet.getpixel((x, height - 8)) for x in range(0, width, 50)]
    assert set(edge) == {certificate.PAPER}


@pytest.mark.parametrize("name", ["Ana", "Ștefania-Alexandra Constantinescu", "Ș" * 40])
def test_a_name_of_two_lines_touches_neither_what_is_above_nor_below(name: str) -> None:
    sheet = certificate.draw("AF", name, NOON).convert("L")
    unit = certificate.UNIT
    for top, bottom in ((50.4, 51), (66, 67)):
        band = sheet.crop(
            (round(10 * unit), round(top * unit), round(90 * unit), round(bottom * unit))
        )
        assert min(band.tobytes()) > 128, f"something is written between {top} and {bottom}"
