"""METIS as this project calls it."""

import networkx as nx
import numpy as np

from netfloor.structure.bisection.partitioners import metis_bisections


def test_a_seed_decides_the_sides(topology_of):
    """The same seed gives the same sides, whatever was asked for in between."""
    network = topology_of(nx.random_regular_graph(6, 200, seed=2))
    first = list(metis_bisections(network, [7, 1, 7]))
    assert np.array_equal(first[0], first[2])
    assert np.array_equal(first[1], next(metis_bisections(network, [1])))


def test_nothing_is_printed(topology_of, capfd):
    """METIS writes nothing to the terminal."""
    list(metis_bisections(topology_of(nx.cycle_graph(50)), [1, 2]))
    assert capfd.readouterr() == ("", "")


def test_parallel_links_count(topology_of):
    """A ring whose links are thick but for two opposite ones is cut in those two."""
    graph = nx.cycle_graph(60)
    nx.set_edge_attributes(graph, 9, "weight")
    graph.edges[0, 59]["weight"] = graph.edges[29, 30]["weight"] = 1
    found = [sides.tolist() for sides in metis_bisections(topology_of(graph), range(5))]
    assert [0] * 30 + [1] * 30 in found or [1] * 30 + [0] * 30 in found
