"""The sixty cards on paper: an A4 PDF to print and to cut, made by Pillow, with a page of rules.

`write` makes one anywhere, `file_of` makes it once and keeps it in the data folder.
"""

from game.deck.kept import Busy, file_of
from game.deck.sheets import SHEETS, page_count, write

__all__ = ["SHEETS", "Busy", "file_of", "page_count", "write"]
