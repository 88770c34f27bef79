"""A plan file back in memory: network, room and cables, rebuilt from its inputs."""

import shlex
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.beside import beside
from netfloor.foundation.errors import CheckFailedError, InputError, setting
from netfloor.layout.placement import Placement
from netfloor.plans.check.bound import claimed_bound
from netfloor.plans.check.claims import (
    claim_problems,
    form_problems,
    input_problems,
    plain_inputs,
)
from netfloor.plans.file import KEPT_PORTS, read_record
from netfloor.plans.models import PlanModel
from netfloor.plans.plan import Plan
from netfloor.plans.rebuild import rebuild
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hosts.stand import hosts_from_record
from netfloor.topologies.topology import Topology

#: What to run where a command reads plans of one network; see `load_plan`.
ALONE = (
    f"place one network alone and use its plan: `netfloor layout {{spec}} {setting('room')} {{room}} "
    f"{setting('out')} {{name}}.json`"
)
BY_SPEC = "use the spec of one network in place of the plan, such as `{spec}`"
BY_BILL = "read cost and watts from the bill: `netfloor bom {plan}`"
BY_HAND = (
    f"tick each cable on the test sheet: `netfloor papers {{plan}} {setting('only')} tests "
    f"{setting('out')} tests`"
)
BY_SHEETS = (
    f"write both as tables and compare these: `netfloor export {{plan}} {setting('to')} pull-sheets "
    f"{setting('out')} sheets`"
)


def load_plan(path: Path, *, networks: bool = False, instead: str = ALONE) -> Plan:
    """Return a plan, its cables derived again from network, room and placement.

    Parameters
    ----------
    networks
        Whether the caller knows plans of several networks; to others they are refused.
    instead
        What the refusal says to do: a text with the fields ``plan``, and ``name``, ``spec`` and ``room`` of
        the first network.

    Raises
    ------
    InputError
        If the file is not a plan that this version reads, or has several networks.
    CheckFailedError
        If what the plan claims is not what its inputs give: no cost is computed on it.
    """
    document, record = read_record(path)
    topology, room = rebuild(record, str(path))
    if topology.networks is not None and not networks:
        names = ", ".join(part.name for part in topology.networks)
        first = topology.networks[0]
        fields = {"plan": str(path), "name": first.name, "spec": first.alone.name}
        fields["room"] = beside(path, record.inputs.room.spec) or ""
        told = instead.format(**{name: shlex.quote(text) for name, text in fields.items()})
        held = f"holds {len(topology.networks)} networks ({names})"
        what = f"{held}, and this command reads plans of one network"
        raise InputError(str(path), what, told)
    problems = form_problems(document, record)
    problems += input_problems(document, topology, room)
    problems += claim_problems(
        document, record, topology, room, plain_inputs(topology, room, record.solver.required)
    )
    if problems:
        raise CheckFailedError(f"{path}: {problems[0]} (run `netfloor verify` for all problems)")
    return assembled(document, record, topology, room, path)


def assembled(
    document: dict[str, Any], record: PlanModel, topology: Topology, room: AnyRoom, path: Path
) -> Plan:
    """Return a plan whose record was checked, with its network and room."""
    hosts = None
    if record.hosts is not None:
        hosts = hosts_from_record(document["hosts"], room, topology.endpoints, topology.servers)
    return Plan(
        topology,
        room,
        record.inputs.room.spec,
        Placement(np.array(record.placement, dtype=np.int32), room.slots),
        record.solver,
        claimed_bound(record),
        hosts,
        record.order,
        {link: (medium, length_mm) for link, medium, length_mm in record.detours},
        _ports(record),
        record.ports == KEPT_PORTS,
        path,
        record.sha256,
        record.title,
    )


def _ports(record: PlanModel) -> npt.NDArray[np.int32] | None:
    """Return the ports that a plan gives its cables, (m, 2), None where they count by neighbour."""
    if record.ports is None:
        return None
    return np.array([(cable.a.port, cable.b.port) for cable in record.cables], dtype=np.int32).reshape(
        -1, 2
    )
