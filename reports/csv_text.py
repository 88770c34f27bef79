"""Any records as CSV, with nothing in it that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from foundation.spreadsheet_text import neutralised
from reports.plain import plain_text
from reports.text import finite


def csv_text(columns: Sequence[str], records: Iterable[Mapping[str, Any]]) -> str:
    """Return CSV with a header; numbers as Python writes them, what a record lacks empty."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, restval="", lineterminator="\n")
    writer.writerow({name: cell(name) for name in columns})
    for record in records:
        writer.writerow({name: cell(value) for name, value in record.items()})
    return buffer.getvalue()


def cell(value: Any) -> str:
    """Return a cell: numbers in full, texts so that no spreadsheet runs them as a formula."""
    if value is None:
        return ""
    if not isinstance(value, str):
        number = finite(value)
        return "" if number is None else repr(number)
    return neutralised(plain_text(value))
