"""HyperX networks, and the cheapest ones."""

import math
from fractions import Fraction
from itertools import product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.lattices.hyperx import HyperXShape, hyperx_shapes
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


def all_shapes(endpoints: int, radix: int, beta: Fraction) -> list[HyperXShape]:
    """Return every feasible HyperX of some switches, whatever its factors and endpoints."""

    def dimensions(free: int, most: int) -> list[tuple[tuple[int, int], ...]]:
        found: list[tuple[tuple[int, int], ...]] = [()]
        for size, factor in product(range(2, most + 1), range(1, free + 1)):
            if factor * (size - 1) <= free:
                rest = dimensions(free - factor * (size - 1), size)
                found += [((size, factor), *others) for others in rest]
        return found

    shapes = []
    for chosen in dimensions(radix - 1, radix):
        for each in range(1, radix + 1):
            sizes, factors = tuple(s for s, _ in chosen), tuple(k for _, k in chosen)
            shape = HyperXShape(sizes, factors, each)
            enough = shape.routers * each >= endpoints
            if sizes and enough and shape.ports <= radix and shape.beta >= beta:
                shapes.append(shape)
    return shapes


@given(
    st.integers(1, 60),
    st.integers(2, 8),
    st.sampled_from(
        [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(3)]
    ),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_the_cheapest_of_all(endpoints: int, radix: int, beta: Fraction, regular: bool) -> None:
    """For every multiset of sizes the fewest links are found, and nothing infeasible."""
    fewest: dict[tuple[int, ...], int] = {}
    for shape in all_shapes(endpoints, radix, beta):
        if not regular or len(set(zip(shape.sizes, shape.trunking, strict=True))) == 1:
            fewest[shape.sizes] = min(shape.links, fewest.get(shape.sizes, shape.links))
    found = hyperx_shapes(endpoints, radix, beta, regular=regular, most=1000)
    assert {shape.sizes: shape.links for shape in found}.items() <= fewest.items()
    assert all(shape.beta >= beta and shape.ports <= radix for shape in found)
    assert bool(found) == bool(fewest)
    first = hyperx_shapes(endpoints, radix, beta, regular=regular, most=1)
    order = sorted((HyperXShape(sizes, (), 1).routers, links) for sizes, links in fewest.items())
    assert [(shape.routers, shape.links) for shape in first] == order[:1]
    limit = max(2, 2 * beta) * endpoints
    assert [(shape.routers, shape.links) for shape in found if shape.routers <= limit] == [
        entry for entry in order if entry[0] <= limit
    ]


def test_candidates_are_sorted_and_as_many_as_asked_for() -> None:
    """Fewest routers come first, then fewest links; a longer list begins with the shorter."""
    many = hyperx_shapes(672, 36, 0.5, most=40)
    assert len(many) == 40
    costs = [(shape.routers, shape.links) for shape in many]
    assert costs == sorted(costs)
    assert hyperx_shapes(672, 36, 0.5, most=7) == many[:7]


def test_specs_build_what_they_promise() -> None:
    """A candidate's spec builds a network of its routers, links, ports and endpoints."""
    for shape in hyperx_shapes(900, 20, 0.75):
        topology = build(shape.spec)
        assert (topology.routers, topology.link_count) == (shape.routers, shape.links)
        assert set(topology.ports.tolist()) == {shape.ports}
        assert int(topology.endpoints.sum()) >= 900


def test_the_hyperx_that_was_built_has_its_printed_bisection() -> None:
    """12 x 8 with 7 nodes a switch has 57.1 % (Domke et al., section 2)."""
    assert round(100 * float(HyperXShape((12, 8), (1, 1), 7).beta), 1) == 57.1


def test_a_float_target_is_the_decimal_that_is_shown() -> None:
    """A target of 0.1 is one tenth, not the binary number just above it."""
    assert hyperx_shapes(1000, 24, 0.1) == hyperx_shapes(1000, 24, Fraction(1, 10))


def test_regular_shapes_are_regular() -> None:
    """Asked for regular shapes, all sizes and all factors are equal."""
    found = hyperx_shapes(5000, 40, 0.5, regular=True)
    assert found
    assert all(len(set(shape.sizes)) == len(set(shape.trunking)) == 1 for shape in found)


@pytest.mark.parametrize(("endpoints", "radix"), [(10**6, 8), (3, 2), (10**9, 20)])
def test_nothing_is_found_where_there_is_nothing(endpoints: int, radix: int) -> None:
    """Switches of too few ports give an empty list, soon."""
    assert hyperx_shapes(endpoints, radix, 1.0) == []


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((0, 8, 0.5), "endpoints"),
        ((5, 1, 0.5), "radix"),
        ((5, 8, -0.5), "beta"),
        ((5, 8, float("nan")), "beta"),
    ],
)
def test_the_search_names_a_demand_out_of_range(arguments: tuple[int, int, float], word: str) -> None:
    """A demand out of range is named."""
    with pytest.raises(InputError, match=word):
        hyperx_shapes(*arguments)
