"""HyperX and flattened butterflies against their closed forms and NetworkX."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import FAMILIES, build

SIZES = st.lists(st.integers(2, 6), min_size=1, max_size=4).filter(lambda s: math.prod(s) <= 250)


def text(sizes: list[int]) -> str:
    """Return sizes as a spec writes them."""
    return "x".join(map(str, sizes))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_hyperx_is_a_product_of_complete_graphs(data: st.DataObject) -> None:
    """Links, their multiplicity and the numbering are those of NetworkX's product."""
    sizes = data.draw(SIZES)
    factors = data.draw(st.lists(st.integers(1, 3), min_size=len(sizes), max_size=len(sizes)))
    expected = nx.relabel_nodes(nx.complete_graph(sizes[0]), lambda x: (x,))
    for size in sizes[1:]:
        product = nx.cartesian_product(expected, nx.complete_graph(size))
        expected = nx.relabel_nodes(product, {node: (*node[0], node[1]) for node in product})
    number = {node: place for place, node in enumerate(sorted(expected))}
    wanted = {}
    for u, v in expected.edges:
        axis = next(i for i in range(len(sizes)) if u[i] != v[i])
        wanted[min(number[u], number[v]), max(number[u], number[v])] = factors[axis]
    topology = build(f"hyperx:{text(sizes)},k={text(factors)}")
    found = zip(map(tuple, topology.links.tolist()), topology.multiplicity.tolist(), strict=True)
    assert dict(found) == wanted


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_hyperx_closed_forms(data: st.DataObject) -> None:
    """Routers, links, radix, diameter and endpoints are the ones that the docstring gives."""
    sizes = data.draw(SIZES)
    factor, endpoints = data.draw(st.integers(1, 4)), data.draw(st.integers(0, 9))
    topology, n = build(f"hyperx:{text(sizes)},k={factor},t={endpoints}"), math.prod(sizes)
    graph: nx.Graph[int] = nx.Graph(topology.links.tolist())
    assert (topology.routers, len(graph)) == (n, n)
    assert topology.link_count == sum(n * factor * (size - 1) // 2 for size in sizes)
    assert topology.is_regular
    assert topology.radix == factor * sum(size - 1 for size in sizes)
    assert nx.diameter(graph) == len(sizes)
    assert topology.endpoints.tolist() == [endpoints] * n


def test_the_hyperx_that_was_built() -> None:
    """12 x 8 switches with 7 nodes each are 672 nodes on 96 switches (Domke et al., section 2)."""
    topology = build("hyperx:12x8,t=7")
    assert (topology.routers, int(topology.endpoints.sum())) == (96, 672)
    assert int(topology.ports.max()) == 11 + 7 + 7


@pytest.mark.parametrize(
    ("spec", "endpoints"), [("hyperx:12x8", 8), ("hyperx:12x8,k=1x2", 12), ("flattened-butterfly:5,3", 5)]
)
def test_recommended_endpoints_make_the_narrowest_dimension_half(spec: str, endpoints: int) -> None:
    """K S / (2 T) is 1/2 in the narrowest dimension; a flattened butterfly has k by definition."""
    family, topology = FAMILIES[spec.partition(":")[0]], build(spec)
    assert family.concentration is not None
    assert family.concentration(topology) == endpoints


def test_endpoints_are_stated_once() -> None:
    """The option t= and endpoints= state the same thing; the argument gives way to both."""
    assert build("hyperx:3x3,t=2", endpoints=5).endpoints.max() == 2
    assert build("hyperx:3x3,endpoints=4").endpoints.max() == 4
    assert build("hyperx:3x3").endpoints.max() == 0
    with pytest.raises(InputError, match="t and endpoints both"):
        build("hyperx:3x3,t=2,endpoints=2")


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("n", [2, 3, 4])
def test_flattened_butterfly_closed_forms(k: int, n: int) -> None:
    """k^(n-1) routers of n (k - 1) + 1 ports, the HyperX of n - 1 dimensions of size k."""
    topology = build(f"flattened-butterfly:{k},{n}")
    same = build(f"hyperx:{text([k] * (n - 1))},t={k}")
    assert np.array_equal(topology.links, same.links)
    assert topology.routers == k ** (n - 1)
    assert int(topology.endpoints.sum()) == k**n
    assert topology.ports.tolist() == [n * (k - 1) + 1] * topology.routers


@pytest.mark.parametrize("spec", ["hyperx:4x3x5", "flattened-butterfly:4,3", "hyperx:7"])
def test_groups_are_complete_lines(spec: str) -> None:
    """The routers of one group are all joined to each other, and number the last size."""
    topology = build(spec)
    assert topology.groups is not None
    sizes = np.bincount(topology.groups)
    ends = topology.groups[topology.links]
    inside = np.bincount(ends[ends[:, 0] == ends[:, 1], 0])
    assert (inside == sizes * (sizes - 1) // 2).all()
    assert set(sizes.tolist()) == {{"hyperx:4x3x5": 5, "flattened-butterfly:4,3": 4, "hyperx:7": 7}[spec]}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("hyperx:12x1", ["sizes: a dimension of size 1"]),
        ("hyperx:12x8,k=1x2x3", ["k: 3 factors for 2 dimensions", "k=1x1"]),
        ("hyperx:12,k=1x2", ["k: 2 factors for 1 dimension;"]),
        ("hyperx:12x8,k=0", ["k=0", "from 1"]),
        ("hyperx:12x8,t=-1", ["t=-1", "from 0"]),
        ("hyperx:12x8,t=x", ["t: 'x' is not a whole number"]),
        ("hyperx:12,8", ["'8' is one parameter too many", "hyperx:S1xS2"]),
        ("hyperx:99999x99999", ["GiB"]),
        ("flattened-butterfly:1,2", ["k=1", "of at least 2"]),
        ("flattened-butterfly:2,1", ["n=1", "from 2 to 33"]),
        ("flattened-butterfly:2,99", ["n=99", "33"]),
        ("flattened-butterfly:8", ["n is missing"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)
