"""Two thousand random graphs in which no lower bound may lie above a cut."""

from importlib import import_module
from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from netfloor.structure.bisection.interval import bisection

GRAPHS, BLOCK, NORMAL = 2000, 100, 300
#: Up to so many routers every balanced cut is counted here, and the search runs all the same.
COUNTED = 14


def sparse(rng, n):
    """Return a tree with a few more links."""
    graph = nx.random_labeled_tree(n, seed=rng)
    graph.add_edges_from(rng.choice(n, 2, replace=False) for _ in range(rng.integers(0, 4)))
    return graph


def dense(rng, n):
    """Return a random graph of any density."""
    return nx.gnp_random_graph(n, rng.uniform(0.05, 1), seed=rng)


def regular(rng, n):
    """Return a random regular graph."""
    k = int(rng.integers(1, min(n - 1, 9) + 1))
    return nx.random_regular_graph(k, n + n * k % 2, seed=rng)


def apart(rng, n):
    """Return several graphs that no link joins."""
    sizes = rng.multinomial(n, [0.5, 0.3, 0.2])
    return nx.disjoint_union_all([nx.gnp_random_graph(int(size), 0.5, seed=rng) for size in sizes])


def clustered(rng, n):
    """Return two or three dense groups of any sizes with a few links between them."""
    sizes = [int(size) + 1 for size in rng.multinomial(n, [0.5, 0.4, 0.1])]
    near, far = rng.uniform(0.6, 1), rng.uniform(0, 0.1)
    return nx.random_partition_graph(sizes, near, far, seed=rng)


def symmetric(rng, n):
    """Return a circulant, bipartite, ladder or star-like graph: bounds are tight or cuts are odd."""
    jumps = rng.integers(1, n // 2 + 1, 2).tolist()
    part = int(rng.integers(1, n))
    return [
        nx.circulant_graph(n, jumps),
        nx.complete_bipartite_graph(part, n - part),
        nx.circular_ladder_graph(n // 2),
        nx.barbell_graph(n // 3, n % 3) if n >= 9 else nx.star_graph(n - 1),
    ][int(rng.integers(4))]


KINDS = (sparse, dense, regular, apart, clustered, symmetric)


def random_graph(number):
    """Return graph ``number``: of every kind small and large, simple and with parallel links."""
    rng = np.random.default_rng(number)
    n = int(rng.integers(4, COUNTED + 1) if number % 2 else rng.integers(COUNTED + 1, 70))
    graph = nx.Graph(KINDS[number // 2 % len(KINDS)](rng, n))
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    if number // 12 % 2:
        for edge in graph.edges:
            graph.edges[edge]["weight"] = int(rng.integers(1, 5))
    return graph


def smallest_cut(network):
    """Return the links of the smallest balanced cut by counting every one."""
    n = network.routers
    chosen = np.zeros((len(choices := list(combinations(range(n), n // 2))), n))
    np.put_along_axis(chosen, np.array(choices), 1, axis=1)
    counts = network.adjacency.toarray().astype(float)
    return int(np.einsum("ci,ij,cj->c", chosen, counts, 1 - chosen, optimize=True).min())


@pytest.fixture
def always_search():
    """Let small networks be searched and bounded like large ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            import_module("netfloor.structure.bisection.interval"),
            "EXHAUSTIVE_ROUTERS",
            1,
        )
        yield


@pytest.mark.usefixtures("always_search")
@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=() if first < NORMAL else pytest.mark.nightly)
        for first in range(0, GRAPHS, BLOCK)
    ],
)
def test_no_bound_above_a_cut(topology_of, count_cut, first):
    """Bound <= smallest cut <= cut found, and the cut found is a balanced one of so many links."""
    for number in range(first, first + BLOCK):
        network = topology_of(random_graph(number))
        n = network.routers
        found = bisection(network, seeds=3, seed=number, iterations=8_000)
        assert found.lower_links <= found.links == count_cut(network, found.sides), number
        assert abs(n - 2 * int(found.sides.sum())) <= 1, number
        if n <= COUNTED:
            assert found.lower_links <= smallest_cut(network) <= found.links, number
