"""Loads, worst permutations, hop counts and deadlock proofs follow the routing of the simulator."""

from dataclasses import replace
from itertools import pairwise, permutations

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.research.traffic.simulation import network as module
from netfloor.research.traffic.simulation.network import SimulatedNetwork, network_of
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import channels_of
from netfloor.traffic.endpoints import endpoints_of
from netfloor.traffic.load.channel_load import channel_load
from netfloor.traffic.load.worst_permutation import worst_permutation
from netfloor.traffic.patterns.pattern import weighted_pattern
from netfloor.traffic.routing import ROUTINGS
from netfloor.traffic.routing.routes import routes_of
from netfloor.traffic.switch_limits import needs_of
from tests.research.traffic.simulation.simulated_walks import Nodes, Walks

#: Rings, trees, lattices with parallel links, groups joined by one to three links, groups of several hops.
NETWORKS = [
    "torus:4,endpoints=1",
    "hypercube:3,endpoints=1",
    "hyperx:3x2,t=1,k=2x1",
    "fattree:2,3",
    "leafspine:3,2,k=2,t=1",
    "dragonfly:a=2,p=1,h=1",
    "dragonfly:a=3,p=1,h=1,g=2",
    "dragonfly:a=2,p=1,h=2,g=3",
    "dragonfly:a=4,p=1,h=1,g=2,group=2x2",
]


def thinned(topology: Topology) -> Topology:
    """Return the network with no endpoints on the first switch and on every fourth after it."""
    chosen = np.arange(topology.routers) % 4 != 0
    return replace(topology, endpoints=np.where(chosen, topology.endpoints, 0).astype(np.int32))


def fits(topology: Topology, routing: str) -> bool:
    """Return True if a routing fits a network."""
    try:
        network_of(topology, ROUTINGS[routing])
    except InputError:
        return False
    return True


def cases() -> list[tuple[str, str, bool]]:
    """Return every network with every routing that fits it, whole and with endpoints on some switches."""
    kinds = [(spec, build(spec), False) for spec in NETWORKS]
    kinds += [(spec, thinned(topology), True) for spec, topology, _ in kinds]
    return [
        (spec, name, thin) for spec, topology, thin in kinds for name in ROUTINGS if fits(topology, name)
    ]


def all_packets(network: SimulatedNetwork) -> dict[tuple[int, int], list[tuple[Nodes, float]]]:
    """Return every way of every packet between two different switches with endpoints."""
    ends = np.flatnonzero(network.topology.endpoints).tolist()
    pairs = [(source, to) for source in ends for to in ends if source != to]
    walks = Walks(network)
    return {pair: list(walks.between(*pair)) for pair in pairs}


