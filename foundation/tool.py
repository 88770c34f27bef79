"""Name and version of the tool, and the day of a run."""

import datetime as dt
import os

VERSION = "0.1.0"
TOOL = {"name": "netfloor", "version": VERSION}


def set_day() -> dt.date | None:
    """Return the day from the environment's ``SOURCE_DATE_EPOCH``, None if it is not set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isascii() and epoch.isdecimal():
        return dt.datetime.fromtimestamp(int(epoch), dt.UTC).date()
    return None


def current_day() -> dt.date:
    """Return the current day (UTC), or the day set by the environment."""
    return set_day() or dt.datetime.now(dt.UTC).date()
