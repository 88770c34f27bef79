"""The tables of a plan's record by rows and by whole columns: how devices and cables are read."""

from collections.abc import Iterable, Mapping
from typing import Any

from netfloor.plans.models import CablesRecord, DevicesRecord


def rows_of(table: DevicesRecord | CablesRecord) -> list[Mapping[str, Any]]:
    """Return a table by rows."""
    full = full_columns(table)
    return [dict(zip(full, row, strict=True)) for row in zip(*full.values(), strict=True)]


def full_columns(table: DevicesRecord | CablesRecord) -> dict[str, list[Any]]:
    """Return a table by columns, a column of one value repeated for every row."""
    columns = dict(table)
    count = len(next(iter(columns.values())))
    return {name: own if isinstance(own, list) else [own] * count for name, own in columns.items()}


#: Of a server: its group, cabinet, lowest unit (0 in a room without units), and the lengths of its cables.
ServerRow = tuple[int, str, int, list[int]]


def server_rows(
    groups: Iterable[int], switches: int, devices: DevicesRecord, cables: CablesRecord
) -> list[ServerRow]:
    """Return the servers of a plan, which follow its switches, and the lengths of their ports' cables."""
    of_devices, of_cables = full_columns(devices), full_columns(cables)
    lengths: list[dict[int, int]] = [{} for _ in of_devices["name"][switches:]]
    ways = zip(*(of_cables[name] for name in ("b", "port_b", "length_mm")), strict=True)
    for device, port, length_mm in ways:
        if switches <= device < switches + len(lengths):
            lengths[device - switches][port] = length_mm
    places = zip(of_devices["cabinet"][switches:], of_devices["unit"][switches:], lengths, strict=True)
    return [
        (group, cabinet, unit or 0, [own[port] for port in sorted(own)])
        for group, (cabinet, unit, own) in zip(groups, places, strict=False)
    ]
