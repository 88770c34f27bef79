"""Edge connectivity against NetworkX and against every cut of small networks."""

from itertools import product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.structure.hops.edge_connectivity import edge_connectivity
from netfloor.structure.spectrum.figures import spectrum
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology, normal_links

SPECS = (
    "lps:11,7", "slimfly:5", "torus:5x4", "mesh:4x3x2", "dragonfly:a=4,h=2", "dragonfly:a=4,h=2,g=5",
    "fattree:4,3", "clos:100,12", "hypercube:6", "polarfly:5", "jellyfish:40,5", "complete:2", "complete:7",
    "xpander:5,4", "hyperx:4x3,k=2", "mesh:9", "torus:2x3,rings_of_2=double",
)  # fmt: skip


def found(topology: Topology) -> int | None:
    """Return the edge connectivity as `describe` has it computed."""
    return edge_connectivity(topology, spectrum(topology).algebraic_connectivity)


@pytest.mark.parametrize("spec", SPECS)
def test_it_is_what_networkx_finds(spec: str) -> None:
    """The least weighted cut by Stoer and Wagner; with flows or by a theorem."""
    topology = build(spec)
    graph = nx.from_scipy_sparse_array(topology.adjacency)
    assert found(topology) == nx.stoer_wagner(graph)[0]


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 9), st.floats(0.2, 1.0), st.integers(1, 3), st.integers(0, 9999))
def test_it_is_the_least_of_all_cuts(n: int, density: float, heaviest: int, seed: int) -> None:
    """Small random networks with parallel links: every subset is tried."""
    rng = np.random.default_rng(seed)
    graph = nx.gnp_random_graph(n, density, seed=seed)
    if not nx.is_connected(graph):
        return
    pairs = [edge for edge in graph.edges for _ in range(rng.integers(1, heaviest + 1))]
    links, multiplicity = normal_links(np.array(pairs), n)
    topology = Topology("x", "x", {}, n, links, multiplicity, np.zeros(n, np.int32))
    side = np.array([(0, *rest) for rest in product((0, 1), repeat=n - 1)][1:])
    cuts = ((side[:, links[:, 0]] != side[:, links[:, 1]]) * multiplicity).sum(axis=1)
    assert found(topology) == cuts.min()


def test_too_many_flows_are_not_tried() -> None:
    """A long ladder: no theorem covers it, more than 1000 routers."""
    graph = nx.circular_ladder_graph(550)
    links, multiplicity = normal_links(list(graph.edges), 1100)
    topology = Topology("x", "x", {}, 1100, links, multiplicity, np.zeros(1100, np.int32))
    assert found(topology) is None


def test_no_distances_are_searched_for_where_two_hops_cannot_lead_to_all(monkeypatch) -> None:
    """From a switch of at most 3 links two hops lead to 9 others: a ring of 40 rungs is wider than that."""
    monkeypatch.setattr(
        "netfloor.structure.hops.edge_connectivity.graph_distances",
        lambda _: pytest.fail("all distances are searched for"),
    )
    graph = nx.circular_ladder_graph(40)
    links, multiplicity = normal_links(list(graph.edges), 80)
    assert found(Topology("x", "x", {}, 80, links, multiplicity, np.zeros(80, np.int32))) == 3
