"""Switches placed together with servers that have ports on several of them."""

from itertools import permutations

import numpy as np
import pytest

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.budget import Budget
from netfloor.layout.chains.run import Effort
from netfloor.layout.problem import make_problem
from netfloor.layout.requirements import read_requirement
from netfloor.layout.with_servers import CableCosts, place_with_servers
from netfloor.rooms.room_spec import room_from_spec
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.spec import build

ROOM = room_from_spec("grid:1x2")  # two slots a cabinet


def costs(rng, cabinets, room_for):
    """Return random costs between four slots, and from them to cabinets."""
    network = rng.integers(1, 50, (4, 4))
    network = network + network.T
    np.fill_diagonal(network, 0)
    return CableCosts(network, rng.integers(1, 100, (4, cabinets)), np.array(room_for))


def effort(iterations=20_000):
    """Return eight chains from a seed: each ends in a placement that no single exchange improves."""
    return Effort(tuple(np.random.SeedSequence(0).spawn(8)), Budget(iterations=iterations), 1, Interrupt())


@pytest.mark.parametrize("seed", range(4))
def test_the_best_of_switches_and_servers_together(seed):
    """Of all ways to place three switches in four slots and two groups of two servers in three cabinets."""
    problem = make_problem(build("mesh:3" if seed % 2 else "complete:3"), ROOM)
    groups = ServerGroups(np.array([[0, 1], [1, 2]], np.int32), np.array([2, 2], np.int32))
    costing = costs(np.random.default_rng(seed), 3, [2, 2, 2])
    best = min(
        problem_cost(problem, costing, groups, slots, homes)
        for slots in permutations(range(4), 3)
        for homes in permutations(range(3), 2)
    )
    found = place_with_servers(problem, groups, costing, effort(), nobody)
    assert found.cost == problem.cost(found.slot_of)
    homes = permutations(range(3), 2)
    assert best == min(problem_cost(problem, costing, groups, found.slot_of, home) for home in homes)


@pytest.mark.parametrize("seed", range(4))
def test_pairs_are_kept_apart_at_the_least_cost(seed):
    """Of all ways to place three switches in four slots of two cabinets, two of them never in one."""
    topology = build("complete:3")
    rule = read_requirement("apart=0,1", topology, ROOM)
    problem, free = make_problem(topology, ROOM, requirements=(rule,)), make_problem(topology, ROOM)
    groups = ServerGroups(np.array([[0, 1], [1, 2]], np.int32), np.array([2, 2], np.int32))
    costing = costs(np.random.default_rng(seed), 3, [2, 2, 2])
    homes = list(permutations(range(3), 2))
    kept = [slots for slots in permutations(range(4), 3) if slots[0] // 2 != slots[1] // 2]
    best = min(problem_cost(free, costing, groups, slots, home) for slots in kept for home in homes)
    found = place_with_servers(problem, groups, costing, effort(), nobody)
    assert problem.allows(found.slot_of)
    assert best == min(problem_cost(free, costing, groups, found.slot_of, home) for home in homes)


def nobody(done, cost):
    """Hear nothing."""


def problem_cost(problem, costing, groups, slots, homes):
    """Return what all cables cost, groups whole in their cabinets."""
    u, v, counts = problem.pairs
    slots = np.array(slots)
    total = int(counts @ costing.network[slots[u], slots[v]])
    for switches, servers, home in zip(groups.switches, groups.servers, homes, strict=True):
        total += int(servers) * int(costing.server[slots[switches], home].sum())
    return total


def test_closed_slots_stay_empty_and_full_rooms_are_refused():
    """A switch never stands where none may; servers that cabinets cannot hold are counted."""
    closed = np.array([True, False, False, False])
    problem = make_problem(build("complete:3"), ROOM, closed=closed)
    groups = ServerGroups(np.array([[0, 1]], np.int32), np.array([4], np.int32))
    costing = costs(np.random.default_rng(0), 2, [3, 1])
    found = place_with_servers(problem, groups, costing, effort(1000), nobody)
    assert sorted(found.slot_of.tolist()) == [1, 2, 3]
    with pytest.raises(InfeasibleError, match="hold 3 of 4 servers"):
        place_with_servers(problem, groups, costs(np.random.default_rng(0), 2, [2, 1]), effort(10), nobody)
