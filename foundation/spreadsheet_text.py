"""Protection of text in CSV files from being run as a formula by spreadsheets."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence

#: Characters that start a formula, also in their East Asian full-width forms, and control characters that
#: spreadsheets skip before a formula (OWASP, CSV injection; CWE-1236).
FORMULA_STARTS = frozenset("=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20")


def neutralised(clean: str, original: str | None = None) -> str:
    """Prefix text with an apostrophe if a spreadsheet might run it.

    ``clean`` is the text to write, ``original`` the text before cleaning if it was changed.
    """
    texts = (clean, clean.lstrip(), clean if original is None else original)
    runs = any(text[:1] in FORMULA_STARTS for text in texts if text)
    return f"'{clean}" if runs else clean


_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})


def one_line(text: str) -> str:
    """Replace line breaks, control characters and direction marks by spaces."""
    if text.isascii() and text.isprintable():
        return text.strip()
    return "".join(" " if unicodedata.category(c) in _HIDDEN else c for c in text).strip()


def cell(text: str) -> str:
    """Return a cell's text that no spreadsheet runs as a formula."""
    return neutralised(one_line(text), text)


def human_csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write CSV for people, with formulas neutralised."""
    return machine_csv(columns, ([cell(value) for value in row] for row in rows))


def machine_csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write CSV for machines, with unchanged values."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return buffer.getvalue()
