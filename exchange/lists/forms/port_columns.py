"""Lists of devices with a column for each port: ``tor-a eth1/1``, the far end, below ``NIC1``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.lists.cells.media import rate_in
from netfloor.exchange.lists.forms.one_end import COLON, NOUN, end_of_words
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at, plain
from netfloor.exchange.tables.kinds import kind_of_name
from netfloor.exchange.tables.layout import Asked, find_layout
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.row_kinds.sums import is_total
from netfloor.exchange.tables.row_kinds.totals import says_unused
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.fabric.fabric import SWITCH
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Headings that name a port of the row's device, without brackets and rates.
_OF_PORT = re.compile(
    r"(?:(?:nic|hba|hca|port|eth|lan|ib|fc|vmnic|ocp|puerto|anschluss|interface)"
    r"[ _-]?[0-9]{1,2}(?:[ _/.-]?[0-9]{1,2})?"
    r"|en[ops][0-9]\w{0,12}|idrac|ilo|bmc|ipmi|xcc|cimc)",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[(\[][^()\[\]]{0,40}[)\]]")
_RATE = re.compile(r"[\s,_-]{1,3}[0-9]{1,3} ?G(?:b|be|b/s|bps|bit/s)?\Z", re.IGNORECASE)
#: A far port that no model of a card is called like: ``1/0/7``, unlike ``10/25GbE``.
_FAR_PORT = re.compile(r"[a-z-]{0,20}[0-9]{1,3}(?:[/.:][0-9]{1,3}){1,3}|(?:swp|j)[0-9]{1,3}", re.IGNORECASE)
_FEWEST, _NAMED = 2, 6


def with_port_columns_apart(table: TextTable, notes: list[str], asked: Asked) -> list[TextTable]:
    """Return the devices and the cables of a table with a column for each port; empty for other tables.

    Every cell of such columns names device and port of the far end, or that the port is unused.
    Columns that the user names in ``asked`` are none.
    """
    named = {*map(plain, asked)}
    for first, row in enumerate(table.rows[:MAX_ABOVE]):
        ports = {
            i: port
            for i, cell in enumerate(row.cells)
            if (port := near_port(cell)) and plain(cell) not in named
        }
        if not ports:
            continue
        below = [
            item
            for n, item in enumerate(table.rows[first + 1 :], first + 1)
            if not item.is_empty and n not in table.titles
        ]
        devices = replace(table, rows=tuple(_without(item, ports) for item in table.rows))
        layout = find_layout(devices, DEVICES, {})
        if layout is None or find_layout(devices, CABLES, {}) is not None:
            continue
        name = layout.by_key["name"].index
        cables = _cables(row, below, name, ports)
        if len(cables) < _FEWEST:
            continue
        notes.append(
            f"{row.where}: {count_text(len(ports), 'column')} of ports, such as "
            f"{shown(row.cells[min(ports)])!r}: {count_text(len(cables), 'cable')}"
        )
        head = replace(row, cells=("a", "port a", "b", "port b", "rate"))
        of_cables = replace(table, rows=(head, *cables), titles=frozenset())
        return [with_far_devices(devices, of_cables, name, notes), of_cables]
    return []


def with_far_devices(devices: TextTable, cables: TextTable, at: int, notes: list[str]) -> TextTable:
    """Return a list of devices with a row for each far end that has none, and note these.

    ``at``: the column of names; the first row of ``cables`` has its headings.
    """
    names = {cell_at(row.cells, at) for row in devices.rows}
    far = cables.rows[0].cells.index("b")
    first = {row.cells[far]: row.where for row in reversed(cables.rows[1:]) if row.cells[far] not in names}
    if not first:
        return devices
    missing = sorted(first)
    rows = [TableRow(first[name], (*[""] * at, name)) for name in missing]
    have = "has" if len(missing) == 1 else "have"
    notes.append(
        f"{devices.where}: {shortened([*map(shown, missing)], _NAMED)} {have} no row, unless in another "
        "list: devices without a rack, which are placed freely; a row with rack and unit says where"
    )
    return replace(devices, rows=(*devices.rows, *rows))


def _without(row: TableRow, columns: Mapping[int, str]) -> TableRow:
    return replace(row, cells=tuple("" if i in columns else cell for i, cell in enumerate(row.cells)))


def near_port(heading: str) -> str:
    """Return the port that a heading names, ``NIC1`` for ``NIC1 (25G)``; empty if it names none."""
    text = _RATE.sub("", _BRACKETS.sub(" ", heading[:60]).strip()).strip()
    return text if _OF_PORT.fullmatch(text) else ""


def _cables(
    head: TableRow, below: Sequence[TableRow], name: int, ports: Mapping[int, str]
) -> list[TableRow]:
    """Return a row for each cable; none if a cell does not name a far end."""
    names = {cell_at(row.cells, name) for row in below} - {""}
    result: list[TableRow] = []
    for row in below:
        if is_total(next(filter(None, row.cells))):
            continue
        for index, port in ports.items():
            text, own = cell_at(row.cells, index).strip(), cell_at(row.cells, name)
            if not text or text in {"-", "n/a", "N/A"} or says_unused(text):
                continue
            far = _far_end(text, names)
            if far is None or not own:
                return []
            gbps = rate_in(head.cells[index])
            rate = "" if gbps is None else f"{gbps:g}G"
            result.append(replace(row, cells=(own, port, *far, rate)))
    return result


def _far_end(text: str, names: set[str]) -> tuple[str, str] | None:
    """Return device and port of a cell, the port blank if it names none.

    The device is listed or called like a switch, or the port can be nothing else.
    """
    if (match := COLON.fullmatch(text)) or (match := NOUN.fullmatch(text)):
        end = match[1], match[2].strip()
    else:
        end = end_of_words(text.replace(",", " ")) or (text, "")
    device, port = end[0].strip(), end[1]
    is_known = device in names or kind_of_name(device) == SWITCH
    return (device, port) if is_known or (device and _FAR_PORT.fullmatch(port)) else None
