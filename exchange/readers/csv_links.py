"""Cables as a table of ``device,port,device,port``, one a line; headings may name them in another order."""

from collections.abc import Sequence
from pathlib import Path

from netfloor.exchange.readers.draft import Draft, Key, Node, Plug, Wire, finish, settle_kinds
from netfloor.exchange.readers.input.fields import checked_name, kind_of_words, length_mm, port_of
from netfloor.exchange.readers.input.tables import TableRow, column_name, read_tables
from netfloor.exchange.readers.input.text_input import source_name
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

COLUMNS = "device,port,device,port"
#: Words that a heading of a port has, and all words that headings of devices and ports are made of.
_PORTS = frozenset({"port", "ports", "interface", "if", "ifname"})
_DEVICES = frozenset({"device", "switch", "node", "host", "hostname", "name", "router", "server", "system"})
_SIDES = frozenset(
    {"a", "b", "z", "1", "2", "from", "to", "local", "remote", "near", "far", "source", "destination"}
    | {"src", "dst", "dest", "side", "end", "neighbor", "neighbour", "peer", "id"}
)
_WORDS = _PORTS | _DEVICES | _SIDES
_TYPES = frozenset({"type", "kind", "role"})
#: Headings of a cable's length.
_LENGTHS = frozenset({"length", "length_m", "cable_length", "cable_length_m"})


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of a CSV or a workbook; without types devices of three cables or more are switches.

    A first line of headings says which columns are devices, ports, types and the length, in any order;
    other columns are passed over then.

    Raises
    ------
    InputError
        With file and line, if a line is no cable, a port holds two or a length is none.
    """
    draft = Draft(source_name(path))
    rows = _rows(path, draft)
    columns = _columns(rows[0].cells) if rows else None
    known: dict[Key, str] = {}
    heads = 0
    types: tuple[int, ...] = ()
    length: int | None = None
    if columns is not None:
        types = _types(rows[0].cells, columns)
        length = next((i for i, cell in enumerate(rows[0].cells) if column_name(cell) in _LENGTHS), None)
        heads = len(rows[0].cells)
        _note_headings(draft, rows.pop(0), columns)
    for row in rows:
        if columns is not None and (len(row.cells) <= max(columns) or any(row.cells[heads:])):
            what = f"has {count_text(len(row.cells), 'column')}, and the headings are {heads}"
            raise InputError(row.where, what, "a cell for each heading, empty ones too")
        cells = row.cells if columns is None else [row.cells[index] for index in columns]
        if len(cells) != 4:
            raise InputError(row.where, f"has {count_text(len(cells), 'column')}", _expected(len(cells)))
        near, far = (_plug(draft, row.where, *pair) for pair in (cells[:2], cells[2:]))
        long = row.cells[length] if length is not None and length < len(row.cells) else ""
        draft.wires.append(Wire(near, far, row.where, length_mm=length_mm(long, row.where)))
        for plug, index in zip((near, far), types, strict=False):
            if index < len(row.cells) and (kind := kind_of_words(row.cells[index])):
                known[plug.node] = kind
    settle_kinds(draft, known)
    return finish(draft)


def _rows(path: Path, draft: Draft) -> list[TableRow]:
    """Return the rows that say something, of a workbook those of its first sheet that has any."""
    sheets = [
        (table, [row for row in table.rows if not row.is_empty and not row.cells[0].startswith("#")])
        for table in read_tables(path, "list of cables")
    ]
    filled = [(table, rows) for table, rows in sheets if rows]
    if len(filled) > 1:
        draft.notes.append(f"of {len(filled)} sheets, {shown(filled[0][0].sheet)!r} is read")
    return filled[0][1] if filled else []


def _columns(cells: Sequence[str]) -> tuple[int, ...] | None:
    """Return where headings name device, port, device and port; None if the line is a cable."""
    words = [set(column_name(cell).split("_")) - {""} for cell in cells]
    known = [index for index, found in enumerate(words) if found - {"id"} and found <= _WORDS]
    ports = [index for index in known if words[index] & _PORTS]
    devices = [index for index in known if not words[index] & _PORTS]
    named = [index for index in devices if words[index] & _DEVICES]
    devices = named if len(named) == 2 else devices
    if len(ports) != 2 or len(devices) != 2:
        return None
    return devices[0], ports[0], devices[1], ports[1]


def _types(cells: Sequence[str], columns: tuple[int, ...]) -> tuple[int, ...]:
    """Return where headings name the types of both devices: by the words of the side, else in order."""
    words = [set(column_name(cell).split("_")) - {""} for cell in cells]
    found = [i for i, one in enumerate(words) if one & _TYPES and one <= _TYPES | _DEVICES | _SIDES]
    if len(found) != 2:
        return ()
    sides = [words[index] & _SIDES for index in (*found, columns[0])]
    return tuple(found[::-1] if sides[1] == sides[2] != sides[0] else found)


def _note_headings(draft: Draft, row: TableRow, columns: tuple[int, ...]) -> None:
    """Say what headings were taken for, unless they are the four in their order."""
    if columns != (0, 1, 2, 3) or len(row.cells) > 4:
        names = ", ".join(repr(shown(row.cells[index])) for index in columns)
        draft.notes.append(f"by the headings a cable is {names}")


def _expected(count: int) -> str:
    if count in {2, 3}:
        return f"{COLUMNS}; lists without ports are read as edges"
    if count > 4:
        return f"{COLUMNS}; with more columns, a first line of headings such as Device A, Port A"
    return f"{COLUMNS}, separated by commas, semicolons, tabs or bars"


def _plug(draft: Draft, where: str, name: str, port: str) -> Plug:
    key = checked_name(name, where, "a device")
    draft.nodes.setdefault(key, Node(key, "", where))
    return Plug(key, port_of(port, where) if port else None)


READER = Reader("csv", f"a table of {COLUMNS}", read)
