"""Boxes and lexicographic sets of coordinates."""

from itertools import product

import numpy as np
import pytest

from netfloor.research.partitions.bounds.best_sets import lindsey_cuts
from netfloor.research.partitions.halves import halves
from netfloor.research.partitions.network_parts import part_of
from netfloor.research.partitions.placed.boxes import box_network, boxes, lexicographic_sets
from netfloor.structure.bisection.interval import bisection
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_links
from netfloor.topologies.families.lattices.lattice_families import lattice_of
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology


def dimensions_of(topology: Topology) -> tuple[Dimension, ...]:
    """Return the dimensions of a network that has some."""
    dimensions = lattice_of(topology)
    assert dimensions is not None
    return dimensions


def cut_links(topology: Topology, members: np.ndarray) -> int:
    """Return the links that leave some routers, one by one."""
    inside = set(members.tolist())
    pairs = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    return sum(count for (u, v), count in pairs if (u in inside) != (v in inside))


@pytest.mark.parametrize("spec", ["torus:4x3x2", "mesh:4x3", "hyperx:4x3", "hypercube:4", "torus:5x4"])
def test_a_boxs_network_is_the_network_of_its_routers(spec: str) -> None:
    """The product that a box claims to be has as many links and the same halves as its routers."""
    topology = build(spec)
    for size in (2, 4, 6):
        for one in boxes(dimensions_of(topology), size):
            part = part_of(topology, one.members.astype(np.int64))
            assert one.network is not None
            assert len(one.members) == len(set(one.members.tolist())) == size
            _, counts = lattice_links("test", one.network)
            assert counts.sum() == part.link_count
            assert halves(one.network).links == bisection(part).links


def test_boxes_wrap_in_rings_and_not_in_paths() -> None:
    """A 2x2 box has 5 times 4 places in a torus of 5x4, 4 times 3 in a mesh."""
    square = [one for one in boxes(dimensions_of(build("torus:5x4")), 4) if one.shape == (2, 2)]
    assert len({one.key() for one in square}) == 20
    square = [one for one in boxes(dimensions_of(build("mesh:5x4")), 4) if one.shape == (2, 2)]
    assert len({one.key() for one in square}) == 12


@pytest.mark.parametrize(
    ("side", "size", "kind"),
    [(1, 4, None), (3, 4, "path"), (4, 4, "ring"), (2, 4, "clique")],
)
def test_a_ring_is_one_only_where_it_is_whole(side: int, size: int, kind: str | None) -> None:
    """A part of a ring is a path; two neighbours are joined once."""
    network = box_network([Dimension(size, "ring", 3)], [side])
    assert network == (() if kind is None else (Dimension(side, kind, 3),))


@pytest.mark.parametrize("size", range(1, 9))
def test_harpers_and_lindseys_sets_are_among_the_lexicographic_ones(size: int) -> None:
    """The least cut of a hypercube of 16 and of a HyperX of 5x4 routers is found for every size."""
    cube, hyperx = build("hypercube:4"), build("hyperx:5x4")
    least = min(cut_links(cube, one.members) for one in lexicographic_sets(dimensions_of(cube), size))
    assert least == lindsey_cuts([2] * 4, np.asarray([size]))[0]
    least = min(cut_links(hyperx, one.members) for one in lexicographic_sets(dimensions_of(hyperx), size))
    assert least == lindsey_cuts([5, 4], np.asarray([size]))[0]


@pytest.mark.parametrize(("spec", "size"), list(product(["torus:4x3x2", "mesh:4x3"], [1, 5, 7])))
def test_lexicographic_sets_have_the_size_that_was_asked_for(spec: str, size: int) -> None:
    """Each router once."""
    for one in lexicographic_sets(dimensions_of(build(spec)), size):
        assert len(set(one.members.tolist())) == len(one.members) == size
