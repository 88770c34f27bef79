"""Cables as a CSV of ``device,port,device,port``, one a line."""

from pathlib import Path

from netfloor.exchange.fabric import Fabric
from netfloor.exchange.readers.draft import Draft, Node, Plug, Wire, finish
from netfloor.exchange.readers.input.fields import checked_name, port_of
from netfloor.exchange.readers.input.tables import column_name, csv_table
from netfloor.exchange.readers.input.text_input import checked_text, source_name
from netfloor.exchange.readers.kinds import settle_kinds
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.foundation.errors import InputError

COLUMNS = "device,port,device,port"
#: A first line of such words is a heading.
_HEADINGS = frozenset({"device", "switch", "node", "name", "router", "host", "local", "remote", "port"})


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of a CSV; devices of three cables or more are switches.

    Raises
    ------
    InputError
        With file and line, if a line is no cable or a port holds two.
    """
    where = source_name(path)
    draft = Draft(where)
    rows = [row for row in csv_table(checked_text(path, "list of cables"), where).rows if not row.is_empty]
    for number, row in enumerate(rows):
        cells = [cell.strip() for cell in row.cells]
        if cells[0].startswith("#") or (number == 0 and _is_heading(cells)):
            continue
        if len(cells) != 4:
            raise InputError(row.where, f"{len(cells)} columns", COLUMNS)
        near, far = (_plug(draft, row.where, *pair) for pair in (cells[:2], cells[2:]))
        draft.wires.append(Wire(near, far, row.where))
    settle_kinds(draft, {})
    return finish(draft)


def _plug(draft: Draft, where: str, name: str, port: str) -> Plug:
    key = checked_name(name, where, "a device")
    draft.nodes.setdefault(key, Node(key, "", where))
    return Plug(key, port_of(port, where) if port else None)


def _is_heading(cells: list[str]) -> bool:
    return all(set(column_name(cell).split("_")) & _HEADINGS for cell in cells)


READER = Reader("csv", f"a CSV of {COLUMNS}", read)
