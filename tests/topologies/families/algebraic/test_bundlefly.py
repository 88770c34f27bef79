"""BundleFly against its definition, closed forms and published figures."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import shortest_path

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.algebraic.bundlefly import paley_pairs
from netfloor.topologies.families.algebraic.finite_field import finite_field
from netfloor.topologies.families.algebraic.numbers import prime_power
from netfloor.topologies.families.algebraic.slimfly import delta_of
from netfloor.topologies.spec import build

#: (p, s): routers, radix, mean distance; computed with independent code (references, section 4.2).
VERIFIED = {
    (5, 3): (90, 7, 2.4447),
    (9, 3): (162, 9, 2.5306),
    (13, 3): (234, 11, 2.5638),
    (5, 4): (160, 8, 2.5686),
    (13, 4): (416, 12, 2.6895),
    (5, 5): (250, 9, 2.6386),
    (37, 3): (666, 23, 2.6124),
    (9, 9): (1458, 17, 2.8001),
}
PALEY = [p for p in range(5, 50) if p % 4 == 1 and prime_power(p)]
MMS = [s for s in range(3, 8) if prime_power(s)]


@pytest.mark.parametrize(("p", "s"), VERIFIED)
def test_agrees_with_verified_figures(p: int, s: int) -> None:
    """Routers, radix and mean distance are the verified ones and the diameter is 3."""
    topology = build(f"bundlefly:{p},{s}")
    hops, n = shortest_path(topology.adjacency, unweighted=True), topology.routers
    assert (n, topology.radix, round(hops.sum() / (n * (n - 1)), 4)) == VERIFIED[p, s]
    assert hops.max() == 3


@given(st.sampled_from(PALEY), st.sampled_from(MMS))
@settings(max_examples=12, deadline=None)
def test_closed_forms_hold(p: int, s: int) -> None:
    """2 p s^2 routers of one radix (p - 1)/2 + (3s - delta)/2, simple and connected."""
    topology = build(f"bundlefly:{p},{s}")
    assert topology.routers == 2 * p * s * s
    assert topology.is_regular
    assert 2 * topology.radix == p - 1 + 3 * s - delta_of(s)
    assert 2 * topology.link_count == topology.routers * topology.radix
    assert (topology.multiplicity == 1).all()
    assert nx.is_connected(nx.Graph(topology.links.tolist()))


@pytest.mark.parametrize(("p", "root"), [(5, 2), (13, 2), (17, 3), (41, 6)])
def test_links_are_those_of_the_definition(p: int, root: int) -> None:
    """For a prime p and its smallest primitive root, link by link from the multi-star product."""
    structure = build("slimfly:4")
    squares = {a * a % p for a in range(1, p)}
    expected = {
        (u * p + a, u * p + b)
        for u in range(structure.routers)
        for a in range(p)
        for b in range(a + 1, p)
        if (b - a) % p in squares
    }
    for u, v in structure.links.tolist():
        expected |= {(u * p + a, v * p + root * a % p) for a in range(p)}
    assert {tuple(link) for link in build(f"bundlefly:{p},4").links.tolist()} == expected


@pytest.mark.parametrize("p", [5, 13, 17, 29, 37, 41])
def test_paley_graphs_of_primes_are_those_of_networkx(p: int) -> None:
    """Differences are squares."""
    ours = {tuple(pair) for pair in paley_pairs(finite_field(p)).tolist()}
    assert ours == {(min(pair), max(pair)) for pair in nx.paley_graph(p).edges}


@pytest.mark.parametrize("p", [5, 9, 13, 17, 25, 49, 81])
def test_paley_graph_and_its_image_under_xi_are_complementary(p: int) -> None:
    """What gives the product its diameter of 3: squares times xi are the non-squares."""
    field = finite_field(p)
    pairs = paley_pairs(field)
    image = np.sort(field.times[field.powers[1]][pairs], axis=1)
    both = {tuple(pair) for pair in [*pairs.tolist(), *image.tolist()]}
    assert len(pairs) == p * (p - 1) // 4
    assert len(both) == p * (p - 1) // 2


@pytest.mark.parametrize(("p", "s"), [(5, 3), (9, 4)])
def test_bundles_join_groups(p: int, s: int) -> None:
    """Groups are the routers of the MMS graph; each of its links is a bundle of p links."""
    topology, structure = build(f"bundlefly:{p},{s}"), build(f"slimfly:{s}")
    assert topology.groups is not None
    assert np.bincount(topology.groups).tolist() == [p] * structure.routers
    ends = topology.groups[topology.links]
    bundles, sizes = np.unique(ends[ends[:, 0] != ends[:, 1]], axis=0, return_counts=True)
    assert np.array_equal(bundles, structure.links)
    assert (sizes == p).all()


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("bundlefly:7,3", ["p=7 is not 1 mod 4", "nearest: 5, 9"]),
        ("bundlefly:6,3", ["p=6 is not a prime power", "nearest: 5, 9"]),
        ("bundlefly:21,3", ["p=21 is not a prime power", "nearest: 17, 25"]),
        ("bundlefly:8,3", ["p=8 is not 1 mod 4", "nearest: 5, 9"]),
        ("bundlefly:1,3", ["p=1", "nearest: 5"]),
        ("bundlefly:13,6", ["s=6 is not a prime power", "nearest: 5, 7"]),
        ("bundlefly:13,2", ["s=2 is 4w + 2", "nearest: 3"]),
        ("bundlefly:13", ["parameter s is missing"]),
        ("bundlefly:1009,101", ["switches", "GiB"]),
        ("bundlefly:13,-3", ["s=-3"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)
