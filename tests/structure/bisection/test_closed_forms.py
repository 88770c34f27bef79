"""Bisections in closed form against every cut tried, searches, and the papers' figures."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.structure.bisection.bound import bisection_bound
from netfloor.structure.bisection.closed_forms import CLOSED_BISECTIONS, closed_bisection
from netfloor.structure.bisection.cut import Cut
from netfloor.structure.bisection.interval import bisection
from netfloor.topologies.spec import FAMILIES, build
from netfloor.topologies.topology import normal_links

#: Sizes of networks of which every cut can be tried.
SMALL = st.lists(st.integers(2, 20), min_size=1, max_size=4).filter(lambda s: math.prod(s) <= 20)


def text(sizes):
    """Return sizes as a spec writes them."""
    return "x".join(map(str, sizes))


def interval(network):
    """Return (bound, smallest cut, cut given), the bound with its parity."""
    closed = closed_bisection(network)
    assert closed is not None
    assert closed.sides.dtype == np.int8
    assert abs(2 * int(closed.sides.sum()) - network.routers) <= 1
    return bisection_bound(network).links, bisection(network).links, Cut(network, closed.sides).links


@settings(max_examples=200)
@given(
    SMALL,
    st.sampled_from(["torus:{}", "torus:{},rings_of_2=double", "mesh:{}", "hyperx:{}", "hyperx:{},k=3"]),
)
def test_small_products_are_exact(sizes, spec):
    """Whatever the sizes and their order, up to 20 routers bound and cut meet at the smallest cut."""
    bound, smallest, given_cut = interval(build(spec.format(text(sizes))))
    assert bound == smallest == given_cut


@settings(max_examples=150)
@given(SMALL, st.data())
def test_small_trunked_hyperx_are_enclosed(sizes, data):
    """With a factor for each dimension the bound is not above the smallest cut, nor the cut below."""
    factors = data.draw(st.lists(st.integers(1, 5), min_size=len(sizes), max_size=len(sizes)))
    network = build(f"hyperx:{text(sizes)},k={text(factors)}")
    bound, smallest, given_cut = interval(network)
    assert bound <= smallest <= given_cut
    narrow = min(range(len(sizes)), key=lambda i: sizes[i] * factors[i])
    if sizes[narrow] % 2 == 0:
        exact = factors[narrow] * sizes[narrow] * network.routers // 4
        assert bound == smallest == given_cut == exact


@settings(max_examples=80)
@given(st.data())
def test_small_mixed_products_are_enclosed(data):
    """Products of any lattices are enclosed: closed forms know what each factor is."""
    factors, left = [], 20
    while left >= 2 and (not factors or data.draw(st.booleans())):
        size = data.draw(st.integers(2, left))
        factors.append(data.draw(st.sampled_from(["torus", "mesh", "hyperx", "complete"])) + f":{size}")
        left //= size
    network = build("*".join(factors))
    closed = closed_bisection(network)
    assert closed is not None
    bound, smallest, given_cut = interval(network)
    assert bound <= smallest <= given_cut


@pytest.mark.parametrize(
    ("spec", "links"),
    [
        ("hyperx:12x8,t=7", 192),  # Domke et al., section 2: 57.1 % of half of 672 nodes
        ("hyperx:6x3", 21),  # Lindsey's order, not the 27 of halving the even dimension
        ("torus:8x8x4", 2 * 8 * 4),
        ("torus:16x16", 32),
        ("torus:5x5x5", 2 * (25 + 5 + 1)),  # Arjona Aroca, Fernandez Anta 2014, all sizes odd
        ("torus:7x6x5,rings_of_2=double", 2 * (30 + 5)),
        ("torus:9x4x4", 2 * (16 + 4)),
        ("mesh:8x8x4", 8 * 4),
        ("mesh:7x7", 7 + 1),  # Azizoglu, Egecioglu 2004
        ("mesh:9x5x4", 20 + 4 + 1),
        ("hypercube:11", 2**10),
        ("flattened-butterfly:8,3", 8 * 16),
        ("flattened-butterfly:32,2", 256),
        ("complete:41", 420),
    ],
)
def test_known_bisections_are_exact(spec, links):
    """Published closed forms come out as one number, without any search."""
    network = build(spec)
    assert bisection_bound(network, prove=False).links == links
    assert Cut(network, closed_bisection(network).sides).links == links


@pytest.mark.parametrize(
    "spec",
    [
        "torus:7x5",
        "torus:9x5x2",
        "torus:7x3x2",
        "mesh:11x3x2",
        "hyperx:9x7",
        "hyperx:9x3,k=1x2",
        "mesh:7*torus:5",
    ],
)
def test_no_search_beats_the_bound(spec):
    """Where not all cuts can be tried, annealing meets the bound or stays above."""
    network = build(spec)
    bare = replace(network, family="test")
    closed = closed_bisection(network)
    found = bisection(bare, seeds=10, iterations=300_000)
    assert closed.links <= found.links <= Cut(network, closed.sides).links


@pytest.mark.parametrize("spec", ["torus:7x3x2", "hyperx:9x3,k=1x2"])
def test_open_cases_stay_intervals(spec):
    """Where no theorem is exact the bound says less than the cut, and names what proves it."""
    found = bisection(build(spec), seeds=5, iterations=100_000)
    assert found.lower_links < found.links
    assert found.lower_method


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_two_level_trees_are_complete_bipartite(k):
    """The k-ary 2-tree is exact for every k."""
    bound, smallest, given_cut = interval(build(f"fattree:{k},2"))
    assert bound == smallest == given_cut == -(-k * k // 2)


@pytest.mark.parametrize("spec", ["fattree:2,3", "fattree:3,3", "lps:3,5", "random:30,4"])
def test_nothing_is_claimed_elsewhere(spec):
    """Taller trees and other families have no closed form."""
    assert closed_bisection(build(spec)) is None


@pytest.mark.parametrize("spec", ["torus:6x5", "mesh:6x5", "hyperx:6x5,k=2", "hypercube:5", "fattree:5,2"])
@pytest.mark.parametrize("change", ["fewer", "moved", "thinner"])
def test_a_changed_network_is_not_its_family(spec, change):
    """After a link fails or moves, the family's theorem is not applied."""
    network = build(spec)
    links, multiplicity = network.links, network.multiplicity
    if change == "fewer":
        links, multiplicity = links[1:], multiplicity[1:]
    elif change == "moved":
        taken = set(map(tuple, links.tolist()))
        free = next((0, v) for v in range(1, network.routers) if (0, v) not in taken)
        links, multiplicity = normal_links([*links[1:].tolist(), free], network.routers)
    else:
        multiplicity = multiplicity.copy()
        multiplicity[0] += 1
    changed = replace(network, links=links, multiplicity=multiplicity)
    assert closed_bisection(changed) is None
    assert closed_bisection(network) is not None


def test_the_registry_names_families():
    """Every key is a family that can be built."""
    assert set(CLOSED_BISECTIONS) <= set(FAMILIES)


def test_large_networks_need_no_eigenvalue():
    """Beyond the orders of which eigenvalues are proved, a torus is still exact."""
    found = bisection(build("torus:32x32x16"), seeds=1, iterations=0)
    assert found.links == found.lower_links == 2 * 32 * 16
    assert found.method == "closed form"
