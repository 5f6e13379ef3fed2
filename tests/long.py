"""The long forms of tests that do one thing many times: `CARTI_LONG=1 python -m pytest PATH`."""

import os

LONG = os.environ.get("CARTI_LONG") == "1"


def times(short: int, long: int) -> int:
    """How often it is done: `short` wherever tests run, `long` where somebody asked for it."""
    return long if LONG else short
