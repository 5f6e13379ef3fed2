"""The include that remembers."""

from django.template import Context, Template
from django.utils import translation

from game.pages.values import Says, Slot
from game.templatetags.kept import kept


def test_it_draws_what_an_include_does() -> None:
    says = Says("EU", "<Ana> & Bogdan")
    context = Context({"says": says, "other": "of the page"})
    drawn = Template('{% load kept %}{% kept "game/_says.html" says=says %}').render(context)
    assert drawn == Template('{% include "game/_says.html" %}').render(context).strip()
    assert "&lt;Ana&gt; &amp; Bogdan" in drawn


def test_equal_values_are_drawn_once_and_others_anew() -> None:
    first = kept("game/_slot.html", slot=Slot("AF", 3))
    assert kept("game/_slot.html", slot=Slot("AF", 3)) is first
    assert kept("game/_slot.html", slot=Slot("AF", 3, open=True)) != first


def test_each_language_has_its_own() -> None:
    words = []
    for language in ("ro", "en", "ro"):
        with translation.override(language):
            words.append(kept("game/_menu.html", menu=()))
    assert words[0] == words[2] != words[1]
