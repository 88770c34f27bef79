"""Who reaches whom."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.structure.hops.components import halves_of_components, is_connected, require_connected


@given(sizes=st.lists(st.integers(1, 6), min_size=1, max_size=7))
def test_halves_exist_exactly_if_some_components_fill_one(topology_of, sizes):
    """Halves that share no component are found exactly if a subset of sizes sums to floor(n/2)."""
    network = topology_of(nx.disjoint_union_all([nx.path_graph(size) for size in sizes]))
    half = sum(sizes) // 2
    possible = any(sum(chosen) == half for r in range(len(sizes) + 1) for chosen in combinations(sizes, r))
    sides = halves_of_components(network)
    assert (sides is not None) == possible
    if sides is not None:
        u, v = network.links.T
        assert sides.sum() == half
        assert (sides[u] == sides[v]).all()


@given(n=st.integers(1, 12), p=st.floats(0, 1), seed=st.integers(0, 99))
def test_connected_as_networkx_says(topology_of, n, p, seed):
    """A network is connected if NetworkX says so."""
    graph = nx.gnp_random_graph(n, p, seed=seed)
    assert is_connected(topology_of(graph)) == nx.is_connected(graph)


def test_the_message_names_two_routers_without_a_path(topology_of):
    """The error names the network and two routers of different components by their labels."""
    network = topology_of(nx.disjoint_union(nx.path_graph(3), nx.path_graph(2)))
    object.__setattr__(network, "labels", ("a", "b", "c", "d", "e"))
    with pytest.raises(InputError, match="joins switch a and switch d") as caught:
        require_connected(network)
    assert caught.value.where == f"network {network.name}"


def test_one_router_is_connected(topology_of):
    """A network of one router raises nothing and has a half of none."""
    network = topology_of(nx.empty_graph(1))
    require_connected(network)
    assert np.array_equal(halves_of_components(network), [0])
