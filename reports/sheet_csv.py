"""A sheet as CSV for people: exact numbers, and nothing that a spreadsheet would run."""

import csv
import io
from decimal import Decimal

from foundation.spreadsheet_text import neutralised
from reports.plain import plain_text
from reports.sheet import Column, Sheet, Value, clean_text, shown_number
from reports.text import finite


def sheet_csv(sheet: Sheet) -> str:
    """Return the sheet's head and rows as CSV for people, without totals and notes.

    A text that a spreadsheet could run as a formula gets a leading ``'``, and control
    characters go as in `one_line`. Numbers are written exactly, negative ones as numbers.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([_csv_value(column.title, column) for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_csv_value(v, column) for v, column in zip(row, sheet.columns, strict=True)])
    return buffer.getvalue()


def _csv_value(value: Value, column: Column) -> str | Decimal | float | int:
    if not isinstance(value, str):
        number = finite(value)
        return "" if number is None else shown_number(number, column)
    return neutralised(plain_text(clean_text(value)), value)
