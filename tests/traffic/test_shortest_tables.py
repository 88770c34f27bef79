"""Tables of shortest paths against NetworkX's enumeration."""

import networkx as nx
import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing.shortest import one_of_each, shortest_paths


def graph_of(topology: Topology) -> "nx.Graph[int]":
    """Return the joined pairs as a graph."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(topology.routers))
    graph.add_edges_from(map(tuple, topology.links.tolist()))
    return graph


@pytest.mark.parametrize("spec", ["torus:4x3", "lps:3,5", "fattree:2,3", "hyperx:3x2,k=2x1"])
def test_candidates_are_the_first_channels_of_all_shortest_paths(spec: str) -> None:
    """Every channel that starts a shortest path is a candidate, parallel ones each, and no other."""
    topology = build(spec)
    channels, graph = channels_of(topology), graph_of(topology)
    table = shortest_paths(channels, np.arange(topology.routers, dtype=np.int32))
    for to in range(0, topology.routers, 7):
        distance = nx.single_source_shortest_path_length(graph, to)
        assert table.hops[to].tolist() == [distance[u] for u in range(topology.routers)]
        for u in range(topology.routers):
            row = to * topology.routers + u
            found = table.channel[table.first[row] : table.first[row + 1]].tolist()
            leaving = range(channels.first[u], channels.first[u + 1])
            assert found == [c for c in leaving if distance[int(channels.head[c])] == distance[u] - 1]


def test_group_paths_change_group_once() -> None:
    """They are the shortest that cross one global channel, longer where others cross two."""
    topology = build("dragonfly:a=4,p=2,h=2")
    groups = topology.groups
    assert groups is not None
    channels, n = channels_of(topology), topology.routers
    everyone = np.arange(n, dtype=np.int32)
    table, shortest = shortest_paths(channels, everyone, groups), shortest_paths(channels, everyone)
    assert (table.hops > shortest.hops).any()
    inside = np.where(groups[:, None] == groups[None, :], 1 - np.eye(n, dtype=int), 99)
    best = inside.copy()
    for a, b in topology.links[groups[topology.links[:, 0]] != groups[topology.links[:, 1]]].tolist():
        for x, y in ((a, b), (b, a)):
            best = np.minimum(best, inside[:, x][:, None] + 1 + inside[y, :][None, :])
    assert (best == table.hops.T).all()


def test_one_candidate_is_left_of_each() -> None:
    """One of the candidates of each switch and destination stays, and parallel links share destinations."""
    topology = build("hyperx:4x4,k=2x1")
    table = shortest_paths(channels_of(topology), np.arange(16, dtype=np.int32))
    one = one_of_each(table)
    assert (np.diff(one.first) == (np.diff(table.first) > 0)).all()
    for row in range(256):
        kept = set(one.channel[one.first[row] : one.first[row + 1]].tolist())
        assert kept <= set(table.channel[table.first[row] : table.first[row + 1]].tolist())
    assert len(set(one.channel.tolist())) > len(set(zip(*topology.links.T.tolist(), strict=True)))


def test_networks_without_paths_are_refused() -> None:
    """Groups that are not joined to each other and networks in parts have no such table."""
    sparse = build("fattree:2,3")
    with pytest.raises(InputError, match="changes group once only"):
        shortest_paths(channels_of(sparse), np.array([0], np.int32), sparse.groups)
