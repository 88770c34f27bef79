"""Loads of channels against the enumeration of all walks, and against published closed forms."""

import networkx as nx
import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.traffic.load.channel_load import ChannelLoad, channel_load
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.routing import routing_named
from tests.traffic.walks import Small

CASES = [
    ("torus:5x3,endpoints=2", "minimal", "tornado"),
    ("torus:4x3,endpoints=1", "dimension-order", "uniform"),
    ("hyperx:3x2,t=2,k=2x1", "minimal", "permutation"),
    ("hyperx:3x2,t=2,k=2x1", "single-path", "permutation"),
    ("fattree:2,3", "up-down", "bit-reverse"),
    ("hypercube:3,endpoints=1", "valiant", "bit-shuffle"),
    ("dragonfly:a=3,p=1,h=1,g=3", "group-minimal", "next-group"),
    ("dragonfly:a=3,p=2,h=1,g=4", "group-valiant", "next-group"),
    ("dragonfly:a=3,p=1,h=2,g=3", "group-valiant", "permutation"),  # three links join two groups
    ("slimfly:5,endpoints=1", "minimal", "bit-reverse"),
]


def loads_of(small: Small, pattern: str, split: str = "hop") -> ChannelLoad:
    """Return the loads of a small network."""
    made = pattern_of(small.topology, pattern, seed=2)
    return channel_load(small.topology, small.channels, small.rule, made, split)


@pytest.mark.parametrize(("spec", "routing", "pattern"), CASES)
def test_loads_are_the_sum_over_all_walks(spec: str, routing: str, pattern: str) -> None:
    """Every packet adds its share to each channel that it takes, and to no other."""
    small = Small(spec, routing)
    demand = pattern_of(small.topology, pattern, seed=2).switch_demand(small.topology.routers)
    expected = np.zeros(small.channels.count)
    for source, to in zip(*np.nonzero(demand), strict=True):
        for walk, share in small.packets(int(source), int(to)) if source != to else ():
            np.add.at(expected, list(walk), share * demand[source, to])
    loads = loads_of(small, pattern)
    np.testing.assert_allclose(loads.network, expected, atol=1e-12)
    assert loads.throughput == pytest.approx(1 / max(expected.max(), loads.at_endpoints))
    assert loads.mean_hops == pytest.approx(expected.sum() / demand.sum())


def test_an_even_split_over_paths_is_betweenness() -> None:
    """All-to-all traffic split over paths loads links as NetworkX counts betweenness of edges."""
    small = Small("slimfly:5,endpoints=1", "minimal")
    loads = loads_of(small, "all-to-all", "path").network
    graph: nx.Graph[int] = nx.Graph(small.topology.links.tolist())
    between = nx.edge_betweenness_centrality(graph, normalized=False)
    either = between | {(v, u): count for (u, v), count in between.items()}
    pairs = zip(small.channels.tail.tolist(), small.channels.head.tolist(), strict=True)
    counted = [either[pair] for pair in pairs]
    np.testing.assert_allclose(loads, np.array(counted) / 49, rtol=1e-9)


@pytest.mark.parametrize(
    ("spec", "routing", "pattern", "throughput"),
    [
        # uniform traffic on a torus of even side k: k / 8 on all (Dally, Towles 2004, section 3.3.1)
        ("torus:8x8,endpoints=1", "dimension-order", "uniform", 1.0),
        ("torus:12x12,endpoints=1", "dimension-order", "uniform", 8 / 12),
        # tornado goes one way round only, half the channels idle: load ceil(k / 2) - 1
        ("torus:8,endpoints=1", "minimal", "tornado", 1 / 3),
        # group i to i + 1 over one channel carries a p = a h endpoints (Kim et al. 2008, section 4.2)
        ("dragonfly:a=8,p=4,h=4", "group-minimal", "next-group", 1 / 32),
        # a full fat tree carries any permutation of this kind
        ("fattree:4,2", "up-down", "uniform", 1.0),
    ],
)
def test_throughput_is_that_of_the_closed_forms(
    spec: str, routing: str, pattern: str, throughput: float
) -> None:
    """Published throughputs come out to the last digit."""
    assert loads_of(Small(spec, routing), pattern).throughput == pytest.approx(throughput)


def test_valiant_on_the_dragonfly_reaches_half() -> None:
    """VAL is bounded by 50 % of the worst case: every packet crosses two global channels (section 4.2)."""
    small = Small("dragonfly:a=8,p=4,h=4", "group-valiant")
    loads = loads_of(small, "next-group")
    assert 0.45 < 1 / loads.network[small.channels.global_].max() <= 0.52


def test_queues_decide_only_in_a_simulation() -> None:
    """A routing that looks at queues is refused with the two between which it chooses."""
    small = Small("torus:4,endpoints=1", "ugal-l")
    with pytest.raises(InputError, match="take minimal and valiant"):
        loads_of(small, "uniform")
    with pytest.raises(InputError, match="known: hop, path"):
        loads_of(Small("torus:4,endpoints=1", "minimal"), "uniform", "flow")
    assert routing_named("ugal-l").decision is not None
