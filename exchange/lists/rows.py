"""The rows of a user's list: headings found, ranges expanded, further columns kept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from netfloor.exchange.lists.problems import Problems
from netfloor.exchange.lists.ranges import expand_ranges, row_texts
from netfloor.exchange.readers.input.fields import LONGEST_NAME
from netfloor.exchange.readers.input.tables import (
    Columns,
    Record,
    TableRow,
    TextTable,
    column_name,
    read_tables,
)
from netfloor.exchange.readers.input.text_input import source_name
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: Of all rows of one file, ranges expanded.
MAX_ROWS = 1_000_000


@dataclass(frozen=True)
class ListForm:
    """The columns of a kind of list."""

    what: str  # as messages call the list
    columns: Columns  # each field with the headings that it may have
    needed: Sequence[str]  # fields without which it is another table
    anchor: str = ""  # the field that survives where ranges of a row have unequal lengths


@dataclass(frozen=True)
class ListRow:
    """One device or cable of a list, as text."""

    where: str
    values: Mapping[str, str]  # of known fields, blank ones left out
    attributes: Mapping[str, str]  # of further columns, blank ones left out


def read_rows(path: Path, form: ListForm, problems: Problems) -> Iterator[ListRow]:
    """Yield the rows of a list, of a workbook those of each sheet that has the columns needed."""
    with problems.collecting():
        tables = [(table, _filled(table)) for table in read_tables(path, f"list of {form.what}")]
        tables = [(table, rows) for table, rows in tables if rows]
        if not tables:
            raise InputError(source_name(path), "holds no row", f"headings, then {form.what}")
        chosen = [rows for _, rows in tables if not _missing(rows[0], form)]
        if not chosen:
            lacking = _missing(tables[0][1][0], form)
            what = f"there is no column {' or '.join(lacking)}"
            raise InputError(
                tables[0][1][0].where, what, f"headings such as {', '.join(map(_heading, form.columns))}"
            )
        total = 0
        for rows in chosen:
            for row in _table_rows(rows, form, problems):
                if (total := total + 1) > MAX_ROWS:
                    what = f"the ranges stand for too many {form.what}"
                    raise InputError(row.where, what, f"at most {MAX_ROWS:,} in a file")
                yield row


def _filled(table: TextTable) -> list[TableRow]:
    """Return the rows of a table that are neither empty nor a comment."""
    return [row for row in table.rows if not row.is_empty and not row.cells[0].startswith("#")]


def _missing(headings: TableRow, form: ListForm) -> list[str]:
    """Return the needed fields that no heading names."""
    names = {column_name(cell) for cell in headings.cells}
    return [_heading(field) for field in form.needed if not names & set(form.columns[field])]


def _heading(field: str) -> str:
    return field.replace("_", " ")


def _table_rows(rows: Sequence[TableRow], form: ListForm, problems: Problems) -> Iterator[ListRow]:
    fields = _fields(rows[0], form)
    for row in rows[1:]:
        if any(row.cells[len(fields) :]):
            problems.add(
                row.where,
                f"has {len(row.cells)} cells, the headings {len(fields)}",
                'as many; a cell with a comma needs quotes: "leaf[1-3,7]"',
            )
        yield from _expanded(row, fields, form, problems)


def _fields(headings: TableRow, form: ListForm) -> list[str]:
    """Return the field of each column, of a further one its heading; empty without a heading."""
    known = {alias: field for field, aliases in form.columns.items() for alias in aliases}
    fields: list[str] = []
    for cell in headings.cells:
        name = column_name(cell)
        field = known.get(name, cell)
        if field and field in fields:
            what = f"two columns are called {_heading(field)}"
            raise InputError(headings.where, what, "different headings")
        fields.append(field)
    return fields


def _expanded(
    row: TableRow, fields: Sequence[str], form: ListForm, problems: Problems
) -> Iterator[ListRow]:
    """Yield a row for each text that its ranges stand for; unreadable cells count as blank."""
    cells: dict[str, tuple[str, ...]] = {}
    further: dict[str, str] = {}
    unreadable = set()
    for field, cell in zip(fields, row.cells, strict=False):
        if not cell:
            continue
        try:
            text = _checked(field, cell, row.where)
            if field in form.columns:
                cells[field] = expand_ranges(text, row.where)
            else:
                further[field] = text
        except InputError as error:
            problems.include(error)
            unreadable.add(field)
    if unreadable & {*form.needed}:
        return
    try:
        count = row_texts({_heading(field): texts for field, texts in cells.items()}, row.where)
    except InputError as error:
        problems.include(error)
        cells = {form.anchor: cells[form.anchor]} if form.anchor in cells else {}
        count = max((len(texts) for texts in cells.values()), default=0)
    kept = {name: _in_step(text, count, row.where) for name, text in further.items()}
    for index in range(count):
        yield ListRow(
            row.where,
            {field: texts[index % len(texts)] for field, texts in cells.items()},
            {name: texts[index % len(texts)] for name, texts in kept.items()},
        )


def _checked(field: str, cell: str, where: str) -> str:
    """Return a cell's text; refuse what a spreadsheet broke, and what no message could show."""
    if not field:
        raise InputError(where, f"{shown(cell)!r} has no heading", "a heading for each column")
    if len(cell) > LONGEST_NAME:
        what = f"{_heading(field)} has {len(cell):,} characters"
        raise InputError(where, what, f"at most {LONGEST_NAME}")
    if not cell.isprintable():
        raise InputError(where, f"{_heading(field)} {shown(cell)!r} holds a control character")
    return Record(where, {field: cell}).text(field)


def _in_step(text: str, count: int, where: str) -> tuple[str, ...]:
    """Expand a further column's ranges where they go in step with the row, else keep its text."""
    if count > 1:
        try:
            texts = expand_ranges(text, where)
        except InputError:
            return (text,)  # brackets in a note
        if len(texts) == count:
            return texts
    return (text,)
