"""The two secret words by which a pupil signs in: made, written down as a hash, compared kindly."""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache
from pathlib import Path

from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password
from django.utils.crypto import salted_hmac

Words = tuple[str, str]

DATA = Path(__file__).resolve().parents[1] / "data"


class PupilHasher(PBKDF2PasswordHasher):
    """Quick enough for thirty pupils at the press of a button.

    Two words out of some two hundred are no password: what keeps them safe is that wrong ones make
    the pupil wait, and that nothing is reached by them but a pupil's own work.
    """

    algorithm = "pupil"
    iterations = 20_000


def new_seed() -> str:
    """From which the words of any number of pupils are made."""
    return secrets.token_hex(16)


def words_of(seed: str, player: int, language: str) -> Words:
    """Two different words: always the same of a seed, and without this site's key anybody's."""
    known = _words(language)
    digest = salted_hmac("quiz.words", f"{seed}/{player}", algorithm="sha256").digest()
    number = int.from_bytes(digest, "big") % (len(known) * (len(known) - 1))
    first, step = divmod(number, len(known) - 1)
    return known[first], known[(first + 1 + step) % len(known)]


@cache
def _words(language: str) -> list[str]:
    """Words of things one can point at or draw."""
    return (DATA / f"words.{language}.txt").read_text(encoding="utf-8").split()


def hashed(words: Words) -> str:
    """What is kept of two words."""
    return make_password(_alike(*words), hasher="pupil")


def fit(kept: str, one: str, other: str) -> bool:
    """Whether these are the words; case, accents, spaces and ş for ș don't matter."""
    return bool(kept) and check_password(_alike(one, other), kept)


def _alike(*words: str) -> str:
    plain = unicodedata.normalize("NFKD", " ".join(words)).casefold()
    return " ".join("".join(c for c in plain if c.isalnum() or c == " ").split())
