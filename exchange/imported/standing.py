"""An imported fabric as it stands: with its own names, ports, ids and racks, in the network's order."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from netfloor.exchange.imported.locations import MAX_UNIT
from netfloor.exchange.imported.network import ImportedNetwork, router_labels
from netfloor.exchange.imported.places import moved_note
from netfloor.exchange.imported.room import ImportedRoom
from netfloor.exchange.tables.problems import shortened
from netfloor.fabric.fabric import PANEL, Cable, Device, Fabric, FloorCabinet
from netfloor.fabric.links import PanelCabling, links_alone, panel_cabling
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.wording import count_text
from netfloor.layout.cable_plan import CablePlan, KeptCabling, cable_id, host_cable_id
from netfloor.layout.placement import Placement
from netfloor.plans.cabinet_slots import CabinetSlots, cabinet_slots
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import NO_WAY, Hall
from netfloor.topologies.parameters import shown

#: Number of devices named in a note.
_FEW = 10
_NUMBERED = re.compile(r"[CH](\d{6,})")


class StandingFabric(NamedTuple):
    """A fabric in a plan's order."""

    fabric: Fabric
    kept: KeptCabling  # ports and ids of the network's cables
    panels: PanelCabling | None  # panels, and the pieces of links through them
    #: File length and room length in mm of each cable outside the network for which both are known.
    recorded_mm: tuple[tuple[int, int], ...]


def standing_fabric(
    fabric: Fabric,
    network: ImportedNetwork,
    floor: ImportedRoom,
    placement: Placement,
    cables: CablePlan,
    *,
    moved: bool = False,
) -> StandingFabric:
    """Return a fabric in a plan's order, with the ports and ids of its network's cables.

    Switches come first, then all other devices; cables between switches come first, then those of endpoints
    switch by switch, then all others. A device whose rack is not in the room has no rack. A cable has the
    length measured in the room, or the file's length if the room cannot measure it. Switches that ``moved``
    lose their rack units and file lengths. A link through panels is one cable, as long as its pieces if the
    room cannot measure it; the panels and the pieces with their recorded lengths are returned separately.
    """
    whole, fabric = fabric, links_alone(fabric, power=True)
    slots = cabinet_slots(floor.room)
    switches = list(fabric.switches)
    first = set(switches)
    others = [number for number in range(len(fabric.devices)) if number not in first]
    place = {device: number for number, device in enumerate([*switches, *others])}
    stands = _cabinets(floor, slots)
    labels = iter(router_labels(fabric))
    own_unit = not moved and not isinstance(floor.room, Hall)
    devices = [
        _switch(fabric.devices[device], next(labels), slots.slots[slot], own_unit=own_unit)
        for device, slot in zip(switches, placement.slot_of.tolist(), strict=True)
    ]
    devices += [
        replace(fabric.devices[number], cabinet=stands.get(fabric.devices[number].cabinet))
        for number in others
    ]
    own = [number for number, device in enumerate(whole.devices) if device.kind != PANEL]
    cabling = panel_cabling(whole, {number: place[at] for at, number in enumerate(own)})
    panels = [replace(panel, cabinet=stands.get(panel.cabinet)) for panel in cabling.panels]
    standing_at = 0 if own_unit else len(switches)
    everything, shared = _in_own_units([*devices, *panels], slots.cabinets, standing_at)
    devices, panels = everything[: len(devices)], everything[len(devices) :]
    ordered = list(_ordered(fabric, place, len(switches)))
    between = len(cables)
    doors = [cabinet.name for cabinet in slots.cabinets]
    measured_mm = list(_lengths(devices, ordered[between:], floor.room, doors))
    stated_mm = [None if moved else cable.length_mm for cable in ordered[between:]]
    pairs = list(zip(stated_mm, measured_mm, strict=True))
    lengths = [*cables.length_mm.tolist(), *(own if rule is None else rule for own, rule in pairs)]
    measured = tuple(
        replace(cable, length_mm=length_mm) for cable, length_mm in zip(ordered, lengths, strict=True)
    )
    endpoints = ordered[between : between + int(network.topology.endpoints.sum())]
    names = [cable.id for cable in (*ordered[:between], *endpoints)]
    taken = [cable.id for cable in ordered]
    kept = KeptCabling(
        np.array([(cable.a.port, cable.b.port) for cable in ordered[:between]], np.int32).reshape(-1, 2),
        np.array([cable.a.port for cable in endpoints], dtype=np.int32),
        tuple(names),
        (_next(taken, cable_id(0)[0]), _next(taken, host_cable_id(0)[0])),
    )
    named = any(end.port_name for cable in measured for end in cable.ends)
    own_notes = () if moved else moved_note(fabric, floor, placement)
    standing = replace(
        fabric,
        devices=tuple(devices),
        cables=measured,
        cabinets=slots.cabinets,
        named=named,
        notes=(*fabric.notes, *own_notes, *shared, *_unknown_racks(fabric, others, stands)),
    )
    pieces_mm = _lengths(everything, cabling.cables, floor.room, doors)
    pieces = tuple(
        replace(piece, length_mm=rule if moved or piece.length_mm is None else piece.length_mm)
        for piece, rule in zip(cabling.cables, pieces_mm, strict=True)
    )
    beside = PanelCabling(tuple(panels), pieces) if panels else None
    apart = {piece.id for piece in cabling.cables}
    compared = tuple(
        (own, rule)
        for cable, (own, rule) in zip(ordered[between:], pairs, strict=True)
        if own is not None and rule is not None and cable.id not in apart
    )
    return StandingFabric(standing, kept, beside, compared)


