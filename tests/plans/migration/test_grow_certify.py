"""Certificates of networks on the way, against every half tried."""

import itertools

import numpy as np
import pytest

from netfloor.plans.alignment import Alignment, PricedFabric, align
from netfloor.plans.migration.certify import certifier
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology
from tests.fixtures.diffs import Wire, made_up


def fabric(topology: Topology) -> PricedFabric:
    """Return a network, every switch in a place of its own, each neighbour in a port of its own."""
    spots = {str(router): ("A", router + 1) for router in range(topology.routers)}
    return made_up(spots, [Wire(str(u), str(v), (v + 1, u + 1)) for u, v in topology.links.tolist()])


def bisection(aligned: Alignment, serving: frozenset[int], cables: frozenset[int]) -> int:
    """Return the bisection, every half tried."""
    switches = sorted(serving)
    halves = map(set, itertools.combinations(switches, len(switches) // 2))
    ends = [aligned.ends[cable] for cable in cables]
    return min(sum((a in half) != (b in half) for a, b in ends) for half in halves)


@pytest.mark.parametrize("exhaustive", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_no_certificate_is_above_the_bisection(
    seed: int, exhaustive: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random parts of an old and a new network, with and without trying all cuts."""
    if not exhaustive:
        monkeypatch.setattr("netfloor.plans.migration.certify.EXHAUSTIVE_ROUTERS", 0)
    old, new = build("circulant:10:1,3"), build("random:12,5", seed=seed)
    aligned = align(fabric(old), fabric(new))
    certify = certifier(aligned, old, new)
    rng = np.random.default_rng(seed)
    for share in (1.0, 0.95, 0.8, 0.5):
        count = int(rng.integers(2, 13))
        serving = frozenset(rng.permutation(12)[:count].tolist())
        plugged = frozenset(
            cable
            for cable, ends in enumerate(aligned.ends)
            if serving.issuperset(ends) and rng.random() < share
        )
        bound, exact = certify(serving, plugged), bisection(aligned, serving, plugged)
        assert bound <= exact
        assert bound == exact or not exhaustive


def test_a_whole_network_less_a_cable_loses_one_link_at_most() -> None:
    """What a family knows of itself helps its parts."""
    topology = build("torus:6x6")
    aligned = align(fabric(topology), fabric(topology))
    certify = certifier(aligned, topology, topology)
    switches, cables = frozenset(range(36)), frozenset(range(len(aligned.cables)))
    whole = certify(switches, cables)
    assert whole == 12
    assert certify(switches, cables - {0}) >= whole - 1
    left = frozenset(cable for cable in cables if 7 not in aligned.ends[cable])
    assert certify(switches - {7}, left) >= whole - 4
