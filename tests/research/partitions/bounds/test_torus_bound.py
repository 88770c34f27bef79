"""Theorem 3.1 on the cuboids of tori."""

import math
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.research.partitions.bounds.cuboids import best_cuboid, cuboid_cut, torus_bound
from netfloor.research.partitions.bounds.subsets import best_subset
from netfloor.topologies.families.lattices.lattice import ring


@settings(max_examples=500, deadline=None)
@given(st.lists(st.integers(1, 7), min_size=1, max_size=4).filter(lambda sizes: math.prod(sizes) > 1))
def test_the_theorem_holds_on_every_cuboid(sizes: list[int]) -> None:
    """No cuboid up to half of a torus has fewer links around it, rings of 2 counted as two links."""
    parts = [ring(size, double_pair=True) for size in sizes if size > 1]
    bounds: dict[int, int] = {}
    for sides in product(*(range(1, part.size + 1) for part in parts)):
        size = math.prod(sides)
        if size <= math.prod(sizes) // 2:
            bound = bounds.setdefault(size, torus_bound(sizes, size).links)
            assert cuboid_cut(parts, sides) >= bound


def test_with_one_link_for_a_ring_of_two_the_theorem_fails() -> None:
    """Two neighbours in a 2x2x2 torus of single links have 4 links around them; the bound says 8."""
    cuboid = best_cuboid([ring(2)] * 3, 2)
    assert cuboid is not None
    assert cuboid.links == 4 < torus_bound((2, 2, 2), 2).links == 8


def test_with_two_links_for_a_ring_of_two_it_is_met() -> None:
    """The same two neighbours have 8 links around them."""
    cuboid = best_cuboid([ring(2, double_pair=True)] * 3, 2)
    assert cuboid is not None
    assert cuboid.links == 8


def test_the_best_set_need_not_be_a_cuboid() -> None:
    """In the 5x3 torus five routers can have 8 links around them, a cuboid of five has 10."""
    parts = [ring(5), ring(3)]
    cuboid, subset = best_cuboid(parts, 5), best_subset(parts, 5)
    assert cuboid is not None
    assert subset is not None
    assert (cuboid.sides, cuboid.links, subset.links) == ((5, 1), 10, 8)


@given(st.integers(2, 9), st.integers(1, 4))
def test_it_is_the_bound_of_bollobas_and_leader_where_all_sides_are_equal(side: int, count: int) -> None:
    """Theorem 2.1 of the paper, written out, for a set of half the routers."""
    size = side**count // 2
    plain = min(
        2 * (count - r) * side ** (r / (count - r)) * size ** ((count - r - 1) / (count - r))
        for r in range(count)
    )
    bound = torus_bound([side] * count, size)
    assert bound.value == pytest.approx(plain)
    assert bound.links == math.ceil(plain - 1e-9)


@given(st.lists(st.integers(2, 10**6), min_size=2, max_size=4))
def test_a_slab_across_the_longest_ring_meets_it_at_most(sizes: list[int]) -> None:
    """Half the longest ring times all others has two links for each line: the bound is no larger."""
    longest = max(sizes)
    others = math.prod(sizes) // longest
    assert torus_bound(sizes, longest // 2 * others).links <= 2 * others


@pytest.mark.parametrize("size", [0, 8, -1])
def test_sets_beyond_half_are_refused(size: int) -> None:
    """The theorem says nothing about them."""
    with pytest.raises(ValueError, match="half"):
        torus_bound((5, 3), size)
