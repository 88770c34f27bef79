"""What is said of a table whose headings name no subject: the headings not known, and the options."""

from collections.abc import Sequence

from netfloor.exchange.tables.layout import Asked, best_layout, column_letter
from netfloor.exchange.tables.problems import NearNames
from netfloor.exchange.tables.subject import TableSubject, label
from netfloor.exchange.tables.tables import TextTable
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown


def not_of(tables: Sequence[TextTable], subjects: Sequence[TableSubject], asked: Asked) -> InputError:
    """Return the problem that no table has the headings of a subject: of the one that lacks least."""
    found = [
        (len(best.by_key), -number, table, subject)
        for table in tables
        for number, subject in enumerate(subjects)
        if (best := best_layout(table, subject, asked, needed=False)) is not None
    ]
    if not found:
        return lacking(tables[0], subjects[0], asked)
    _, _, table, subject = max(found, key=lambda one: one[:2])
    return lacking(table, subject, asked)


def lacking(table: TextTable, subject: TableSubject, asked: Asked) -> InputError:
    """Return the problem that a table lacks headings, with those that it has and the options."""
    layout = best_layout(table, subject, asked, needed=False)
    if layout is None:
        row = next((row for row in table.rows if not row.is_empty), None)
        where = row.where if row else table.where
        there = [cell for cell in row.cells if cell] if row else []
        missing = list(subject.needed)
    else:
        where = layout.where
        there = [column.heading for column in layout.columns if column.heading and not column.meaning]
        missing = [key for key in subject.needed if key not in layout.by_key]
    names = " or ".join(map(label, missing))
    unknown = f"; headings not known: {', '.join(shown(name) for name in there[:20])}" if there else ""
    near = NearNames(there).advice(label(missing[0]), "") if there else ""
    example = there[0] if len(there) == 1 else "HEADING"
    options = " ".join(f'{setting("map")} "{shown(example)}={label(key)}"' for key in missing)
    letters = " ".join(
        f'{setting("map")} "{column_letter(index)}={label(key)}"' for index, key in enumerate(missing)
    )
    known = ", ".join(label(key) for key in subject.keys[:12])
    return InputError(
        where,
        f"there is no column {names}{unknown}",
        f"{near + ' ' if near else ''}headings such as {known}; or say which with {options}, "
        f"or by letter where there are no headings: {letters}",
    )
