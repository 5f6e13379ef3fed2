"""Names where there is little room."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

TELLING = 3
"""The longest last word, in letters, that is taken for what tells namesakes apart: "2", "P."."""


@register.filter
def fitted(name: str) -> SafeString:
    """The name with a part that may be shortened, and an end that never is ("Ștefania-… 2")."""
    head, space, end = name.rpartition(" ")
    if not head or len(end) > TELLING:
        return format_html("<span>{}</span>", name)
    return format_html("<span>{}</span>{}{}", head, space, end)
