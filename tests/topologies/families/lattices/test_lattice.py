"""Tori, meshes and hypercubes against their closed forms and NetworkX."""

import math
from itertools import islice

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.lattices.lattice import shapes
from netfloor.topologies.spec import FAMILIES, build
from netfloor.topologies.topology import Topology

SIZES = st.lists(st.integers(2, 6), min_size=1, max_size=4).filter(lambda s: math.prod(s) <= 300)


def graph_of(topology: Topology) -> "nx.Graph[int]":
    """Return the joined pairs as a NetworkX graph."""
    graph: nx.Graph[int] = nx.empty_graph(topology.routers)
    graph.add_edges_from(topology.links.tolist())
    return graph


def numbered(graph: "nx.Graph[tuple[int, ...]]") -> set[frozenset[int]]:
    """Return the edges of a graph on coordinates, last coordinate fastest."""
    number = {node: place for place, node in enumerate(sorted(graph))}
    return {frozenset((number[u], number[v])) for u, v in graph.edges}


def text(sizes: list[int]) -> str:
    """Return sizes as a spec writes them."""
    return "x".join(map(str, sizes))


def assert_same(topology: Topology, expected: "nx.Graph[tuple[int, ...]]") -> None:
    """Check links, numbering included, connection and the absence of loops."""
    assert {frozenset(link) for link in topology.links.tolist()} == numbered(expected)
    assert nx.is_connected(graph_of(topology))
    assert (topology.links[:, 0] < topology.links[:, 1]).all()


@given(SIZES)
@settings(max_examples=60, deadline=None)
def test_torus_is_networkx_s_periodic_grid(sizes: list[int]) -> None:
    """Router (x, y, z) is joined as in a periodic grid; a ring of 2 is one link."""
    topology = build(f"torus:{text(sizes)}")
    coordinates = [nx.cycle_graph(size) if size > 2 else nx.path_graph(2) for size in sizes]
    expected = nx.relabel_nodes(coordinates[0], lambda x: (x,))
    for factor in coordinates[1:]:
        product = nx.cartesian_product(expected, factor)
        expected = nx.relabel_nodes(product, {node: (*node[0], node[1]) for node in product})
    assert_same(topology, expected)
    assert (topology.multiplicity == 1).all()


@given(SIZES)
@settings(max_examples=60, deadline=None)
def test_mesh_is_networkx_s_grid(sizes: list[int]) -> None:
    """Router (x, y, z) is joined as in a grid of at least two dimensions."""
    expected = nx.grid_graph(dim=[1, *sizes][::-1])
    assert_same(build(f"mesh:{text(sizes)}"), expected)


@pytest.mark.parametrize("d", range(1, 9))
def test_hypercube_is_networkx_s(d: int) -> None:
    """Routers are joined that differ in one binary digit: d 2^(d-1) links, diameter d."""
    topology = build(f"hypercube:{d}")
    edges = {tuple(link) for link in topology.links.tolist()}
    assert edges == {(u, u | 1 << bit) for u in range(2**d) for bit in range(d) if not u >> bit & 1}
    assert numbered(nx.hypercube_graph(d)) == {frozenset(edge) for edge in edges}
    assert topology.link_count == d * 2 ** (d - 1)
    assert topology.radix == d == nx.diameter(graph_of(topology))


