"""Random networks in random rooms that the tests of this folder share."""

from collections.abc import Callable
from itertools import permutations

import networkx as nx
import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from layout.problem import Problem, make_problem
from rooms import Room
from topologies.topology import Topology, normal_links

# compiling a kernel and a busy machine are no failures
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

Placed = tuple[Topology, Room]


def _topology(graph: nx.Graph) -> Topology:
    """Return the network of a NetworkX graph; edge attribute ``weight`` is a multiplicity."""
    numbered = nx.convert_node_labels_to_integers(graph)
    pairs = [(u, v) for u, v, count in numbered.edges(data="weight", default=1) for _ in range(count)]
    n = numbered.number_of_nodes()
    links, multiplicity = normal_links(np.array(pairs).reshape(-1, 2), n)
    return Topology(str(graph), "test", {}, n, links, multiplicity, np.zeros(n, np.int32))


def _weighted(n: int, density: float, heaviest: int, seed: int) -> Topology:
    """Return a random network, connected or not, with up to ``heaviest`` links a pair."""
    rng = np.random.default_rng(seed)
    graph = nx.gnp_random_graph(n, density, seed=seed)
    for edge in graph.edges:
        graph.edges[edge]["weight"] = int(rng.integers(1, heaviest + 1))
    return _topology(graph)


@st.composite
def _placeable(draw, most=14, slots=(1, 2, 3, 5), heaviest=(1, 3, 300)):
    """Draw a network and a room that holds it, with or without spare slots."""
    rows, columns, per = draw(st.integers(1, 4)), draw(st.integers(1, 5)), draw(st.sampled_from(slots))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    missing = draw(st.lists(st.sampled_from(cells), max_size=len(cells) // 2, unique=True))
    room = Room(
        "room",
        rows,
        columns,
        row_pitch_mm=draw(st.sampled_from([1, 600, 2000, 10_000_000])),
        column_pitch_mm=draw(st.integers(1, 3000)),
        slots_per_cabinet=per,
        overhead_mm=draw(st.sampled_from([0, 777, 2000])),
        inside_mm=draw(st.sampled_from([0, 2000, 9001])),
        missing=frozenset(missing[: len(cells) - 1]),
    )
    n = draw(st.integers(1, min(most, room.slots)))
    seed, weight = draw(st.integers(0, 9999)), draw(st.sampled_from(heaviest))
    return _weighted(n, draw(st.sampled_from([0.0, 0.2, 0.5, 1.0])), weight, seed), room


@pytest.fixture(scope="session")
def placeable():
    """Networks and rooms to draw from; arguments bound their sizes."""
    return _placeable


@pytest.fixture(scope="session")
def topology_of() -> Callable[[nx.Graph], Topology]:
    """Make the network of a NetworkX graph."""
    return _topology


@pytest.fixture(scope="session")
def weighted_network() -> Callable[[int, float, int, int], Topology]:
    """Make a random network of n routers, density, most links a pair, and seed."""
    return _weighted


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
def tiny_problems() -> list[Problem]:
    """Make problems of at most 7 slots, of every kind: spare slots, missing cabinets, weights."""
    rng = np.random.default_rng(2024)
    rooms = [
        Room("a", 2, 3, slots_per_cabinet=1),
        Room("b", 1, 3),
        Room("c", 2, 2, slots_per_cabinet=3, missing=frozenset({(0, 1), (1, 0)})),
        Room("d", 2, 2, missing=frozenset({(1, 1)}), inside_mm=9000),
        Room("e", 7, 1, slots_per_cabinet=1, overhead_mm=0),
        Room("f", 1, 2, slots_per_cabinet=3, inside_mm=0),
    ]
    return [
        make_problem(_weighted(int(rng.integers(3, min(7, room.slots) + 1)), 0.6, 3, seed), room)
        for room in rooms
        for seed in range(3)
    ]
