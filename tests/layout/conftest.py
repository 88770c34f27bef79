"""Random networks in random rooms that the tests of this folder share."""

from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest

from netfloor.layout.problem import Problem, make_problem
from netfloor.rooms.room import GridRoom
from netfloor.topologies.topology import Topology

ChainResult = tuple[Topology, GridRoom]


def _plain_cost(problem: Problem, slot_of: np.ndarray) -> int:
    """Return the cost of a placement summed over all pairs of the full matrices."""
    matrix = problem.lengths.matrix()
    flow = problem.flow.toarray().astype(np.int64)
    return int((flow * matrix[np.ix_(slot_of, slot_of)]).sum()) // 2


@pytest.fixture(scope="session")
def plain_cost() -> Callable[[Problem, np.ndarray], int]:
    """Recompute a cost from full matrices."""
    return _plain_cost


@pytest.fixture(scope="session")
def optimum() -> Callable[[Problem], int]:
    """Find the least cost by trying every placement."""

    def least(problem: Problem) -> int:
        ways = np.array(list(permutations(range(problem.slots), problem.routers)))
        matrix, flow = problem.lengths.matrix(), problem.flow.toarray()
        costs = sum(
            flow[u, v] * matrix[ways[:, u], ways[:, v]] for u in range(problem.routers) for v in range(u)
        )
        return int(np.min(costs))

    return least


@pytest.fixture(scope="session")
def tiny_problems(weighted_network) -> list[Problem]:
    """Make problems of at most 7 slots, of every kind: spare slots, missing cabinets, weights."""
    rng = np.random.default_rng(2024)
    rooms = [
        GridRoom("a", 2, 3, slots_per_cabinet=1),
        GridRoom("b", 1, 3),
        GridRoom("c", 2, 2, slots_per_cabinet=3, missing=frozenset({(0, 1), (1, 0)})),
        GridRoom("d", 2, 2, missing=frozenset({(1, 1)}), inside_mm=9000),
        GridRoom("e", 7, 1, slots_per_cabinet=1, overhead_mm=0),
        GridRoom("f", 1, 2, slots_per_cabinet=3, inside_mm=0),
    ]
    return [
        make_problem(weighted_network(int(rng.integers(3, min(7, room.slots) + 1)), 0.6, 3, seed), room)
        for room in rooms
        for seed in range(3)
    ]
