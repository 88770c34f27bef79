"""The HyperX search against all shapes, all factors and all numbers of endpoints."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.lattices.hyperx_search import HyperXShape, hyperx_shapes
from netfloor.topologies.spec import build


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
def test_refuses_naming_the_culprit(arguments: tuple[int, int, float], word: str) -> None:
    """A demand out of range is named."""
    with pytest.raises(InputError, match=word):
        hyperx_shapes(*arguments)
