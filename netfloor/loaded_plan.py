"""A plan file back in memory: network, room and cables, rebuilt from its inputs."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from foundation.errors import CheckFailedError
from layout.cable_plan import CablePlan, make_cable_plan
from layout.hosts import HostPlan, hosts_from_record
from layout.placement import Placement
from layout.plan_file import read_plan
from netfloor.plan_claims import claim_problems, form_problems, input_problems
from netfloor.verify import rebuild
from rooms.any_room import AnyRoom
from topologies.topology import Topology


@dataclass(frozen=True)
class LoadedPlan:
    """A plan that passed its check, ready for a cost model."""

    path: Path
    topology: Topology
    room: AnyRoom
    placement: Placement
    cables: CablePlan
    hosts: HostPlan | None = None


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
    return LoadedPlan(path, topology, room, placement, cables, hosts)
