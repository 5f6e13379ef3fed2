"""An include that remembers: what is drawn again and again with the same few plain values.

    {% kept "includes/_avatar.html" avatar=seat.avatar tint=seat.tint %}

The template sees these values alone, so equal ones in one language look the same.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def kept(name: str, **values: Any) -> SafeString:
    """The template `name` with these values, which must be hashable."""
    return _rendered(name, translation.get_language(), tuple(values.items()))


@lru_cache(maxsize=4096)
def _rendered(
    name: str, language: str | None, values: tuple[tuple[str, object], ...]
) -> SafeString:
    return render_to_string(name, dict(values))
