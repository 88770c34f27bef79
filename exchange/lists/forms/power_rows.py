"""Lists of power cords by device, PSU, PDU and outlet, a row for each cord."""

from collections.abc import Mapping
from dataclasses import replace

from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at, plain
from netfloor.exchange.tables.headings.layout import Asked, find_layout
from netfloor.exchange.tables.subject import compact
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.fabric.fabric import PDU

_WORDS = {
    "port a": "psu psuname psuno powersupply powersupplyunit powerport inlet powerinlet netzteil"
    " alimentation blocdalimentation fuente fuentedealimentacion",
    "b": "pdu pduname pduid rackpdu rpdu powerstrip steckdosenleiste multiprise regleta bandeaupdu",
    "port b": "outlet pduoutlet outletno outletnumber pduport pdusocket socket receptacle steckdose"
    " pdusteckdose prise prisepdu toma tomapdu",
}
#: Headings of each part of a cord, in `compact` form.
_HEADINGS: Mapping[str, frozenset[str]] = {key: frozenset(text.split()) for key, text in _WORDS.items()}
#: Fields of lists with a row for each device.
_OF_DEVICES = frozenset({"unit", "height", "watts"})


def with_cords_as_cables(table: TextTable, notes: list[str], asked: Asked) -> TextTable:
    """Return a list of cords with the headings of cables, other tables unchanged.

    Columns that the user names in ``asked`` make it another table.
    """
    named = {*map(plain, asked)}
    for first, row in enumerate(table.rows[:MAX_ABOVE]):
        at = {
            key: [
                i for i, cell in enumerate(row.cells) if compact(cell) in words and plain(cell) not in named
            ]
            for key, words in _HEADINGS.items()
        }
        if any(len(columns) > 1 for columns in at.values()) or not at["b"] or not at["port a"]:
            continue
        parts = {columns[0]: key for key, columns in at.items() if columns}
        others = replace(row, cells=tuple("" if i in parts else cell for i, cell in enumerate(row.cells)))
        rest = replace(table, rows=(*table.rows[:first], others, *table.rows[first + 1 :]))
        layout = find_layout(rest, DEVICES, asked)
        if (
            layout is None
            or {*layout.by_key} & _OF_DEVICES
            or find_layout(table, CABLES, asked) is not None
        ):
            continue
        parts[layout.by_key["name"].index] = "a"
        width = max(len(item.cells) for item in table.rows)
        cells = tuple(parts.get(i, cell_at(row.cells, i)) for i in range(width))
        rows = [*table.rows[:first], replace(row, cells=(*cells, "type b"))]
        rows += (_with_type(item, at["b"][0], width) for item in table.rows[first + 1 :])
        notes.append(f"{row.where}: a list of power cords from devices to PDUs, a row for each")
        return replace(table, rows=tuple(rows))
    return table


def _with_type(row: TableRow, pdu: int, width: int) -> TableRow:
    if not cell_at(row.cells, pdu):
        return row
    return replace(row, cells=(*row.cells, *[""] * (width - len(row.cells)), PDU))
