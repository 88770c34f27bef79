"""A room under changed assumptions: pitches, slack, slots, additional occupied cabinets."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.exchange.imported.standing import carried_fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.wording import count_text
from netfloor.layout.chains.run import Effort
from netfloor.layout.placed import ChainResult
from netfloor.layout.placement import Placement
from netfloor.layout.problem import Problem
from netfloor.layout.rack_tops import rack_tops
from netfloor.layout.requirements import Requirement, kept_free_slots, read_requirement
from netfloor.layout.solve import PlaceTogether
from netfloor.layout.with_servers import place_with_servers
from netfloor.plans.by_names import first_slots, server_cable_lengths_mm, switch_positions
from netfloor.plans.laid import LaidFabric, lay, place_free
from netfloor.plans.load import AnyPlan
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_any
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import MEDIA
from netfloor.rooms.hosts.limits import HostLimits
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.hosts.server_placement import HostPlan, closed_slots, place_hosts, way_lengths_mm
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_spec import room_from_definition
from netfloor.studies.hall_plan.together import length_costs, server_groups
from netfloor.studies.whatif.assumptions import Assumptions

#: Fields that do not apply to a hall, whose cabinets have fixed places, by key.
_GRID_ONLY = {"row-pitch": "row_pitch_mm", "column-pitch": "column_pitch_mm", "slots": "slots_per_cabinet"}
#: Maximum moved devices in a sentence.
_MAX_NAMED = 10


def room_assumptions(room: Room) -> dict[str, Any]:
    """Return the fields of `Assumptions` for a room as it is."""
    if isinstance(room, GridRoom):
        fields = Assumptions.__dataclass_fields__
        return {name: value for name, value in room.definition().items() if name in fields}
    return {
        "overhead_per_end_mm": getattr(room.cable, _end_field(room)),
        "inside_cabinet_mm": room.inside_mm,
    }


def _end_field(hall: Hall) -> str:
    """Return the field of a hall's length rule for the slack at each end of a cable."""
    return "slack_per_end_mm" if hall.trays else "overhead_mm"


def changed_room(room: Room, assumed: Assumptions) -> Room:
    """Return a room under changed assumptions; the same room if nothing changes.

    `InputError` if it has no such cabinet, or does not support a change.
    """
    own = room_assumptions(room)
    lengths = {name: getattr(assumed, name) for name in own}
    if not assumed.taken_cabinets and lengths == own:
        return room
    if isinstance(room, Hall):
        return _changed_hall(room, assumed)
    definition = room.definition()
    taken = [*definition["taken"], *map(str.upper, assumed.taken_cabinets)]
    return room_from_definition(definition | lengths | {"taken": taken}, "whatif")


def _changed_hall(hall: Hall, assumed: Assumptions) -> Hall:
    known = sorted({cabinet.name for cabinet in hall.cabinets})
    for name in assumed.taken_cabinets:
        if name not in known:
            some = f"such as {', '.join(known[:5])}"
            raise InputError("whatif taken", f"the hall has no cabinet {name!r}", some)
    lengths: dict[str, Any] = {
        "inside_mm": assumed.inside_cabinet_mm,
        _end_field(hall): assumed.overhead_per_end_mm,
    }
    cabinets = tuple(
        replace(cabinet, taken=cabinet.taken or cabinet.name in assumed.taken_cabinets)
        for cabinet in hall.cabinets
    )
    return replace(hall, cable=replace(hall.cable, **lengths), cabinets=cabinets)


def refuse_keys_of_grids(room: Room, assumed: Assumptions) -> None:
    """Refuse keys that apply only to grids."""
    for key, field in _GRID_ONLY.items():
        if isinstance(room, Hall) and getattr(assumed, field) is not None:
            raise InputError(
                f"whatif {key}", "applies to grids only, and this plan is in a hall", "omit it"
            )


def carried_slots(plan: Plan, room: Room) -> tuple[npt.NDArray[np.int32], list[int]]:
    """Return the slot of every switch in another room, by cabinet and position, and those without one."""
    first = first_slots(room.lengths.cabinet_of_slot, room.cabinet_count)
    cabinets = {room.cabinet_name(cabinet): cabinet for cabinet in range(room.cabinet_count)}
    slot_of = np.full(plan.topology.routers, -1, dtype=np.int32)
    for router, (name, position) in enumerate(switch_positions(plan)):
        cabinet = cabinets.get(name)
        if cabinet is not None and position <= first[cabinet + 1] - first[cabinet]:
            slot_of[router] = first[cabinet] + position - 1
    return slot_of, np.flatnonzero(slot_of < 0).tolist()


