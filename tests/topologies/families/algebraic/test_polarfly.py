"""PolarFly against its closed forms and its definition by brute force."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import shortest_path

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.algebraic.numbers import prime_power
from netfloor.topologies.spec import build

PRIME_POWERS = [q for q in range(2, 50) if prime_power(q)]


@given(st.sampled_from(PRIME_POWERS))
@settings(max_examples=15, deadline=None)
def test_closed_forms_hold(q: int) -> None:
    """q^2 + q + 1 routers of radix q + 1, but q + 1 of radix q, and q (q + 1)^2 / 2 links."""
    topology = build(f"polarfly:{q}")
    degrees, counts = np.unique(topology.degree, return_counts=True)
    assert topology.routers == q * q + q + 1
    assert dict(zip(degrees.tolist(), counts.tolist(), strict=True)) == {q: q + 1, q + 1: q * q}
    assert 2 * topology.link_count == q * (q + 1) ** 2
    assert (topology.multiplicity == 1).all()


@pytest.mark.parametrize("q", [2, 3, 4, 5, 7, 8, 9, 11, 16, 25, 27])
def test_diameter_is_2_by_one_path_at_most(q: int) -> None:
    """Two lines meet in one point: routers have one common neighbour at most, and reach all in 2."""
    adjacency = build(f"polarfly:{q}").adjacency.astype(np.int64)
    assert shortest_path(adjacency, unweighted=True).max() == 2
    common = (adjacency @ adjacency).toarray()
    np.fill_diagonal(common, 0)
    assert common.max() == 1


@pytest.mark.parametrize("q", [2, 3, 5, 7, 11])
def test_prime_fields_by_brute_force(q: int) -> None:
    """For a prime q the links are the pairs of points with dot product 0 modulo q."""
    points = [(1, y, z) for y in range(q) for z in range(q)]
    points += [(0, 1, z) for z in range(q)] + [(0, 0, 1)]
    expected = [
        [u, v]
        for u in range(len(points))
        for v in range(u + 1, len(points))
        if sum(a * b for a, b in zip(points[u], points[v], strict=True)) % q == 0
    ]
    assert build(f"polarfly:{q}").links.tolist() == expected


def test_smallest_is_the_friendly_extremal_graph() -> None:
    """ER_2 has 7 vertices and 9 edges, as many as a graph without 4-cycles can have.

    The extremal number ex(7; C4) is 9 (Clapham, Flockhart, Sheehan 1989).
    """
    joined: nx.Graph[int] = nx.Graph(build("polarfly:2").links.tolist())
    assert joined.number_of_edges() == 9
    assert not any(len(cycle) == 4 for cycle in nx.simple_cycles(joined, 4))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("polarfly:6", ["q=6 is not a prime power", "nearest: 5, 7"]),
        ("polarfly:1", ["q=1 is not a prime power", "nearest: 2"]),
        ("polarfly:0", ["q=0"]),
        ("polarfly:1009", ["1,019,091 switches", "GiB"]),
        ("polarfly:7,3", ["'3' is one parameter too many", "polarfly:q"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)
