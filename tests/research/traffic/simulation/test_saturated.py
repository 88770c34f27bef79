"""Which runs are saturated, which are not steady, and which have too few packets."""

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.research.traffic.simulation.network import SimulatedNetwork, network_of, rules_of
from netfloor.research.traffic.simulation.run import Run, Task, run_once
from netfloor.research.traffic.simulation.settings import SwitchModel, Watch
from netfloor.topologies.spec import build
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.pattern import Pattern, fixed_pattern
from netfloor.traffic.routing import routing_named


def run(
    network: SimulatedNetwork, pattern: Pattern, load: float, buffers: int = 16, cycles: int = 1000
) -> Run:
    """Return a short run."""
    task = Task(network, pattern, SwitchModel(buffers), Watch(measured=cycles, max_warm_up=4000))
    found = run_once(task, load, 1, Interrupt())
    assert found is not None
    return found


def test_two_sources_among_many_are_seen() -> None:
    """Two endpoints of 160 send to one, at 0.9 each: what they create cannot arrive."""
    topology = build("hyperx:4x4,endpoints=10")
    ends = pattern_of(topology, "ring").endpoints
    destination = ((np.arange(160) + 1) % 160).astype(np.int32)
    destination[[1, 159]] = 0
    hot = fixed_pattern("hot", ends, destination)
    by_queues = run(network_of(topology, routing_named("ugal-l")), hot, 0.9)
    assert by_queues.saturated == "sources cannot inject the offered load"
    counted = run(network_of(topology, routing_named("minimal")), hot, 0.52)
    assert counted.saturated == "a channel is full at 0.5000 by the analysis"


def test_a_load_above_the_analysed_throughput_is_saturated() -> None:
    """A channel of the permutation is full at 0.2899: 0.3 is saturated, however slowly queues grow."""
    topology = build("lps:11,7,endpoints=4")
    network, pattern = network_of(topology, routing_named("minimal")), pattern_of(topology, "permutation")
    above = run(network, pattern, 0.3, cycles=300)
    assert above.saturated == "a channel is full at 0.2899 by the analysis"


def test_long_channels_at_a_low_load_are_carried() -> None:
    """The warm-up may take as many windows as its test needs, however long paths are."""
    network = network_of(build("torus:4x4,endpoints=1"), routing_named("minimal"), 500)
    found = run(network, pattern_of(network.topology, "uniform"), 0.01, 2048)
    assert (found.saturated, found.unsettled) == ("", "")
    assert found.warm_up > 4000


def test_no_channel_carries_more_than_its_rate() -> None:
    """Flits count where they cross, not where they wait behind a fast crossbar."""
    network = network_of(build("dragonfly:a=4,p=2,h=2"), routing_named("group-minimal"))
    pattern = pattern_of(network.topology, "next-group")
    task = Task(network, pattern, SwitchModel(1024, speedup=64), Watch(20, 400, 200, 400))
    found = run_once(task, 0.9, 1, Interrupt())
    assert found is not None
    assert 0.9 < found.channel_load.max() <= 1.0


def test_more_cycles_than_are_counted_are_refused() -> None:
    """Steps of the crossbar are counted in 32 bits."""
    network = network_of(build("torus:4x4,endpoints=1"), routing_named("minimal"))
    pattern = pattern_of(network.topology, "uniform")
    with pytest.raises(InputError, match="speedup of 64"):
        Task(network, pattern, SwitchModel(speedup=64), Watch(measured=2**24))
    Task(network, pattern, SwitchModel(speedup=2), Watch(measured=2**24))


@pytest.mark.parametrize("routing", ["group-valiant", "valiant", "group-minimal"])
def test_packets_start_on_the_virtual_channel_of_the_proof(routing: str) -> None:
    """Where all packets go by an intermediate, those whose own group it is start like the others."""
    network = network_of(build("dragonfly:a=4,p=2,h=2"), routing_named(routing))
    assert rules_of(network, SwitchModel()).first_level == network.virtual.start


@pytest.mark.parametrize("flits", [1, 4])
def test_buffers_shorter_than_the_credit_round_trip_limit_a_channel(flits: int) -> None:
    """One virtual channel carries B / N of its rate, N the round trip of a credit; a note says it."""
    network = network_of(build("mesh:2,endpoints=1"), routing_named("dimension-order"), 30)
    pattern = pattern_of(network.topology, "ring")
    short = Task(network, pattern, SwitchModel(16, flits), Watch(100, 2000, 2000, 100))
    found = run_once(short, 1.0, 1, Interrupt())
    assert found is not None
    assert found.channel_load.max() == pytest.approx(16 / (2 * 30 + 2 + flits - 1), rel=0.03)
    assert f"round trip of up to {61 + flits} cycles on 2 channels" in short.notes[0]
    assert Task(network, pattern, SwitchModel(64 + flits, flits), Watch()).notes == ()
    greedy = Task(network, pattern, SwitchModel(80, allocation="sequential"), Watch())
    assert greedy.notes == ("Allocation does not apply: dimension-order does not decide by queues.",)


def test_too_few_packets_are_not_saturation() -> None:
    """A load at which hardly a packet is created says nothing: neither latency nor saturation."""
    network = network_of(build("torus:4x4,endpoints=1"), routing_named("minimal"))
    found = run(network, pattern_of(network.topology, "uniform"), 1e-9)
    assert found.saturated == ""
    assert found.unsettled.startswith("too few packets: 0 arrived")
