"""What UGAL decides from queues set by hand (Kim et al. 2008, sections 4.3.1 and 4.3.2)."""

from typing import Any

import numpy as np
import pytest

from netfloor.foundation.accelerate import lean_kernel
from netfloor.topologies.spec import build
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.simulation.arrays import CREDITS, USED, Rules, Simulated
from netfloor.traffic.simulation.memory import make_arrays
from netfloor.traffic.simulation.network import SimulatedNetwork, network_of, rules_of
from netfloor.traffic.simulation.settings import SwitchModel


def prepared(routing: str) -> tuple[SimulatedNetwork, Rules, Simulated]:
    """Return a dragonfly in which nothing moves, with buffers of 16."""
    network = network_of(build("dragonfly:a=4,p=2,h=2"), routing_named(routing))
    rules = rules_of(network, SwitchModel())
    return network, rules, make_arrays(network, pattern_of(network.topology, "uniform"), rules, 0.1, 1)


def decision(rules: Rules, sim: Simulated, ends: tuple[int, int, int], ways: tuple[int, int]) -> bool:
    """Return what the kernel decides."""
    from netfloor.traffic.simulation.route_kernels import prefers_minimal  # noqa: PLC0415 - a heavy import

    @lean_kernel
    def ask(rules: Any, sim: Any, ends: Any, ways: Any) -> Any:
        return prefers_minimal(rules, sim, ends, ways[0], ways[1])

    return bool(ask(rules, sim, ends, ways))


def first(network: SimulatedNetwork, switch: int, target: int) -> int:
    """Return the only next channel from a switch to a target."""
    table = network.table
    return int(table.channel[table.first[target * network.topology.routers + switch]])


@pytest.mark.parametrize(
    ("routing", "shared", "apart"),
    [
        ("group-ugal-l", True, False),
        ("group-ugal-l-vc", False, True),
        ("group-ugal-l-vch", False, False),
        ("group-ugal-l-cr", False, False),
    ],
)
def test_own_queues_by_output_or_by_virtual_channel(routing: str, shared: bool, apart: bool) -> None:
    """One output for both ways, its minimal virtual channel full: the output alone cannot tell them apart.

    On two outputs, the minimal one full of packets on the channel of the others: only UGAL-L_VC, which
    looks at the minimal virtual channel alone, still goes minimally.
    """
    network, rules, sim = prepared(routing)
    n, groups, switch = network.topology.routers, network.groups, 0
    targets = [t for t in range(n) if groups[t] > 0 and sim.distance[t * n + switch] == 3]
    pairs = [(t, n + g) for t in targets for g in range(1, 9) if g != groups[t]]
    firsts = {pair: (first(network, switch, pair[0]), first(network, switch, pair[1])) for pair in pairs}
    target, via = next(pair for pair, (one, other) in firsts.items() if one == other)
    out = firsts[target, via][0]
    sim.outs[out, USED] = 9
    sim.queues[out * rules.vcs + rules.first_level, CREDITS] = rules.buffer - 9
    assert decision(rules, sim, (switch, via, target), (out, out)) is shared
    sim.queues[:, CREDITS] = rules.buffer
    target, via = next(pair for pair, (one, other) in firsts.items() if one != other)
    ways = firsts[target, via]
    sim.outs[:, USED] = np.where(np.arange(len(sim.outs)) == ways[0], 9, 0)
    sim.queues[ways[0] * rules.vcs, CREDITS] = rules.buffer - 9
    assert decision(rules, sim, (switch, via, target), ways) is apart
