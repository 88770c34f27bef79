"""Notes on rows and cells of tables that are left out."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile

from netfloor.exchange.tables.heading_lines import column_letter
from netfloor.exchange.tables.notes.status_notes import status_notes
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.row_kinds.totals import TOTAL, UNUSED_NEAR, UNUSED_PORT
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import AS_WRITTEN, label
from netfloor.foundation.errors import setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Maximum number of rows named in a note.
MAX_NAMED_ROWS = 10


def left_out_notes(table: SubjectTable, dropped: Sequence[str]) -> Iterator[str]:
    """Yield which rows and cells of a table are left out, and what the values of status columns did.

    ``dropped``: location and classification of each row, as `SubjectTable.rows` gives them.
    """
    if above := _rows_above(table):
        yield (
            f"{table.layout.where}: {count_text(len(above), 'row')} above these headings, as full as they "
            f"are, not read: {shortened(above, MAX_NAMED_ROWS)}"
        )
    unused = {
        side: [item for item in dropped if item.endswith(f": {kind})")]
        for side, kind in (("a", UNUSED_NEAR), ("b", UNUSED_PORT))
    }
    sums = [item for item in dropped if item.endswith(f": {TOTAL})")]
    if others := [item for item in dropped if item not in {*unused["a"], *unused["b"], *sums}]:
        yield f"{table.table.where}: not read as {table.subject.what}: {shortened(others, MAX_NAMED_ROWS)}"
    if sums:
        places = [item.removesuffix(f": {TOTAL})") + ")" for item in sums]
        total = count_text(len(sums), "row")
        yield f"{table.table.where}: {total} of sums left out: {shortened(places, MAX_NAMED_ROWS)}"
    for side, items in unused.items():
        if not items:
            continue
        total, first = count_text(len(items), "row"), items[0].partition(" (")[0]
        end = {"a": "near", "b": "far"}[side]
        yield (
            f"{table.table.where}: {total} of ports without a cable left out, first {first}: the {end} end "
            f'is blank or called unused; {setting("map")} "{table.option_name(f"device_{side}")}={side}'
            f'{AS_WRITTEN}" keeps rows of a device that is called so'
        )
    for index, cell in table.decorations.items():
        letter = column_letter(index)
        yield (
            f"{table.layout.where}: column {letter} has no heading and only {shown(cell[:40])!r}: not read"
            f'; {setting("map")} "{letter}=MEANING" reads it'
        )
    yield from status_notes(table, dropped)
    yield from _odd_cells(table, dropped)


def _rows_above(table: SubjectTable) -> list[str]:
    """Return the lines above the headings that have as many cells as there are known headings.

    The line above that shares some of their texts, merged cells, is the upper one of two lines of headings.
    """
    above = [*takewhile(lambda row: row.where != table.layout.where, table.table.rows)]
    headings = [column.heading for column in table.layout.columns]
    if above and any(
        cell and cell == heading for cell, heading in zip(above[-1].cells, headings, strict=False)
    ):
        above.pop()
    full = [row for row in above if sum(map(bool, row.cells)) >= max(2, len(table.columns))]
    return [row.where.removeprefix(f"{table.table.where}: ") for row in full]


def _odd_cells(table: SubjectTable, dropped: Sequence[str]) -> Iterator[str]:
    """Yield the cells of each column, recognised by most of its cells, that are left out."""
    out = {item.partition(" (")[0] for item in dropped}
    odd: dict[str, list[str]] = defaultdict(list)
    for key, row, cell in table.odd_cells():
        if (place := row.where.removeprefix(f"{table.table.where}: ")) not in out:
            odd[key].append(f"{place} ({shown(cell[:40])!r})")
    for key, cells in odd.items():
        heading = shown(table.columns[key].heading)
        yield (
            f"{table.table.where}: {heading!r} is read as {label(key)}; cells that are none are left out: "
            f"{shortened(cells, MAX_NAMED_ROWS)}"
        )
