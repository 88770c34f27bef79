"""How the length of a cable between listed devices comes about, term by term."""

from typing import Any

from netfloor.fabric.fabric import OTHER, Cable, End, Fabric
from netfloor.foundation.errors import InputError
from netfloor.plans.laid import LaidFabric, cable_ports
from netfloor.topologies.parameters import shown


def explain_laid(laid: LaidFabric, text: str) -> dict[str, Any]:
    """Return everything about one cable, named by its id or by a device and port at one end of it.

    Raises
    ------
    InputError
        If there is no such cable, or several.
    """
    from netfloor.rooms.hall.cables.route import route_between  # noqa: PLC0415 - loads SciPy

    number = _find(laid.fabric, text.strip())
    cable = laid.fabric.cables[number]
    ports = [(int(cabinets[number]), int(units[number])) for cabinets, units in cable_ports(laid.fabric)]
    way = route_between(laid.hall, ports[0], ports[1])
    assert way is not None  # noqa: S101 - the plan was checked
    return {
        "schema": 1,
        "plan": str(laid.path),
        "cable": cable.id,
        "ends": [_end_text(laid.fabric, cable, side) for side in (0, 1)],
        "medium": cable.medium,
        "terms": [{"what": what, "mm": mm} for what, mm in way.terms],
        "length_mm": way.length_mm,
        "plan_length_mm": cable.length_mm,
        "part": None,
        "ordered_mm": None,
        "price": None,
        "why": "no part is chosen: the plan is made from lists",
        "notes": list(laid.fabric.notes),
    }


def _find(fabric: Fabric, text: str) -> int:
    """Return the cable of an id, or that of ``leaf1 Eth1/49`` or ``leaf1:Eth1/49``."""
    by_id = [number for number, cable in enumerate(fabric.cables) if cable.id.lower() == text.lower()]
    found = by_id or [
        number
        for number, cable in enumerate(fabric.cables)
        for end in cable.ends
        if text.lower() in map(str.lower, _names(fabric, end))
    ]
    if not fabric.cables:
        raise InputError("CABLE", "the plan has no cables")
    if len(found) != 1:
        names = "no cable" if not found else f"{len(found)} cables"
        first = fabric.cables[0]
        advice = f"an id such as {first.id}, or a device and its port, such as {_names(fabric, first.a)[1]}"
        raise InputError("CABLE", f"{shown(text)!r} names {names}", advice)
    return found[0]


def _names(fabric: Fabric, end: End) -> tuple[str, ...]:
    device, port = fabric.devices[end.device].name, end.port_name or end.port
    return tuple(f"{device}{mark}{port}" for mark in (" ", ":", "/"))


def _end_text(fabric: Fabric, cable: Cable, side: int) -> str:
    end = cable.ends[side]
    device = fabric.devices[end.device]
    unit = "" if device.unit is None else f" U{device.unit}"
    kind = "" if device.kind == OTHER else f"{device.kind} "
    place = f"{fabric.cabinet_name(end.device)}{unit}"
    return f"{kind}{device.name} in {place}, port {end.port_name or end.port}"
