"""A plan in memory: one placed network with all fields of its file."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.fabric.fabric import Cable, Fabric
from netfloor.fabric.links import PanelCabling, trace_links
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
from netfloor.rooms.any_room import Room
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.hosts.server_placement import HostPlan
from netfloor.topologies.topology import Topology

#: Links with a detour around full trays, by number, network links first: medium and length in mm.
Detours = Mapping[int, tuple[str, int]]


@dataclass(frozen=True, eq=False, repr=False)
class Plan:
    """A placed network.

    Attributes
    ----------
    room_spec
        The room as the user typed it; the file holds its full definition.
    placement
        Slot of every switch.
    solver
        How the placement was found, and its objective.
    bound
        Certified lower bound on the length of all network cables without detours.
    hosts
        Servers, None if not placed.
    ports
        Port at both ends of each network cable, (m, 2), if cages of the ordered switches take several
        links; None if ports are numbered by neighbour.
    kept
        Ports and ids taken from the expanded plan or the imported file; None if all are numbered again.
    given
        The imported fabric, in the order of the network; None otherwise.
    panels
        The panels of that file and the cables that links through them consist of; None without any.
    order
        Catalogue and terms by which parts are bought, None without a catalogue.
    path, sha256
        Plan file and its checksum; None and empty before it is written.
    title
        As in the planning file; may be empty.
    grown
        The plan that was expanded, and what stays of it; None without one.
    """

    topology: Topology
    room: Room
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
        """Network cables on their shortest routes, to which the lower bound applies."""
        return make_cable_plan(self.topology, self.room, self.placement, self.given_ports)

    @cached_property
    def cables(self) -> CablePlan:
        """Network cables as laid, some with detours around full trays, some through panels."""
        return self.shortest_cables.with_detours(self.detours).with_lengths(self.piece_lengths_mm)

    @cached_property
    def pieces(self) -> Mapping[int, tuple[Cable, ...]]:
        """Pieces of each link through panels of an imported plan, by the number of the link's cable."""
        if self.panels is None or self.given is None:
            return {}
        number = {cable.id: place for place, cable in enumerate(self.given.cables)}
        links = trace_links(self.panels.added_to(self.given)).links
        return {number[link.pieces[0].id]: link.pieces for link in links if len(link.pieces) > 1}

    @cached_property
    def piece_lengths_mm(self) -> Mapping[int, int]:
        """Total length of the pieces of each link through panels; only links whose pieces are all known."""
        result: dict[int, int] = {}
        for number, pieces in self.pieces.items():
            lengths = [piece.length_mm for piece in pieces if piece.length_mm is not None]
            if len(lengths) == len(pieces):
                result[number] = sum(lengths)
        return result

    @cached_property
    def cable_ids(self) -> list[str]:
        """Ids of all cables: between switches, then of endpoints if servers are placed."""
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
        """Highest used port of each switch, including the management port, (n,)."""
        used = self.topology.ports + self.topology.managed
        if self.kept is not None:
            np.maximum.at(used, self.cables.routers, self.kept.ports)
            endpoints = np.repeat(np.arange(self.topology.routers), self.topology.endpoints)
            np.maximum.at(used, endpoints, self.kept.server_ports)
        return used

    @property
    def given_ports(self) -> npt.NDArray[np.int32] | None:
        """Port at both ends of each network cable, (m, 2); None if numbered by neighbour."""
        return self.ports if self.kept is None else self.kept.ports

    @property
    def next_numbers(self) -> tuple[int, int]:
        """Numbers of the next cable ids: between switches, and to servers."""
        if self.kept is not None:
            return self.kept.next_numbers
        between = len(self.shortest_cables)
        return between + 1, len(self.cable_ids) - between + 1

    @property
    def gap(self) -> float | None:
        """(length - bound) / bound of the shortest routes; None if only the bound is zero."""
        return relative_gap(self.shortest_cables.total_mm, self.bound.length_mm)

    @property
    def lower_bound_m(self) -> float:
        """Lower bound on the mean cable length of any placement, m."""
        return mm_to_metres(self.bound.length_mm / max(len(self.shortest_cables), 1))

    def cable_figures(self) -> dict[str, Any]:
        """Return lengths, bound and gap for JSON documents."""
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
        """Name on pages: title, or else network."""
        return self.title or self.topology.name

    @property
    def name(self) -> str:
        """Name in messages: file, or else network."""
        return self.topology.name if self.path is None else str(self.path)

    @property
    def servers(self) -> int:
        """Number of placed servers."""
        return 0 if self.hosts is None else len(self.hosts)

    def server_cabinets(self) -> tuple[str, ...]:
        """Return the cabinet names that servers refer to by number."""
        if self.hosts is None:
            return ()
        return host_places(self.room, self.hosts.devices.heights, self.hosts.per_cabinet).names


def left_ports(topology: Topology, ports: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the lowest ports left for the endpoints of each switch, (e,).

    ``ports``: those at both ends of the cables between switches, (m, 2).
    """
    taken: list[set[int]] = [set() for _ in range(topology.routers)]
    ends = np.repeat(topology.links, topology.multiplicity, axis=0)
    for router, port in zip(ends.ravel().tolist(), ports.ravel().tolist(), strict=True):
        taken[router].add(port)
    results: list[int] = []
    for own, count in zip(taken, topology.endpoints.tolist(), strict=True):
        free = (port for port in itertools.count(1) if port not in own)
        results += itertools.islice(free, count)
    return np.array(results, dtype=np.int32)


def display_names(plans: Sequence[Plan | LaidFabric]) -> list[str]:
    """Return distinct display names of plans: title or network, plus the file where two are equal."""
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
    room: Room,
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
        The minimised objective in the form of `ObjectiveRecord`; None for length.
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
    """Return the records of the requirements of a result."""
    return [_requirement(text, result) for text in result.requirements]


def _requirement(text: str, result: Result) -> RequirementRecord:
    """Return the record of one requirement; unknown fields are left out."""
    fields: dict[str, Any] = {"text": text}
    for item in result.without:
        if item.text == text:
            fields |= {"cable_mm_without": item.cable_mm, "value_without": item.value}
    if result.groups and text.startswith("groups"):
        fields["groups"] = list(result.groups)
    return RequirementRecord.model_construct(**fields)
