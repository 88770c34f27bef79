"""Hop distances, against NetworkX and closed forms."""

from collections import Counter
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.structure.hops.distances import LEVELS_WORTH_WORDS, WORDS_PER_PASS, distances, graph_distances
from netfloor.topologies.spec import build


def counted_by_networkx(graph):
    """Return ordered pairs of different routers by hops, from 0."""
    hops = Counter(
        hops
        for source, row in nx.all_pairs_shortest_path_length(graph)
        for target, hops in row.items()
        if source != target
    )
    return [hops[h] for h in range(max(hops, default=0) + 1)]


@given(n=st.integers(1, 90), extra=st.integers(0, 60), seed=st.integers(0, 999))
def test_histogram_is_networkx(topology_of, n, extra, seed):
    """Pairs at each distance are those that NetworkX counts; they sum to n(n - 1)."""
    graph = nx.random_labeled_tree(n, seed=seed)
    rng = np.random.default_rng(seed)
    graph.add_edges_from((u, v) for u, v in rng.integers(n, size=(extra, 2)).tolist() if u != v)
    found = distances(topology_of(graph))
    assert found.histogram.tolist() == counted_by_networkx(graph)
    assert found.pairs == n * (n - 1)
    if n > 1:
        assert found.diameter == nx.diameter(graph)
        assert found.mean_distance == pytest.approx(nx.average_shortest_path_length(graph), abs=1e-12)


def test_several_passes_count_each_source_once(topology_of):
    """A network wider than one pass of words is counted as NetworkX counts it."""
    graph = nx.random_regular_graph(4, 64 * WORDS_PER_PASS + 2, seed=1)
    found = distances(topology_of(graph))
    row = nx.single_source_shortest_path_length(graph, 0)
    assert found.pairs == len(graph) * (len(graph) - 1)
    assert found.histogram[1] == 4 * len(graph)
    assert found.diameter >= max(row.values())
    assert found.hops_sum == sum(
        sum(nx.single_source_shortest_path_length(graph, v).values()) for v in graph
    )


def test_long_networks_are_searched_source_by_source(topology_of):
    """A ring longer than the words are worth has the ring's mean, (n^2 - 1) / 4 / (n - 1) for odd n."""
    n = 2 * LEVELS_WORTH_WORDS + 3
    found = distances(topology_of(nx.cycle_graph(n)))
    assert found.diameter == n // 2
    assert found.histogram.tolist() == [0] + [2 * n] * (n // 2)
    assert found.mean_distance == (n + 1) / 4


@pytest.mark.parametrize(
    "graph", [nx.hypercube_graph(6), nx.circulant_graph(65, [1, 12]), nx.petersen_graph()], ids=str
)
def test_one_source_is_enough_where_all_look_alike(topology_of, graph):
    """A vertex-transitive network has the same histogram from one source as from all, and says so."""
    one = distances(topology_of(graph, vertex_transitive=True))
    every = distances(topology_of(graph))
    assert one.histogram.tolist() == every.histogram.tolist()
    assert (one.sources, every.sources) == ("one (vertex-transitive)", "all")


def test_parallel_links_change_nothing(topology_of):
    """Distances ignore how many links join a pair."""
    graph = nx.cycle_graph(7)
    graph.edges[0, 1]["weight"] = 5
    assert distances(topology_of(graph)).histogram.tolist() == [0, 14, 14, 14]


def test_one_router(topology_of):
    """One router has diameter 0 and mean distance 0."""
    found = distances(topology_of(nx.empty_graph(1)))
    assert (found.diameter, found.mean_distance, found.pairs) == (0, 0.0, 0)


@pytest.mark.parametrize("transitive", [False, True])
def test_disconnected_is_refused(topology_of, transitive):
    """A network in two pieces has no diameter, whatever it claims about itself."""
    network = topology_of(
        nx.disjoint_union(nx.cycle_graph(4), nx.cycle_graph(4)), vertex_transitive=transitive
    )
    with pytest.raises(InputError, match="not connected"):
        distances(network)


def test_the_result_cannot_be_changed(topology_of):
    """The histogram is read-only."""
    with pytest.raises(ValueError, match="read-only"):
        distances(topology_of(nx.cycle_graph(5))).histogram[1] = 0


@given(n=st.integers(2, 90), extra=st.integers(0, 60), seed=st.integers(0, 999))
def test_switches_without_endpoints_are_passed_and_not_counted(topology_of, n, extra, seed):
    """Pairs by hops are NetworkX's between switches with endpoints; of the graph, between all switches."""
    graph = nx.random_labeled_tree(n, seed=seed)
    rng = np.random.default_rng(seed)
    graph.add_edges_from((u, v) for u, v in rng.integers(n, size=(extra, 2)).tolist() if u != v)
    endpoints = rng.integers(2, size=n).astype(np.int32)
    endpoints[rng.integers(n)] = 3
    network, ends = replace(topology_of(graph), endpoints=endpoints), np.flatnonzero(endpoints).tolist()
    hops = Counter(nx.shortest_path_length(graph, u, v) for u in ends for v in ends if u != v)
    assert distances(network).histogram.tolist() == [hops[h] for h in range(max(hops, default=0) + 1)]
    assert graph_distances(network).histogram.tolist() == counted_by_networkx(graph)


@pytest.mark.parametrize(
    ("spec", "diameter"),
    [("fattree:6,3", 4), ("leafspine:8,4", 2), ("rails:2,4,2,8", 2), ("dragonfly+:4,4", 3)],
)
def test_trees_are_measured_between_their_switches_with_endpoints(spec, diameter):
    """Diameter as published of the edge switches, mean as NetworkX has it between them."""
    network = build(spec)
    graph = nx.from_edgelist(network.links.tolist())
    ends = np.flatnonzero(network.endpoints).tolist()
    hops = [nx.shortest_path_length(graph, u, v) for u in ends for v in ends if u != v]
    found = distances(network)
    assert (found.diameter, found.pairs) == (diameter, len(hops))
    assert found.diameter == max(hops)
    assert found.mean_distance == pytest.approx(np.mean(hops))


def test_long_networks_count_only_switches_with_endpoints(topology_of):
    """Of a path that is searched source by source, with endpoints at both ends, one pair counts."""
    n = LEVELS_WORTH_WORDS + 10
    endpoints = np.zeros(n, np.int32)
    endpoints[[0, n - 1]] = 1
    network = replace(topology_of(nx.path_graph(n)), endpoints=endpoints)
    assert distances(network).histogram.tolist() == [0] * (n - 1) + [2]
