"""A plan made from lists as data for the floor plan."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.fabric.fabric import SWITCH, Device
from netfloor.plans.laid import LaidFabric, cable_ports
from netfloor.reports.floor.network import way_columns
from netfloor.reports.formats.text import one_line
from netfloor.rooms.hall.cables.fill import TrayCables, tray_fill
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import MEDIA

#: Display names of kinds of devices that differ from the key.
KIND_WORDS = {"pdu": "PDU", "storage": "storage device", "other": "other device"}


@dataclass(frozen=True, eq=False)
class LaidFloor:
    """A plan made from lists on the floor; ``change`` is as in `FloorNetwork`, for all its cables."""

    laid: LaidFabric
    title: str = ""
    change: Sequence[int] | None = None

    @property
    def room(self) -> Hall:
        """The hall."""
        return self.laid.hall

    def document(self, names: Sequence[str], *, in_trays: bool) -> dict[str, Any]:
        """Return the columns of `network_document`.

        Devices other than switches appear as servers; cables between two of them are left out.
        """
        laid, fabric = self.laid, self.laid.fabric
        switches = [index for index, device in enumerate(fabric.devices) if device.kind == SWITCH]
        others = [index for index, device in enumerate(fabric.devices) if device.kind != SWITCH]
        place = {index: number for group in (switches, others) for number, index in enumerate(group)}
        cabinet = {name: number for number, name in enumerate(names)}
        between, attached = _ordered(laid)
        drawn = [*between, *attached]
        first: dict[int, int] = {}
        for _, a, b in attached:
            first.setdefault(b, place[a])
        way, ways = _ways(laid, [cable for cable, _, _ in drawn]) if in_trays else (None, [])
        return {
            "title": one_line(self.title or laid.display_name),
            "network": one_line(fabric.name),
            "switches": {
                **_standing(laid, switches, cabinet),
                "count": len(switches),
                "group": None,
                "ports": [fabric.devices[index].ports for index in switches],
            },
            "servers": {
                **_standing(laid, others, cabinet),
                "kind": [KIND_WORDS.get(kind, kind) for kind in (fabric.devices[at].kind for at in others)],
                "switch": [first.get(index, 0) for index in others],
            },
            "cables": {
                "network": len(between),
                "a": [place[a] for _, a, _ in drawn],
                "b": [place[b] for _, _, b in drawn],
                "id": [fabric.cables[cable].id for cable, _, _ in drawn],
                "port_a": [_port(laid, cable, a) for cable, a, _ in drawn],
                "port_b": [_port(laid, cable, b) for cable, _, b in drawn],
                "mm": [fabric.cables[cable].length_mm for cable, _, _ in drawn],
                "medium": None,
                "part": None,
                "parts": [],
                "first": None,
                "way": way,
            },
            "ways": ways,
            "loads": _loads(laid, names),
            "fill": None,
            "change": None if self.change is None else [self.change[cable] for cable, _, _ in drawn],
        }


def _ordered(laid: LaidFabric) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]:
    """Return (cable, switch, other end) of cables between switches, then of those to other devices."""
    devices = laid.fabric.devices
    between, attached = [], []
    for number, cable in enumerate(laid.fabric.cables):
        a, b = (end.device for end in cable.ends)
        kinds = devices[a].kind, devices[b].kind
        if kinds == (SWITCH, SWITCH):
            between.append((number, a, b))
        elif SWITCH in kinds:
            attached.append((number, a, b) if kinds[0] == SWITCH else (number, b, a))
    return between, attached


def _port(laid: LaidFabric, cable: int, device: int) -> str:
    """Return the label of a cable's port on a device, else its number."""
    end = laid.fabric.end_at(device, laid.fabric.cables[cable])
    return one_line(end.port_name or end.port)


def _standing(laid: LaidFabric, indices: list[int], cabinet: Mapping[str, int]) -> dict[str, Any]:
    fabric = laid.fabric
    devices = [laid.fabric.devices[index] for index in indices]
    return {
        "name": [one_line(device.name) for device in devices],
        "cabinet": [cabinet.get(one_line(fabric.cabinet_name(index))) for index in indices],
        "unit": [device.unit or 0 for device in devices],
        "units": [_height(device) for device in devices],
    }


def _height(device: Device) -> int:
    return 1 if device.units is None else device.units


def _ways(laid: LaidFabric, cables: list[int]) -> tuple[list[int] | None, list[list[int]]]:
    """Return the route of each cable on the medium with the shorter route."""
    hall = laid.hall
    if not hall.trays or not cables:
        return None, []
    item, other = ((cabinets[cables], units[cables]) for cabinets, units in cable_ports(laid.fabric))
    first = hall.distinct_media[0]
    shorter = hall.lengths_between(item, other, first) == hall.lengths_between(item, other)
    media = [first if short else MEDIA[1] for short in shorter.tolist()]
    return way_columns(tray_fill(hall, TrayCables(item, other, media, np.zeros(len(cables)))).segments)


def _loads(laid: LaidFabric, names: Sequence[str]) -> dict[str, list[float | None]]:
    """Return watts and kilograms of each cabinet; None if a device's are unknown."""
    loads: dict[str, list[float | None]] = {}
    own = [one_line(laid.fabric.cabinet_name(number)) for number in range(len(laid.fabric.devices))]
    for key, figure in (("w", "load_w"), ("kg", "kilograms")):
        sums: dict[str, float | None] = dict.fromkeys(names, 0.0)
        for name, device in zip(own, laid.fabric.devices, strict=True):
            value, known = getattr(device, figure), sums.get(name)
            if name in sums:
                sums[name] = None if known is None or value is None else known + value
        loads[key] = list(sums.values())
    return loads
