"""What UGAL decides from queues set by hand (Kim et al. 2008, sections 4.3.1 and 4.3.2)."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from netfloor.foundation.accelerate import lean_kernel
from netfloor.foundation.interrupt import Interrupt
from netfloor.research.traffic.simulation.arrays import (
    ASKED,
    AT,
    CLAIMED,
    CREDITS,
    CROSSES,
    FIRST_OUT,
    FLITS,
    FREE_AT,
    HEAD,
    IN_DELAY,
    LATE,
    NEXT_BIRTH,
    OUT,
    PORT,
    RATE,
    USED,
    Rules,
    Simulated,
)
from netfloor.research.traffic.simulation.memory import make_arrays
from netfloor.research.traffic.simulation.network import SimulatedNetwork, network_of, rules_of
from netfloor.research.traffic.simulation.running import Running
from netfloor.research.traffic.simulation.settings import QueueRule, SwitchModel
from netfloor.topologies.spec import build
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.routing import routing_named


def prepared(
    routing: str, spec: str = "dragonfly:a=4,p=2,h=2", queue_rule: QueueRule = "credits"
) -> tuple[SimulatedNetwork, Rules, Simulated]:
    """Return a network in which nothing moves, with buffers of 16."""
    network = network_of(build(spec), routing_named(routing))
    rules = rules_of(network, SwitchModel(queue_rule=queue_rule))
    return network, rules, make_arrays(network, pattern_of(network.topology, "uniform"), rules, 0.1, 1)


def decision(rules: Rules, sim: Simulated, ends: tuple[int, int, int], ways: tuple[int, int]) -> bool:
    """Return what the kernel decides."""
    from netfloor.research.traffic.simulation.route_kernels import prefers_minimal  # noqa: PLC0415 - a heavy import

    @lean_kernel
    def ask(rules: Any, sim: Any, ends: Any, ways: Any) -> Any:
        return prefers_minimal(rules, sim, 0, ends, ways)

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


@pytest.mark.parametrize(("rule", "of_credits"), [("credits", True), ("waiting", False)])
def test_the_queue_is_of_credits_or_of_waiting_flits(rule: QueueRule, of_credits: bool) -> None:
    """Nine flits whose credits are out are no queue where flits wait, and nine that wait none of credits.

    What the switch itself takes is no wait; packets that ask are counted by ``waiting`` alone, which
    ``rules.claims`` sees to.
    """
    network, rules, sim = prepared("group-ugal-l", queue_rule=rule)
    target, via, straight, aside = ways_apart(network, sim)
    ends, ways = (0, via, target), (straight[0], aside[0])
    assert decision(rules, sim, ends, ways)
    sim.outs[straight[0], USED] = 9
    assert decision(rules, sim, ends, ways) is not of_credits
    sim.outs[straight[0], USED], sim.outs[straight[0], FREE_AT] = 0, rules.switch_cycles
    assert decision(rules, sim, ends, ways)
    sim.outs[straight[0], FREE_AT] = rules.switch_cycles + 1
    assert decision(rules, sim, ends, ways) is of_credits
    sim.outs[straight[0], FREE_AT], sim.outs[straight[0], CLAIMED] = 0, rules.claims
    assert decision(rules, sim, ends, ways) is of_credits


def test_waiting_flits_of_a_virtual_channel() -> None:
    """UGAL-L_VCH on one output: only flits that still wait count, each for its own virtual channel."""
    network, rules, sim = prepared("group-ugal-l-vch", queue_rule="waiting")
    n, groups = network.topology.routers, network.groups
    targets = [t for t in range(n) if groups[t] > 0 and sim.distance[t * n] == 3]
    target, via, out = next(
        (t, n + g, first(network, 0, t))
        for t in targets
        for g in range(1, 9)
        if g != groups[t] and first(network, 0, t) == first(network, 0, n + g)
    )

    def minimally(*waiting: int) -> bool:
        sim.outs[out, FREE_AT] = rules.switch_cycles + len(waiting)
        columns = [rules.switch_cycles + place for place in range(len(waiting))]
        sim.backlog[out, columns] = waiting
        return decision(rules, sim, (0, via, target), (out, out))

    low = rules.first_level
    assert minimally()
    assert not minimally(low)
    assert minimally(0)
    assert minimally(0, low, 0)
    sim.outs[out, FREE_AT] = 0
    sim.queues[out * rules.vcs + low, ASKED] = 1
    assert not decision(rules, sim, (0, via, target), (out, out))


def ways_apart(network: SimulatedNetwork, sim: Simulated) -> tuple[int, int, list[int], list[int]]:
    """Return a target and a group to go to first, and the channels of both ways from switch 0 on.

    Both ways leave the switch by different local channels, and its group by one between groups.
    """
    n, groups = network.topology.routers, network.groups

    def way(target: int) -> list[int]:
        switch, channels = 0, []
        while not channels or not sim.outs[channels[-1], CROSSES]:
            channels.append(first(network, switch, target))
            switch = int(network.channels.head[channels[-1]])
        return channels

    targets = [t for t in range(n) if groups[t] > 0 and sim.distance[t * n] == 3]
    for target in targets:
        for via in (n + g for g in range(1, 9) if g != groups[target]):
            straight, aside = way(target), way(via)
            if len(straight) == len(aside) == 2 and straight[0] != aside[0]:
                return target, via, straight, aside
    raise AssertionError("no two ways apart")


@pytest.mark.parametrize(("routing", "of_global"), [("group-ugal-g", True), ("group-ugal-l", False)])
def test_who_looks_at_the_channels_between_groups(routing: str, of_global: bool) -> None:
    """UGAL-G counts the flits for the channels between groups alone, wherever in the group; UGAL-L its own.

    Minimal ways have fewer hops: as many flits on both are no reason to leave them.
    """
    network, rules, sim = prepared(routing)
    target, via, straight, aside = ways_apart(network, sim)
    ends, ways = (0, via, target), (straight[0], aside[0])
    for place, decides in ((1, of_global), (0, not of_global)):
        sim.outs[:, USED] = 0
        sim.outs[straight[place], USED] = 9
        assert decision(rules, sim, ends, ways) is not decides
        sim.outs[aside[place], USED] = 9
        assert decision(rules, sim, ends, ways)


def test_without_groups_ugal_g_counts_the_fullest_channel_of_each_way() -> None:
    """On a ring of 7: 2 hops with 9 flits for the second, against 5 hops with 3 or 4 for the last."""
    network, rules, sim = prepared("ugal-g", "torus:7,endpoints=1")
    second, last = first(network, 1, 2), first(network, 3, 2)
    ends, ways = (0, 5, 2), (first(network, 0, 2), first(network, 0, 5))
    sim.outs[second, USED] = 9
    for flits, minimal in ((3, False), (4, True)):
        sim.outs[last, USED] = flits
        assert decision(rules, sim, ends, ways) is minimal


@pytest.mark.parametrize(
    ("routing", "spec"),
    [("group-ugal-g", "dragonfly+:leaves=2,spines=2,p=2,h=4,g=3"), ("ugal-g", "torus:5x5,endpoints=1")],
)
def test_with_ugal_g_packets_take_the_channels_that_were_weighed(routing: str, spec: str) -> None:
    """The minimal way is full, and some channels of other ways are: none of these is ever taken.

    In the Dragonfly+, whose spines are joined to each group by two channels, it is all channels between
    two groups, on the torus a link.
    """
    network, rules, sim = prepared(routing, spec)
    channels, grouped = network.channels, bool(network.groups.any())
    destination = rules.endpoints - 1 if grouped else 1
    places = network.groups if grouped else np.arange(rules.switches)
    counted = channels.global_ if grouped else np.ones(rules.channels, bool)
    goal = places[sim.ins[rules.channels + destination, AT]]
    straight = (places[channels.tail] == places[0]) & (places[channels.head] == goal)
    some = (np.random.default_rng(1).random(rules.channels) < (0.5 if grouped else 0.3)) & ~straight
    if grouped:
        some &= places[channels.tail] == places[0]
    sim.outs[: rules.channels, USED] = np.where(counted & (straight | some), 99, 0)
    sim.births[:, NEXT_BIRTH] = np.where(np.arange(rules.endpoints) == 0, 0.0, np.inf)
    sim.births[:, RATE], sim.choice[:] = 0.1, destination
    running = Running(rules, sim, Interrupt())
    running.label(4000)
    running.go(4000)
    crossed = running.sim.outs[: rules.channels, FLITS]
    assert crossed[straight].sum() > 0
    assert crossed[counted & ~straight & ~some].sum() > 40
    assert crossed[counted & some].sum() == 0


def test_a_channel_is_drawn_anew_unless_it_was_weighed() -> None:
    """Of two ways across a square a packet that asks again is told both, with UGAL-G always the same."""
    from netfloor.research.traffic.simulation.route_kernels import next_channel  # noqa: PLC0415 - a heavy import

    @lean_kernel
    def ask(rules: Any, sim: Any, target: Any) -> Any:
        return next_channel(rules, sim, 0, 0, target)

    for routing, ways in (("ugal-g", 1), ("minimal", 2)):
        network, rules, sim = prepared(routing, "torus:4x4,endpoints=1")
        found = {int(ask(rules, sim, 5)) for _ in range(40)}
        assert len(found) == ways
        assert set(network.channels.head[list(found)].tolist()) <= {1, 4}
        assert int(ask(rules, sim, 1)) == first(network, 0, 1)


@cache
def compiled_give_back() -> Any:
    """Return what sends a credit back, compiled once."""
    from netfloor.research.traffic.simulation.switch_kernels import give_back  # noqa: PLC0415 - a heavy import

    @lean_kernel
    def give(rules: Any, sim: Any, queue: Any, left: Any, now: Any) -> None:
        give_back(rules, sim, queue, left, now)

    return give


def credit_delay(routing: str, into: int, out: int, late: dict[int, int]) -> int:
    """Return by how many cycles the credit of a packet waits that came by ``into`` and leaves by ``out``.

    Outputs are late by 3 cycles, but for some.
    """
    _, rules, sim = prepared(routing)
    queue, packet, now = into * rules.vcs, 0, 100
    sim.queues[queue, HEAD], sim.queues[queue, OUT] = packet, out
    sim.outs[:, LATE] = 3
    for channel, cycles in late.items():
        sim.outs[channel, LATE] = cycles
    entries = sim.returns.entries.copy()
    compiled_give_back()(rules, sim, queue, now, now)
    changed = np.flatnonzero((sim.returns.entries != entries).any(axis=1))
    due = int(sim.returns.entries[changed, 2].max())
    return due - now - int(sim.ins[sim.queues[queue, PORT], IN_DELAY]) - rules.credit_cycles


def test_credits_wait_by_how_much_their_output_is_later_than_the_least() -> None:
    """t_d(O) - min t_d over the switch's outputs; none across channels between groups, none for others.

    Section 4.3.2 of the dragonfly paper; other switches' outputs do not count.
    """
    network, rules, sim = prepared("group-ugal-l-cr")
    channels = network.channels
    local = int(np.flatnonzero(~channels.global_ & (channels.head == 0))[0])
    far = int(np.flatnonzero(channels.global_ & (channels.head == 0))[0])
    assert (sim.ins[local, AT], sim.ins[far, AT]) == (0, 0)
    begin, end = int(sim.switches[0, FIRST_OUT]), int(sim.switches[1, FIRST_OUT])
    out, other = begin, end - 1
    elsewhere = {end: 0}
    assert credit_delay("group-ugal-l-cr", local, out, {out: 10, **elsewhere}) == 7
    assert credit_delay("group-ugal-l-cr", local, out, {out: 10, other: 1}) == 9
    assert credit_delay("group-ugal-l-cr", local, out, {other: 10}) == 0
    assert credit_delay("group-ugal-l-cr", far, out, {out: 10}) == 0
    assert credit_delay("group-ugal-l-vch", local, out, {out: 10}) == 0
    assert credit_delay("group-ugal-l-cr", local, rules.channels, {}) == 0
