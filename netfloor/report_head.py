"""Report heads with date and command line."""

import datetime as dt
import shlex
import sys
from pathlib import Path

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import portable_path
from netfloor.foundation.tool import current_day, set_day
from netfloor.reports.formats.head import ReportHead

#: Options that do not change a report, with and without a value.
_UNSAID = frozenset(
    (
        "--out",
        "-o",
        "--workers",
        "--csv",
        "--xlsx",
        "--svg",
        "--html",
        "--results",
        "--checkpoint",
        "--scheduler",
    )
) | {"--format"}
_FLAGS = frozenset(("--force", "--json", "--quiet", "-q"))
_DATE_FORM = "a date such as 2026-03-31"


def given_head(date: str | None, *files: Path) -> ReportHead:
    """Build a head with date and command.

    The date is the user's, else that of ``SOURCE_DATE_EPOCH``, else the latest day (UTC) on which one of
    the files was written, else today. Raise `InputError` for an invalid date.
    """
    return ReportHead(day=_day(date, files), command=command_text(sys.argv[1:]))


def command_text(words: list[str]) -> str:
    """Return the command line without output options and local folders."""
    kept: list[str] = []
    skip = False
    for word in words:
        if skip or word in _FLAGS or word.split("=", 1)[0] in _UNSAID:
            skip = not skip and word in _UNSAID
        else:
            kept.append(portable_path(word))
    return shlex.join(["netfloor", *kept])


def _day(date: str | None, files: tuple[Path, ...]) -> dt.date:
    if date is not None:
        try:
            return dt.date.fromisoformat(date)
        except ValueError:
            raise InputError(setting("date"), f"{date!r} is not a date", _DATE_FORM) from None
    times = [file.stat().st_mtime for file in files if file.exists()]
    written = dt.datetime.fromtimestamp(max(times), dt.UTC).date() if times else current_day()
    return set_day() or written
