"""Figures of a partition."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from netfloor.research.partitions.placed.boxes import boxes
from netfloor.research.partitions.placed.candidate import candidate
from netfloor.research.partitions.placed.measure import measure
from netfloor.research.partitions.placed.units import Units


def graph_of(units: Units) -> nx.MultiGraph:
    """Return the routers and their cables for NetworkX."""
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(units.topology.routers))
    for (u, v), length in zip(units.cables.routers.tolist(), units.cables.length_mm.tolist(), strict=True):
        graph.add_edge(u, v, length=length)
    return graph


@pytest.mark.parametrize("by", ["routers", "cabinets"])
@pytest.mark.parametrize("spec", ["random:16,3", "torus:4x2x2"])
def test_cables_are_counted_one_by_one(place, by: str, spec: str) -> None:
    """NetworkX's boundary and subgraph of the same routers have as many and as much."""
    units = place(spec, 4, 3, by=by, seed=3)
    graph = graph_of(units)
    for members in ([0, 2, 3, 5], [1], list(range(len(units)))):
        region = measure(units, candidate("test", np.asarray(members)))
        routers = [r for r in range(16) if units.unit_of[r] in members]
        across = list(nx.edge_boundary(graph, routers, data="length"))
        inside = list(graph.subgraph(routers).edges(data="length"))
        assert region.routers.tolist() == routers
        assert (region.edge.crossing, region.edge.crossing_mm) == (
            len(across),
            sum(length for *_, length in across),
        )
        assert (region.edge.inside, region.edge.inside_mm) == (
            len(inside),
            sum(length for *_, length in inside),
        )


def test_bisections_are_those_of_all_halves_tried(place) -> None:
    """By NetworkX, over every half of the partition's routers; parallel links count each."""
    units = place("torus:4x2x2", 4, 3)
    graph = graph_of(units)
    for members in ([0, 1, 2, 3, 4, 5], [0, 5, 9, 12], [0, 1, 2, 4, 8]):
        part = graph.subgraph(members)
        least = min(nx.cut_size(part, half) for half in combinations(members, len(members) // 2))
        cut = measure(units, candidate("test", np.asarray(members))).bisection
        assert (cut.links, cut.lower) == (least, least)


def test_boxes_have_the_bisection_of_their_routers(place) -> None:
    """The closed form of a box is what a search on its routers alone finds."""
    units = place("torus:4x3x2", 4, 3)
    assert units.lattice is not None
    for one in list(boxes(units.lattice, 6))[::7]:
        assert measure(units, one).bisection == measure(units, candidate("plain", one.members)).bisection


def test_shared_cabinets_hold_others_too(place) -> None:
    """Two routers of one cabinet share it with nobody; one of them does."""
    units = place("random:16,3", 2, 4)
    first, second = np.flatnonzero(units.cabinet == 3)
    assert measure(units, candidate("test", np.asarray([first, second]))).shared == 0
    assert measure(units, candidate("test", np.asarray([first]))).shared == 1
