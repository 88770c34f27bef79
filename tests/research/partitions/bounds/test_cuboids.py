"""Cuboids and the links around them."""

import math

import networkx as nx
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.research.partitions.bounds.cuboids import best_cuboid, cuboid_cut, cuboids
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_links, lattice_routers, ring

RINGS = st.lists(st.integers(2, 5).map(ring), min_size=1, max_size=3)
PARTS = st.lists(
    st.builds(Dimension, st.integers(3, 5), st.sampled_from(["path", "ring", "clique"]), st.integers(1, 4)),
    min_size=1,
    max_size=3,
)


@settings(max_examples=60, deadline=None)
@given(PARTS, st.data())
def test_links_around_a_cuboid_are_counted_one_by_one(parts: list[Dimension], data: st.DataObject) -> None:
    """NetworkX's cut of the same routers is as large."""
    sides = tuple(data.draw(st.integers(1, part.size)) for part in parts)
    links, counts = lattice_links("test", parts)
    graph = nx.Graph()
    graph.add_weighted_edges_from((int(u), int(v), int(w)) for (u, v), w in zip(links, counts, strict=True))
    numbers = np.arange(lattice_routers(parts)).reshape([part.size for part in parts])
    inside = numbers[tuple(slice(side) for side in sides)].ravel().tolist()
    assert cuboid_cut(parts, sides) == nx.cut_size(graph, inside, weight="weight")


@given(st.lists(st.integers(1, 6), min_size=1, max_size=4), st.integers(1, 60))
def test_every_cuboid_that_fits_is_there_once(sizes: list[int], size: int) -> None:
    """As many as there are boxes of that volume."""
    boxes = [sides for sides in np.ndindex(*sizes) if math.prod(side + 1 for side in sides) == size]
    found = list(cuboids(sizes, size))
    assert sorted(found) == sorted(tuple(side + 1 for side in sides) for sides in boxes)


def test_no_cuboid_of_seven_fits_into_five_by_three() -> None:
    """Then there is none, not a larger one."""
    assert best_cuboid([ring(5), ring(3)], 7) is None


@given(RINGS, st.integers(1, 20))
def test_the_best_is_the_least_of_all(parts: list[Dimension], size: int) -> None:
    """Whatever the order in which they are tried."""
    best = best_cuboid(parts, size)
    cuts = [cuboid_cut(parts, sides) for sides in cuboids([part.size for part in parts], size)]
    assert (best.links if best else None) == min(cuts, default=None)
