"""Small-set expansion."""

import math
from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from netfloor.research.partitions.bounds.cut_curve import cut_curve, expansion_of, expansions
from netfloor.research.partitions.network_parts import part_of, repeated_halves
from netfloor.research.partitions.network_policy import network_curve
from netfloor.topologies.families.lattices.lattice import Dimension, ring
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology


def graph_of(topology: Topology) -> nx.MultiGraph:
    """Return a network as NetworkX's graph, parallel links apart."""
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(topology.routers))
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        graph.add_edges_from([(u, v)] * count)
    return graph


def plain_expansion(graph: nx.MultiGraph, most: int) -> float:
    """Return h_t by its definition, over all sets of at most ``most`` routers."""
    shares = []
    for size in range(1, most + 1):
        for chosen in combinations(graph, size):
            cut = nx.cut_size(graph, chosen)
            shares.append(cut / (cut + graph.subgraph(chosen).number_of_edges()))
    return float(min(shares))


@pytest.mark.parametrize("size", [1, 2, 4, 5])
def test_it_is_what_the_definition_says(size: int) -> None:
    """On a torus of 5x2, whose small sets are all tried."""
    curve = cut_curve([ring(5), Dimension(2, "clique")])
    found = expansion_of(curve, size)
    assert found.exact
    assert found.lower == pytest.approx(plain_expansion(graph_of(build("torus:5x2")), size))


@pytest.mark.parametrize("spec", ["slimfly:3", "random:14,3", "circulant:13:1,5", "mesh:4x3", "torus:4x3"])
def test_any_network_has_an_interval_that_holds_it(spec: str) -> None:
    """The spectrum from below, grown sets from above; routers may differ in degree."""
    topology = build(spec)
    graph, most = graph_of(topology), min(5, topology.routers // 2)
    for one in list(expansions(network_curve(topology)))[:most]:
        exact = plain_expansion(graph, one.size)
        assert one.lower <= exact + 1e-12
        assert exact <= one.upper + 1e-12


def test_it_never_grows_with_the_sets() -> None:
    """Larger sets may be chosen, smaller ones still are."""
    lowers = [one.lower for one in expansions(cut_curve([ring(6), ring(4)]))]
    assert lowers == sorted(lowers, reverse=True)
    assert len(lowers) == math.prod((6, 4)) // 2


def test_parts_of_parts_are_all_the_routers() -> None:
    """Each level of halves is the whole network, in sizes that differ by one at most."""
    levels: dict[str, list[int]] = {}
    for (name, routers), _ in repeated_halves(build("slimfly:3"), 4):
        levels.setdefault(name.split(" of ")[1], []).extend(routers.tolist())
    assert [sorted(routers) for routers in levels.values()] == [list(range(18))] * len(levels)
    assert list(levels) == ["1", "2", "4"]


def test_a_part_keeps_the_links_among_its_routers() -> None:
    """NetworkX's induced graph has the same degrees."""
    topology = build("slimfly:3")
    chosen = [0, 3, 4, 9, 11, 17]
    part = part_of(topology, np.asarray(chosen))
    degrees = dict(graph_of(topology).subgraph(chosen).degree())
    assert part.degree.tolist() == [degrees[router] for router in chosen]
