"""The bound by line cuts and clusters: true, derived twice, and better where it is meant to be."""

from itertools import pairwise, permutations
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.layout.bounds import cluster_bound, line_cut_bound
from netfloor.layout.bounds.clusters import PARTS, alike, largest_weight
from netfloor.layout.check import cables as check
from netfloor.layout.check.certificates import derive_cluster_bound
from netfloor.layout.problem import Problem, make_problem
from netfloor.layout.recheck import check_floor
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_spec import paper_room
from netfloor.structure.spectrum.laplacian import algebraic_connectivity, proved_algebraic_connectivity
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

#: Bounds on the mean cable in m that SlimFly networks must reach in the paper's rooms.
SLIMFLY = {"slimfly:7": 6.97, "slimfly:13": 10.06}


def checked(topology: Topology, problem: Problem, value: float, clusters: dict[str, Any]) -> Any:
    """Return what the independent check derives."""
    links = tuple((u, v) for u, v in topology.links.tolist())
    network = check.Network(topology.routers, links, tuple(topology.multiplicity.tolist()))
    floor = check_floor(problem)
    assert isinstance(floor, check.Floor)
    return derive_cluster_bound(network, floor, value, clusters)


def dense(topology: Topology) -> Any:
    """Return the Laplacian, (n, n)."""
    flow = topology.adjacency.toarray().astype(float)
    return np.diag(flow.sum(axis=1)) - flow


@settings(max_examples=15)
@given(
    n=st.integers(4, 6),
    columns=st.integers(1, 3),
    slots=st.integers(1, 3),
    seed=st.integers(0, 999),
    share=st.floats(0.1, 0.9),
)
def test_no_placement_is_below_it(
    topology_of: Any, n: int, columns: int, slots: int, seed: int, share: float
) -> None:
    """Any clusters and any eigenvalue below the second one: every placement in full rooms was tried."""
    rng = np.random.default_rng(seed)
    topology = topology_of(nx.gnp_random_graph(n, 0.6, seed))
    value = share * algebraic_connectivity(topology)
    rows = -(-n // (columns * slots))
    problem = make_problem(topology, GridRoom("x", rows, columns, slots_per_cabinet=slots))
    of = rng.integers(0, 3, n)  # four switches or more: two are in one cluster
    weight = largest_weight(dense(topology), of, value) if value else 0
    if not weight or problem.slots > 7:
        return
    clusters = {"of": of.tolist(), "weight": weight, "length_mm": 0}
    proved = checked(topology, problem, value, clusters)
    ways = permutations(range(problem.slots), n)
    assert proved["length_mm"] <= min(problem.cost(np.array(way, dtype=np.int32)) for way in ways)
    more = {**clusters, "weight": weight + PARTS // 100}
    assert checked(topology, problem, value, more) is None


@pytest.mark.parametrize("spec", SLIMFLY)
def test_it_raises_the_bound_of_slimfly(spec: str) -> None:
    """Above line cuts, as far as promised; the check, which shares no code, derives the same parts."""
    topology = build(spec)
    problem = make_problem(topology, paper_room(topology.routers))
    proof = proved_algebraic_connectivity(topology)
    bound = cluster_bound(problem, proof)
    assert bound is not None
    assert bound.length_mm > line_cut_bound(problem, proof).length_mm
    assert bound.length_mm / problem.link_count / 1000 >= SLIMFLY[spec]
    claimed = {key: value for key, value in bound.to_dict().items() if key not in ("method", "eigenvalue")}
    assert checked(topology, problem, bound.eigenvalue, claimed["clusters"]) == claimed


def test_switches_of_one_cluster_are_found(topology_of: Any) -> None:
    """Three groups of four, every two joined by a matching: eigenvalue 3 tells groups apart, not places."""
    one = nx.disjoint_union_all([nx.complete_graph(4)] * 3)
    one.add_edges_from((4 * a + i, 4 * b + i) for a, b in pairwise((0, 1, 2, 0)) for i in range(4))
    topology = topology_of(one)
    of = alike(dense(topology), 3.0)
    assert of is not None
    assert of.tolist() == [0] * 4 + [1] * 4 + [2] * 4
    assert alike(dense(topology_of(nx.petersen_graph())), 2.0) is None
