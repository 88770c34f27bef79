"""The match between the switches of the old and the larger network, and what stays in place."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from netfloor.exchange.user_tables.matches import routers_by_name
from netfloor.foundation.errors import InputError, setting
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.expansion import Growth
from netfloor.layout.problem import make_problem
from netfloor.layout.requirements import (
    Requirement,
    apart_requirement,
    kept_free_cabinets,
    kept_free_slots,
    read_requirement,
)
from netfloor.plans.by_names import router_names, switch_positions
from netfloor.plans.plan import Plan
from netfloor.rooms.any_room import Room
from netfloor.studies.whatif.room import carried_slots
from netfloor.topologies.networks import NetworkMember, first_switches
from netfloor.topologies.router_names import common_names
from netfloor.topologies.topology import Topology

Ints = npt.NDArray[np.int32]


def matched(plan: Plan, topology: Topology) -> Ints:
    """Return the new switch of each old one, -1 for none, (n,): matched by name or by role.

    Trees number their spines after their leaves, so a larger tree gives the names of old spines to leaves.
    Therefore the switches of each level, counted from those with endpoints, are matched in order if that
    keeps more cables.
    """
    return _matched(plan.topology, router_names(plan), topology)


def matched_networks(old: Topology, members: Sequence[NetworkMember]) -> Ints:
    """Return the same match for several networks, each matched with the one of its name."""
    match = np.full(old.routers, -1, dtype=np.int32)
    new = {
        member.name: (member.topology, first)
        for member, first in zip(members, first_switches(members), strict=True)
    }
    for part in old.networks or ():
        topology, first = new[part.name]
        names = [part.alone.label(switch) for switch in range(part.switches)]
        own = _matched(part.alone, names, topology)
        match[part.first : part.first + part.switches] = np.where(own >= 0, own + first, -1)
    return match


def _matched(old: Topology, names: list[str], new: Topology) -> Ints:
    by_name, by_role = _by_name(names, new), _by_role(old, new)
    if new.labels is not None:  # a user's names identify switches
        return by_name
    return by_role if _shared(old, new, by_role) > _shared(old, new, by_name) else by_name


def _by_name(before: list[str], topology: Topology) -> Ints:
    old, names = common_names(before, list(routers_by_name(topology)))
    new = {name: router for router, name in enumerate(names)}
    return np.array([new.get(name, -1) for name in old], dtype=np.int32)


def _by_role(old: Topology, new: Topology) -> Ints:
    match = np.full(old.routers, -1, dtype=np.int32)
    levels = _levels(old), _levels(new)
    for level in range(int(levels[0].max(initial=0)) + 1):
        before, after = (np.flatnonzero(side == level) for side in levels)
        stay = min(len(before), len(after))
        match[before[:stay]] = after[:stay]
    return match


def _levels(topology: Topology) -> Ints:
    """Return the distance of each switch to the nearest with endpoints; -1 if none is reachable."""
    level = np.full(topology.routers, -1, dtype=np.int32)
    front = topology.endpoint_switches
    for steps in range(topology.routers):
        front = front[level[front] < 0]
        if not len(front):
            break
        level[front] = steps
        front = np.unique(topology.adjacency[front].indices)
    return level


def _shared(old: Topology, new: Topology, match: Ints) -> int:
    """Return the number of cables between switches that both networks have."""
    ends = np.sort(match[old.links], axis=1)
    counts = dict(zip(_pairs(new.links), new.multiplicity.tolist(), strict=True))
    both = zip(_pairs(ends), old.multiplicity.tolist(), strict=True)
    return sum(min(count, counts.get(pair, 0)) for pair, count in both)


def kept_slots(
    plan: Plan, room: Room, match: npt.NDArray[np.int32], routers: int, cabinets: list[str]
) -> npt.NDArray[np.int32] | None:
    """Return the slots of switches in cabinets to keep, -1 for others; None without cabinets.

    `InputError` if such a cabinet is not in the old room, or has other slots in the new one.
    """
    if not cabinets:
        return None
    known = {plan.room.cabinet_name(cabinet) for cabinet in range(plan.room.cabinet_count)}
    cabinets = [name if name in known else name.upper() for name in cabinets]
    for name in cabinets:
        if name not in known:
            raise InputError(
                setting("keep-cabinets"), f"the plan has no cabinet {name!r}", "such as R01C01,R01C02"
            )
    slot_of, _ = carried_slots(plan, room)
    fixed = np.full(routers, -1, dtype=np.int32)
    for router, (cabinet, position) in enumerate(switch_positions(plan)):
        if cabinet not in cabinets or match[router] < 0:
            continue
        if slot_of[router] < 0:
            name, place = plan.topology.label(router), f"{cabinet}, position {position},"
            raise InputError(
                setting("keep-cabinets"), f"switch {name} cannot keep its place, {place} in the new room"
            )
        fixed[match[router]] = slot_of[router]
    return fixed


def growth_of(  # noqa: PLR0913 - both machines, and what is asked of the new one
    plan: Plan,
    topology: Topology,
    room: Room,
    match: npt.NDArray[np.int32],
    fixed: npt.NDArray[np.int32] | None,
    weight_mm: int,
    *,
    requirements: Sequence[Requirement] = (),
    closed: npt.NDArray[np.bool_] | None = None,
    stays: bool = False,
) -> Growth:
    """Return the placement problem of a new network next to the old machine and its servers."""
    slot_of, _ = carried_slots(plan, room)
    home = np.full(topology.routers, -1, dtype=np.int32)
    home[match[match >= 0]] = slot_of[match >= 0]
    kept_free = kept_free_slots(requirements, room)
    if kept_free is not None:
        home[kept_free[home]] = -1
    if closed is not None:
        closed[home[home >= 0]] = False
    pairs, cables, length_mm = _common(plan, topology, room, match)
    gone = len(plan.cables) - int(cables.sum())
    problem = make_problem(topology, room, fixed, closed, requirements)
    return Growth(
        problem=problem,
        home=home,
        pairs=pairs,
        cables=cables,
        length_mm=length_mm,
        gone=gone,
        weight_mm=weight_mm,
        stays=stays,
    )


def grown_requirements(
    plan: Plan,
    topology: Topology,
    room: Room,
    match: npt.NDArray[np.int32],
    given: Sequence[Requirement],
) -> tuple[tuple[Requirement, ...], tuple[str, ...]]:
    """Return the requirements of the new network without duplicates, and the dropped ones.

    Space kept free was for growth, so it is dropped; two switches stay apart if both exist, and patterns
    select switches of the new network. Requirements that are given again are kept.
    """
    kept: list[Requirement] = []
    lost: list[Requirement] = []
    for text in plan.solver.required:
        item = read_requirement(text, plan.topology, plan.room, plan.solver.groups)
        switches = [int(match[router]) for router in item.switches]
        if item.patterns and (again := _read_again(item, topology, room)) is not None:
            kept.append(again)
        elif item.patterns or item.kind != "apart" or min(switches) < 0:
            lost.append(item)
        else:
            kept.append(apart_requirement(switches[0], switches[1], item.rule, topology))
    every: dict[object, Requirement] = {}
    for item in (*kept, *given):
        pair = item.kind == "apart" and not item.patterns
        same = (item.rule, frozenset(item.switches)) if pair else item.text
        every.setdefault(same, item)
    required = tuple(every.values())
    dropped = tuple(entry.text for entry in lost if not _is_kept(entry, plan.room, room, required))
    return required, dropped


def _read_again(requirement: Requirement, topology: Topology, room: Room) -> Requirement | None:
    """Return a requirement with patterns for another network; None if the patterns match nothing there."""
    try:
        return read_requirement(requirement.text, topology, room)
    except InputError:
        return None


def _is_kept(requirement: Requirement, old: Room, new: Room, required: Sequence[Requirement]) -> bool:
    """Return whether the present requirements imply an old one."""
    if requirement.text in {other.text for other in required}:
        return True
    if requirement.kind != "keep-free":
        return False
    free = kept_free_cabinets([other for other in required if other.kind == "keep-free"], new)
    return set(kept_free_cabinets([requirement], old)) <= set(free)


def kept_detours(
    plan: Plan, topology: Topology, growth: Growth, match: Ints, slot_of: Ints
) -> dict[int, tuple[str, int]]:
    """Return the detours around full trays of undisturbed old cables, by new cable number."""
    first = np.cumsum(topology.multiplicity) - topology.multiplicity
    number = {pair: int(cable) for pair, cable in zip(_pairs(topology.links), first, strict=True)}
    left_alone = growth.left_alone(slot_of)
    common = zip(_pairs(growth.pairs[left_alone]), growth.cables[left_alone].tolist(), strict=True)
    cables, detours = dict(common), {}
    counted: Counter[tuple[int, int]] = Counter()
    for cable, ends in enumerate(_pairs(np.sort(match[plan.cables.routers], axis=1))):
        turn = counted[ends]
        counted[ends] += 1
        if cable in plan.detours and turn < cables.get(ends, 0):
            detours[number[ends] + turn] = plan.detours[cable]
    return detours


def _common(
    plan: Plan, topology: Topology, room: Room, match: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the pairs that both networks join, their common cables, and the present length of each.

    A cable of another rate is another cable. In the same room a detour around a full tray stays, so the
    shortest length counts.
    """
    old, now_mm = plan.topology, plan.cables.length_mm
    if plan.detours and room.definition() == plan.room.definition():
        now_mm = make_cable_plan(old, room, plan.placement).length_mm
    ends = np.sort(match[old.links], axis=1)
    new = {
        (u, v): count
        for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    }
    first = np.cumsum(old.multiplicity) - old.multiplicity
    rate_of = link_rates(topology)
    columns = zip(_pairs(ends), old.multiplicity.tolist(), first.tolist(), strict=True)
    rates = old.rates_of_links.tolist()
    rows = [
        (*pair, min(count, new[pair]), int(now_mm[cable]))
        for pair, count, cable in columns
        if pair[0] >= 0 and pair in new and rates[cable] == rate_of[pair]
    ]
    table = np.array(rows, dtype=np.int64).reshape(-1, 4)
    return table[:, :2].astype(np.int32), table[:, 2], table[:, 3]


def link_rates(topology: Topology) -> dict[tuple[int, int], float]:
    """Return the rate of the links between every two switches, in Gb/s."""
    first = np.cumsum(topology.multiplicity) - topology.multiplicity
    return dict(zip(_pairs(topology.links), topology.rates_of_links[first].tolist(), strict=True))


def _pairs(links: npt.NDArray[np.integer]) -> list[tuple[int, int]]:
    return [(u, v) for u, v in links.tolist()]