@given(SIZES, st.booleans())
@settings(max_examples=60, deadline=None)
def test_torus_closed_forms(sizes: list[int], double: bool) -> None:
    """Routers, links, radix and diameter are the ones that the docstring gives."""
    topology = build(f"torus:{text(sizes)}" + ",rings_of_2=double" * double)
    n = math.prod(sizes)
    rings = [2 if size > 2 or double else 1 for size in sizes]
    assert topology.routers == n
    assert topology.link_count == sum(n * links // 2 for links in rings)
    assert topology.is_regular
    assert topology.radix == sum(rings)
    assert nx.diameter(graph_of(topology)) == sum(size // 2 for size in sizes)


@given(SIZES)
@settings(max_examples=60, deadline=None)
def test_mesh_closed_forms(sizes: list[int]) -> None:
    """Routers, links, radix and diameter are the ones that the docstring gives."""
    topology, n = build(f"mesh:{text(sizes)}"), math.prod(sizes)
    assert topology.routers == n
    assert topology.link_count == sum(n // size * (size - 1) for size in sizes)
    assert topology.radix == sum(min(size - 1, 2) for size in sizes)
    assert nx.diameter(graph_of(topology)) == sum(size - 1 for size in sizes)


def test_double_rings_of_2_are_parallel_links() -> None:
    """Both spellings of the option count a ring of 2 twice, longer rings as before."""
    topology = build("torus:2x3,rings-of-2=double")
    assert sorted(topology.multiplicity.tolist()) == [1] * 6 + [2] * 3
    other = build("torus:2x3,rings_of_2=double")
    assert np.array_equal(topology.multiplicity, other.multiplicity)
    assert build("torus:2x3,rings_of_2=single").link_count == 9


@given(SIZES)
@settings(max_examples=30, deadline=None)
def test_transitivity_is_claimed_where_a_translation_proves_it(sizes: list[int]) -> None:
    """Every shift of coordinates maps a torus to itself; of meshes only hypercubes are claimed."""
    topology = build(f"torus:{text(sizes)}")
    assert topology.vertex_transitive
    links = {frozenset(link) for link in topology.links.tolist()}
    for axis in range(len(sizes)):
        moved = np.roll(np.arange(topology.routers).reshape(sizes), 1, axis).ravel()
        assert {frozenset(link) for link in moved[topology.links].tolist()} == links
    assert build(f"mesh:{text(sizes)}").vertex_transitive == (set(sizes) == {2})


@pytest.mark.parametrize("routers", range(2, 130))
def test_shapes_are_all_products(routers: int) -> None:
    """Every way to write a number as a product stands once, largest factor first."""
    found = shapes(routers)
    assert len(set(found)) == len(found)
    assert all(math.prod(sizes) == routers and min(sizes) > 1 for sizes in found)
    assert all(list(sizes) == sorted(sizes, reverse=True) for sizes in found)
    assert {sizes for sizes in found if len(sizes) == 2} == {
        (routers // small, small) for small in range(2, math.isqrt(routers) + 1) if routers % small == 0
    }


def test_shapes_count() -> None:
    """The number of unordered factorisations is OEIS A001055."""
    counts = [
        1,
        1,
        1,
        2,
        1,
        2,
        1,
        3,
        2,
        2,
        1,
        4,
        1,
        2,
        2,
        5,
        1,
        4,
        1,
        4,
        2,
        2,
        1,
        7,
        2,
        2,
        3,
        4,
        1,
        5,
        1,
        7,
    ]
    assert [len(shapes(n)) for n in range(2, 33)] == counts[1:]


@pytest.mark.parametrize(
    "family", ["torus", "mesh", "hypercube", "hyperx", "flattened-butterfly", "fattree"]
)
def test_instances_are_what_is_built(family: str) -> None:
    """Members come smallest first, with the routers, radix and endpoints that building gives."""
    listed = FAMILIES[family].instances
    assert listed is not None
    found = list(listed(60))
    assert found == sorted(found)
    assert len({instance.spec for instance in found}) == len(found)
    for instance in found:
        topology = build(instance.spec)
        assert (topology.routers, topology.radix) == (instance.routers, instance.radix)
        concentration = FAMILIES[family].concentration
        assert concentration is not None
        if not FAMILIES[family].indirect:
            assert concentration(topology) == instance.endpoints
    assert list(listed(1)) == []
    assert next(islice(listed(10**4), 1)).routers <= 4


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("torus:8x1", ["sizes: a dimension of size 1 has no link", "omit it"]),
        ("torus:8x0", ["sizes=0", "of at least 2"]),
        ("mesh:8x-2", ["sizes=-2"]),
        ("mesh:8xx2", ["sizes: has no value"]),
        ("torus:8*8", ["8"]),
        ("torus:8x8,rings_of_2=triple", ["rings_of_2='triple'", "single, double"]),
        ("torus:8x8,rings_of_2=double,rings-of-2=double", ["rings_of_2 is given twice"]),
        ("mesh:8x8,rings_of_2=double", ["unknown parameter"]),
        ("torus:" + "x".join(["2"] * 40), ["sizes: 40 dimensions", "at most 32"]),
        ("torus:" + "x".join(["9" * 18] * 32), ["GiB", "10^"]),
        ("hypercube:0", ["d=0", "from 1 to 32"]),
        ("hypercube:33", ["d=33", "from 1 to 32"]),
        ("hypercube:30", ["1,073,741,824 switches", "GiB"]),
        ("hypercube:", ["no parameters", "hypercube:d"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)
