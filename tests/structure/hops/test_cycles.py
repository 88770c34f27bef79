"""Shortest cycles and bipartite networks, against NetworkX."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.structure.hops.cycles import girth, is_bipartite, two_colouring

random_graphs = st.builds(
    nx.gnm_random_graph, st.integers(1, 30), st.integers(0, 45), seed=st.integers(0, 9999)
)


@given(graph=random_graphs)
def test_girth_is_networkx(topology_of, graph):
    """The girth is NetworkX's; no cycle is None."""
    expected = nx.girth(graph)
    assert girth(topology_of(graph)) == (None if math.isinf(expected) else expected)


@given(graph=random_graphs)
def test_bipartite_is_networkx(topology_of, graph):
    """A network is bipartite if NetworkX says so, and then every link joins the two sides."""
    network = topology_of(graph)
    assert is_bipartite(network) == nx.is_bipartite(graph)
    sides = two_colouring(network)
    if sides is not None:
        u, v = network.links.T
        assert (sides[u] + sides[v] == 1).all()


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        (nx.petersen_graph(), 5),
        (nx.heawood_graph(), 6),
        (nx.LCF_graph(24, [12, 7, -7], 8), 7),
        (nx.tutte_graph(), 4),
        (nx.hypercube_graph(5), 4),
        (nx.cycle_graph(31), 31),
        (nx.complete_graph(5), 3),
        (nx.hoffman_singleton_graph(), 5),
    ],
    ids=str,
)
def test_known_girths(topology_of, graph, expected):
    """Cages and other known networks have their girth, the McGee graph 7 for instance."""
    assert girth(topology_of(graph)) == expected


@pytest.mark.parametrize("graph", [nx.heawood_graph(), nx.circulant_graph(61, [1, 11])], ids=str)
def test_one_source_is_enough_where_all_look_alike(topology_of, graph):
    """A vertex-transitive network has the same girth from one source."""
    assert girth(topology_of(graph, vertex_transitive=True)) == nx.girth(graph)


def test_parallel_links_are_a_cycle_of_two(topology_of):
    """Two links between the same routers have girth 2, even in a tree."""
    graph = nx.path_graph(4)
    graph.edges[1, 2]["weight"] = 2
    assert girth(topology_of(graph)) == 2


def test_a_cycle_apart_from_a_tree_is_found(topology_of):
    """A component without a cycle hides none in another."""
    graph = nx.disjoint_union(nx.balanced_tree(2, 3), nx.cycle_graph(9))
    assert girth(topology_of(graph)) == 9


def test_relabelling_changes_nothing(topology_of):
    """The girth does not depend on which router is searched first."""
    graph = nx.lollipop_graph(3, 12)
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(graph)).tolist()
        assert girth(topology_of(nx.relabel_nodes(graph, dict(enumerate(order))))) == 3
