"""The facts about a device, about a free port, and about a cabinet."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from netfloor.fabric.fabric import PDU, Cable, Fabric
from netfloor.fabric.power import PowerSupply
from netfloor.plans.diff import DEVICE_KEYS
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall


def device_document(fabric: Fabric, device: int, supply: PowerSupply) -> dict[str, Any]:
    """Return the document of a device: model, place, cables, power cords and feeds."""
    item = fabric.devices[device]
    power = {fabric.cables[number].id for number in fabric.power_cords}
    ends = [cable for _, cable in fabric.cables_of[device]]
    cables, cords = (
        [entry for entry in ends if (entry.id in power) == is_cord] for is_cord in (False, True)
    )
    return {
        "device": item.name,
        "kind": item.kind,
        "model": item.model,
        "network": item.network,
        "cabinet": fabric.cabinet_name(device),
        "unit": item.unit,
        "position": item.position,
        "units": item.units,
        "face": item.face,
        "bay_mark": item.bay_mark,
        "feed": item.feed,
        "watts": item.watts,
        "kilograms": item.kilograms,
        "attributes": dict(item.attributes),
        "length_mm": _length_mm(cables),
        "cables": [_cable(fabric, device, cable) for cable in cables],
        "cords": [_cable(fabric, device, cable) for cable in cords],
        "power": _power(supply, device) if cords else None,
    }


def _power(supply: PowerSupply, device: int) -> dict[str, Any]:
    """Return the load of a PDU, or a device's draw per feed and the feeds whose failure stops it."""
    item = supply.fabric.devices[device]
    if item.kind != PDU:
        dark = [failure.feed for failure in supply.failures if device in failure.dark]
        return {"by_feed_w": supply.by_feed([device]), "dark_if_fails": dark}
    load = supply.pdu_loads()[device]
    failed = {
        failure.feed: failure.pdus[device].watts for failure in supply.failures if device in failure.pdus
    }
    return {
        "load_w": load.watts,
        "limit_w": load.limit_w,
        "outlets": len(item.outlets) or None,
        "load_if_fails_w": failed,
    }


def _length_mm(cables: Iterable[Cable]) -> int | None:
    """Return the total length of cables, None if a length is unknown."""
    lengths = [cable.length_mm for cable in cables]
    known = [length_mm for length_mm in lengths if length_mm is not None]
    return sum(known) if len(known) == len(lengths) else None


def _cable(fabric: Fabric, device: int, cable: Cable) -> dict[str, Any]:
    near, far = fabric.end_at(device, cable), fabric.far_end(device, cable)
    return {
        "port": near.port_text,
        "cable": cable.id,
        "to_device": fabric.devices[far.device].name,
        "to_port": far.port_text,
        "to_place": fabric.whereabouts(far.device),
        "gbps": cable.gbps,
        "length_mm": cable.length_mm,
    }


def free_port_document(fabric: Fabric, device: int, port: int) -> dict[str, Any]:
    """Return the document of a free port."""
    item = fabric.devices[device]
    used = len(fabric.cables_of[device])
    return {"device": item.name, "port": port, "cable": None, "ports": item.ports, "ports_in_use": used}


def cabinet_document(room: Room, fabric: Fabric, cabinet: int) -> dict[str, Any]:
    """Return the document of a cabinet: limits, contents from the top down, destinations of cables."""
    item = fabric.cabinets[cabinet]
    own = [number for number, device in enumerate(fabric.devices) if device.cabinet == cabinet]
    own.sort(key=lambda number: -(fabric.devices[number].height or 0))
    devices, inside = [fabric.devices[number] for number in own], set(own)
    cables = {cable.id: cable for number in own for _, cable in fabric.cables_of[number]}
    leaving = [
        cable for cable in cables.values() if not inside.issuperset({cable.a.device, cable.b.device})
    ]
    watts, kilograms = _limits(room, item.name)
    return {
        "cabinet": item.name,
        "row": item.row_name,
        "units": item.units,
        "units_used": _sum(device.units for device in devices),
        "watts": _sum(device.load_w for device in devices),
        "watts_limit": watts,
        "kilograms": _sum(device.kilograms for device in devices),
        "kilograms_limit": kilograms,
        "devices": [
            {
                "device": device.name,
                "kind": device.kind,
                "model": device.model,
                "unit": device.unit,
                "bay_mark": device.bay_mark,
                "position": device.position,
                "units": device.units,
                "watts": device.watts,
            }
            for device in devices
        ],
        "counts": {
            DEVICE_KEYS[kind]: count for kind, count in Counter(device.kind for device in devices).items()
        },
        "cables_inside": len(cables) - len(leaving),
        "cables_leaving": len(leaving),
        "leaving_mm": _length_mm(leaving),
        "leads_to": _leads_to(fabric, inside, leaving),
    }


def _leads_to(fabric: Fabric, inside: set[int], leaving: Iterable[Cable]) -> dict[str, int]:
    """Return the number of cables to each other cabinet, largest first."""
    far = (cable.b if cable.a.device in inside else cable.a for cable in leaving)
    counts = Counter(fabric.cabinet_name(end.device) for end in far)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _limits(room: Room, cabinet: str) -> tuple[int | None, int | None]:
    """Return the limits on watts and kilograms of a cabinet, None without a limit."""
    for item in room.cabinets if isinstance(room, Hall) else ():
        if item.name == cabinet:
            return item.power_limit_w, item.weight_limit_kg
    return None, None


def _sum(figures: Iterable[float | None]) -> float | None:
    """Return a sum, None if a figure is unknown."""
    own = list(figures)
    known = [figure for figure in own if figure is not None]
    return sum(known) if len(known) == len(own) else None
