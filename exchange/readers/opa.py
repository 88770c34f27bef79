"""Reader of Omni-Path's cable plan: ``topology.xlsx`` of opa-ff, or its CSV.

Rows above the headings are ignored; an empty row ends the links, and the sizes of core switches follow it.
An empty cell repeats the cell above (opa-ff, opaxlattopology), except a cable's label, length and details.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from netfloor.exchange.lists.cells.media import media_in
from netfloor.exchange.readers.draft import Draft, Node, Plug, Wire, finish
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.tables.fields import PortText, checked_name, length_mm, port_of, rate_gbps
from netfloor.exchange.tables.tables import (
    Record,
    TableRow,
    TextTable,
    column_name,
    first_row,
    read_tables,
)
from netfloor.fabric.fabric import SERVER, SWITCH, Fabric, FloorCabinet
from netfloor.fabric.media import narrowest
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

_END = ("rack_group", "rack", "name", "name_2", "port", "type")
_CABLE = {
    "label": "label",
    "cable_label": "label",
    "length": "length",
    "cable_length": "length",
    "rate": "rate",
    "link_rate": "rate",
    "details": "details",
    "detail": "details",
    "cable_details": "details",
}
#: Heading under which a cable keeps its details.
_DETAILS = "Details"
#: Types of ends: host adapter, edge switch, and leaf and spine of a core switch.
KINDS = {"FI": SERVER, "SW": SWITCH, "CL": SWITCH, "CS": SWITCH}
CORE = frozenset({"CL", "CS"})
#: Types whose ``Name-2`` is a part of the box that numbers its ports from 1.
BOARDS = CORE | {"FI"}
#: The rack in the template row at the end of opa-ff's workbook, to be copied for more links.
TEMPLATE = "xrack"
#: Sheets of opa-ff's workbook that list links inside core switches.
_INTERNAL = "internal"


@dataclass(frozen=True)
class _Columns:
    """The first column of each end, and the columns after the ends."""

    ends: tuple[int, int]
    cable: dict[str, int]


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of a cable plan; a core switch is one switch without its internal links.

    Raises `InputError` with file and row, if a link is incomplete, or contradicts another.
    """
    tables = read_tables(path, "topology table")
    outside = [table for table in tables if _INTERNAL not in table.sheet.lower()]
    plans = [(table, *headings) for table in outside if (headings := _headings(table)) is not None]
    if not plans:
        expected = "topology.xlsx or its CSV: headings Rack Group, Rack, Name, Name-2, Port, Type twice"
        expected += "; csv reads the list of opaextractlink"
        raise InputError(first_row(tables[0]).where, "begins no cable plan", expected)
    draft = Draft(plans[0][0].where)
    cabinets: dict[str, FloorCabinet] = {}
    inside = templates = 0
    for table, row, columns in plans:
        for record in _links(table.rows[row + 1 :], columns):
            if all(record.text(f"rack_{side}").lower() == TEMPLATE for side in "ab"):
                templates += 1
            else:
                inside += not _link(draft, record, cabinets)
    if templates:
        draft.notes.append(f"{templates:,} template rows (Xrack) are left out")
    if inside:
        draft.notes.append(f"{inside:,} links inside core switches are not cables")
    return finish(draft, cabinets.values())


def _headings(table: TextTable) -> tuple[int, _Columns] | None:
    """Return the row of the headings and their columns, None if there are no headings."""
    for number, row in enumerate(table.rows):
        names = [column_name(cell) for cell in row.cells]
        starts = [i for i in range(len(names)) if tuple(names[i : i + len(_END)]) == _END]
        if len(starts) == 2:
            after = starts[1] + len(_END)
            cable = {_CABLE[name]: i for i, name in enumerate(names) if i >= after and name in _CABLE}
            return number, _Columns((starts[0], starts[1]), cable)
    return None


def _links(rows: Sequence[TableRow], columns: _Columns) -> Iterator[Record]:
    """Yield each link up to an empty row, with empty cells filled from the row above."""
    above: dict[str, str] = {}
    for row in rows:
        if row.is_empty or any(cell.startswith("Core Name:") for cell in row.cells):
            return
        values = _values(row, columns)
        for side in "ab":
            if not values[f"name_{side}"]:
                values[f"name_2_{side}"] = values[f"name_2_{side}"] or above.get(f"name_2_{side}", "")
            for name in ("rack_group", "rack", "name", "type"):
                values[f"{name}_{side}"] = values[f"{name}_{side}"] or above.get(f"{name}_{side}", "")
        above = values
        yield Record(row.where, values)


def _values(row: TableRow, columns: _Columns) -> dict[str, str]:
    def cell(index: int) -> str:
        return row.cells[index] if index < len(row.cells) else ""

    values = {name: cell(index) for name, index in columns.cable.items()}
    for side, start in zip("ab", columns.ends, strict=True):
        values |= {f"{name}_{side}": cell(start + i) for i, name in enumerate(_END)}
    return values


def _link(draft: Draft, record: Record, cabinets: dict[str, FloorCabinet]) -> bool:
    """Add a link; return False for a link inside a core switch."""
    a, b = (_plug(draft, record, side, cabinets) for side in "ab")
    if a.node == b.node and {record.text("type_a").upper(), record.text("type_b").upper()} <= CORE:
        return False
    length = length_mm(record.text("length"), record.where)
    rate, details = rate_gbps(record.text("rate"), record.where), record.text("details")
    wire = Wire(
        a,
        b,
        record.where,
        rate,
        length,
        id=record.text("label"),
        kind=narrowest(media_in(details)) or "",
        attributes=((_DETAILS, details),) if details else (),
    )
    draft.wires.append(wire)
    return True


def _plug(draft: Draft, record: Record, side: str, cabinets: dict[str, FloorCabinet]) -> Plug:
    kind = record.needed(f"type_{side}").upper()
    if kind not in KINDS:
        raise InputError(record.where, f"type {shown(kind)!r}", f"one of {', '.join(KINDS)}")
    name = checked_name(record.needed(f"name_{side}"), record.where)
    cabinet = _cabinet(record, side, cabinets)
    node = Node(name, KINDS[kind], record.where, cabinet=cabinet)
    before = draft.nodes.setdefault(name, node)
    if before.kind != node.kind or (cabinet and before.cabinet != cabinet):
        now, earlier = (f"a {end.kind} in {shown(end.cabinet) or 'no rack'}" for end in (node, before))
        raise InputError(record.where, f"{shown(name)!r} is {now} here, {earlier} at {before.where}")
    return Plug(name, _port(record, side, kind))


def _cabinet(record: Record, side: str, cabinets: dict[str, FloorCabinet]) -> str:
    """Return a rack's name; its group is the row."""
    rack = record.text(f"rack_{side}")
    if rack:
        rack = checked_name(rack, record.where, "a rack")
        cabinets.setdefault(rack, FloorCabinet(rack, row_name=record.text(f"rack_group_{side}")))
    return rack


def _port(record: Record, side: str, kind: str) -> PortText:
    """Return a port; on a core switch its name includes the leaf, on a server the adapter.

    An empty server port is the adapter's first port, or any port of a server without named adapters.
    """
    board = record.text(f"name_2_{side}")
    if kind == "FI" and not record.text(f"port_{side}"):
        return checked_name(f"{board}/1", record.where, "a port") if board else None
    port = port_of(record.needed(f"port_{side}"), record.where)
    return checked_name(f"{board}/{port}", record.where, "a port") if kind in BOARDS and board else port


READER = Reader("opa", "topology.xlsx of Omni-Path, or its CSV", read)