def carried_fabric(given: Fabric, room: Room, placement: Placement, between: int) -> Fabric:
    """Return a standing fabric in another room: switches in their slots, other devices by cabinet name.

    ``between``: number of cables between switches, which keep their lengths; all others are remeasured.
    """
    slots = cabinet_slots(room)
    number = {cabinet.name: place for place, cabinet in enumerate(slots.cabinets)}
    own_unit, count = not isinstance(room, Hall), len(placement.slot_of)
    devices = [
        _switch(device, device.name, slots.slots[slot], own_unit=own_unit)
        for device, slot in zip(given.devices[:count], placement.slot_of.tolist(), strict=True)
    ]
    devices += [
        replace(given.devices[index], cabinet=number.get(given.cabinet_name(index)))
        for index in range(count, len(given.devices))
    ]
    devices, shared = _in_own_units(devices, slots.cabinets, 0 if own_unit else count)
    doors = [cabinet.name for cabinet in slots.cabinets]
    lengths = _lengths(devices, given.cables[between:], room, doors)
    measured = (
        replace(cable, length_mm=length_mm)
        for cable, length_mm in zip(given.cables[between:], lengths, strict=True)
    )
    return replace(
        given,
        devices=tuple(devices),
        cables=(*given.cables[:between], *measured),
        cabinets=slots.cabinets,
        notes=(*given.notes, *shared),
    )


def _in_own_units(
    devices: Sequence[Device], cabinets: Sequence[FloorCabinet], in_slots: int
) -> tuple[list[Device], tuple[str, ...]]:
    """Return devices without occupied units or units missing from their cabinet, and a note on the latter.

    The first ``in_slots`` devices are switches in slots of a hall and keep their units. Raises
    `InfeasibleError` if two of these switches occupy the same unit.
    """
    filled: dict[tuple[int, int, str], dict[str, int]] = {}
    result, left, clashes = list(devices), [], []
    for number, device in enumerate(devices):
        if device.unit is None or device.cabinet is None:
            continue
        cabinet = cabinets[device.cabinet]
        units = range(device.unit, device.unit + max(device.units or 1, 1))
        sides = (device.face or "front",) if device.half_depth else ("front", "rear")
        places = [(device.cabinet, unit, side) for unit in units for side in sides]
        bays = [filled.setdefault(place, {}) for place in places]
        near = [(own, holder) for held in bays for own, holder in held.items()]
        holders = {holder for own, holder in near if not (own and device.bay) or own == device.bay}
        where = f"U{device.unit} of {shown(cabinet.name)}"
        if number < in_slots:
            others = (shown(devices[holder].name) for holder in holders)
            clashes += [f"{shown(device.name)} at {where} overlaps {other}" for other in others]
        elif holders or not 1 <= units[0] <= units[-1] <= (cabinet.units or MAX_UNIT):
            there = f" beside {shown(devices[min(holders)].name)}" if holders else ""
            left.append(f"{shown(device.name)} at {where}{there}")
            result[number] = replace(device, unit=None, bay="")
            continue
        for held in bays:
            held.setdefault(device.bay, number)
    if clashes:
        advice = "switch_units of the room as far apart as its switches are high"
        raise InfeasibleError(f"slots are too near: {shortened(clashes, _FEW)}; give {advice}")
    if not left:
        return result, ()
    what = f"{count_text(len(left), 'unit')} left out, filled by another device or not in the cabinet"
    return result, (f"{what}: {shortened(left, _FEW)}",)


