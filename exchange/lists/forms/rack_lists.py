"""Lists of racks: they name no devices, but may say that units are counted from the top."""

from collections.abc import Collection, Iterator, Sequence

from netfloor.exchange.lists.subjects import DEVICES
from netfloor.exchange.tables.fields import NO, YES
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import SIDES, compact
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

#: Columns on the counting of units, in `compact` form, and the answers that mean from the top.
_FROM_TOP = {
    "numberingstartfrombottom": NO,  # Device42
    "numberedfrombottom": NO,
    "descunits": YES,  # NetBox
    "descendingunits": YES,
    "topdown": YES,
    "numberedfromtop": YES,
    "unitsfromtop": YES,
}
_NAMED = 6


def without_rack_lists(
    tables: Sequence[SubjectTable], notes: list[str], cabinets: Collection[str] = ()
) -> tuple[list[SubjectTable], frozenset[str]]:
    """Return the tables without lists of racks, and the racks whose units are counted from the top.

    A list of racks has neither racks nor units as columns; most of its names are racks of the other tables
    or of the room, ``cabinets``, and none is the end of a cable.
    """
    racks = {*cabinets, *_cells(tables, "rack")}
    ends = {*_cells([item for item in tables if item.subject.needs_both_ends], "device")}
    kept, from_top = [], set[str]()
    for table in tables:
        if not _is_of_racks(table, racks, ends):
            kept.append(table)
            continue
        rows = [*table.rows()]
        own = {
            row.values["name"]
            for row in rows
            for heading, text in row.further.items()
            if text.lower() in _FROM_TOP.get(compact(heading), ())
        }
        from_top |= own
        counted = f"; units from the top in {join_words(sorted(map(shown, own))[:_NAMED])}" if own else ""
        notes.append(f"{table.table.where}: a list of {count_text(len(rows), 'rack')}, no devices{counted}")
    return (kept, frozenset(from_top)) if kept else ([*tables], frozenset())


def _is_of_racks(table: SubjectTable, racks: Collection[str], ends: Collection[str]) -> bool:
    if table.subject is not DEVICES or {"rack", "unit"} & {*table.columns}:
        return False
    names = {row.values.get("name", "") for row in table.rows()}
    return bool(names) and not names & {*ends} and 2 * len(names & {*racks}) >= len(names)


def _cells(tables: Sequence[SubjectTable], name: str) -> Iterator[str]:
    """Yield the cells of a field of some tables, of either end."""
    for table in tables:
        at = [
            table.columns[key].index
            for key in (name, *(f"{name}_{side}" for side in SIDES))
            if key in table.columns
        ]
        for row in table.table.rows[table.layout.first :] if at else ():
            yield from (row.cells[index] for index in at if index < len(row.cells) and row.cells[index])
