"""A plan file back in memory: network, room and cables, rebuilt from its inputs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from foundation.errors import CheckFailedError
from layout.cable_plan import CablePlan, make_cable_plan
from layout.hosts import HostPlan, hosts_from_record
from layout.placement import Placement
from layout.plan_file import read_plan
from layout.plan_models import OrderRecord
from netfloor.plan_claims import claim_problems, form_problems, input_problems
from netfloor.verify import rebuild
from rooms.any_room import AnyRoom
from topologies.topology import Topology


@dataclass(frozen=True)
class LoadedPlan:
    """A plan that passed its check, ready for a cost model.

    ``order`` is what its parts are bought by, if the plan says so; ``detours`` the links,
    network ones first, that go around full trays: medium and mm.
    """

    path: Path
    topology: Topology
    room: AnyRoom
    placement: Placement
    cables: CablePlan
    hosts: HostPlan | None = None
    order: OrderRecord | None = None
    detours: Mapping[int, tuple[str, int]] = field(default_factory=dict)


def load_plan(path: Path) -> LoadedPlan:
    """Return a plan, its cables re-derived from network, room and placement.

    Raises
    ------
    InputError
        If the file is not a plan that this version reads.
    CheckFailedError
        If what the plan claims is not what its inputs give: no cost is computed on it.
    """
    document, plan = read_plan(path)
    topology, room = rebuild(plan, str(path))
    problems = form_problems(document, plan)
    problems += input_problems(document, topology, room)
    problems += claim_problems(document, plan, topology, room)
    if problems:
        raise CheckFailedError(f"{path}: {problems[0]} (run `netfloor verify` for all problems)")
    placement = Placement(np.array(plan.placement, dtype=np.int32), room.slots)
    cables = make_cable_plan(topology, room, placement)
    hosts = None if plan.hosts is None else hosts_from_record(document["hosts"], room, topology.endpoints)
    detours = {link: (medium, length_mm) for link, medium, length_mm in plan.detours}
    cables = cables.with_detours(detours)
    return LoadedPlan(path, topology, room, placement, cables, hosts, plan.order, detours)
