"""An include that remembers: what is drawn again and again with the same few plain values.

    {% kept "includes/_avatar.html" avatar=seat.avatar tint=seat.tint %}
    {% kept_each "game/_slot.html" "slot" row.slots %}

The template sees these values alone, so equal ones in one language look the same.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from django import template
from django.template import Context, Engine, Template
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def kept(name: str, **values: Any) -> SafeString:
    """The template `name` with these values, which must be hashable."""
    return drawn(name, translation.get_language(), *values.items())


@register.simple_tag
def kept_each(name: str, called: str, each: Iterable[Any]) -> SafeString:
    """The template for each of several values, which it knows as `called`, one after the other."""
    language = translation.get_language()
    return mark_safe("".join([drawn(name, language, (called, one)) for one in each]))  # noqa: S308


@lru_cache(maxsize=2048)
def drawn(name: str, language: str | None, *values: tuple[str, object]) -> SafeString:
    """The template `name` with these values; `language` is that of this thread."""
    return drawn_once(name, dict(values))


def drawn_once(name: str, values: dict[str, object]) -> SafeString:
    """The template `name` with these values alone, in a line: an event has a field for each."""
    html = _template(name).render(Context(values))
    return mark_safe(" ".join([line.strip() for line in html.strip().split("\n")]))  # noqa: S308


@cache
def _template(name: str) -> Template:
    """What `render_to_string` would look for anew each time."""
    return Engine.get_default().get_template(name)
