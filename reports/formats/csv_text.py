"""Records and tables as CSV, safe against formulas in spreadsheets."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from netfloor.foundation.spreadsheet_text import neutralised
from netfloor.reports.formats.table import Cell, Column, Table, Value, figure
from netfloor.reports.formats.text import clean_text, finite, plain_text


def csv_text(columns: Sequence[str], records: Iterable[Mapping[str, Any]]) -> str:
    """Return CSV with a header and full precision; keys missing from a record are empty cells."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, restval="", lineterminator="\n")
    writer.writerow({name: cell(name) for name in columns})
    for record in records:
        writer.writerow({name: cell(value) for name, value in record.items()})
    return buffer.getvalue()


def cell(value: Any) -> str:
    """Return a cell: numbers in full precision, text protected from being run as a formula."""
    if value is None:
        return ""
    if not isinstance(value, str):
        number = finite(value)
        return "" if number is None else repr(number)
    return neutralised(plain_text(value))


def table_csv(table: Table) -> str:
    """Return the heading and rows of a table as CSV for people, without totals and note.

    Text that a spreadsheet could run as a formula gets a leading ``'``; control characters are removed as
    in `one_line`. Numbers are exact, and negative ones stay numbers.
    """
    buffer, columns = io.StringIO(), table.typed
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([_in_column(column.title, column) for column in columns])
    writer.writerows(map(_in_column, row, columns) for row in table.rows)
    return buffer.getvalue()


def _in_column(value: Cell | Value, column: Column) -> str | Decimal | float | int:
    value = figure(value)
    text = value.text if isinstance(value, Cell) else value
    if not isinstance(text, str):
        number = finite(text)
        return "" if number is None else column.exact(number)
    return neutralised(plain_text(clean_text(text)), text)
