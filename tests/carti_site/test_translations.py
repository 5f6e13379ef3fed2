"""Every text a person sees is there in Romanian, with its three plural forms and its letters."""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "carti_site" / "locale"
CATALOGUE = gettext.translation("django", LOCALE, languages=["ro"])._catalog  # type: ignore[attr-defined]
CALLS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}


def strings_of_python(source: str) -> Iterator[str]:
    """Message ids (with their context, as .mo files key them) marked in Python code."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
        if name in CALLS and texts and isinstance(texts[0], str):
            yield "\x04".join(map(str, texts[:2])) if name.startswith("pg") else texts[0]


def strings_of_template(source: str) -> Iterator[str]:
    """Message ids marked in a template, as Django itself finds them."""
    code = templatize(source)
    for found in re.finditer(r" n?gettext\((u?(?P<quote>['\"]).*?(?<!\\)(?P=quote))[,)]", code):
        yield ast.literal_eval(found[1])


def marked_strings() -> list[str]:
    python = [p for app in ("carti_site", "game", "quiz") for p in (ROOT / app).rglob("*.py")]
    templates = (ROOT / "templates").rglob("*.html")
    found = {text for path in python for text in strings_of_python(path.read_text("utf-8"))}
    for path in templates:
        found |= set(strings_of_template(path.read_text("utf-8")))
    return sorted(found)


def test_strings_are_found_at_all() -> None:
    found = marked_strings()
    assert len(found) > 200
    assert "continent\x04Europe" in found
    assert "The story of the game" in found


def is_translated(text: str) -> bool:
    plural = [CATALOGUE.get((text, form)) for form in range(3)]
    return bool(CATALOGUE.get(text)) or all(plural)


def test_every_string_is_translated() -> None:
    """Else: manage.py makemessages, translate, manage.py compilemessages."""
    assert [text for text in marked_strings() if not is_translated(text)] == []


def test_romanian_letters_have_the_comma_below() -> None:
    """ș and ț, never the Turkish ş and ţ."""
    for path in [*LOCALE.rglob("*.po"), ROOT / "game" / "data" / "catalogue.json"]:
        assert not set("ŞşŢţ") & set(path.read_text("utf-8")), path
