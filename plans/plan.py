"""A plan in memory: one placed network, with everything that its file says."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.fabric.fabric import Fabric
from netfloor.fabric.links import PanelCabling
from netfloor.foundation.units import mm_to_metres
from netfloor.layout.bounds import Bound
from netfloor.layout.budget import Budget
from netfloor.layout.cable_plan import CablePlan, KeptCabling, cable_id, host_cable_id, make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.layout.result import Result, gap_text, relative_gap
from netfloor.plans.laid import LaidFabric
from netfloor.plans.models import (
    BudgetRecord,
    GrownRecord,
    ObjectiveRecord,
    OrderRecord,
    RequirementRecord,
    SolverRecord,
)
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.hosts.stand import HostPlan
from netfloor.topologies.topology import Topology

#: Links, network ones first, that go around full trays: the medium and the way in mm.
Detours = Mapping[int, tuple[str, int]]


@dataclass(frozen=True, eq=False, repr=False)
class Plan:
    """One placed network.

    Attributes
    ----------
    room_spec
        How the room was named; the file holds all that it means.
    placement
        Slot of every router.
    solver
        How the placement was found, and for what.
    bound
        Certified lower bound on the length of all network cables without detours.
    hosts
        Servers, None where nobody placed any.
    ports
        Port at both ends of each network cable, (m, 2), where its order's switches have cages for several
        links; None where ports count by neighbour.
    kept
        Ports and ids that come from the plan that this one grew from, or from the file that it was read
        from; None where all are counted.
    given
        The fabric that was read from a file, in the order of the network; None where it was made.
    panels
        The panels of that file, and the cables that links through them consist of; None without any.
    order
        By which catalogue and requirements its parts are bought, None where nobody said.
    path, sha256
        Its file and the checksum in it, None and empty before there is one.
    title
        What its planning file calls it; may be empty.
    grown
        The plan that it grew from, and what stays of it; None where it did not grow.
    """

    topology: Topology
    room: AnyRoom
    room_spec: str
    placement: Placement
    solver: SolverRecord
    bound: Bound
    hosts: HostPlan | None = None
    order: OrderRecord | None = None
    detours: Detours = field(default_factory=dict)
    ports: npt.NDArray[np.int32] | None = None
    kept: KeptCabling | None = None
    given: Fabric | None = None
    panels: PanelCabling | None = None
    path: Path | None = None
    sha256: str = ""
    title: str = ""
    grown: GrownRecord | None = None

    def __repr__(self) -> str:
        gap = "" if self.gap is None else f", gap {gap_text(self.gap)}"
        mean_m = mm_to_metres(self.cables.mean_mm)
        return f"Plan({self.topology.name} in {self.room.summary}: mean cable {mean_m:.2f} m{gap})"

    @cached_property
    def shortest_cables(self) -> CablePlan:
        """Network cables, each on its shortest way: what the bound is of."""
        return make_cable_plan(self.topology, self.room, self.placement, self.given_ports)

    @cached_property
    def cables(self) -> CablePlan:
        """Network cables as they are laid, some of them around full trays."""
        return self.shortest_cables.with_detours(self.detours)

    @cached_property
    def cable_ids(self) -> list[str]:
        """Ids of all cables: those between switches, then those of the endpoints where servers stand."""
        if self.kept is not None:
            return list(self.kept.ids)
        endpoints = int(self.topology.endpoints.sum()) if self.servers else 0
        between = range(len(self.shortest_cables))
        return [*map(cable_id, between), *map(host_cable_id, range(endpoints))]

    @cached_property
    def server_ports(self) -> npt.NDArray[np.int32]:
        """Port at the switch of each endpoint's cable, switch by switch, (e,)."""
        if self.kept is not None:
            return self.kept.server_ports
        counts = self.topology.endpoints
        before = np.repeat(np.cumsum(counts) - counts, counts)
        return (np.arange(len(before)) - before + 1).astype(np.int32)

    @cached_property
    def switch_ports(self) -> npt.NDArray[np.int32]:
        """Highest port in use on each switch, its own for management included, (n,)."""
        used = self.topology.ports + self.topology.managed
        if self.kept is not None:
            np.maximum.at(used, self.cables.routers, self.kept.ports)
            endpoints = np.repeat(np.arange(self.topology.routers), self.topology.endpoints)
            np.maximum.at(used, endpoints, self.kept.server_ports)
        return used

    @property
    def given_ports(self) -> npt.NDArray[np.int32] | None:
        """Port at both ends of each network cable, (m, 2); None where they count by neighbour."""
        return self.ports if self.kept is None else self.kept.ports

    @property
    def next_numbers(self) -> tuple[int, int]:
        """The numbers of the next ids of cables between switches and of cables to servers."""
        if self.kept is not None:
            return self.kept.next_numbers
        between = len(self.shortest_cables)
        return between + 1, len(self.cable_ids) - between + 1

    @property
    def gap(self) -> float | None:
        """(length - bound) / bound of the shortest ways; None where only the bound is zero."""
        return relative_gap(self.shortest_cables.total_mm, self.bound.length_mm)

    @property
    def lower_bound_m(self) -> float:
        """What no placement's mean cable is below, m."""
        return mm_to_metres(self.bound.length_mm / max(len(self.shortest_cables), 1))

    def cable_figures(self) -> dict[str, Any]:
        """Return lengths, bound and gap as JSON documents show them."""
        cables = self.cables
        return {
            "mean_cable_m": mm_to_metres(cables.mean_mm),
            "max_cable_m": mm_to_metres(cables.max_mm),
            "total_cable_m": mm_to_metres(cables.total_mm),
            "cables_inside_cabinets": int(cables.inside_cabinets.sum()),
            "lower_bound_m": self.lower_bound_m,
            "gap": self.gap,
        }

    @property
    def display_name(self) -> str:
        """What pages call it beside other plans: its title, else its network."""
        return self.title or self.topology.name

    @property
    def name(self) -> str:
        """What messages call it: its file, else its network."""
        return self.topology.name if self.path is None else str(self.path)

    @property
    def servers(self) -> int:
        """Servers that the plan has places for."""
        return 0 if self.hosts is None else len(self.hosts)

    def server_cabinets(self) -> tuple[str, ...]:
        """Return the names that the cabinets of servers are numbered by."""
        if self.hosts is None:
            return ()
        return host_places(self.room, self.hosts.devices.heights, self.hosts.per_cabinet).names


