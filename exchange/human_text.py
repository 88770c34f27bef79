"""Text that people's programs open: nothing in it is run, hidden or on a second line."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence

from foundation.spreadsheet_text import neutralised

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})


def one_line(text: str) -> str:
    """Return text without line breaks, control characters and signs that turn its direction."""
    if text.isascii() and text.isprintable():
        return text.strip()
    return "".join(" " if unicodedata.category(c) in _HIDDEN else c for c in text).strip()


def cell(text: str) -> str:
    """Return a cell that no spreadsheet runs as a formula."""
    return neutralised(one_line(text), text)


def human_csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return CSV for people, formulas neutralised."""
    return machine_csv(columns, ([cell(value) for value in row] for row in rows))


def machine_csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return CSV for machines, every value as it is."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return buffer.getvalue()
