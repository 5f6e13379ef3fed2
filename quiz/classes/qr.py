"""QR codes inside a page."""

import segno
from django.utils.safestring import SafeString, mark_safe


def inline(address: str) -> SafeString:
    """The address as an SVG to put into a page, in ink on white; without inline style."""
    code = segno.make(address, error="m", micro=False)
    picture = code.svg_inline(border=2, dark="#1c262d", light="#ffffff", omitsize=True)
    return mark_safe(picture)  # noqa: S308  (made of numbers; the address is not in it)