def _switch(device: Device, label: str, slot: tuple[int, int, int | None], *, own_unit: bool) -> Device:
    """Return a switch in a slot; a grid has no rack units, so the file's units stay."""
    cabinet, position, unit = slot
    return replace(
        device, name=label, cabinet=cabinet, position=position, unit=device.unit if own_unit else unit
    )


def _cabinets(floor: ImportedRoom, slots: CabinetSlots) -> dict[int | None, int]:
    """Return the room's cabinet for each of the fabric's cabinets in it."""
    known = {cabinet.name: number for number, cabinet in enumerate(slots.cabinets)}
    return {number: known[name] for number, name in floor.names.items()}


def _unknown_racks(
    fabric: Fabric, others: Sequence[int], stands: Mapping[int | None, int]
) -> tuple[str, ...]:
    """Return a note on racks missing from the room, with their devices other than switches."""
    racks = (fabric.devices[number].cabinet for number in others)
    counts = Counter(rack for rack in racks if rack is not None and rack not in stands)
    if not counts:
        return ()
    names = (f"{shown(fabric.cabinets[rack].name)} ({count:,})" for rack, count in sorted(counts.items()))
    devices = count_text(counts.total(), "device")
    return (f"the room does not have the racks of {devices}, which have no place: {', '.join(names)}",)


def _ordered(fabric: Fabric, place: dict[int, int], switches: int) -> Iterator[Cable]:
    """Yield the cables in a plan's order, with the end at the switch, or the lower switch, first."""
    keyed: list[tuple[tuple[int, ...], Cable]] = []
    for number, cable in enumerate(fabric.cables):
        a, b = (replace(end, device=place[end.device]) for end in cable.ends)
        moved = replace(cable, a=a, b=b)
        if b.device < a.device:
            a, b, moved = b, a, _turned(moved)
        if number in fabric.power_cords:
            key: tuple[int, ...] = (2, number)
        elif b.device < switches:
            key = (0, a.device, b.device, number)
        elif a.device < switches:
            key = (1, a.device, b.device, b.port)
        else:
            key = (2, number)
        keyed.append((key, moved))
    yield from (cable for _, cable in sorted(keyed, key=lambda pair: pair[0]))


def _turned(cable: Cable) -> Cable:
    """Return a cable with its ends and their attributes swapped."""
    (item, other), (near, far), (here, there) = cable.modules, cable.cages, cable.cage_numbers
    return replace(
        cable,
        a=cable.b,
        b=cable.a,
        modules=(other, item),
        cages=(far, near),
        cage_numbers=(there, here),
    )


def _lengths(
    devices: Sequence[Device], cables: Sequence[Cable], room: Room, names: Sequence[str]
) -> Iterator[int | None]:
    """Yield the lengths of all cables except those between two switches, None if an end has no location.

    ``names``: cabinet names by the devices' cabinet indices.
    """
    for cable in cables:
        ends = [devices[end.device] for end in cable.ends]
        cabinets = [device.cabinet for device in ends if device.cabinet is not None]
        if len(cabinets) < len(ends):
            yield None
        elif isinstance(room, Hall):
            yield _hall_length(room, [names[cabinet] for cabinet in cabinets], ends)
        elif cabinets[0] == cabinets[1]:
            yield room.inside_mm
        else:
            first = [int(np.searchsorted(room.lengths.cabinet_of_slot, cabinet)) for cabinet in cabinets]
            yield int(room.lengths.between(np.array(first[:1]), np.array(first[1:]))[0])


def _hall_length(hall: Hall, cabinets: Sequence[str], ends: Sequence[Device]) -> int | None:
    """Return the length between two devices of a hall; None if a unit is unknown or no tray leads there."""
    if any(device.unit is None for device in ends):
        return None
    number = {cabinet.name: place for place, cabinet in enumerate(hall.cabinets)}
    ports = [
        (np.array([number[name]], dtype=np.int32), np.array([device.unit], dtype=np.int32))
        for name, device in zip(cabinets, ends, strict=True)
    ]
    length_mm = int(hall.lengths_between(ports[0], ports[1])[0])
    return None if length_mm == NO_WAY else length_mm


def _next(names: Sequence[str], letter: str) -> int:
    """Return the next free number of ids in netfloor's own format."""
    matches = (_NUMBERED.fullmatch(name) for name in names if name.startswith(letter))
    return 1 + max((int(match[1]) for match in matches if match), default=0)
