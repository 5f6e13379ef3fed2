"""The two secret words by which a pupil signs in: made, written down as a hash, compared kindly."""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache
from pathlib import Path

from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password

DATA = Path(__file__).resolve().parents[1] / "data"


class PupilHasher(PBKDF2PasswordHasher):
    """Quick enough for thirty pupils at the press of a button.

    Two words out of some two hundred are no password: what keeps them safe is that wrong ones make
    the pupil wait, and that nothing is reached by them but a pupil's own work.
    """

    algorithm = "pupil"
    iterations = 20_000


def new_words(language: str) -> tuple[str, str]:
    """Two different words."""
    one, other = secrets.SystemRandom().sample(_words(language), 2)
    return one, other


@cache
def _words(language: str) -> list[str]:
    """Words of things one can point at or draw."""
    return (DATA / f"words.{language}.txt").read_text(encoding="utf-8").split()


def hashed(words: tuple[str, str]) -> str:
    """What is kept of two words."""
    return make_password(_alike(*words), hasher="pupil")


def fit(kept: str, one: str, other: str) -> bool:
    """Whether these are the words; case, accents, spaces and ş for ș don't matter."""
    return bool(kept) and check_password(_alike(one, other), kept)


def _alike(*words: str) -> str:
    plain = unicodedata.normalize("NFKD", " ".join(words)).casefold()
    return " ".join("".join(c for c in plain if c.isalnum() or c == " ").split())
