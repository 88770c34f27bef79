"""Run the independent check on the result of a search."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import CheckFailedError
from netfloor.layout.bounds import Bound
from netfloor.layout.check.cables import AnyFloor, Floor, Network, TableFloor, derive, placement_problems
from netfloor.layout.check.requirements import Switches, broken, standing
from netfloor.layout.placed import ChainResult
from netfloor.layout.problem import Problem
from netfloor.layout.requirements import Requirement
from netfloor.rooms.any_room import Room
from netfloor.rooms.routed_lengths import RoutedLengths
from netfloor.topologies.topology import Topology


def recheck(problem: Problem, placed: ChainResult, bound: Bound) -> None:
    """Recompute a placement's cost with the independent check; raise `CheckFailedError` if it differs."""
    u, v, counts = problem.pairs
    network = Network(
        problem.routers, tuple(zip(u.tolist(), v.tolist(), strict=True)), tuple(counts.tolist())
    )
    floor = check_floor(problem)
    slot_of = placed.slot_of.tolist()
    problems = placement_problems(slot_of, network, floor)
    if not problems:
        cost = derive(slot_of, network, floor).total_mm
        if cost != placed.cost:
            problems.append(f"cost: the placer says {placed.cost} mm, the check {cost} mm")
        if bound.length_mm > cost:
            problems.append(f"bound: {bound.length_mm} mm is above the cost of {cost} mm")
    if problems:
        raise CheckFailedError("the independent check disagrees with the placer: " + "; ".join(problems))


def recheck_requirements(
    requirements: Sequence[Requirement],
    topology: Topology,
    room: Room,
    problem: Problem,
    placed: ChainResult,
    closed: Sequence[int] = (),
) -> None:
    """Raise `CheckFailedError` if a placement violates a requirement."""
    problems = not_kept(requirements, topology, room, problem, placed.slot_of, closed)
    if problems:
        raise CheckFailedError(f"the placement violates requirements: {'; '.join(problems)}")


def not_kept(
    requirements: Sequence[Requirement],
    topology: Topology,
    room: Room,
    problem: Problem,
    slot_of: npt.NDArray[np.int32],
    closed: Sequence[int] = (),
) -> list[str]:
    """Report the requirements that a placement violates, by the independent check."""
    if not requirements:
        return []
    where = standing(check_floor(problem), room.definition())
    groups = next((requirement.group_of for requirement in requirements if requirement.group_of), ())
    texts = [requirement.text for requirement in requirements]
    return broken(texts, where, slot_of.tolist(), check_switches(topology), closed, groups)


def check_switches(topology: Topology) -> Switches:
    """Convert the switches for the check; switches of several networks are named within their network."""
    parts = topology.networks or ()
    alone = [part.alone for part in parts] or [topology]
    return Switches(
        [topology.label(router) for router in range(topology.routers)],
        [(u, v) for u, v in topology.links.tolist()],
        [count for item in alone for count in item.endpoints.tolist()],
        [(part.name, part.switches) for part in parts],
    )


def check_floor(problem: Problem) -> AnyFloor:
    """Convert the floor for the check, with a position per slot."""
    if isinstance(problem.lengths, RoutedLengths):
        routed = problem.lengths
        home = routed.cabinet_of_slot.tolist()
        x_mm, y_mm = tuple(routed.x_mm.tolist()), tuple(routed.y_mm.tolist())
        return TableFloor(x_mm, y_mm, tuple(home), tuple(map(str, home)), routed.length_mm)
    lengths = problem.grid
    return Floor(
        tuple(lengths.column_mm[lengths.slot_column].tolist()),
        tuple(lengths.row_mm[lengths.slot_row].tolist()),
        tuple(lengths.slot_cabinet.tolist()),
        tuple(str(cabinet) for cabinet in range(lengths.cabinets)),
        lengths.apart_mm,
        lengths.inside_mm,
    )