def lost_devices(plan: LaidFabric, hall: Hall) -> list[int]:
    """Return the listed devices whose cabinet is newly occupied in another hall."""
    taken = {number for number, cabinet in enumerate(hall.cabinets) if cabinet.taken}
    taken -= {number for number, cabinet in enumerate(plan.hall.cabinets) if cabinet.taken}
    return [number for number, device in enumerate(plan.fabric.devices) if device.cabinet in taken]


def carried_lists(
    plan: LaidFabric, hall: Hall, freed: Collection[int] = (), interrupt: Interrupt | None = None
) -> LaidFabric:
    """Return a plan of lists in another hall; ``freed`` devices get new places, all others stay.

    `InputError` if a freed device has no known height; `InfeasibleError` if limits and rules leave no place
    for one.
    """
    devices = tuple(
        replace(device, cabinet=None, unit=None) if number in freed else device
        for number, device in enumerate(plan.fabric.devices)
    )
    # a plan's lengths are routes, not lengths of listed cables that may be too short
    cables = tuple(
        cable if cable.length_listed else replace(cable, length_mm=None) for cable in plan.fabric.cables
    )
    fabric, search = replace(plan.fabric, devices=devices, cables=cables), plan.search
    if freed:
        rules, seed = ((), 0) if search is None else (search.rules, search.seed)
        fabric, search = place_free(fabric, hall, rules, seed, interrupt)
    carried = lay(fabric, hall, plan.room_spec, plan.title, search)
    # freed devices were placed with all power cords
    power = replace(plan.power, added=frozenset()) if plan.power is not None and freed else plan.power
    return replace(carried, path=plan.path, sha256=plan.sha256, power=power)


def carried_plan(plan: Plan, room: Room, slot_of: npt.NDArray[np.int32], *, again: bool) -> Plan:
    """Return a plan's network and servers in another room.

    ``slot_of`` is (n,), without -1. Detours around full trays exceed the shortest route by as much as in
    the plan, unless the network is placed ``again``: then servers follow their switches.
    """
    moved = replace(plan, room=room, placement=Placement(slot_of, room.slots), detours={})
    moved = replace(moved, hosts=_carried_hosts(plan, room, slot_of, again=again))
    if plan.given is not None:
        given = carried_fabric(plan.given, room, moved.placement, len(plan.cables))
        moved = replace(moved, given=given, panels=None)
    if again or not plan.detours:
        return moved
    before, after = (_ways_mm(item) for item in (replace(plan, detours={}), moved))
    detours = {
        link: (
            medium,
            length_mm + int(after[MEDIA.index(medium)][link] - before[MEDIA.index(medium)][link]),
        )
        for link, (medium, length_mm) in plan.detours.items()
    }
    return replace(moved, detours=detours)


def _ways_mm(plan: Plan) -> list[npt.NDArray[np.int64]]:
    """Return the lengths of all links in each medium, network links first."""
    servers = np.array(server_cable_lengths_mm(plan), dtype=np.int64)
    return [np.concatenate([plan.cables.of_medium_mm(kind), servers]) for kind in range(len(MEDIA))]


def _carried_hosts(
    plan: Plan, room: Room, slot_of: npt.NDArray[np.int32], *, again: bool
) -> HostPlan | None:
    """Return the servers in another room: in their places, or placed by their rule if they must move."""
    hosts = plan.hosts
    if hosts is None or not len(hosts):
        return hosts
    places = host_places(room, hosts.devices.heights, hosts.per_cabinet)
    number = {name: place for place, name in enumerate(places.names)}
    named = plan.server_cabinets()
    cabinet = np.array([number.get(named[place], -1) for place in hosts.cabinet.tolist()], dtype=np.int64)
    at_home = bool((cabinet >= 0).all())
    if at_home and not again:
        ends = slot_of[hosts.devices.ends[hosts.group]]
        length_mm = way_lengths_mm(places, room, ends, cabinet, hosts.unit)
        return replace(hosts, cabinet=cabinet, length_mm=length_mm)
    rule = hosts.rule if at_home or hosts.rule != "file" else "nearest"
    limits = HostLimits(hosts.per_cabinet, hosts.reach_mm, hosts.kept_free)
    return place_hosts(room, slot_of, hosts.devices, rule, limits, cabinet)