def left_ports(topology: Topology, ports: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the lowest ports that cables between switches leave for each switch's endpoints, (e,).

    ``ports``: at both ends of these cables, (m, 2).
    """
    taken: list[set[int]] = [set() for _ in range(topology.routers)]
    ends = np.repeat(topology.links, topology.multiplicity, axis=0)
    for router, port in zip(ends.ravel().tolist(), ports.ravel().tolist(), strict=True):
        taken[router].add(port)
    found: list[int] = []
    for own, count in zip(taken, topology.endpoints.tolist(), strict=True):
        free = (port for port in itertools.count(1) if port not in own)
        found += itertools.islice(free, count)
    return np.array(found, dtype=np.int32)


def display_names(plans: Sequence[Plan | LaidFabric]) -> list[str]:
    """Return display names of plans side by side: title or network, with the file where two are alike."""
    named = Counter(plan.display_name for plan in plans)
    names = [
        plan.display_name
        if named[plan.display_name] == 1
        else f"{plan.display_name} ({plan.path or plan.room.summary})"
        for plan in plans
    ]
    return [
        name if names.count(name) == 1 else f"{name} #{names[: place + 1].count(name)}"
        for place, name in enumerate(names)
    ]


def new_plan(
    topology: Topology,
    room: AnyRoom,
    room_spec: str,
    result: Result,
    budget: Budget,
    objective: Mapping[str, Any] | None = None,
) -> Plan:
    """Return the plan of a solved network.

    Parameters
    ----------
    budget
        The effort that was allowed.
    objective
        What was minimised, as `ObjectiveRecord` has it; None for the length.
    """
    required = requirement_records(result)
    asked: dict[str, Any] = {"requirements": required} if required else {}
    asked |= {"closed": list(result.closed)} if result.closed else {}
    asked |= {"together": True} if result.together else {}
    solver = SolverRecord.model_construct(
        placer=result.placer,
        seed=result.seed,
        chains=result.chains,
        budget=BudgetRecord.model_construct(iterations=budget.iterations, seconds=budget.seconds),
        iterations=result.iterations,
        status=result.status,
        found_by=result.found_by,
        fixed=[list(pair) for pair in result.fixed],
        objective=None if objective is None else ObjectiveRecord.model_construct(**objective),
        **asked,
    )
    return Plan(topology, room, room_spec, result.placement, solver, result.bound)


def requirement_records(result: Result) -> list[RequirementRecord]:
    """Return what a plan says of its requirements."""
    return [_requirement(text, result) for text in result.requirements]


def _requirement(text: str, result: Result) -> RequirementRecord:
    """Return what a plan says of one requirement; what is not known is left out."""
    fields: dict[str, Any] = {"text": text}
    for one in result.without:
        if one.text == text:
            fields |= {"cable_mm_without": one.cable_mm, "value_without": one.value}
    if result.groups and text.startswith("groups"):
        fields["groups"] = list(result.groups)
    return RequirementRecord.model_construct(**fields)
