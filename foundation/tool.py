"""What made a file, and when: the tool, its version, and the day of a run."""

import datetime as dt
import os

VERSION = "0.1.0"
TOOL = {"name": "netfloor", "version": VERSION}


def set_day() -> dt.date | None:
    """Return the day that the environment's ``SOURCE_DATE_EPOCH`` sets, None where it sets none."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isascii() and epoch.isdecimal():
        return dt.datetime.fromtimestamp(int(epoch), dt.UTC).date()
    return None


def current_day() -> dt.date:
    """Return the day on which the program runs (UTC), or the one that the environment sets."""
    return set_day() or dt.datetime.now(dt.UTC).date()
