"""Text that a spreadsheet, reading a CSV file, does not run as a formula."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence

#: What makes a spreadsheet take a text for a formula, in both widths of East Asian type, and the
#: control characters that it passes over before one (OWASP, CSV injection; CWE-1236).
FORMULA_STARTS = frozenset("=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20")


def neutralised(clean: str, original: str | None = None) -> str:
    """Return text with a leading apostrophe if a spreadsheet might run it.

    Parameters
    ----------
    clean
        What is to be written.
    original
        The text before it was cleaned, which may have begun otherwise; None where it was not.
    """
    texts = (clean, clean.lstrip(), clean if original is None else original)
    runs = any(text[:1] in FORMULA_STARTS for text in texts if text)
    return f"'{clean}" if runs else clean


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
