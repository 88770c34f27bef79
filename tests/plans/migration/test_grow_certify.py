"""Certificates of networks on the way, against every half tried."""

import itertools

import numpy as np
import pytest

from netfloor.plans.cabling import CableFacts, Cabling, Link, Spot
from netfloor.plans.migration.certify import certifier
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology


def cabling(topology: Topology) -> Cabling:
    """Return a network by names, every router in a place of its own."""
    spots = {str(router): Spot("A", router + 1) for router in range(topology.routers)}
    facts = {
        (str(u), str(v), 1): CableFacts((spots[str(u)], spots[str(v)]), (1, 1), 1, 1.0)
        for u, v in topology.links.tolist()
    }
    return Cabling(spots, facts)


def bisection(serving: frozenset[str], links: frozenset[Link]) -> int:
    """Return the bisection, every half tried."""
    names = sorted(serving)
    halves = map(set, itertools.combinations(names, len(names) // 2))
    return min(sum((a in half) != (b in half) for a, b, _ in links) for half in halves)


@pytest.mark.parametrize("exhaustive", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_no_certificate_is_above_the_bisection(
    seed: int, exhaustive: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random parts of an old and a new network, with and without trying all cuts."""
    if not exhaustive:
        monkeypatch.setattr("netfloor.plans.migration.certify.EXHAUSTIVE_ROUTERS", 0)
    old, new = build("circulant:10:1,3"), build("random:12,5", seed=seed)
    sides = [(cabling(one), one) for one in (old, new)]
    certify = certifier(*sides)
    rng = np.random.default_rng(seed)
    everything = sorted({link for one, _ in sides for link in one.cables})
    for share in (1.0, 0.95, 0.8, 0.5):
        count = int(rng.integers(2, 13))
        serving = frozenset(map(str, rng.permutation(12)[:count].tolist()))
        plugged = frozenset(
            link for link in everything if serving >= {link[0], link[1]} and rng.random() < share
        )
        bound, exact = certify(serving, plugged), bisection(serving, plugged)
        assert bound <= exact
        assert bound == exact or not exhaustive


def test_a_whole_network_less_a_cable_loses_one_link_at_most() -> None:
    """What a family knows of itself helps its parts."""
    topology = build("torus:6x6")
    one = cabling(topology)
    certify = certifier((one, topology))
    whole = certify(frozenset(one.routers), frozenset(one.cables))
    assert whole == 12
    less = frozenset(sorted(one.cables)[1:])
    assert certify(frozenset(one.routers), less) >= whole - 1
    without = frozenset(one.routers) - {"7"}
    left = frozenset(link for link in one.cables if "7" not in link[:2])
    assert certify(without, left) >= whole - 4
