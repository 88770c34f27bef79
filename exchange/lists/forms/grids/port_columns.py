"""Device lists with a column for each port: ``tor-a eth1/1``, the far end, below ``NIC1``."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from netfloor.exchange.lists.cells.media import rate_in
from netfloor.exchange.lists.forms.ends.one_end import COLON, NOUN, end_of_words
from netfloor.exchange.lists.forms.known_names import KnownNames, is_name_of
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.heading_lines import cell_at, column_letter, plain
from netfloor.exchange.tables.headings.layout import SKIPPED, Asked, Layout, find_layout
from netfloor.exchange.tables.kinds import kind_of_name
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.row_kinds.sums import is_total
from netfloor.exchange.tables.row_kinds.totals import says_unused
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.exchange.tables.text_input import MAX_ROWS
from netfloor.fabric.fabric import SWITCH
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Headings that name a port of the row's device, without brackets and rates.
_OF_PORT = re.compile(
    r"(?:(?:nic|hba|hca|port|eth|lan|ib|fc|vmnic|ocp|puerto|anschluss|interface)"
    r"[ _-]?[0-9]{1,2}(?:[ _/.-]?[0-9]{1,2})?"
    r"|[0-9]{1,3}G(?:b|be)?[ _-]{1,2}[0-9]{1,2}|en[ops][0-9]\w{0,12}|idrac|ilo|bmc|ipmi|xcc|cimc)",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[(\[]([^()\[\]]{0,40})[)\]]")
_RATE = re.compile(r"[\s,_-]{1,3}[0-9]{1,3} ?G(?:b|be|b/s|bps|bit/s)?\Z", re.IGNORECASE)
#: A far port that no model of a card is called like: ``1/0/7``, unlike ``10/25GbE``.
_FAR_PORT = re.compile(r"[a-z-]{0,20}[0-9]{1,3}(?:[/.:][0-9]{1,3}){1,3}|(?:swp|j)[0-9]{1,3}", re.IGNORECASE)
_UNUSED = frozenset({"-", "x"})
#: Fewest cells below a heading that names no port, and fewest cables to devices that no list names.
_FEWEST, _NAMED = 2, 6
#: Cells of a column that show whether it is of far ends.
_SAMPLE = 500


@dataclass(frozen=True)
class _PortColumn:
    """A column of far ends: the near port and the rate by its heading, and the rows that have a cable."""

    index: int
    port: str
    gbps: float | None
    ends: Mapping[int, tuple[str, str]]  # by row


def with_port_columns_apart(
    table: TextTable, notes: list[str], asked: Asked, names: KnownNames
) -> list[TextTable]:
    """Return the devices and the cables of a table with a column for each port; empty for other tables.

    Most cells of such columns name a device of ``names`` and a port, or, below a heading of a port, all
    cells can only be device and port. Columns that the user names in ``asked`` are none.
    Raises `InputError` if another cell of such a column names no far end.
    """
    layout = find_layout(table, DEVICES, asked)
    if layout is None or find_layout(table, CABLES, asked) is not None:
        return []
    ports = _port_columns(table, layout, asked, names)
    if not ports:
        return []
    at = {column.index for column in ports}
    devices = replace(table, rows=tuple(_without(item, at) for item in table.rows))
    if find_layout(devices, DEVICES, asked) is None or find_layout(devices, CABLES, asked) is not None:
        return []
    name = layout.by_key["name"].index
    cables = [
        replace(
            row,
            cells=(
                cell_at(row.cells, name),
                column.port,
                *column.ends[number],
                "" if column.gbps is None else f"{column.gbps:g}G",
            ),
        )
        for number, row in enumerate(table.rows)
        for column in ports
        if number in column.ends
    ]
    heading = shown(layout.columns[min(at)].heading)
    notes.append(
        f"{layout.where}: {count_text(len(ports), 'column')} of ports, such as {heading!r}: "
        f"{count_text(len(cables), 'cable')}"
    )
    head = replace(table.rows[layout.first - 1], cells=("a", "port a", "b", "port b", "rate"))
    of_cables = replace(table, rows=(head, *cables), titles=frozenset())
    return [with_far_devices(devices, of_cables, name, names, notes), of_cables]


def with_far_devices(
    devices: TextTable, cables: TextTable, at: int, names: KnownNames, notes: list[str]
) -> TextTable:
    """Return a device list with a row for each far switch that no list has, and note these.

    ``at``: the column of names; the first row of ``cables`` has its headings.
    """
    listed = names.every | {cell_at(row.cells, at) for row in devices.rows}
    far = cables.rows[0].cells.index("b")
    first = {row.cells[far]: row.where for row in reversed(cables.rows[1:]) if row.cells[far] not in listed}
    missing = sorted(first)
    if not missing:
        return devices
    rows = [TableRow(first[name], (*[""] * at, name)) for name in missing]
    have = "has" if len(missing) == 1 else "have"
    notes.append(
        f"{devices.where}: {shortened([*map(shown, missing)], _NAMED)} {have} no row: devices without a "
        "rack, which are placed freely; a row with rack and unit says where"
    )
    return replace(devices, rows=(*devices.rows, *rows))


def _without(row: TableRow, columns: set[int]) -> TableRow:
    return replace(row, cells=tuple("" if i in columns else cell for i, cell in enumerate(row.cells)))


def near_port(heading: str) -> str:
    """Return the port that a heading names, ``NIC1`` for ``NIC1 (25G)``; empty if it names none."""
    text = _RATE.sub("", _BRACKETS.sub(" ", heading[:60]).strip()).strip()
    return text if _OF_PORT.fullmatch(text) else ""


def _port_name(heading: str) -> str:
    """Return the near port below any heading: ``ens1f0`` for ``Public NIC1 (ens1f0) 25G``."""
    inner = (text.strip() for text in _BRACKETS.findall(heading[:60]))
    named = next((text for text in inner if _OF_PORT.fullmatch(text)), "")
    return named or near_port(heading) or _RATE.sub("", heading.strip()).strip() or heading.strip()


def _port_columns(table: TextTable, layout: Layout, asked: Asked, names: KnownNames) -> list[_PortColumn]:
    """Return the columns of far ends, with distinct ports."""
    heads = table.rows[layout.first - 1].cells
    named = {*map(plain, asked)}
    results: list[_PortColumn] = []
    unsure: list[_PortColumn] = []
    for column in layout.columns:
        heading = cell_at(heads, column.index).strip() or column.heading
        told = {plain(heading), plain(column.heading), plain(column_letter(column.index))}
        if column.meaning is not None or not heading or told & named:
            continue
        is_of_port = _OF_PORT.fullmatch(_port_name(heading)) is not None
        sample = _far_cells(table, layout, column.index, _SAMPLE)
        if not is_of_port and 2 * sum(names.end_of(text) is not None for _, text in sample.values()) <= len(
            sample
        ):
            continue
        cells = _far_cells(table, layout, column.index)
        ends = _ends(cells, names, heading, is_of_port=is_of_port)
        if ends is None:
            continue
        result = _PortColumn(column.index, _port_name(heading), rate_in(heading), ends)
        is_known = any(end[0] in names.every for end in ends.values())
        (results if is_known else unsure).append(result)
    if sum(len(column.ends) for column in (*results, *unsure)) >= _FEWEST or results:
        results = sorted((*results, *unsure), key=lambda column: column.index)
    times = Counter(column.port for column in results)
    return [
        column
        if times[column.port] == 1
        else replace(column, port=f"{layout.columns[column.index].heading} {column_letter(column.index)}")
        for column in results
    ]


def _far_cells(
    table: TextTable, layout: Layout, index: int, limit: int = MAX_ROWS
) -> dict[int, tuple[TableRow, str]]:
    """Return the first rows of devices with a cell in a column that does not call its port unused."""
    name = layout.by_key["name"].index
    results: dict[int, tuple[TableRow, str]] = {}
    for number, row in enumerate(table.rows[layout.first :], layout.first):
        if len(results) == limit:
            break
        text = cell_at(row.cells, index).strip()
        is_device = number not in table.titles and cell_at(row.cells, name) and row.cells[0][:1] != "#"
        is_again = plain(text) == plain(cell_at(table.rows[layout.first - 1].cells, index))
        is_device = is_device and not is_total(next(filter(None, row.cells)))
        own = frozenset({cell_at(row.cells, name).strip()})  # its labels are not far ends
        is_far = text not in _UNUSED and not says_unused(text) and not is_name_of(text, own)
        if is_device and text and is_far and not is_again:
            results[number] = row, text
    return results


def _ends(
    cells: Mapping[int, tuple[TableRow, str]], names: KnownNames, heading: str, *, is_of_port: bool
) -> dict[int, tuple[str, str]] | None:
    """Return device and port of each cell of a column by row, None for a column of something else."""
    known = {
        number: end
        for number, (_, text) in cells.items()
        if (end := names.end_of(text) or ((text, "") if is_of_port and text in names.every else None))
    }
    if len(known) < (1 if is_of_port else _FEWEST) or 2 * len(known) <= len(cells):
        sure = {number: _sure_end(text) for number, (_, text) in cells.items()} if is_of_port else {}
        return {n: end for n, end in sure.items() if end} if sure and all(sure.values()) else None
    for number, (row, text) in cells.items():
        if number not in known:
            end = _sure_end(text)
            if end is None or kind_of_name(end[0]) != SWITCH:
                what = f"{shown(text)!r} below {shown(heading)!r} names no listed device and port"
                remedy = f'such as leaf1 / Eth1/1, or n/a; or {setting("map")} "{shown(heading)}={SKIPPED}"'
                raise InputError(row.where, what, f"{remedy} without the cables of this column")
            known[number] = end
    return known


def _sure_end(text: str) -> tuple[str, str] | None:
    """Return device and port of a cell whose device no list names, the port blank if it names none.

    The device is called like a switch, or the port can be nothing else.
    """
    device, port = _split(text) or (text, "")
    is_switch = kind_of_name(device) == SWITCH
    return (device, port) if is_switch or (device and _FAR_PORT.fullmatch(port)) else None


def _split(text: str) -> tuple[str, str] | None:
    """Return device and port of a cell, None if it is not clear where the port begins."""
    if (match := COLON.fullmatch(text)) or (match := NOUN.fullmatch(text)):
        return match[1].strip(), match[2].strip()
    end = end_of_words(text.replace(",", " "))
    return (end[0].strip(), end[1]) if end else None
