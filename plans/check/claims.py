"""Comparison of a plan's claims on inputs, placement, cables and totals with derived values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from netfloor.foundation.tool import TOOL
from netfloor.layout.chains.portfolio import recorded_placers
from netfloor.layout.check import cables as check
from netfloor.layout.check.hall import hall_floor
from netfloor.layout.check.hosts import host_problems, rack_top_problems
from netfloor.layout.check.requirements import (
    Switches,
    broken,
    free_cabinets,
    open_slots,
    standing,
    with_slots,
)
from netfloor.plans.check.columns import ServerRow, column_problems, server_rows
from netfloor.plans.check.detours import detour_problems
from netfloor.plans.check.differences import differences
from netfloor.plans.check.fabric import text_problems
from netfloor.plans.check.provable import unknown_fields
from netfloor.plans.file import document_sha256, network_input, room_input
from netfloor.plans.models import IMPORTED, PlanModel
from netfloor.rooms.any_room import Room
from netfloor.topologies.topology import Topology

#: Relative tolerance for sums of floats from another machine.
ROUNDING = 1e-9


@dataclass(frozen=True)
class PlainInputs:
    """Network and room as plain numbers for the check.

    ``kept`` are the slots that the requirements allow; ``bounded`` is the room restricted to them.
    """

    network: check.Network
    floor: check.AnyFloor
    kept: tuple[int, ...]
    bounded: check.AnyFloor


def form_problems(document: dict[str, Any], plan: PlanModel) -> list[str]:
    """Return the problems if no netfloor version writes this checksum, tool or solver."""
    problems = []
    if document_sha256(document) != plan.sha256:
        problems.append("sha256: the file was changed after it was written")
    if plan.tool.keys() != TOOL.keys() or plan.tool["name"] != TOOL["name"]:
        problems.append(f"tool: {plan.tool} is not netfloor and its version")
    problems += text_problems(plan)
    solver, budget = plan.solver, plan.solver.budget
    problems += unknown_fields(plan)
    if solver.placer not in recorded_placers():
        problems.append(f"solver.placer: there is no {solver.placer!r}")
    if min(solver.seed, solver.iterations, solver.chains - 1) < 0:
        problems.append("solver: seed, iterations or chains are out of range")
    if (budget.iterations is None) == (budget.seconds is None):
        problems.append("solver.budget: must be iterations or seconds")
    elif (budget.iterations or budget.seconds or 0) <= 0:
        problems.append("solver.budget: must be above 0")
    return problems


def input_problems(document: dict[str, Any], topology: Topology, room: Room) -> list[str]:
    """Return the recorded inputs that differ from their specs."""
    claimed = document["inputs"]
    network, floor = network_input(topology), room_input(room, claimed["room"]["spec"])
    return [
        *differences(claimed["network"], network, "inputs.network"),
        *differences(claimed["room"], floor, "inputs.room"),
    ]


def claim_problems(
    document: dict[str, Any], plan: PlanModel, topology: Topology, room: Room, plain: PlainInputs
) -> list[str]:
    """Return the parts of placement, cables and totals that contradict network, room and slots."""
    network, floor = plain.network, plain.floor
    problems = check.placement_problems(plan.placement, network, floor)
    if problems:
        return problems
    if plan.ports != IMPORTED and None in plan.cables.whole()["length_mm"]:
        return ["cables.length_mm: is missing for some cables"]
    problems = [*fixed_problems(plan), *together_problems(plan)]
    problems += requirement_problems(plan, floor, topology, room)
    derived = check.derive(plan.placement, network, floor)
    hosts = None
    if plan.hosts is not None:
        rows = server_rows(plan, topology.routers)
        hosts = document["hosts"] | {"servers": _one_length(rows, topology)}
    problems += dearer_problems(plan, derived.total_mm)
    totals = {
        "cables": len(derived.lengths_mm),
        "cables_inside_cabinets": derived.inside,
        "total_cable_mm": derived.total_mm,
        "max_cable_mm": derived.max_mm,
    }
    if hosts is not None:
        definition = room.definition()
        endpoints = topology.endpoints.tolist()
        problems += host_problems(
            hosts, definition, floor, plan.placement, endpoints, plain_servers(topology)
        )
        if "rack-tops" in plan.solver.required and not problems:
            problems += rack_top_problems(hosts, definition, floor, plan.placement)
    problems += detour_problems(plan, topology, derived, room.definition())
    return [
        *problems,
        *column_problems(plan, topology, floor, derived.lengths_mm),
        *differences(document["totals"], totals, "totals"),
    ]


def _one_length(rows: list[ServerRow], topology: Topology) -> list[tuple[Any, ...]]:
    """Return the server rows, with a single length for servers whose equal cables end on one switch."""
    return [
        (*place, lengths[0] if topology.servers is None and len(set(lengths)) == 1 else lengths)
        for *place, lengths in rows
    ]


def fixed_problems(plan: PlanModel) -> list[str]:
    """Return the switches that are not in their fixed location."""
    placed = dict(enumerate(plan.placement))
    return [
        f"solver.fixed: switch {router} had to stay in slot {slot}"
        for router, slot in plan.solver.fixed
        if placed.get(router) != slot
    ]


def together_problems(plan: PlanModel) -> Iterator[str]:
    """Yield reasons why switches cannot have been placed together with servers as claimed."""
    solver, hosts = plan.solver, plan.hosts
    if not solver.together:
        return
    if hosts is None or hosts.rule != "nearest":
        yield "solver.together: goes with servers that may be in any cabinet"
    if solver.objective is not None and solver.objective.placement_by_length != plan.placement:
        yield "solver.objective.placement_by_length: none is looked for where servers are placed too"


def plain_inputs(topology: Topology, room: Room, required: Sequence[str] = ()) -> PlainInputs:
    """Return network and room as plain numbers for the check."""
    floor = plain_floor(room)
    where = standing(floor, room.definition())
    try:
        kept = open_slots(required, where)
    except ValueError:  # reported by `broken`
        kept = list(range(len(floor.cabinet)))
    bounded = floor if len(kept) == len(floor.cabinet) else with_slots(floor, kept)
    return PlainInputs(plain_network(topology), floor, tuple(kept), bounded)


def requirement_problems(
    plan: PlanModel, floor: check.AnyFloor, topology: Topology, room: Room
) -> list[str]:
    """Return the requirements violated by the placement or by the recorded servers."""
    where, texts = standing(floor, room.definition()), plan.solver.required
    groups = plan.solver.groups or ([] if topology.groups is None else topology.groups.tolist())
    result = broken(texts, where, plan.placement, plain_switches(topology), plan.solver.closed, groups)
    problems = [f"solver.requirements: {item}" for item in result]
    if not problems and plan.hosts is not None and plan.hosts.kept_free != free_cabinets(texts, where):
        problems.append("hosts.kept_free: is not what the requirements keep free")
    return problems


def plain_floor(room: Room) -> check.AnyFloor:
    """Return a room for the check, derived from its definition only."""
    definition = room.definition()
    return (
        hall_floor(definition)
        if definition.get("kind") == "hall"
        else check.floor_from_definition(definition)
    )


def dearer_problems(plan: PlanModel, total_mm: int) -> list[str]:
    """Return the requirements of negative recorded cost, though the search without them knew this plan."""
    objective = plan.solver.objective
    if objective is not None and objective.not_purchasable is not None:
        return []
    if plan.solver.together:  # cables to servers count too
        objective, total_mm = None, sum(plan.cables.whole()["length_mm"])
    problems, own = [], float(total_mm) if objective is None else objective.value
    for requirement in plan.solver.requirements:
        without = requirement.cable_mm_without if objective is None else requirement.value_without
        if without is not None and without > own * (1 + ROUNDING):
            problems.append(
                f"solver.requirements: {requirement.text} would save something: {without} without it"
            )
    return problems


def plain_network(topology: Topology) -> check.Network:
    """Return a network for the check."""
    links = tuple((u, v) for u, v in topology.links.tolist())
    return check.Network(topology.routers, links, tuple(topology.multiplicity.tolist()))


def plain_switches(topology: Topology) -> Switches:
    """Return the switches for the check of rules."""
    networks = topology.networks or ()
    endpoints = [count for network in networks for count in network.alone.endpoints.tolist()]
    return Switches(
        [topology.label(switch) for switch in range(topology.routers)],
        [(u, v) for u, v in topology.links.tolist()],
        endpoints if networks else topology.endpoints.tolist(),
        [(network.name, network.switches) for network in networks],
    )


def plain_servers(topology: Topology) -> list[tuple[int, list[int]]] | None:
    """Return the number of servers and the switch of each port of every group, for the check."""
    servers = topology.servers
    if servers is None:
        return None
    return list(zip(servers.servers.tolist(), servers.switches.tolist(), strict=True))
