"""Adapters behind a device in its cell, such as ``r-dgx01 mlx5_0``: they are slots of its ports."""

import re
from collections.abc import Sequence
from dataclasses import replace

from netfloor.exchange.lists.both_ends import NO_PORT
from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import AS_WRITTEN, Meaning, label
from netfloor.exchange.tables.tables import TableRow
from netfloor.foundation.errors import setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: A device, and an adapter as drivers and InfiniBand's tools name it.
_ADAPTER = re.compile(
    r"(\S.{0,120}?)(?:\s{1,3}|\s?/\s?)"
    r"(mlx[0-9]{1,2}_(?:ib|bond|an)?[0-9]{1,2}|HCA[-_ ]?[0-9]{1,2}|ib[0-9]{1,2}"
    r"|Connect-?X[-_ ]?[0-9]{1,2}(?:[ -](?:[DLE]x|VPI))?(?:[ #_-]{1,2}[0-9]{1,2})?|hfi1_[0-9]{1,2}"
    r"|BlueField-?[0-9]?(?:[ #_-]{1,2}[0-9]{1,2})?)",
    re.IGNORECASE,
)


def with_adapters_apart(tables: Sequence[SubjectTable], notes: list[str]) -> list[SubjectTable]:
    """Return tables in which an adapter behind a device is the slot of its port, or a port of its own.

    A device that a device list calls so keeps its name.
    """
    listed = {
        cell_at(row.cells, table.columns["name"].index)
        for table in tables
        if "name" in table.columns
        for row in table.table.rows[table.layout.first :]
    }
    return [_apart(table, listed, notes) for table in tables]


#: By side, the device and the adapter in rows by number.
_Found = dict[str, dict[int, tuple[str, str]]]


def _adapters(table: SubjectTable, listed: set[str]) -> _Found:
    """Return the cells of devices with an adapter behind them."""
    found: _Found = {}
    for side in SIDES:
        column = table.columns.get(f"device_{side}")
        if column is None or (column.meaning and column.meaning.as_written):
            continue
        for number in range(table.layout.first, len(table.table.rows)):
            cell = cell_at(table.table.rows[number].cells, column.index)
            if cell not in listed and (match := _ADAPTER.fullmatch(cell[:200])):
                found.setdefault(side, {})[number] = match[1], match[2]
    return found


def _apart(table: SubjectTable, listed: set[str], notes: list[str]) -> SubjectTable:
    if not (found := _adapters(table, listed)):
        return table
    columns = [*table.layout.columns]
    at = {key: column.index for key, column in table.columns.items()}
    for key in (f"{name}_{side}" for name in ("slot", "port") for side in SIDES):
        if key not in at:
            at[key] = len(columns)
            meaning = Meaning(table.subject.by_name[key[:-2]], key[-1])
            columns.append(TableColumn(at[key], label(key), meaning))
    rows = list(table.table.rows)
    for side, parts in found.items():
        for number, (device, adapter) in parts.items():
            cells = [*rows[number].cells, *[""] * (len(columns) - len(rows[number].cells))]
            slot, port = at[f"slot_{side}"], at[f"port_{side}"]
            cells[at[f"device_{side}"]] = device
            if cells[port].lower() in NO_PORT:
                cells[port] = adapter
            else:
                cells[slot] = f"{adapter} {cells[slot]}".rstrip()
            rows[number] = TableRow(rows[number].where, tuple(cells))
    side, parts = next(iter(found.items()))
    device, adapter = next(iter(parts.values()))
    option = (
        f'{setting("map")} "{table.option_name(f"device_{side}")}={label(f"device_{side}")}{AS_WRITTEN}"'
    )
    total = count_text(sum(map(len, found.values())), "device cell")
    notes.append(
        f"{table.table.where}: {total} with an adapter, such as {shown(f'{device} {adapter}')!r}: read as "
        f"device {shown(device)} and slot {shown(adapter)}; {option} keeps the whole as the name"
    )
    layout = replace(table.layout, columns=tuple(columns))
    return replace(table, table=replace(table.table, rows=tuple(rows)), layout=layout)
