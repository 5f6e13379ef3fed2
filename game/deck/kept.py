"""Decks made once, and kept in the data folder under a name that tells their content."""

import contextlib
import os
import time
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock

import PIL
from django.conf import settings

from game import catalogue, rulebook
from game.deck import card
from game.deck.sheets import write

STALE = 3600
"""Seconds after which a file of another content, or an unfinished one, is nobody's any more."""

_making = Lock()


class Busy(Exception):
    """A deck is being made by this process; it takes some seconds, and one at a time is enough."""


def file_of(language: str, backs: bool) -> Path:
    """The PDF; made first if this is the first time. Raises Busy rather than wait for another."""
    path = _folder() / f"{language}-{'backs' if backs else 'faces'}-{_content(language)}.pdf"
    if path.exists():
        return path
    if not _making.acquire(blocking=False):
        raise Busy
    try:
        _sweep()
        make(path, language, backs)
    finally:
        _making.release()
    return path


def make(path: Path, language: str, backs: bool) -> None:
    """Writes the deck's PDF to `path`: whole, or not at all."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as file:
            write(file, language, backs)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _folder() -> Path:
    folder = Path(settings.DATA_DIR) / "print"
    folder.mkdir(exist_ok=True)
    return folder


def _sweep() -> None:
    """Lets go of what nobody will ask for: decks of an older content, and half-made ones."""
    for file in _folder().iterdir():
        current = any(_content(language) in file.name for language, _name in settings.LANGUAGES)
        with contextlib.suppress(OSError):  # somebody is reading it; another time
            old = time.time() - file.stat().st_mtime > STALE
            if old and (file.suffix == ".part" or not current):
                file.unlink()


@cache
def _content(language: str) -> str:
    """Of all that shows: texts, pictures, and the code that lays them out."""
    digest = sha256()
    for part in _parts(language):
        digest.update(part)
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def _parts(language: str) -> Iterator[bytes]:
    yield PIL.__version__.encode()
    yield repr(catalogue.printed(language)).encode()
    words = [
        Path(folder) / language / "LC_MESSAGES" / "django.mo" for folder in settings.LOCALE_PATHS
    ]
    code = [Path(rulebook.__file__), *sorted(Path(__file__).parent.glob("*.py"))]
    for file in [*code, *card.files(), *words]:
        yield file.read_bytes() if file.exists() else b""
