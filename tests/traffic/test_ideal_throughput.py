"""Ideal throughput: the linear programme, and an interval that must hold it."""

import itertools

import numpy as np
import pytest

from netfloor.topologies.spec import build
from netfloor.traffic.load.channel_load import channel_load
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.throughput import interval
from netfloor.traffic.throughput.concurrent_flow import concurrent_flow
from netfloor.traffic.throughput.cuts import cut_bound
from netfloor.traffic.throughput.edges import edges_of, on_edges
from netfloor.traffic.throughput.interval import ideal_throughput
from tests.traffic.walks import Small

CASES = [
    ("torus:4x3,endpoints=1", "permutation"),
    ("dragonfly:a=3,p=1,h=1,g=4", "next-group"),
    ("hyperx:3x2,t=2,k=2x1", "longest-matching"),
    ("mesh:3x3,endpoints=1", "uniform"),
    ("fattree:2,3", "bit-reverse"),
]


@pytest.mark.parametrize(("spec", "name"), CASES)
def test_the_interval_holds_the_linear_programme(
    spec: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Flow below and proof above enclose the exact value, within 5 %, and so do the routings' own loads."""
    small = Small(spec, "minimal")
    topology, edges = small.topology, edges_of(small.topology)
    pattern = pattern_of(topology, name, seed=1)
    demand = pattern.switch_demand(topology.routers)
    exact = ideal_throughput(topology, edges, demand)
    assert exact.gap == 0
    monkeypatch.setattr(interval, "MAX_FLOWS", 0)
    found = ideal_throughput(topology, edges, demand)
    assert found.lower <= exact.lower * (1 + 1e-7)
    assert found.upper >= exact.upper * (1 - 1e-7)
    assert found.gap < 0.05
    loads = channel_load(topology, small.channels, small.rule, pattern)
    assert on_edges(edges, small.channels, loads.network).sum() == pytest.approx(loads.network.sum())
    assert 1 / loads.highest <= exact.lower * (1 + 1e-7)


def test_a_ring_carries_what_its_formula_says() -> None:
    """Uniform traffic on a ring of k: 8 / k, by the programme and by the cut into halves."""
    ring = build("torus:8,endpoints=1")
    demand = pattern_of(ring, "uniform").switch_demand(8)
    np.fill_diagonal(demand, 0.0)
    assert concurrent_flow(edges_of(ring), demand) == pytest.approx(1.0)
    assert cut_bound(ring, edges_of(ring), demand)[0] == pytest.approx(1.0)


def test_cuts_bound_from_above() -> None:
    """No cut says less than the linear programme; one thin link is found as such."""
    path = build("mesh:6,endpoints=1")
    demand = pattern_of(path, "all-to-all").switch_demand(6)
    edges = edges_of(path)
    bound, _ = cut_bound(path, edges, demand)
    assert bound == pytest.approx(1 / (9 / 5))
    assert concurrent_flow(edges, demand) == pytest.approx(bound)


@pytest.mark.parametrize("spec", ["torus:5,endpoints=1", "mesh:3x2,endpoints=1", "fattree:2,2"])
def test_the_longest_matching_is_the_longest_of_all_permutations(spec: str) -> None:
    """Of all permutations of a few ranks none has a larger total distance."""
    small = Small(spec, "minimal")
    pattern = pattern_of(small.topology, "longest-matching")
    switch = pattern.endpoints.rank_switch
    hops = small.table.hops[np.ix_(switch, switch)]
    ranks = np.arange(len(switch))
    most = max(int(hops[ranks, list(one)].sum()) for one in itertools.permutations(ranks.tolist()))
    to = pattern.destination
    assert sorted(to.tolist()) == ranks.tolist()
    assert int(hops[ranks, to].sum()) == most


def test_ranks_that_are_spread_unevenly_are_matched_one_by_one() -> None:
    """Ranks at random on a network form a permutation too."""
    topology = build("slimfly:5,endpoints=2")
    pattern = pattern_of(topology, "longest-matching", 33)
    ranks = pattern.endpoints.rank
    assert sorted(pattern.destination[ranks].tolist()) == sorted(ranks.tolist())
