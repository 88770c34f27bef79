"""A room under changed settings: pitches, slack, slots, cabinets that others take."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from foundation.errors import InputError
from layout.cable_plan import CablePlan, make_cable_plan
from layout.host_places import host_places
from layout.hosts import closed_slots
from layout.placement import Placement
from netfloor.loaded_plan import LoadedPlan
from netfloor.plan_cabling import first_slots, router_spots
from netfloor.whatif_keys import KEYS, Settings
from rooms.any_room import AnyRoom
from rooms.hall.hall import Hall
from rooms.hall.parts import MEDIA
from rooms.room import Room
from rooms.room_spec import room_from_definition

#: What a hall, whose cabinets stand where they stand, cannot change.
_GRID_ONLY = ("row-pitch", "column-pitch", "slots")


def room_settings(room: AnyRoom) -> dict[str, Any]:
    """Return the fields of `Settings` that describe a room as it is."""
    if isinstance(room, Room):
        return {
            "row_pitch_mm": room.row_pitch_mm,
            "column_pitch_mm": room.column_pitch_mm,
            "overhead_mm": room.overhead_mm,
            "inside_mm": room.inside_mm,
            "slots": room.slots_per_cabinet,
        }
    ends_mm = room.cable.slack_per_end_mm if room.trays else room.cable.overhead_mm
    return {"overhead_mm": ends_mm, "inside_mm": room.inside_mm}


def changed_room(room: AnyRoom, settings: Settings) -> AnyRoom:
    """Return a room under changed settings, itself where nothing changes.

    Raises
    ------
    InputError
        If it has no such cabinet, or cannot change in this way.
    """
    if settings.taken == () and all(
        getattr(settings, name) == value for name, value in room_settings(room).items()
    ):
        return room
    return _changed_hall(room, settings) if isinstance(room, Hall) else _changed_grid(room, settings)


def _changed_grid(room: Room, settings: Settings) -> AnyRoom:
    definition = room.definition()
    definition |= {
        "row_pitch_mm": settings.row_pitch_mm,
        "column_pitch_mm": settings.column_pitch_mm,
        "overhead_per_end_mm": settings.overhead_mm,
        "inside_cabinet_mm": settings.inside_mm,
        "slots_per_cabinet": settings.slots,
        "taken": [*definition["taken"], *map(str.upper, settings.taken)],
    }
    return room_from_definition(definition, "whatif")


def _changed_hall(room: Hall, settings: Settings) -> Hall:
    known = {cabinet.name for cabinet in room.cabinets}
    for name in settings.taken:
        if name not in known:
            raise InputError("whatif taken", f"the hall has no cabinet {name!r}", _some(sorted(known)))
    now = room.cable
    inside_mm = now.inside_mm if settings.inside_mm is None else settings.inside_mm
    cable = replace(now, inside_mm=inside_mm)
    if settings.overhead_mm is not None and room.trays:
        cable = replace(cable, slack_per_end_mm=settings.overhead_mm)
    elif settings.overhead_mm is not None:
        cable = replace(cable, overhead_mm=settings.overhead_mm)
    cabinets = tuple(
        replace(cabinet, taken=True) if cabinet.name in settings.taken else cabinet
        for cabinet in room.cabinets
    )
    return replace(room, cable=cable, cabinets=cabinets)


def refuse_keys_of_grids(room: AnyRoom, settings: Settings) -> None:
    """Refuse what only a grid of cabinets has."""
    if isinstance(room, Room):
        return
    for key in _GRID_ONLY:
        if getattr(settings, KEYS[key].field) is not None:
            raise InputError(f"whatif {key}", "is a grid's, and this plan stands in a hall", "leave it out")


def carried_slots(plan: LoadedPlan, room: AnyRoom) -> tuple[npt.NDArray[np.int32], list[int]]:
    """Return the slot of every router in another room, by cabinet and position, and who has none."""
    first = first_slots(room.lengths.cabinet_of_slot, room.cabinet_count)
    cabinets = {room.cabinet_name(cabinet): cabinet for cabinet in range(room.cabinet_count)}
    slot_of = np.full(plan.topology.routers, -1, dtype=np.int32)
    for router, spot in enumerate(router_spots(plan)):
        cabinet = cabinets.get(spot.cabinet)
        if cabinet is not None and spot.position <= first[cabinet + 1] - first[cabinet]:
            slot_of[router] = first[cabinet] + spot.position - 1
    return slot_of, np.flatnonzero(slot_of < 0).tolist()


def carried_cables(plan: LoadedPlan, room: AnyRoom, slot_of: npt.NDArray[np.int32]) -> CablePlan:
    """Return the cables of a plan's own placement in another room.

    What goes around a full tray is as much longer than its shortest way as it is in the plan.
    """
    cables = make_cable_plan(plan.topology, room, Placement(slot_of, room.slots))
    if not plan.detours:
        return cables
    now = make_cable_plan(plan.topology, plan.room, plan.placement)
    detours = {}
    for cable, (medium, length_mm) in plan.detours.items():
        if cable < len(cables):
            there, here = (side.of_medium_mm(MEDIA.index(medium))[cable] for side in (cables, now))
            detours[cable] = medium, length_mm + int(there - here)
    return cables.with_detours(detours)


def closed_by_servers(plan: LoadedPlan, room: AnyRoom, routers: int) -> npt.NDArray[np.bool_] | None:
    """Return the slots that must stay empty for routers with servers like the plan's, (S,); None for none.

    Raises
    ------
    InfeasibleError
        If too few slots stay open.
    """
    if plan.hosts is None:
        return None
    devices = plan.hosts.devices

    def most(of_each: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return np.full(routers, of_each.max(initial=0))

    devices = replace(
        devices,
        servers=most(devices.servers),
        switch_mw=most(devices.switch_mw),
        switch_g=most(devices.switch_g),
        switch_units=most(devices.switch_units),
    )
    closed = closed_slots(room, devices, plan.hosts.rule, plan.hosts.per_cabinet)
    return closed if closed.any() else None


def homeless_servers(plan: LoadedPlan, room: AnyRoom) -> list[str]:
    """Return the cabinets in which servers of a plan stand and that another room does not offer."""
    if plan.hosts is None:
        return []
    heights, per_cabinet = plan.hosts.devices.heights, plan.hosts.per_cabinet
    old, new = (host_places(one, heights, per_cabinet).names for one in (plan.room, room))
    return [name for name in (old[i] for i in np.unique(plan.hosts.cabinet)) if name not in new]


def _some(names: list[str]) -> str:
    return f"such as {', '.join(names[:5])}"
