"""Errors on tables whose headings match no subject: the unknown headings and the options to map them."""

from collections.abc import Iterator, Sequence

from netfloor.exchange.tables.heading_lines import cell_at, column_letter
from netfloor.exchange.tables.layout import Asked, best_layout
from netfloor.exchange.tables.problems import NearNames
from netfloor.exchange.tables.subject import TableSubject, label
from netfloor.exchange.tables.tables import TextTable
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

#: Usual columns of a cable list without headings, and the number of rows used to check them.
_ENDS, _SAMPLE = ("device_a", "port_a", "device_b", "port_b"), 200


def not_of(tables: Sequence[TextTable], subjects: Sequence[TableSubject], asked: Asked) -> InputError:
    """Return the error that no table has the headings of a subject, for the closest table."""
    results = [
        (len(best.by_key), -number, table, subject)
        for table in tables
        for number, subject in enumerate(subjects)
        if (best := best_layout(table, subject, asked, needed=False)) is not None
    ]
    if not results:
        return lacking(tables[0], subjects[0], asked)
    _, _, table, subject = max(results, key=lambda item: item[:2])
    return lacking(table, subject, asked)


def lacking(table: TextTable, subject: TableSubject, asked: Asked) -> InputError:
    """Return the error that a table lacks headings, with its actual headings and the options."""
    layout = best_layout(table, subject, asked, needed=False)
    if layout is None:
        row = next((row for row in table.rows if not row.is_empty), None)
        where = row.where if row else table.where
        there = [cell for cell in row.cells if cell] if row else []
        missing = list(subject.needed)
    else:
        where = layout.where
        there = [column.heading for column in layout.columns if column.heading and not column.meaning]
        missing = [key for key in subject.needed if key not in layout.by_key] or [*subject.needed]
    names = " or ".join(map(label, missing))
    unknown = f"; unknown headings: {', '.join(shown(name) for name in there[:20])}" if there else ""
    near = NearNames(there).advice(label(missing[0]), "") if there else ""
    example = there[0] if len(there) == 1 else "HEADING"
    options = " ".join(f'{setting("map")} "{shown(example)}={label(key)}"' for key in missing)
    by_letter = ""
    if layout is None:
        letters = " ".join(letter_options(table, subject.needed))
        by_letter = f", or by letter where there are no headings: {letters}"
    known = ", ".join(label(key) for key in subject.keys[:12])
    return InputError(
        where,
        f"there is no column {names}{unknown}",
        f"{near + ' ' if near else ''}headings such as {known}; or say which with {options}{by_letter}",
    )


def letter_options(table: TextTable, needed: Sequence[str]) -> Iterator[str]:
    """Yield options that map the columns of a table without headings by letter.

    Columns with the same text in all rows, such as a kind of row, are left out.
    """
    rows = [row.cells for row in table.rows if not row.is_empty][:_SAMPLE]
    width = max(map(len, rows), default=0)
    texts = [{cell_at(cells, index) for cells in rows} for index in range(width)]
    telling = [index for index in range(width) if len(rows) == 1 or len(texts[index]) > 1]
    keys = [*_ENDS] if {*needed} <= {*_ENDS} and len(telling) >= len(_ENDS) else [*needed]
    if len(telling) > len(keys) == len(_ENDS) and len(texts[telling[len(keys)]]) == len(rows):
        keys.append("id")
    for index, key in zip(telling, keys, strict=False):
        yield f'{setting("map")} "{column_letter(index)}={label(key)}"'
