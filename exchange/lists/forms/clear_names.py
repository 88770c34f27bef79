"""Normalisation of device and port names that tables write in several ways, before rows are read."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.tables import TableRow
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_NAMED = 4
#: A device name with a domain: ``sp1.dc.example.net``.
_WITH_DOMAIN = re.compile(
    r"([^.\s]{1,63})\.((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}|local|lan|intern|internal|corp|home)",
    re.IGNORECASE,
)
#: Text that some lists use for an unknown port.
_NO_NUMBER = "0"


def with_clear_names(tables: Sequence[SubjectTable], notes: list[str]) -> list[SubjectTable]:
    """Return tables with one name per device and without placeholder ports."""
    result = _without_domains(tables, notes)
    return _without_zeros(result, notes)


def _device_columns(table: SubjectTable) -> Iterator[int]:
    """Yield the columns of device names."""
    for key in ("name", *(f"device_{side}" for side in SIDES)):
        if key in table.columns:
            yield table.columns[key].index


def _without_domains(tables: Sequence[SubjectTable], notes: list[str]) -> list[SubjectTable]:
    """Shorten the names of devices that occur with and without a domain."""
    names = {
        cell_at(row.cells, index)
        for table in tables
        for index in _device_columns(table)
        for row in table.table.rows[table.layout.first :]
    }
    full: dict[str, list[str]] = defaultdict(list)
    for name in names:
        match = _WITH_DOMAIN.fullmatch(name) if "." in name else None
        if match and match[1] in names:
            full[match[1]].append(name)
    short = {long[0]: name for name, long in full.items() if len(long) == 1}
    if not short:
        return [*tables]
    pairs = [f"{shown(long)} is {shown(name)}" for long, name in sorted(short.items())]
    notes.append(f"names with and without a domain are one device each: {shortened(pairs, _NAMED)}")
    return [_replaced(table, dict.fromkeys(_device_columns(table), short)) for table in tables]


def _replaced(table: SubjectTable, texts: Mapping[int, Mapping[str, str]]) -> SubjectTable:
    """Return a table with texts replaced in some columns below its headings."""
    rows = list(table.table.rows)
    for number in range(table.layout.first, len(rows)):
        cells = rows[number].cells
        if any(cell_at(cells, index) in known for index, known in texts.items()):
            new = tuple(texts.get(index, {}).get(cell, cell) for index, cell in enumerate(cells))
            rows[number] = TableRow(rows[number].where, new)
    return replace(table, table=replace(table.table, rows=tuple(rows)))


def _without_zeros(tables: Sequence[SubjectTable], notes: list[str]) -> list[SubjectTable]:
    """Blank port 0 of devices for which several rows name no other port."""
    ends = [
        (table, table.columns[f"device_{side}"].index, table.columns[f"port_{side}"].index)
        for table in tables
        for side in SIDES
        if f"port_{side}" in table.columns and f"device_{side}" in table.columns
    ]
    times: Counter[str] = Counter()
    for table, device, port in ends:
        rows = table.table.rows[table.layout.first :]
        times.update(cell_at(row.cells, device) for row in rows if cell_at(row.cells, port) == _NO_NUMBER)
    alone = {name for name in times if name}
    for table, device, port in ends if alone else ():
        alone -= {
            cell_at(row.cells, device)
            for row in table.table.rows[table.layout.first :]
            if cell_at(row.cells, port) not in {_NO_NUMBER, ""}
        }
    several = {name for name in alone if times[name] > 1}
    if single := sorted(alone - several):
        names = shortened([shown(name) for name in single], _NAMED)
        notes.append(f"port 0 of {names} is read as a port: leave the cell blank if there is none")
    if not several:
        return [*tables]
    names = shortened([shown(name) for name in sorted(several)], _NAMED)
    rows_text = count_text(sum(times[name] for name in several), "row")
    notes.append(f"port 0 of {names} in {rows_text}: taken as no port")
    return [_blanked(table, [pair for of, *pair in ends if of is table], several) for table in tables]


def _blanked(table: SubjectTable, ends: Sequence[Sequence[int]], names: set[str]) -> SubjectTable:
    """Return a table without port 0 of some devices."""
    rows = list(table.table.rows)
    for number in range(table.layout.first, len(rows)):
        cells = list(rows[number].cells)
        for device, port in ends:
            if cell_at(cells, port) == _NO_NUMBER and cell_at(cells, device) in names:
                cells[port] = ""
        rows[number] = TableRow(rows[number].where, tuple(cells))
    return replace(table, table=replace(table.table, rows=tuple(rows)))
