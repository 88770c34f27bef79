"""Bisections as a share of half the endpoints, against brute force and the papers."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.structure.bisection.endpoint_share import endpoint_bisection, endpoint_share
from netfloor.structure.bisection.interval import Bisection, bisection
from netfloor.topologies.spec import build


def quick(network):
    """Return a bisection that takes no time."""
    return bisection(network, seeds=2, iterations=0)


@settings(max_examples=40)
@given(st.integers(3, 9), st.integers(0, 100), st.integers(1, 4), st.data())
def test_uniform_networks(n, seed, endpoints, data):
    """No halves of the endpoints by whole routers have fewer links for each endpoint of the smaller one."""
    degree = data.draw(st.integers(2, n - 1).filter(lambda k: n * k % 2 == 0))
    network = build(f"random:{n},{degree}", seed=seed, endpoints=endpoints)
    found = endpoint_share(network, bisection(network))
    half = n // 2
    links = min(
        int(network.multiplicity[np.isin(network.links, side).sum(axis=1) == 1].sum())
        for side in combinations(range(n), half)
    )
    assert (found.links, found.lower_links, found.endpoints) == (links, links, half * endpoints)
    assert found.share == pytest.approx(links / (half * endpoints))


@pytest.mark.parametrize(
    ("spec", "links", "percent"),
    [
        ("hyperx:12x8,t=7", 192, 57.1),  # Domke et al., section 2
        ("fattree:18,3,used_down_ports=15", 2916, 120.0),  # the same
        ("hypercube:6,endpoints=1", 32, 100.0),
    ],
)
def test_known_shares(spec, links, percent):
    """Rounded to the printed digit the share is the paper's, and it is exact."""
    found = endpoint_share(build(spec), quick(build(spec)))
    assert (found.links, found.lower_links, round(100 * found.share, 1)) == (links, links, percent)


def test_the_interval_is_that_of_the_routers():
    """Where halves of routers are halves of endpoints both ends of the interval carry over."""
    network = build("hyperx:4x4,t=3")
    sides = np.repeat(np.array([0, 1], np.int8), 8)
    found = endpoint_share(network, Bisection(20, 12, sides, "mine", "mine"))
    assert (found.links, found.lower_links, found.endpoints) == (20, 12, 24)


@pytest.mark.parametrize("spec", ["fattree:3,3", "clos:100,12", "clos:101,12,taper=2:1"])
def test_trees_have_that_of_their_endpoints(spec):
    """Whatever their switches' bisection, it is `endpoint_bisection`'s."""
    network = build(spec)
    tree, found = endpoint_bisection(network), endpoint_share(network, quick(network))
    assert (found.links, found.lower_links, found.endpoints) == (tree.links, tree.links, tree.endpoints[0])


def test_nothing_is_said_where_nothing_is_known():
    """No endpoints, one router, unlike routers of a network that is no tree: None."""
    network = build("torus:4x4")
    assert endpoint_share(network, quick(network)) is None
    alone = build("complete:1,endpoints=5")
    assert endpoint_share(alone, quick(alone)) is None
    uneven = replace(network, endpoints=np.arange(16, dtype=np.int32))
    assert endpoint_share(uneven, quick(uneven)) is None
