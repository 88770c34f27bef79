"""k-ary n-trees against their closed forms and a second construction."""

from itertools import combinations, product

import networkx as nx
import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build

TREES = [(2, 2), (2, 3), (2, 5), (3, 2), (3, 3), (4, 3), (5, 2), (7, 2)]


def words_tree(k: int, n: int) -> "nx.Graph[tuple[int, tuple[int, ...]]]":
    """Return the tree by words: levels l and l + 1 are joined where all but one digit agree."""
    graph = nx.Graph()
    for word in product(range(k), repeat=n - 1):
        for level in range(n - 1):
            for digit in range(k):
                other = list(word)
                other[n - 2 - level] = digit
                graph.add_edge((level, word), (level + 1, tuple(other)))
    return graph


@pytest.mark.parametrize(("k", "n"), TREES)
def test_links_are_those_of_the_words(k: int, n: int) -> None:
    """Switch w of level l is the word of w's digits, highest first."""
    topology, graph = build(f"fattree:{k},{n}"), words_tree(k, n)
    number = {node: place for place, node in enumerate(sorted(graph))}
    wanted = sorted(sorted((number[u], number[v])) for u, v in graph.edges)
    assert topology.links.tolist() == wanted
    assert (topology.multiplicity == 1).all()


@pytest.mark.parametrize(("k", "n"), TREES)
def test_closed_forms(k: int, n: int) -> None:
    """Routers, links, radix, ports, endpoints and diameter are the ones that the docstring gives."""
    topology = build(f"fattree:{k},{n}")
    graph: nx.Graph[int] = nx.Graph(topology.links.tolist())
    assert (topology.routers, len(graph)) == (n * k ** (n - 1),) * 2
    assert topology.link_count == (n - 1) * k**n
    assert int(topology.endpoints.sum()) == k**n
    assert set(topology.ports[: -(k ** (n - 1))].tolist()) == {2 * k}
    assert set(topology.ports[-(k ** (n - 1)) :].tolist()) == {k}
    assert nx.diameter(graph) == 2 * (n - 1)


@pytest.mark.parametrize(("k", "n"), [(2, 3), (3, 2), (2, 4), (3, 3)])
def test_any_two_edge_switches_meet_at_the_level_of_their_first_common_digit(k: int, n: int) -> None:
    """Two edge switches are 2 l hops apart, l - 1 the highest digit in which they differ."""
    hops = dict(nx.all_pairs_shortest_path_length(nx.Graph(build(f"fattree:{k},{n}").links.tolist())))
    for u, v in combinations(range(k ** (n - 1)), 2):
        highest = max(i for i in range(n - 1) if u // k**i % k != v // k**i % k)
        assert hops[u][v] == 2 * (highest + 1)


def test_the_tree_that_was_built() -> None:
    """The 18-ary 3-tree has 972 switches and 11,664 links between them (issue; Domke et al.)."""
    topology = build("fattree:18,3,used-down-ports=15")
    assert (topology.routers, topology.link_count) == (972, 11_664)
    assert topology.endpoints.tolist() == [15] * 324 + [0] * 648
    assert "972 are unused" in topology.notes[0]
    assert int(topology.ports.max()) == 36


@pytest.mark.parametrize(("k", "n"), [(3, 2), (2, 4), (3, 3)])
def test_groups_are_pods_and_the_top(k: int, n: int) -> None:
    """Without the top level the network falls apart into the groups."""
    topology = build(f"fattree:{k},{n}")
    assert topology.groups is not None
    below = topology.groups < k
    assert np.bincount(topology.groups).tolist() == [(n - 1) * k ** (n - 2)] * k + [k ** (n - 1)]
    graph: nx.Graph[int] = nx.empty_graph(np.flatnonzero(below).tolist())
    graph.add_edges_from(topology.links[below[topology.links].all(axis=1)].tolist())
    parts = {frozenset(np.flatnonzero(topology.groups == group).tolist()) for group in range(k)}
    assert {frozenset(part) for part in nx.connected_components(graph)} == parts


def test_endpoints_stay_at_the_edge() -> None:
    """The option endpoints= counts for edge switches alone."""
    assert build("fattree:4,2,endpoints=3").endpoints.tolist() == [3] * 4 + [0] * 4


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("fattree:1,3", ["k=1", "of at least 2"]),
        ("fattree:4,1", ["n=1", "from 2 to 32"]),
        ("fattree:4,3,used_down_ports=5", ["used_down_ports=5", "from 1 to 4"]),
        ("fattree:4,3,used_down_ports=0", ["used_down_ports=0", "from 1 to 4"]),
        ("fattree:4,3,used_down_ports=2,used-down-ports=2", ["used_down_ports is given twice"]),
        ("fattree:4,3,endpoints=2,used-down-ports=2", ["both set the endpoints"]),
        ("fattree:1000,4", ["GiB"]),
        ("fattree:4", ["n is missing", "fattree:k,n"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)
