"""What people and things are called: table codes, players' names, the bots' names and avatars."""

import itertools
import random
import secrets
import unicodedata
from collections.abc import Collection, Sequence

CODE_LENGTH = 6
CODE_SYMBOLS = "234679CDFGHJKMNPQRTVWXY"
"""No two look alike when read from a projector, and without vowels they spell no word."""

NAME_LENGTH = 40

AVATARS = (
    "ursul-panda", "zebra", "koala", "jaguar", "tucan-toco", "girafa",
    "suricata", "morsa", "paun", "echidna", "axolotl", "leu",
)  # fmt: skip
"""Animals (slugs) a person may choose as avatar."""

BOTS = (
    ("Bobo", "testoasa-de-galapagos"),
    ("Tica", "panda-rosu"),
    ("Nino", "tigru"),
    ("Lala", "kookaburra"),
    ("Zuzu", "capibara"),
    ("Pipo", "castorul-canadian"),
)
"""The bots' names and avatars. Names of no animal, lest "Zebra laid the Lion" puzzle anybody."""


def new_code() -> str:
    """A random table code."""
    return "".join(secrets.choice(CODE_SYMBOLS) for _ in range(CODE_LENGTH))


def tidy_code(text: str) -> str:
    """A code as somebody typed it, in the form it is stored: no spaces or dashes, capitals."""
    return "".join(c for c in text.upper() if c.isalnum())


def tidy_name(text: str) -> str:
    """A name without invisible, control or bidi characters or towers of accents, single-spaced.

    NFC, so that ș from any keyboard is one letter. Empty when nothing visible is left.
    """
    visible = (
        " " if unicodedata.category(c).startswith("Z") or c in "\t\n\r" else c
        for c in unicodedata.normalize("NFC", text)
    )
    # C*: control, format (zero-width, bidi), surrogate, private, unassigned. U+115F, U+1160,
    # U+3164 and U+FFA0 are letters by category, and blank to the eye; so is U+2800.
    kept = (
        c
        for c in visible
        if not unicodedata.category(c).startswith("C") and c not in "\u115f\u1160\u3164\uffa0\u2800"
    )
    name = " ".join(_without_towers("".join(kept)).split())
    # A mark with nothing to stand on would be drawn over its neighbours.
    return name if any(unicodedata.category(c)[0] in "LNSP" for c in name) else ""


def _without_towers(text: str) -> str:
    """At most two marks on a letter: more would grow into the lines above and below."""
    marks, kept = 0, []
    for c in text:
        marks = marks + 1 if unicodedata.category(c).startswith("M") else 0
        if marks <= 2:
            kept.append(c)
    return "".join(kept)


def alike(name: str) -> str:
    """The form in which two names count as the same: case, accents and width aside."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in folded if not _is_accent(c)).replace(" ", "")


def _is_accent(c: str) -> bool:
    # Of class 0 but never seen: the grapheme joiner and the variation selectors.
    return unicodedata.combining(c) > 0 or c == "\u034f" or "\ufe00" <= c <= "\ufe0f"


_AFTER = str.maketrans({"ă": "a{", "â": "a|", "î": "i{", "ș": "s{", "ț": "t{"})


def alphabetical(text: str) -> str:
    """The key by which Romanian sorts: a ă â b … i î … s ș t ț, whatever the case."""
    return text.casefold().translate(_AFTER)


def suggest(name: str, taken: Collection[str]) -> str:
    """`name` with the first number that is free among `taken` ("Ana 2")."""
    used = {alike(other) for other in taken}
    for number in itertools.count(2):
        suffix = f" {number}"
        candidate = name[: NAME_LENGTH - len(suffix)].rstrip() + suffix
        if alike(candidate) not in used:
            return candidate
    raise AssertionError("itertools.count ended")


def cast_bots(count: int, taken: Sequence[str], rng: random.Random) -> list[tuple[str, str]]:
    """`count` bots (name, avatar), none with a name in `taken`."""
    used = {alike(name) for name in taken}
    free = [bot for bot in BOTS if alike(bot[0]) not in used]
    return rng.sample(free, count)
