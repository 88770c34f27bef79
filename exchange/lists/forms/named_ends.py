"""What rows of cables say of the devices at their ends, such as rack and unit, as tables of devices."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from netfloor.exchange.lists.both_ends import NO_PORT
from netfloor.exchange.lists.rows import list_rows
from netfloor.exchange.lists.subjects import DEVICES
from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.layout import Layout
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import SIDES
from netfloor.exchange.tables.tables import TableRow

#: Of an end of a cable, and the field of its device.
_FIELDS = {"device": "name", "rack": "rack", "unit": "unit", "type": "role", "model": "model"}
#: What NetBox's imports call the port that a cable ends at, and the kind of device that has such a one.
_OF_PORTS = {
    "frontport": "panel",
    "rearport": "panel",
    "poweroutlet": "pdu",
    "interface": "",
    "powerport": "",
}


def tables_of_ends(tables: Sequence[SubjectTable]) -> list[SubjectTable]:
    """Return a table of devices for either end of each list of cables, each statement once."""
    return [table for one in tables for side in SIDES if (table := _of_side(one, side)) is not None]


def _of_side(table: SubjectTable, side: str) -> SubjectTable | None:
    known = {name: table.columns[key] for name in _FIELDS if (key := f"{name}_{side}") in table.columns}
    if "device" not in known:
        return None
    columns = tuple(
        TableColumn(
            index,
            column.heading,
            column.meaning and replace(column.meaning, field=DEVICES.by_name[_FIELDS[name]], side=""),
        )
        for index, (name, column) in enumerate(known.items())
    )
    head = TableRow(table.layout.where, tuple(column.heading for column in columns))
    stated: dict[tuple[str, ...], str] = {}
    for where, cells in _statements(table, [*known], side):
        stated.setdefault(cells, where)
    found = tuple(TableRow(where, cells) for cells, where in stated.items())
    own = replace(table.table, rows=(head, *found), titles=frozenset())
    return SubjectTable(own, DEVICES, Layout(columns, 1, table.layout.where), table.decimal)


def _statements(
    table: SubjectTable, names: Sequence[str], side: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the place and the cells of each row that names its device; its problems are told elsewhere."""
    for row in list_rows([table], Problems()):
        texts = {name: row.values.get(f"{name}_{side}", "") for name in names}
        kind = texts.get("type", "").lower().removeprefix("dcim.").replace(" ", "")
        if kind in _OF_PORTS:
            texts["type"] = _OF_PORTS[kind]
        if texts["device"]:
            yield row.where, tuple("" if text.lower() in NO_PORT else text for text in texts.values())
