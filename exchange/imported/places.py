"""Which slot each switch of a fabric stands in: by its cabinet, several in one by their height."""

from collections import defaultdict

import numpy as np

from netfloor.exchange.imported.room import ImportedRoom
from netfloor.exchange.readers.input.fields import natural
from netfloor.fabric.fabric import Device, Fabric
from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.placement import Placement
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.parameters import shown

Height = tuple[float, float, tuple[tuple[int, int, str], ...], int]


def placement_of(fabric: Fabric, floor: ImportedRoom) -> Placement:
    """Return the slot of each switch, routers numbered as `Fabric.switches`.

    Switches of a cabinet take its slots from the lowest rack unit up, those of no known height
    last; a switch takes the slot at its own rack unit where each has one.

    Raises
    ------
    InfeasibleError
        If a cabinet has fewer slots than switches.
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
        slot_of[ordered] = _own_slots(room, slots[cabinet], devices) or slots[cabinet][: len(ordered)]
    return Placement(slot_of, room.slots)


def _slots_by_cabinet(room: AnyRoom) -> list[list[int]]:
    """Return the slots of each usable cabinet, lowest first."""
    slots: list[list[int]] = [[] for _ in range(room.cabinet_count)]
    order = np.argsort(room.slot_unit, kind="stable") if isinstance(room, Hall) else range(room.slots)
    for slot in order:
        slots[room.lengths.cabinet_of_slot[slot]].append(int(slot))
    return slots


def _own_slots(room: AnyRoom, slots: list[int], devices: list[Device]) -> list[int] | None:
    """Return the slots at the devices' own rack units, None unless each has one for itself.

    A grid has no rack units: a unit that is no higher than its slots is a position there, as exports of
    plans in grids write it.
    """
    if isinstance(room, Hall):
        at = {int(room.slot_unit[slot]): slot for slot in slots}
    else:
        at = dict(enumerate(slots, start=1))
    own = [at[device.unit] for device in devices if device.unit in at]
    return own if len(set(own)) == len(devices) else None


def _height(fabric: Fabric, router: int) -> Height:
    """Return what switches of one cabinet are sorted by."""
    device = fabric.devices[fabric.switches[router]]
    known = (device.unit, device.position)
    unit, position = (float("inf") if value is None else value for value in known)
    return unit, position, natural(device.name), router
