"""A PDF of full-page pictures, written as it grows: no page is kept once it is in the file.

Pillow's own `append` would copy the one page of card backs seven times and leave as many tables of
contents in the file.
"""

import io
from types import TracebackType
from typing import BinaryIO, Self

from PIL import Image

POINTS = 72
A4 = (210 / 25.4 * POINTS, 297 / 25.4 * POINTS)

CATALOGUE, PAGES, INFO = 1, 2, 3


class Pdf:
    """Use as a context; leaving it in peace completes the file (PDF 1.7, ISO 32000-1)."""

    def __init__(self, file: BinaryIO, title: str, language: str, duplex: bool) -> None:
        self._file = file
        self._at = 0
        self._offsets: dict[int, int] = {}
        self._pages: list[int] = []
        self._next = INFO + 1
        # The second line tells programs that the file is binary.
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        # At its true size, or the cards get smaller; turned over the long edge, or the backs stand
        # behind the wrong cards.
        turned = "/Duplex /DuplexFlipLongEdge " if duplex else "/Duplex /Simplex "
        self._object(
            CATALOGUE,
            f"<< /Type /Catalog /Pages {PAGES} 0 R /Lang ({language}) "
            f"/ViewerPreferences << /PrintScaling /None {turned}/DisplayDocTitle true >> >>",
        )
        utf16 = title.encode("utf-16-be").hex().upper()
        self._object(INFO, f"<< /Title <FEFF{utf16}> >>")

    def add(self, page: Image.Image) -> int:
        """Puts `page`, a whole A4 sheet, at the end; returns a number by which to repeat it."""
        jpeg = io.BytesIO()
        page.save(jpeg, "JPEG", quality=84, subsampling="4:4:4")
        picture, content = self._new(), self._new()
        self._stream(
            picture,
            f"/Type /XObject /Subtype /Image /Width {page.width} /Height {page.height} "
            "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode ",
            jpeg.getbuffer(),
        )
        self._stream(content, "", b"q %f 0 0 %f 0 0 cm /I Do Q" % A4)
        self._page(picture)
        return picture

    def repeat(self, picture: int) -> None:
        """Puts a page that was added before at the end once more."""
        self._page(picture)

    def _page(self, picture: int) -> None:
        content = picture + 1
        number = self._new()
        self._pages.append(number)
        self._object(
            number,
            f"<< /Type /Page /Parent {PAGES} 0 R /MediaBox [0 0 %.3f %.3f] "
            f"/Resources << /XObject << /I {picture} 0 R >> >> /Contents {content} 0 R >>" % A4,
        )

    def _new(self) -> int:
        self._next += 1
        return self._next - 1

    def _object(self, number: int, text: str) -> None:
        self._offsets[number] = self._at
        self._write(f"{number} 0 obj\n{text}\nendobj\n".encode("ascii"))

    def _stream(self, number: int, entries: str, data: bytes | memoryview) -> None:
        self._offsets[number] = self._at
        head = f"{number} 0 obj\n<< {entries}/Length {len(data)} >>\nstream\n"
        self._write(head.encode("ascii"))
        self._write(data)
        self._write(b"\nendstream\nendobj\n")

    def _write(self, data: bytes | memoryview) -> None:
        self._file.write(data)
        self._at += len(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            return
        kids = " ".join(f"{page} 0 R" for page in self._pages)
        self._object(PAGES, f"<< /Type /Pages /Count {len(self._pages)} /Kids [{kids}] >>")
        start = self._at
        rows = [f"{self._offsets[number]:010} 00000 n \n" for number in range(1, self._next)]
        self._write(
            f"xref\n0 {self._next}\n0000000000 65535 f \n{''.join(rows)}"
            f"trailer\n<< /Size {self._next} /Root {CATALOGUE} 0 R /Info {INFO} 0 R >>\n"
            f"startxref\n{start}\n%%EOF\n".encode("ascii")
        )