@pytest.mark.parametrize(("spec", "routing", "thin"), cases())
def test_every_analysis_is_of_the_packets_that_the_simulator_sends(
    spec: str, routing: str, *, thin: bool
) -> None:
    """Dependencies are those of all packets and no more; loads, hops and needs are their expectation."""
    network = network_of(thinned(build(spec)) if thin else build(spec), ROUTINGS[routing])
    packets = all_packets(network)
    topology, channels, rule = network.topology, network.channels, network.rule
    routes = routes_of(topology, channels, rule)
    vcs = network.virtual.count
    walks = [nodes for ways in packets.values() for nodes, _ in ways]
    expected = {(a, b) for nodes in walks for a, b in pairwise(nodes)}
    assert set(zip(routes.proof.held.tolist(), routes.proof.asked.tolist(), strict=True)) == expected
    assert routes.longest == max(len(nodes) for nodes in walks)
    assert needs_of(routes).virtual_channels == 1 + max(node % vcs for nodes in walks for node in nodes)
    if rule.decision is not None:
        return
    weights = np.random.default_rng(5).random(len(packets))
    load, hops = np.zeros(channels.count), np.zeros(len(routes.hops))
    for weight, ways in zip(weights, packets.values(), strict=True):
        assert sum(share for _, share in ways) == pytest.approx(1.0)
        for nodes, share in ways:
            np.add.at(load, np.array(nodes) // vcs, weight * share)
            hops[len(nodes)] += share
    np.testing.assert_allclose(routes.hops, hops, atol=1e-9)
    ends = endpoints_of(topology)
    of_switch = {
        int(switch): place for place, switch in reversed(list(enumerate(ends.rank_switch.tolist())))
    }
    pairs = np.array([[of_switch[source], of_switch[to]] for source, to in packets])
    sent = np.bincount(pairs[:, 0], weights)
    pattern = weighted_pattern("all", ends, pairs, weights)
    found = channel_load(topology, channels, rule, pattern).network
    np.testing.assert_allclose(found, load / sent.max(), atol=1e-12)


@pytest.mark.parametrize(
    ("spec", "routing", "virtual"),
    [
        ("torus:3x3,endpoints=1", "valiant", "dimensions"),
        ("mesh:2x3,endpoints=1", "ugal-l", "dimensions"),
        ("mesh:2x2,endpoints=1", "minimal", "one"),
        ("dragonfly:a=3,p=1,h=1,g=2", "group-valiant", "by-hop"),
        ("dragonfly:a=3,p=1,h=1,g=2", "group-ugal-l", "by-hop"),
    ],
)
def test_dependencies_of_other_rules_of_virtual_channels(
    monkeypatch: pytest.MonkeyPatch, spec: str, routing: str, virtual: str
) -> None:
    """The virtual channels of a rule that the user names are those of the simulator too, cycles or not."""
    monkeypatch.setattr(module, "_no_deadlock", lambda *_: "")
    network = network_of(build(spec), ROUTINGS[routing], 1, virtual)
    proof = routes_of(network.topology, network.channels, network.rule, virtual).proof
    walks = [nodes for ways in all_packets(network).values() for nodes, _ in ways]
    expected = {(a, b) for nodes in walks for a, b in pairwise(nodes)}
    assert set(zip(proof.held.tolist(), proof.asked.tolist(), strict=True)) == expected


@pytest.mark.parametrize("routing", ["group-minimal", "group-valiant", "valiant"])
def test_the_worst_permutation_is_of_the_packets_that_the_simulator_sends(routing: str) -> None:
    """No permutation loads a channel more: all are tried, where three links join two groups."""
    network = network_of(build("dragonfly:a=3,p=1,h=1,g=2"), ROUTINGS[routing])
    of_pair = np.zeros((6, 6, network.channels.count))
    for pair, ways in all_packets(network).items():
        for nodes, share in ways:
            np.add.at(of_pair[pair], np.array(nodes) // network.virtual.count, share)
    every = np.array(list(permutations(range(6))))
    worst = float(np.max(sum(of_pair[source, every[:, source]] for source in range(6))))
    found = worst_permutation(network.topology, network.channels, network.rule)
    load = channel_load(network.topology, network.channels, network.rule, found)
    assert load.highest == pytest.approx(worst, abs=1e-9)


def test_a_load_that_the_simulator_carries_is_not_called_saturated() -> None:
    """Groups 0, 1, 2 and 3, 4, 5 are joined by 0-3, 1-4 and 2-5; switch 2 sends to 3 and 4 to 5.

    The first packets go directly, since both groups hold an end of theirs: half of them by 5, half by 0.
    Half of the others stay in their group, half go by 1 and from there by 2 or by 4 alike. So channel 2 to
    5 carries 1/2 + 1/4. By a rule that enters the destination's group at the nearest switch it would be 1.
    """
    topology = build("dragonfly:a=3,p=1,h=1,g=2")
    channels = channels_of(topology)
    pattern = weighted_pattern("two", endpoints_of(topology), np.array([[2, 3], [4, 5]]), np.ones(2))
    load = channel_load(topology, channels, ROUTINGS["group-valiant"], pattern).network
    (place,) = np.flatnonzero((channels.tail == 2) & (channels.head == 5))
    assert load[place] == pytest.approx(0.75)


def test_valiant_on_the_cube_needs_five_virtual_channels() -> None:
    """Only the opposite switch is three hops away, and no packet goes there and all the way back."""
    topology = build("hypercube:3,endpoints=1")
    routes = routes_of(topology, channels_of(topology), ROUTINGS["valiant"])
    assert needs_of(routes).virtual_channels == 5
