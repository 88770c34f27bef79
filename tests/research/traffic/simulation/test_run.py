"""One run of the simulator against closed forms, the analysis of loads, and what any queue obeys."""

from typing import Any

import numpy as np
import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.traffic.simulation.arrays import (
    ACTIVE,
    ASKED,
    CLAIMED,
    CREDITS,
    DELIVERED,
    FREE,
    HEAD,
    INJECTED,
    NEXT_BIRTH,
    NOW,
    USED,
)
from netfloor.research.traffic.simulation.memory import grown, make_arrays
from netfloor.research.traffic.simulation.network import SimulatedNetwork, network_of, rules_of
from netfloor.research.traffic.simulation.run import Run, Task, run_once
from netfloor.research.traffic.simulation.settings import SwitchModel, Watch
from netfloor.topologies.spec import build
from netfloor.traffic.channels import channels_of
from netfloor.traffic.load.channel_load import channel_load
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.pattern import Pattern, fixed_pattern
from netfloor.traffic.routing import routing_named

DRAGONFLY = "dragonfly:a=4,p=2,h=2"


def run(
    network: SimulatedNetwork, pattern: Pattern, load: float, model: SwitchModel, cycles: int = 1500
) -> Run:
    """Return a run of some measured cycles with seed 5."""
    task = Task(network, pattern, model, Watch(measured=cycles, max_warm_up=4000))
    found = run_once(task, load, 5, Interrupt())
    assert found is not None
    return found


def network(spec: str, routing: str, delay: Any = 1) -> SimulatedNetwork:
    """Return a network with a routing."""
    return network_of(build(spec), routing_named(routing), delay)


def alone(network: SimulatedNetwork, source: int, to: int) -> Pattern:
    """Return the pattern in which one endpoint sends to one other and all are silent else."""
    ends = pattern_of(network.topology, "ring").endpoints
    destination = np.full(len(ends.rank), -1, np.int32)
    destination[source] = to
    return fixed_pattern("alone", ends, destination)


@pytest.mark.parametrize("flits", [1, 4])
@pytest.mark.parametrize("speedup", [64, 1])
def test_latency_without_contention_is_the_closed_form(flits: int, speedup: int) -> None:
    """Both cables, every switch, every channel's own delay, and the flits after the first; to the cycle."""
    count = channels_of(build(DRAGONFLY)).count
    delays = np.random.default_rng(3).integers(1, 40, count).astype(np.int32)
    net = network(DRAGONFLY, "single-path", delays)
    source, to = 1, 60
    switch, end, way = net.channels.tail[0], int(pattern_of(net.topology, "ring").endpoints.switch[to]), []
    while switch != end:
        way.append(net.table.channel[net.table.first[end * net.topology.routers + switch]])
        switch = net.channels.head[way[-1]]
    model = SwitchModel(8, flits, speedup, switch_cycles=3, endpoint_cycles=7)
    found = run(net, alone(net, source, to), 0.04, model)
    expected = 2 * 7 + 3 * (len(way) + 1) + int(delays[way].sum()) + flits - 1
    assert len(way) >= 2
    assert np.flatnonzero(found.histogram[0])[0] == expected
    assert found.longest[0] == expected


@pytest.mark.parametrize("allocation", ["parallel", "sequential"])
def test_packets_are_neither_lost_nor_doubled(allocation: Any) -> None:
    """What was injected arrives; once all is empty, every credit is back and nothing is asked for."""
    net = network(DRAGONFLY, "group-ugal-l-cr", 3)
    model = SwitchModel(buffer_flits=6, packet_flits=2, allocation=allocation)
    from netfloor.research.traffic.simulation.cycle_kernels import advance  # noqa: PLC0415 - a heavy import

    pattern, rules = pattern_of(net.topology, "next-group"), rules_of(net, model)
    sim = make_arrays(net, pattern, rules, 0.2, 1)
    while sim.counters[NOW] < 3000:
        if advance(rules, sim, 1000) < 1000:
            sim = grown(sim)
    assert len(sim.free) - sim.counters[FREE] > 100
    sim.births[:, NEXT_BIRTH] = np.inf
    advance(rules, sim, 3000)
    assert sim.counters[DELIVERED] == sim.counters[INJECTED] > 5000
    assert np.unique(sim.free).tolist() == list(range(len(sim.free)))
    assert (sim.queues[:, CREDITS] == rules.buffer).all()
    assert not sim.outs[:, USED].any()
    assert (sim.queues[:, HEAD] < 0).all()
    assert not sim.queues[:, ASKED].any()
    assert not sim.outs[:, CLAIMED].any()
    assert not sim.switches[:, ACTIVE].any()


@pytest.mark.parametrize(
    ("routing", "injection", "allocation"),
    [("group-minimal", "bernoulli", "parallel"), ("group-ugal-g", "poisson", "sequential")],
)
def test_little_law(routing: str, injection: Any, allocation: Any) -> None:
    """Packets inside are their rate times their time inside, within 1 %; the load is accepted."""
    net = network(DRAGONFLY, routing, 4)
    model = SwitchModel(injection=injection, allocation=allocation)
    found = run(net, pattern_of(net.topology, "uniform"), 0.5, model, cycles=3000)
    assert not found.saturated
    assert found.accepted == pytest.approx(0.5, rel=0.02)
    assert found.inside == pytest.approx(found.accepted * 72 * found.network_latency, rel=0.01)


@pytest.mark.parametrize(
    ("spec", "routing"), [("torus:4x3,endpoints=2", "dimension-order"), (DRAGONFLY, "group-minimal")]
)
def test_channels_carry_what_the_analysis_says(spec: str, routing: str) -> None:
    """Where a routing does not adapt, the hottest channels carry the analysed load within 3 %."""
    net = network(spec, routing)
    pattern = pattern_of(net.topology, "uniform")
    found = run(net, pattern, 0.3, SwitchModel(), cycles=12000)
    loads = channel_load(net.topology, net.channels, net.rule, pattern).network
    hottest = loads > 0.999 * loads.max()
    assert found.channel_load[hottest].mean() == pytest.approx(0.3 * loads.max(), rel=0.03)
    assert found.channel_load.sum() == pytest.approx(0.3 * loads.sum(), rel=0.03)


def test_minimal_routing_saturates_at_the_analysed_throughput() -> None:
    """A group sends to the next over one global channel: 1/(ah) (Kim et al. 2008, 4.2), and it is said."""
    net = network(DRAGONFLY, "group-minimal")
    pattern = pattern_of(net.topology, "next-group")
    found = run(net, pattern, 0.3, SwitchModel())
    loads = channel_load(net.topology, net.channels, net.rule, pattern).network
    assert found.accepted == pytest.approx(1 / loads.max(), rel=0.03)
    assert found.accepted == pytest.approx(1 / (4 * 2), rel=0.03)
    assert found.saturated
    around = run(network(DRAGONFLY, "group-ugal-l-vch"), pattern, 0.3, SwitchModel())
    assert not around.saturated
    assert around.packets[1] > around.packets[0] > 0


def test_next_channels_as_bits_are_those_of_the_table() -> None:
    """Bit i of a row's words is the i-th channel of its switch, also beyond the first word."""
    net = network("hyperx:2x36,endpoints=1", "minimal")
    words = net.ways.shape[1]
    bits = np.unpackbits(net.ways.view(np.uint8), axis=1, bitorder="little")
    rows, places = np.nonzero(bits)
    assert words == 2
    assert (places + net.channels.first[rows % net.topology.routers] == net.table.channel).all()
    assert (np.bincount(rows, minlength=len(net.ways)) == np.diff(net.table.first)).all()
