"""The slot of each switch of a fabric: by cabinet, and by height within a cabinet."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from netfloor.exchange.imported.room import ImportedRoom
from netfloor.exchange.tables.fields import UNIT_FROM_TOP, natural
from netfloor.exchange.tables.problems import shortened
from netfloor.fabric.fabric import Device, Fabric, FloorCabinet
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.wording import count_text
from netfloor.layout.placement import Placement
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.parameters import shown

_FEW = 10
Height = tuple[float, float, tuple[tuple[int, int, str], ...], int]


def placement_of(fabric: Fabric, floor: ImportedRoom) -> Placement:
    """Return the slot of each switch, numbered as in `Fabric.switches`.

    In a hall a switch takes the slot at its rack unit if there is one, lower switches first. All other
    switches take the remaining slots from the lowest up, those of unknown height last. Raises
    `InfeasibleError` if a cabinet has fewer slots than switches.
    """
    room = floor.room
    routers_in: dict[int, list[int]] = defaultdict(list)
    for router, index in enumerate(fabric.switches):
        cabinet = fabric.devices[index].cabinet
        if cabinet is not None:
            routers_in[floor.cabinet_at[cabinet]].append(router)
    slot_of = np.full(len(fabric.switches), -1, dtype=np.int32)
    slots = _slots_by_cabinet(room)
    for cabinet, routers in routers_in.items():
        if len(routers) > len(slots[cabinet]):
            what = f"{len(routers):,} switches are in cabinet {room.cabinet_name(cabinet)} of {room.name}"
            raise InfeasibleError(f"{shown(fabric.name)}: {what}, which has {len(slots[cabinet])} slots")
        ordered = sorted(routers, key=lambda router: _height(fabric, router))
        devices = [fabric.devices[fabric.switches[router]] for router in ordered]
        slot_of[ordered] = _own_slots(room, slots[cabinet], devices)
    return Placement(slot_of, room.slots)


def moved_note(fabric: Fabric, floor: ImportedRoom, placement: Placement) -> tuple[str, ...]:
    """Return notes on switches whose rack unit differs from the file's, or is missing there."""
    room = floor.room
    if not isinstance(room, Hall):
        return ()
    units = room.slot_unit[placement.slot_of].tolist()
    devices = [fabric.devices[index] for index in fabric.switches]
    moved = [
        f"{shown(device.name)} at U{unit} instead of U{device.unit}"
        for device, unit in zip(devices, units, strict=True)
        if device.unit not in {None, unit}
    ]
    open_units = [
        f"{shown(device.name)} at U{unit}"
        for device, unit in zip(devices, units, strict=True)
        if device.unit is None
    ]
    chosen: tuple[str, ...] = ()
    if open_units:
        total = count_text(len(open_units), "switch")
        chosen = (f"{total} without a unit in the file: {shortened(open_units, _FEW)}",)
    if not moved:
        return chosen
    what = f"{count_text(len(moved), 'switch')} at another rack unit, as the room has no slot "
    left = f"{what}for a switch at the file's, or another switch is in it: {', '.join(moved)}"
    return (left, *chosen)


def with_units_from_top(fabric: Fabric, cabinets: Sequence[FloorCabinet]) -> Fabric:
    """Return a fabric with units numbered from the top converted to units from the bottom.

    A note names the cabinets of unknown height, in which the units of devices are unknown.
    """
    room = {cabinet.name.upper(): cabinet for cabinet in cabinets}
    devices, unknown = list(fabric.devices), dict[str, int]()
    for index, device in enumerate(devices):
        if (number := device.attributes.get(UNIT_FROM_TOP)) is None or device.unit is not None:
            continue
        name = fabric.cabinet_name(index)
        cabinet = room.get(name.strip().upper())
        unit = None
        if cabinet is not None and cabinet.units is not None:
            rail = replace(cabinet, from_top=True, first_unit=1)
            unit = rail.unit_of_number(int(number), device.units or 1)
        if unit is None or unit < 1:
            unknown[name] = unknown.get(name, 0) + 1
        else:
            devices[index] = replace(device, unit=unit)
    fabric = replace(fabric, devices=tuple(devices))
    if not unknown:
        return fabric
    few = shortened([f"{shown(name) or 'no cabinet'} ({count:,})" for name, count in unknown.items()], _FEW)
    what = f"units of {count_text(sum(unknown.values()), 'device')} count from the top of cabinets"
    note = (
        f"{what} whose height is not known, and are left out: {few}; --room with their heights keeps them"
    )
    return replace(fabric, notes=(*fabric.notes, note))


def _slots_by_cabinet(room: Room) -> list[list[int]]:
    """Return the slots of each usable cabinet, lowest first."""
    slots: list[list[int]] = [[] for _ in range(room.cabinet_count)]
    order = np.argsort(room.slot_unit, kind="stable") if isinstance(room, Hall) else range(room.slots)
    for slot in order:
        slots[room.lengths.cabinet_of_slot[slot]].append(int(slot))
    return slots


def _own_slots(room: Room, slots: list[int], devices: list[Device]) -> list[int]:
    """Return the slots of a cabinet's devices: at their rack units, or else the lowest remaining slots.

    A grid has no rack units: there, as in exports of grid plans, units are positions if each is within the
    number of slots and holds one device.
    """
    if not isinstance(room, Hall):
        at = dict(enumerate(slots, start=1))
        positions = [at[device.unit] for device in devices if device.unit in at]
        return positions if len(set(positions)) == len(devices) else slots[: len(devices)]
    at = {int(room.slot_unit[slot]): slot for slot in slots}
    own: dict[int, int] = {}
    for number, device in enumerate(devices):
        if device.unit is not None and device.unit in at:
            own[number] = at.pop(device.unit)
    left = (slot for slot in slots if slot in set(at.values()))
    return [own[number] if number in own else next(left) for number in range(len(devices))]


def _height(fabric: Fabric, router: int) -> Height:
    """Return the sort key of switches in a cabinet."""
    device = fabric.devices[fabric.switches[router]]
    known = (device.unit, device.position)
    unit, position = (float("inf") if value is None else value for value in known)
    return unit, position, natural(device.name), router
