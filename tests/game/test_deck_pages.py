"""The page of the deck, its download, and who has to wait."""

import threading
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from game import deck
from game.deck import kept
from tests.game.rounds import browser_in, text

FILE = "/deck/cards.pdf"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / "print"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["ro", "en"])
def test_the_page_offers_the_language_one_reads(language: str) -> None:
    page = text(browser_in(language).get("/deck/"))
    assert f'value="{language}" checked' in page
    assert 'name="backs" value="1" checked' in page
    assert f'action="{FILE}"' in page
    assert 'href="/deck/"' in text(browser_in(language).get("/"))
    assert 'href="/deck/"' in text(browser_in(language).get("/rules/"))


def test_the_download_is_a_file_that_streams(folder: Path) -> None:
    answer = Client().get(FILE, {"language": "en", "backs": "0"})
    assert answer.status_code == 200
    assert answer.streaming
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "five-continents.pdf" in answer.headers["Content-Disposition"]
    (file,) = folder.iterdir()
    body = answer.getvalue()
    assert len(body) == file.stat().st_size == int(answer.headers["Content-Length"])
    assert body.startswith(b"%PDF-1.7")
    assert body.endswith(b"%%EOF\n")


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"language": "hu", "backs": "1"},
        {"language": "ro"},
        {"language": "ro", "backs": "../../x"},
        {"language": "../en", "backs": "1"},
    ],
)
def test_what_the_form_does_not_offer_is_refused(form: dict[str, str], folder: Path) -> None:
    assert Client().get(FILE, form).status_code == 400
    assert not folder.exists()


def test_while_one_is_made_another_asker_does_not_wait_but_is_told_and_tries_again() -> None:
    with kept._making:
        answer = Client().get(FILE, {"language": "ro", "backs": "1"})
    assert answer.status_code == 503
    assert answer.headers["Refresh"] == answer.headers["Retry-After"] == "3"
    assert "language=ro&amp;backs=1" in text(answer)


def test_a_failure_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.deck.kept.write", full)
    with pytest.raises(OSError, match="No space"):
        deck.file_of("ro", backs=True)
    assert list(folder.iterdir()) == []
    assert not kept._making.locked()


def test_two_at_once_end_with_one_file_and_one_busy(folder: Path) -> None:
    results: list[object] = []

    def ask() -> None:
        try:
            results.append(deck.file_of("ro", backs=False))
        except deck.Busy as busy:
            results.append(busy)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(folder.iterdir())) == 1
    assert any(isinstance(result, Path) for result in results)
