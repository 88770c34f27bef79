"""Prefetch the memory that the next steps of a cycle will read.

The tables of a network of 10,000 endpoints are larger than the caches, and packets access them at random.
Prefetching never changes a result.
"""

import numpy as np

from netfloor.foundation.accelerate import inlined_kernel, prefetch
from netfloor.research.traffic.simulation.arrays import (
    ACTIVE,
    AT,
    CHUNK,
    DESTINATION,
    FILL,
    FIRST_QUEUE,
    HEAD,
    LAST,
    OUT,
    OUT_QUEUE,
    PORT,
    SWITCH,
    VIA,
    Array,
    Rules,
    Simulated,
    Wheel,
)


@inlined_kernel
def last_chunk(wheel: Wheel, slot: int) -> Array:
    """Return the bounds of the entries in a slot's last chunk."""
    begin = np.int64(wheel.slots[slot, LAST]) * CHUNK
    return begin, begin + (wheel.slots[slot, FILL] - 1) % CHUNK + 1


@inlined_kernel
def fetch_credits(rules: Rules, sim: Simulated, slot: int) -> None:
    """Prefetch the queues and outputs of the credits in a slot's last chunk."""
    begin, end = last_chunk(sim.returns, slot)
    for entry in range(begin, end):
        queue = sim.returns.entries[entry, 0]
        prefetch(sim.queues, queue)
        prefetch(sim.outs, queue // rules.vcs)


@inlined_kernel
def fetch_packets(rules: Rules, sim: Simulated, slot: int) -> None:
    """Prefetch the packets of a slot's last chunk, their queues, and their next channels."""
    entries = sim.arrivals.entries
    begin, end = last_chunk(sim.arrivals, slot)
    for entry in range(begin, end):
        packet, queue = entries[entry, 0], entries[entry, 1]
        prefetch(sim.packets, packet)
        prefetch(sim.queues, queue)
        prefetch(sim.ins, queue // rules.vcs)
    for entry in range(begin, end):
        packet, queue = entries[entry, 0], entries[entry, 1]
        fetch_way(rules, sim, packet, sim.ins[queue // rules.vcs, AT])


@inlined_kernel
def fetch_way(rules: Rules, sim: Simulated, packet: int, switch: int) -> None:
    """Prefetch the next channels of a packet."""
    target = sim.packets[packet, VIA]
    if target < 0:
        target = sim.endpoints[sim.packets[packet, DESTINATION], SWITCH]
    prefetch(sim.ways, np.int64(target) * rules.switches + switch)


@inlined_kernel
def fetch_switch(rules: Rules, sim: Simulated, switch: int) -> None:
    """Prefetch the active queues of the switch after the next, and the ports requested at the next."""
    if switch + 2 < rules.switches:
        base = sim.switches[switch + 2, FIRST_QUEUE]
        for j in range(sim.switches[switch + 2, ACTIVE]):
            prefetch(sim.queues, sim.active[base + j])
    if switch + 1 < rules.switches:
        base = sim.switches[switch + 1, FIRST_QUEUE]
        for j in range(sim.switches[switch + 1, ACTIVE]):
            queue = sim.active[base + j]
            out = sim.queues[queue, OUT]
            prefetch(sim.ins, sim.queues[queue, PORT])
            prefetch(sim.packets, sim.queues[queue, HEAD])
            prefetch(sim.outs, max(0, out))
            if 0 <= out < rules.channels:
                prefetch(sim.queues, sim.queues[queue, OUT_QUEUE])
