"""Point-to-point tables of NVIDIA's cable validation tool: a row a cable, both forms, .xlsx or CSV."""

from dataclasses import dataclass, field
from pathlib import Path

from netfloor.exchange.readers.draft import Draft, Node, Plug, Wire, finish
from netfloor.exchange.readers.input.fields import (
    checked_name,
    kind_of_ports,
    kind_of_words,
    length_mm,
    port_of,
    whole,
)
from netfloor.exchange.readers.input.tables import (
    Columns,
    Record,
    first_row,
    has_columns,
    read_tables,
    records,
)
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

MOST_UNIT = 1000
LINKS: Columns = {
    f"{name}_{side}": tuple(f"{side if side == 'a' else 'z'}_{word}" for word in words)
    for side in "ab"
    for name, words in {
        "node": ("node", "node_name", "name", "device"),
        "port": ("port",),
        "rack": ("rack",),
        "unit": ("u", "ru"),
        "type": ("type",),
    }.items()
} | {"length": ("length", "cable_length")}
NEEDED = ("node_a", "port_a", "node_b", "port_b")
NODES: Columns = {
    "node": ("node", "node_name", "name", "hostname"),
    "type": ("type", "node_type", "role"),
    "rack": ("rack",),
    "unit": ("u", "ru"),
}


@dataclass
class _NodeRows:
    """What all rows say of one node."""

    where: str
    types: list[str] = field(default_factory=list)
    ports: list[str] = field(default_factory=list)
    rack: str = ""
    unit: str = ""


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of a workbook's sheets of links.

    The types of nodes say which are hosts; where there are none, the names of the ports do.

    Raises
    ------
    InputError
        With sheet and row, if a link is not complete or contradicts another.
    """
    tables = read_tables(path, "point-to-point table")
    links = [table for table in tables if has_columns(table, LINKS, NEEDED)]
    if not links:
        where = first_row(tables[0]).where
        raise InputError(where, "begins no table of links", "the headings A-Node, A-Port, Z-Node, Z-Port")
    draft = Draft(links[0].where)
    nodes: dict[str, _NodeRows] = {}
    for table in links:
        for record in records(table, LINKS, NEEDED):
            a, b = (_plug(nodes, record, side) for side in "ab")
            draft.wires.append(
                Wire(a, b, record.where, None, length_mm(record.text("length"), record.where))
            )
    for table in tables:
        if table not in links and has_columns(table, NODES, ("node",)):
            for record in records(table, NODES, ("node",)):
                _say(nodes, record, "")
    for name, rows in nodes.items():
        draft.add(name, _node(name, rows))
    if guessed := sum(_said(rows) is None for rows in nodes.values()):
        draft.notes.append(
            f"{guessed:,} nodes have no type that names switch or host: those whose ports are all named "
            "as a host's are treated as hosts"
        )
    return finish(draft)


def _plug(nodes: dict[str, _NodeRows], record: Record, side: str) -> Plug:
    name = _say(nodes, record, f"_{side}")
    port = record.needed(f"port_{side}")
    nodes[name].ports.append(port)
    return Plug(name, port_of(port, record.where))


def _say(nodes: dict[str, _NodeRows], record: Record, suffix: str) -> str:
    """Take in what a row says of a node, and return its name."""
    name = checked_name(record.needed(f"node{suffix}"), record.where)
    rows = nodes.setdefault(name, _NodeRows(record.where))
    if text := record.text(f"type{suffix}"):
        rows.types.append(text)
    for what in ("rack", "unit"):
        now, before = record.text(f"{what}{suffix}"), getattr(rows, what)
        if now and before and now != before:
            told = f"{shown(now)!r} here and {shown(before)!r} at {rows.where}"
            raise InputError(record.where, f"{what} of {shown(name)!r} is {told}")
        setattr(rows, what, before or now)
    return name


def _said(rows: _NodeRows) -> str | None:
    """Return the kind that the types of a node say, None where they say none."""
    return next((kind for text in rows.types if (kind := kind_of_words(text)) is not None), None)


def _node(name: str, rows: _NodeRows) -> Node:
    unit = rows.unit.upper().removeprefix("U")
    return Node(
        name,
        _said(rows) or kind_of_ports(rows.ports),
        rows.where,
        cabinet=rows.rack and checked_name(rows.rack, rows.where, "a rack"),
        unit=whole(unit, rows.where, "rack unit", 0, MOST_UNIT) if unit else None,
        kind_stated=_said(rows) is not None,
    )


_SUMMARY = "point-to-point workbook of NVIDIA's cable validation tool, or its CSV"
READERS = (Reader("cvt", _SUMMARY, read), Reader("p2p", _SUMMARY, read))
