"""Tables from outside, CSV or workbooks, as numbered rows and as records by column."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from netfloor.exchange.readers.input.text_input import checked_text, lines_of, source_name
from netfloor.exchange.readers.input.workbook_input import DATE, is_archive, read_sheets
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

WORKBOOKS = (".xlsx", ".xlsm")
#: Of a CSV file; a line of nothing but separators would hold thousands of cells.
MOST_ROWS, MOST_CELLS = 400_000, 8_000_000
SEPARATORS = ",;\t|"
#: What a spreadsheet shows where it cannot compute.
_BROKEN = frozenset({"#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"})
#: The columns that each field of a record may stand in, as `column_name` writes them.
Columns = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class TableRow:
    """One row: file, sheet and number for messages, and its texts."""

    where: str
    cells: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """True if nothing stands in it."""
        return not any(self.cells)


@dataclass(frozen=True)
class TextTable:
    """A sheet, or a CSV file."""

    where: str
    rows: tuple[TableRow, ...]
    sheet: str = ""


@dataclass(frozen=True)
class Record:
    """A row by the fields that a reader knows."""

    where: str
    values: Mapping[str, str]

    def text(self, name: str) -> str:
        """Return a field, empty where there is none; refuse what a spreadsheet made of it."""
        value = self.values.get(name, "")
        if value in _BROKEN or value.startswith(DATE):
            raise InputError(self.where, f"{name} is {value!r}", "format the cells as text")
        return value

    def needed(self, name: str) -> str:
        """Return a field that must not be empty."""
        if not (value := self.text(name)):
            raise InputError(self.where, f"{name} is empty", "a value in every row")
        return value


def read_tables(path: Path, what: str) -> list[TextTable]:
    """Return every sheet of a workbook, or the one table of a CSV file."""
    where = source_name(path)
    if path.suffix.lower() not in WORKBOOKS and not is_archive(path):
        return [csv_table(checked_text(path, what), where)]
    tables = []
    for sheet, rows in read_sheets(path, what):
        at = f"{where}: sheet {shown(sheet)!r}"
        numbered = (TableRow(f"{at}: row {number}", tuple(cells)) for number, cells in enumerate(rows, 1))
        tables.append(TextTable(at, tuple(numbered), sheet))
    return tables


def csv_table(text: str, where: str, separator: str = "") -> TextTable:
    """Return the rows of a CSV text; without a separator it is the one that the first line holds most.

    Raises
    ------
    InputError
        With the line, where a quote never ends or a cell is endless.
    """
    lines = [line for _, line in lines_of(text, where) if not line.lstrip(' "').startswith("#")]
    first = next((line for line in lines if line.strip()), "")
    separator = separator or max(SEPARATORS, key=first.count)
    return TextTable(where, tuple(_csv_rows(text, separator, where)))


def _csv_rows(text: str, separator: str, where: str) -> Iterator[TableRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    total = 0
    try:
        for count, cells in enumerate(reader):
            total += len(cells)
            for what, number, most in (("rows", count + 1, MOST_ROWS), ("cells", total, MOST_CELLS)):
                if number > most:
                    raise InputError(
                        f"{where}: line {reader.line_num}", f"too many {what}", f"at most {most:,}"
                    )
            yield TableRow(f"{where}: line {reader.line_num}", tuple(cell.strip() for cell in cells))
    except csv.Error as error:
        raise InputError(f"{where}: line {reader.line_num}", f"is not valid CSV ({error})") from error


def column_name(text: str) -> str:
    """Return a heading as `Columns` names it: ``A-Node Name`` is ``a_node_name``."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def records(table: TextTable, columns: Columns, needed: Iterable[str]) -> list[Record]:
    """Return the rows below a table's headings, empty ones left out.

    Raises
    ------
    InputError
        If a column that is needed is missing, one stands twice, or a row is longer than that.
    """
    rows = [row for row in table.rows if not row.is_empty]
    if not rows:
        raise InputError(table.where, "holds no row", "a row of headings, then records")
    place = _places(rows[0], columns)
    for name in needed:
        if name not in place:
            known = ", ".join(columns[name])
            raise InputError(rows[0].where, f"there is no column {name}", f"one of {known}")
    width = len(rows[0].cells)
    return [_record(row, place, width) for row in rows[1:]]


def first_row(table: TextTable) -> TableRow:
    """Return the first row that holds anything, for a message about headings."""
    return next((row for row in table.rows if not row.is_empty), TableRow(table.where, ()))


def has_columns(table: TextTable, columns: Columns, needed: Iterable[str]) -> bool:
    """Return True if a table's first row names these columns."""
    names = {column_name(cell) for cell in first_row(table).cells}
    return all(names & set(columns[name]) for name in needed)


def _places(headings: TableRow, columns: Columns) -> dict[str, int]:
    """Return where each field stands."""
    names = [column_name(cell) for cell in headings.cells]
    place: dict[str, int] = {}
    for field, aliases in columns.items():
        indices = [index for index, name in enumerate(names) if name in aliases]
        if len(indices) > 1:
            what = f"{field} has two columns: {', '.join(shown(headings.cells[i]) for i in indices)}"
            raise InputError(headings.where, what, "one")
        if indices:
            place[field] = indices[0]
    return place


def _record(row: TableRow, place: Mapping[str, int], width: int) -> Record:
    if any(row.cells[width:]):
        raise InputError(row.where, f"has {len(row.cells)} cells, the headings {width}", "as many")
    values = {name: row.cells[index] for name, index in place.items() if index < len(row.cells)}
    return Record(row.where, values)
