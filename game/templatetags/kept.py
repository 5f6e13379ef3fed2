"""An include that remembers: what is drawn again and again with the same few plain values.

    {% kept "includes/_avatar.html" avatar=seat.avatar tint=seat.tint %}
    {% kept_each "game/_slot.html" "slot" row.slots %}

The template sees these values alone, so equal ones in one language look the same.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def kept(name: str, **values: Any) -> SafeString:
    """The template `name` with these values, which must be hashable."""
    return _drawn(name, translation.get_language(), *values.items())


@register.simple_tag
def kept_each(name: str, called: str, each: Iterable[Any], **values: Any) -> SafeString:
    """The template for each of several values, which it knows as `called`, one after the other."""
    language, more = translation.get_language(), tuple(values.items())
    return mark_safe("".join([_drawn(name, language, (called, one), *more) for one in each]))  # noqa: S308


@lru_cache(maxsize=2048)
def _drawn(name: str, language: str | None, *values: tuple[str, object]) -> SafeString:
    """The template `name` with these values; `language` is that of this thread."""
    return render_to_string(name, dict(values))
