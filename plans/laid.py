"""A fabric in a hall: every device in its cabinet and unit, every cable with its length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from netfloor.fabric.fabric import Device, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.rooms.hall.hall import NO_WAY, Hall, Ports

#: Names in a message.
_MOST_NAMED = 10


@dataclass(frozen=True, eq=False, repr=False)
class LaidFabric:
    """A plan whose devices and cables come from lists.

    Attributes
    ----------
    fabric
        Devices with cabinet and unit, cables with their routed length.
    room_spec
        The room as the user named it.
    path, sha256
        Its file and the checksum in it, None and empty before there is one.
    title
        As the planning file has it; may be empty.
    """

    fabric: Fabric
    hall: Hall
    room_spec: str
    title: str = ""
    path: Path | None = None
    sha256: str = ""

    def __repr__(self) -> str:
        return f"LaidFabric({self.fabric} in {self.hall.summary})"

    @property
    def room(self) -> Hall:
        """The hall."""
        return self.hall

    @property
    def display_name(self) -> str:
        """Title, else the name of the hall."""
        return self.title or self.hall.name

    @property
    def total_mm(self) -> int:
        """Length of all cables."""
        return sum(cable.length_mm or 0 for cable in self.fabric.cables)


def hall_cabinets(hall: Hall) -> tuple[FloorCabinet, ...]:
    """Return the cabinets of a hall as a fabric knows them, taken ones included, in the hall's order."""
    rows: dict[str, int] = {}
    in_row: dict[str, int] = {}
    cabinets = []
    for one in hall.cabinets:
        row = rows.setdefault(one.row, len(rows) + 1)
        in_row[one.row] = in_row.get(one.row, 0) + 1
        size = one.width_mm, one.depth_mm
        cabinets.append(FloorCabinet(one.name, row, in_row[one.row], one.row, one.units, *size))
    return tuple(cabinets)


def lay(fabric: Fabric, hall: Hall, room_spec: str, title: str = "") -> LaidFabric:
    """Measure every cable of a fabric whose devices have their places; see `cable_ports` for heights.

    Raises
    ------
    InputError
        If a device has no place, or no way joins the ends of a cable.
    """
    _require_places(fabric.devices)
    one, other = cable_ports(fabric)
    lengths = hall.lengths_between(one, other)
    stuck = np.flatnonzero(lengths == NO_WAY).tolist()
    if stuck:
        ids = ", ".join(fabric.cables[number].id for number in stuck[:_MOST_NAMED])
        what = f"no tray joins the ends of {len(stuck):,} cables: {ids}"
        raise InputError(f"room {hall.name}", what, "join the trays by risers or points that meet")
    cables = tuple(
        replace(cable, length_mm=length_mm)
        for cable, length_mm in zip(fabric.cables, lengths.tolist(), strict=True)
    )
    return LaidFabric(replace(fabric, cables=cables), hall, room_spec, title)


def cable_ports(fabric: Fabric) -> tuple[Ports, Ports]:
    """Return both ends of every cable as ports of the hall: cabinet and unit, each (cables,).

    A port is at the lowest unit of its device. A device of height 0, such as a vertical PDU, runs along
    the cabinet: its port is at the height of the other end.
    """
    ends: list[tuple[list[int], list[int]]] = [([], []), ([], [])]
    for cable in fabric.cables:
        devices = [fabric.devices[end.device] for end in cable.ends]
        units = [device.unit for device in devices]
        for side, (device, unit) in enumerate(zip(devices, units, strict=True)):
            other = units[1 - side]
            ends[side][0].append(0 if device.cabinet is None else device.cabinet)
            ends[side][1].append(next((one for one in (unit, other) if one is not None), 1))
    one, other_ports = (
        (np.array(cabinets, dtype=np.int32), np.array(units, dtype=np.int32)) for cabinets, units in ends
    )
    return one, other_ports


def _require_places(devices: Sequence[Device]) -> None:
    """Refuse devices without a place: these lists are laid as they stand."""
    free = [one.name for one in devices if one.cabinet is None or (one.unit is None and one.units != 0)]
    if free:
        more = f" and {len(free) - _MOST_NAMED:,} more" if len(free) > _MOST_NAMED else ""
        raise InputError(
            "devices",
            f"{len(free):,} have no rack and unit: {', '.join(free[:_MOST_NAMED])}{more}",
            "give each a rack and a unit; devices of height 0 need a rack alone",
        )
