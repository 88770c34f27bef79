"""LPS graphs against their closed forms, their published figures and brute force."""

from itertools import product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import shortest_path

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.algebraic.lps import four_squares
from netfloor.topologies.families.algebraic.numbers import legendre
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

#: (p, q): routers, bipartite, diameter, mean distance; computed with independent code
#: (references, section 4.3) and in part printed in SpectralFly, table I.
VERIFIED = {
    (3, 5): (120, True, 6, 3.7143),
    (3, 7): (336, True, 6, 4.4836),
    (5, 7): (336, True, 6, 3.7493),
    (11, 7): (168, False, 3, 2.3892),
    (19, 7): (336, True, 4, 2.5075),
    (23, 11): (660, False, 3, 2.3475),
    (23, 13): (1092, False, 3, 2.5820),
    (29, 13): (1092, False, 3, 2.4042),
}
ODD_PRIMES = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41]
BUILDABLE = [(p, q) for p, q in product(ODD_PRIMES, [5, 7, 11, 13]) if p != q and p < q * q / 4]


def graph(topology: Topology) -> "nx.Graph[int]":
    """Return the same network for NetworkX."""
    joined: nx.Graph[int] = nx.empty_graph(topology.routers)
    joined.add_edges_from(topology.links.tolist())
    return joined


@pytest.mark.parametrize(("p", "q"), VERIFIED)
def test_agrees_with_verified_figures(p: int, q: int) -> None:
    """Routers, bipartiteness, diameter and mean distance are the verified ones."""
    topology = build(f"lps:{p},{q}")
    hops = shortest_path(topology.adjacency, unweighted=True)
    mean = hops.sum() / (topology.routers * (topology.routers - 1))
    found = (topology.routers, nx.is_bipartite(graph(topology)), hops.max(), round(mean, 4))
    assert found == VERIFIED[p, q]


@given(st.sampled_from(BUILDABLE))
@settings(max_examples=15, deadline=None)
def test_closed_forms_hold(pair: tuple[int, int]) -> None:
    """Routers, links, radix and connectedness follow from p and q."""
    p, q = pair
    topology = build(f"lps:{p},{q}")
    assert topology.routers == (3 - legendre(p, q)) * (q**3 - q) // 4
    assert topology.is_regular
    assert topology.radix == p + 1
    assert topology.link_count == topology.routers * (p + 1) // 2
    assert (topology.multiplicity == 1).all()
    assert nx.is_connected(graph(topology))
    assert nx.is_bipartite(graph(topology)) == (legendre(p, q) == -1)


@given(st.sampled_from([pair for pair in BUILDABLE if pair[1] < 8 and 4 * pair[0] < pair[1] ** 2]))
@settings(max_examples=10, deadline=None)
def test_is_ramanujan(pair: tuple[int, int]) -> None:
    """For q > 2 sqrt(p) every eigenvalue but +-(p+1) is at most 2 sqrt(p) in magnitude."""
    p, q = pair
    values = np.linalg.eigvalsh(build(f"lps:{p},{q}").adjacency.toarray().astype(float))
    others = values[np.abs(np.abs(values) - (p + 1)) > 1e-6]
    assert np.abs(others).max() <= 2 * np.sqrt(p) + 1e-9


@pytest.mark.parametrize("p", [*ODD_PRIMES, 89, 101])
def test_four_squares_are_jacobis(p: int) -> None:
    """Jacobi: p + 1 of the 8 (p + 1) representations generate; brute force finds the same."""
    top = int(p**0.5)
    every = product(range(-top, top + 1), repeat=4)
    if p % 4 == 1:
        wanted = [a for a in every if sum(x * x for x in a) == p and a[0] > 0 and a[0] % 2]
    else:
        wanted = [
            a
            for a in every
            if sum(x * x for x in a) == p and not a[0] % 2 and (a[0] > 0 or (a[0] == 0 and a[1] > 0))
        ]
    assert [tuple(row) for row in four_squares(p).tolist()] == wanted
    assert len(wanted) == p + 1


def test_every_router_sees_the_same_distances() -> None:
    """A Cayley graph is vertex transitive, so all routers have one distance profile."""
    topology = build("lps:3,5")
    hops = np.sort(shortest_path(topology.adjacency, unweighted=True), axis=1)
    assert topology.vertex_transitive
    assert (hops == hops[0]).all()


def test_broken_side_condition_is_a_note() -> None:
    """LPS(19,7), which the paper uses, has q <= 2 sqrt(p): built, with a note."""
    assert any("2 sqrt(p)" in note for note in build("lps:19,7").notes)
    assert build("lps:11,7").notes == ()


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("lps:31,3", ["self loop", "nearest proven: 13"]),
        ("lps:37,5", ["parallel links", "nearest proven: 13"]),
        ("lps:53,7", ["parallel links", "(7, 0, 0, -2)", "(7, 0, 0, 2)"]),
        ("lps:4999999,3", ["4999999", "must coincide"]),
        ("lps:7,7", ["distinct"]),
        ("lps:2,5", ["p=2 is not an odd prime", "nearest: 3"]),
        ("lps:11,9", ["q=9 is not an odd prime", "7, 11"]),
        ("lps:0,5", ["p=0"]),
        ("lps:-3,5", ["p=-3 is not an odd prime", "nearest: 3"]),
        ("lps:1,5", ["p=1 is not an odd prime"]),
        ("lps:3,997", ["GiB", "495,512,988 switches"]),
        ("lps:11", ["q is missing", "lps:p,q"]),
        ("lps:11,7,5", ["'5'", "too many"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize(("p", "q"), [(p, q) for p in ODD_PRIMES for q in (3, 5, 7) if p != q])
def test_small_q_is_right_or_refused(p: int, q: int) -> None:
    """For any small pair the result is the promised simple graph, or an error."""
    routers = (3 - legendre(p, q)) * (q**3 - q) // 4
    try:
        topology = build(f"lps:{p},{q}")
    except InputError as error:
        assert "four squares" in str(error)  # noqa: PT017 - either outcome is right
    else:
        assert topology.routers == routers
        assert topology.radix == p + 1
        assert topology.is_regular


def test_large_instance() -> None:
    """LPS(89,19), the largest of the paper's table I, has 6840 routers of radix 90."""
    topology = build("lps:89,19")
    assert (topology.routers, topology.radix, topology.link_count) == (6840, 90, 307800)
