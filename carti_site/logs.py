"""What a teacher's console shows."""

from __future__ import annotations

import logging


class OneLine(logging.Filter):
    """A request that makes no sense is told in a line: it is no fault of the site's own."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets everything pass; what was answered with 400 to 499 loses its traceback."""
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.exc_info = record.exc_text = None
            record.stack_info = None
        return True
