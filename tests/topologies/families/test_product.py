"""Cartesian products against NetworkX and their closed forms."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import eye_array, kron
from scipy.sparse.csgraph import shortest_path

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

FACTORS = [
    "complete:1",
    "complete:4",
    "circulant:6:1",
    "circulant:5:1,2",
    "random:6,3,seed=2",
    "polarfly:2",
    "dragonfly:a=2,p=1,h=3,g=3",
    "dragonfly:2",
]


def diameter(topology: Topology) -> int:
    """Return the largest distance in hops."""
    return int(shortest_path(topology.adjacency, unweighted=True).max())


@given(st.lists(st.sampled_from(FACTORS), min_size=2, max_size=3))
@settings(max_examples=40, deadline=None)
def test_links_are_the_kronecker_sum(specs: list[str]) -> None:
    """The adjacency matrix, parallel links counted, is A x I + I x B of the factors in order."""
    found, factors = build("*".join(specs)), [build(spec) for spec in specs]
    expected = factors[0].adjacency
    for factor in factors[1:]:
        n, m = expected.shape[0], factor.routers
        expected = kron(expected, eye_array(m)) + kron(eye_array(n), factor.adjacency)
    assert (found.adjacency != expected).nnz == 0
    assert found.name == "*".join(specs)


@given(st.sampled_from(FACTORS), st.sampled_from(FACTORS))
@settings(max_examples=20, deadline=None)
def test_closed_forms_hold(first: str, second: str) -> None:
    """Routers multiply; links, radix, diameter and endpoints are sums."""
    a, b, both = build(first), build(second), build(f"{first}*{second}")
    assert both.routers == a.routers * b.routers
    assert both.link_count == a.routers * b.link_count + a.link_count * b.routers
    assert both.radix == a.radix + b.radix
    assert diameter(both) == diameter(a) + diameter(b)
    assert both.vertex_transitive == (a.vertex_transitive and b.vertex_transitive)
    assert both.endpoints.tolist() == [x + y for x in a.endpoints.tolist() for y in b.endpoints.tolist()]


def test_is_that_of_networkx() -> None:
    """The product of a circulant and a polarity graph, router by router."""
    a, b, both = (build(spec) for spec in ("circulant:7:1,3", "polarfly:2", "circulant:7:1,3*polarfly:2"))
    graphs: list[nx.Graph[int]] = [nx.Graph(factor.links.tolist()) for factor in (a, b)]
    expected = nx.cartesian_product(*graphs)
    numbered = {tuple(sorted(7 * x + y for x, y in pair)) for pair in expected.edges}
    assert {tuple(link) for link in both.links.tolist()} == numbered


def test_groups_are_the_copies_of_the_last_factor() -> None:
    """Each group is one copy, joined inside as the last factor is."""
    both, last = build("circulant:5:1*complete:2*polarfly:2"), build("polarfly:2")
    assert both.groups is not None
    inside = both.groups[both.links[:, 0]] == both.groups[both.links[:, 1]]
    assert np.bincount(both.groups).tolist() == [7] * 10
    assert np.array_equal(both.links[inside][:9] % 7, last.links)
    assert inside.sum() == 10 * 9


def test_four_rings_of_two_make_a_hypercube() -> None:
    """K_2 four times is the 4-cube."""
    ours: nx.Graph[int] = nx.Graph(build("*".join(["complete:2"] * 4)).links.tolist())
    assert nx.is_isomorphic(ours, nx.hypercube_graph(4))


def test_one_router_changes_nothing() -> None:
    """The complete graph of one router is neutral on either side."""
    plain = build("polarfly:3")
    for spec in ("polarfly:3*complete:1", "complete:1*polarfly:3"):
        assert np.array_equal(build(spec).links, plain.links)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("complete:3*complete:2,endpoints=4", 4),
        ("complete:3,endpoints=4*complete:2", 4),
        ("dragonfly:a=2,h=1*dragonfly:a=2,h=1", 2),
        ("dragonfly:a=2,h=1*complete:2,endpoints=7", 7),
        ("dragonfly:a=2,p=3,h=1*complete:2", 3),
    ],
)
def test_endpoints_count_for_each_router_of_the_product(spec: str, expected: int) -> None:
    """Given once they hold for all routers; by definition of the factors they add up."""
    assert set(build(spec).endpoints.tolist()) == {expected}


def test_the_seed_reaches_every_factor_that_names_none() -> None:
    """A factor's own seed stays; the product is rebuilt from its spec and its recorded seed."""
    drawn = build("random:8,3*random:8,3,seed=1", seed=5)
    named = build("random:8,3,seed=5*random:8,3,seed=1", seed=9)
    assert np.array_equal(drawn.links, named.links)
    assert drawn.parameters["seed"] == 5
    assert "seed" not in build("complete:2*complete:3", seed=5).parameters


def test_notes_name_their_factor() -> None:
    """What a factor has to say is said with its name."""
    notes = build("complete:2*lps:19,7").notes
    assert len(notes) == 1
    assert notes[0].startswith("lps:19,7: q = 7")


def test_refuses_what_memory_cannot_hold() -> None:
    """The estimate stands in the message, before the product is built."""
    with pytest.raises(InputError, match="4,000,000 switches and 7,996,000,000 links"):
        build("complete:2000*complete:2000")
