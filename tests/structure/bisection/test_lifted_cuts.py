"""Cuts of products from those of their factors."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.structure.bisection.candidate_cuts import lifted_cuts, lifted_sides
from netfloor.structure.bisection.cut import Cut
from netfloor.structure.bisection.interval import bisection
from netfloor.topologies.spec import build

FACTORS = ["complete:2", "complete:5", "circulant:9:1,2", "circulant:12:1,5,6", "lps:3,5", "hyperx:4x3"]


def halve(factor):
    """Return a balanced cut of a factor."""
    return bisection(factor, seeds=3, iterations=0, prove=False).sides


@given(st.lists(st.integers(1, 6), min_size=1, max_size=4), st.data())
def test_sides_are_those_of_one_coordinate(sizes, data):
    """Router (a, b, ...) is on the side of its coordinate along the axis."""
    axis = data.draw(st.integers(0, len(sizes) - 1))
    sides = np.array(data.draw(st.lists(st.integers(0, 1), min_size=sizes[axis], max_size=sizes[axis])))
    coordinates = np.unravel_index(np.arange(math.prod(sizes)), sizes)
    assert (lifted_sides(sizes, axis, sides.astype(np.int8)) == sides[coordinates[axis]]).all()


@settings(max_examples=60)
@given(st.lists(st.sampled_from(FACTORS[:4]), min_size=2, max_size=3), st.data())
def test_every_copy_is_cut_alike(specs, data):
    """The links cut are those of the factor, once for every copy of it."""
    product, factors = build("*".join(specs)), [build(spec) for spec in specs]
    axis = data.draw(st.integers(0, len(specs) - 1))
    n = factors[axis].routers
    sides = np.array(data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)), dtype=np.int8)
    lifted = Cut(product, lifted_sides([factor.routers for factor in factors], axis, sides))
    assert lifted.links == Cut(factors[axis], sides).links * product.routers // n


@settings(max_examples=40)
@given(st.lists(st.sampled_from(FACTORS), min_size=2, max_size=2))
def test_cuts_are_balanced_and_as_good_as_the_best_even_factor(specs):
    """Odd or even, all cuts are balanced; none of an even factor is better than the first."""
    product = build("*".join(specs))
    cuts = lifted_cuts(product, halve)
    assert len(cuts) == len(set(specs))
    assert all(abs(product.routers - 2 * int(cut.sides.sum())) <= 1 for cut in cuts)
    for spec in specs:
        factor = build(spec)
        if factor.routers % 2 == 0:
            alone = Cut(factor, halve(factor)).links
            assert cuts[0].links <= alone * product.routers // factor.routers


def test_a_factor_of_chance_is_built_again_from_its_seed():
    """The factor that is cut is the one in the product, seed included."""
    product = build("random:40,3*complete:4", seed=7)
    asked = []

    def note(factor):
        asked.append(factor)
        return halve(factor)

    cuts = lifted_cuts(product, note)
    assert [factor.routers for factor in asked] == [40, 4]
    assert np.array_equal(asked[0].links, build("random:40,3", seed=7).links)
    assert cuts[0].links <= 4 * Cut(asked[0], halve(asked[0])).links


def test_single_routers_are_no_factor_to_halve():
    """A factor of one router is left alone."""
    assert len(lifted_cuts(build("complete:1*lps:3,5"), halve)) == 1


@pytest.mark.parametrize(
    "spec", ["circulant:256:1,13,33,128*complete:4", "complete:4*circulant:256:1,13,33,128"]
)
def test_the_largest_published_product(spec):
    """C(256,7) x K4 has 624 links across (optimal_circulant, Table 2), whichever stands first."""
    assert bisection(build(spec), iterations=0).links <= 624
