"""KaHIP as this project calls it, and what is said where it is missing."""

import importlib.util
import sys

import networkx as nx
import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.structure.bisection.interval import bisection
from netfloor.structure.bisection.partitioners import kahip_bisections

installed = pytest.mark.skipif(importlib.util.find_spec("kahip") is None, reason="needs KaHIP")


@installed
@pytest.mark.parametrize("n", [31, 40, 77])
def test_halves_are_balanced(topology_of, n):
    """The sides differ by at most one router."""
    network = topology_of(nx.gnp_random_graph(n, 0.2, seed=n))
    for sides in kahip_bisections(network, range(3)):
        assert sides.dtype == np.int8
        assert abs(n - 2 * int(sides.sum())) <= 1


@installed
def test_a_seed_decides_the_sides(topology_of):
    """The same seed gives the same sides, whatever was asked for in between."""
    network = topology_of(nx.random_regular_graph(6, 200, seed=2))
    first = list(kahip_bisections(network, [7, 1, 7]))
    assert np.array_equal(first[0], first[2])
    assert np.array_equal(first[1], next(kahip_bisections(network, [1])))


@installed
def test_nothing_is_printed(topology_of, capfd):
    """KaHIP writes nothing to the terminal."""
    list(kahip_bisections(topology_of(nx.cycle_graph(50)), [1, 2]))
    assert capfd.readouterr() == ("", "")


@installed
def test_parallel_links_count(topology_of):
    """A ring whose links are thick but for two opposite ones is cut in those two."""
    graph = nx.cycle_graph(60)
    nx.set_edge_attributes(graph, 9, "weight")
    graph.edges[0, 59]["weight"] = graph.edges[29, 30]["weight"] = 1
    found = [sides.tolist() for sides in kahip_bisections(topology_of(graph), range(5))]
    assert [0] * 30 + [1] * 30 in found or [1] * 30 + [0] * 30 in found


@installed
def test_its_cuts_join_the_search(topology_of):
    """More partitions never give a wider cut, and the narrower one says what found it."""
    network = topology_of(nx.random_regular_graph(8, 300, seed=1))
    alone = bisection(network, seeds=1, iterations=0, prove=False)
    joined = bisection(network, seeds=1, iterations=0, prove=False, kahip_seeds=20)
    assert joined.links < alone.links
    assert (alone.method, joined.method) == ("METIS", "KaHIP")


def test_where_it_is_missing_the_extra_is_named(topology_of, monkeypatch):
    """Asked for and not installed, the message says what to install."""
    monkeypatch.setitem(sys.modules, "kahip", None)
    with pytest.raises(InputError, match=r"netfloor\[partition\]"):
        bisection(topology_of(nx.random_regular_graph(4, 50, seed=1)), iterations=0, kahip_seeds=1)


def test_nobody_needs_it(topology_of, monkeypatch):
    """By default the search goes without."""
    monkeypatch.setitem(sys.modules, "kahip", None)
    assert bisection(topology_of(nx.random_regular_graph(4, 50, seed=1)), iterations=0).links > 0