def closed_by_servers(plan: Plan, room: Room, routers: int) -> npt.NDArray[np.bool_] | None:
    """Return the slots that servers like the plan's close to switches, (S,); None if there are none.

    `InfeasibleError` if too few slots stay open.
    """
    if plan.hosts is None:
        return None
    devices = plan.hosts.devices
    of_each = ("servers", "switch_mw", "switch_g", "switch_units")
    changes: dict[str, Any] = {
        name: np.full(routers, getattr(devices, name).max(initial=0)) for name in of_each
    }
    if devices.liquid is not None:
        heat = np.full(routers, devices.liquid.switch_mw.max(initial=0))
        changes["liquid"] = replace(devices.liquid, switch_mw=heat)
    closed = closed_slots(room, replace(devices, **changes), plan.hosts.rule, plan.hosts.per_cabinet)
    return closed if closed.any() else None


def all_cable_mm(plan: Plan) -> int:
    """Return the length of all cables of a plan, including those to servers."""
    return plan.cables.total_mm + sum(server_cable_lengths_mm(plan))


def moved_text(plan: AnyPlan, other: AnyPlan) -> str:
    """Return a sentence on the devices that are not at their planned place."""
    if isinstance(plan, LaidFabric) or isinstance(other, LaidFabric):
        fabrics = fabric_of_any(plan), fabric_of_any(other)
        pairs = zip(*(fabric.devices for fabric in fabrics), strict=True)
        moved = [number for number, (old, new) in enumerate(pairs) if old != new]
        devices = fabrics[1].devices
        some = [f"{devices[item].name} to {fabrics[1].whereabouts(item)}" for item in moved[:_MAX_NAMED]]
        more = f" and {len(moved) - _MAX_NAMED} more" if len(moved) > _MAX_NAMED else ""
        return f"{count_text(len(moved), 'device')} of {len(devices):,} moved: {', '.join(some)}{more}."
    switches = zip(switch_positions(plan), switch_positions(other), strict=True)
    moved_switches = sum(old != new for old, new in switches)
    counts = f"{count_text(moved_switches, 'switch')} of {plan.topology.routers:,}"
    if plan.hosts is not None and other.hosts is not None and len(plan.hosts):
        servers = [
            np.array(item.server_cabinets())[item.hosts.cabinet]
            for item in (plan, other)
            if item.hosts is not None
        ]
        moved_servers = int((servers[0] != servers[1]).sum())
        counts += f" and {count_text(moved_servers, 'server')} of {plan.servers:,}"
    return f"{counts} have a different cabinet or position than in the plan."


def joint_search(plan: Plan, room: Room) -> PlaceTogether | None:
    """Return the joint search of switches and servers; None without servers."""
    hosts = plan.hosts
    groups = None if hosts is None else server_groups(plan.topology, hosts.devices)
    if hosts is None or groups is None:
        return None
    limits = HostLimits(hosts.per_cabinet, hosts.reach_mm, hosts.kept_free)

    def search(problem: Problem, effort: Effort, heard: Callable[[float, int], None]) -> ChainResult:
        return place_with_servers(problem, groups, length_costs(room, hosts.devices, limits), effort, heard)

    return search


def carried_requirements(
    plan: Plan, room: Room, closed: npt.NDArray[np.bool_] | None = None
) -> tuple[Requirement, ...]:
    """Return the requirements of a plan's placement in another room.

    ``closed`` are slots closed by servers, (S,). `InputError` for requirements that the room does not
    support; `InfeasibleError` if too few rack tops are left.
    """
    plain, groups, hosts = plan.solver.required, plan.solver.groups, plan.hosts
    required = tuple(read_requirement(text, plan.topology, room, groups) for text in plain)
    if hosts is None or not isinstance(room, Hall) or "rack-tops" not in plain:
        return required
    limits = HostLimits(hosts.per_cabinet, hosts.reach_mm, hosts.kept_free)
    kept_free = kept_free_slots(required, room)
    shut = [item for item in (closed, kept_free) if item is not None]
    opened = ~np.logical_or.reduce([np.zeros(room.slots, dtype=bool), *shut])
    tops = rack_tops(room, hosts.devices, hosts.rule, limits, opened)
    return tuple(tops if item.kind == "rack-tops" else item for item in required)


def homeless_servers(plan: Plan, room: Room) -> list[str]:
    """Return the cabinets with servers of a plan that another room does not offer."""
    if plan.hosts is None:
        return []
    heights, per_cabinet = plan.hosts.devices.heights, plan.hosts.per_cabinet
    names, offered = (host_places(floor, heights, per_cabinet).names for floor in (plan.room, room))
    return [name for name in (names[i] for i in np.unique(plan.hosts.cabinet)) if name not in offered]
