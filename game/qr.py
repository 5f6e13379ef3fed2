"""QR codes of addresses."""

import io

import segno
from django.utils.safestring import SafeString, mark_safe


def inline(address: str) -> SafeString:
    """An SVG to put into a page, in ink on white; without inline style."""
    code = segno.make(address, error="m", micro=False)
    picture = code.svg_inline(border=2, dark="#1c262d", light="#ffffff", omitsize=True)
    return mark_safe(picture)  # noqa: S308  (made of numbers; the address is not in it)


def picture(address: str) -> bytes:
    """An SVG file, in the ink of the invitation it stands on."""
    file = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(file, kind="svg", border=2, dark="#2f3e46", light="#fffaf0", xmldecl=False)
    return file.getvalue()
