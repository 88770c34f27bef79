"""Routing of packets: along the table, or decided at the source."""

import numpy as np

from netfloor.foundation.accelerate import inlined_kernel, kernel
from netfloor.research.traffic.simulation.arrays import (
    ASKED,
    AT,
    AXIS,
    BITS,
    CLAIMED,
    CREDITS,
    CROSSES,
    DECIDED,
    DESTINATION,
    DETOUR,
    ENTERED,
    FIRST_OUT,
    FREE_AT,
    GROUP,
    HEAD,
    LEVEL_MASK,
    LEVEL_SHIFT,
    NOW,
    OUT,
    OUT_QUEUE,
    PORT,
    SWITCH,
    TO,
    UGAL_G,
    UGAL_L_CR,
    UGAL_L_VC,
    UGAL_L_VCH,
    USED,
    VALIANT,
    VIA,
    WAITING,
    WORD,
    Array,
    Rules,
    Simulated,
)
from netfloor.research.traffic.simulation.base_kernels import below, scattered

_ONE, _TWO, _FOUR, _TOP = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)
_PAIRS, _FOURS, _BYTES, _SUM = (
    np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F),
    np.uint64(0x0101010101010101),
)  # fmt: skip


@inlined_kernel
def ones(word: Array) -> Array:
    """Return the number of set bits, which compilers turn into one instruction (Warren 2013, 5-1)."""
    word = word - ((word >> _ONE) & _PAIRS)
    word = (word & _FOURS) + ((word >> _TWO) & _FOURS)
    return np.int64((((word + (word >> _FOUR)) & _BYTES) * _SUM) >> _TOP)


@kernel
def ways_of(first: Array, channel: Array, first_out: Array, switches: int, words: int) -> Array:
    """Return the next channels of every row of a table as bits, in the form of `Simulated.ways`."""
    ways = np.zeros((len(first) - 1, words), np.uint32)
    for row in range(len(ways)):
        for i in range(first[row], first[row + 1]):
            place = channel[i] - first_out[row % switches]
            ways[row, place // WORD] |= np.uint32(1 << (place % WORD))
    return ways


@inlined_kernel
def next_channel(rules: Rules, sim: Simulated, packet: int, switch: int, target: int) -> Array:
    """Return a random one of the table's channels from a switch towards another, all equally likely.

    With UGAL-G the choice is deterministic per packet, so that it takes the path that was evaluated.
    """
    row = np.int64(target) * rules.switches + switch
    words, count, place = sim.ways.shape[1], 0, 0
    for j in range(words):
        count += ones(np.uint64(sim.ways[row, j]))
    if count > 1 and rules.routing == UGAL_G:
        place = scattered(packet, sim.packets[packet, ENTERED], row, count)
    elif count > 1:
        place = below(sim.random, rules.endpoints, count)
    out = np.int64(sim.switches[switch, FIRST_OUT])
    for j in range(words):
        word = np.uint64(sim.ways[row, j])
        here = ones(word)
        if place < here:
            for _ in range(place):
                word &= word - _ONE
            return out + j * WORD + ones((word & (~word + _ONE)) - _ONE)
        place -= here
    return out


@inlined_kernel
def ask_for(rules: Rules, sim: Simulated, queue: int, out: int) -> None:
    """Request an output port for the first packet of a queue; a new axis starts on the first level."""
    sim.queues[queue, OUT] = out
    if out < rules.channels:
        packet, port = sim.queues[queue, HEAD], sim.queues[queue, PORT]
        bits = sim.packets[packet, BITS]
        if rules.axes and port < rules.channels and sim.outs[port, AXIS] != sim.outs[out, AXIS]:
            bits &= ~(LEVEL_MASK << LEVEL_SHIFT)
            sim.packets[packet, BITS] = bits
        level = (bits >> LEVEL_SHIFT) & LEVEL_MASK
        sim.queues[queue, OUT_QUEUE] = out * rules.vcs + level
        sim.queues[out * rules.vcs + level, ASKED] += rules.claims
    if rules.claims:
        sim.outs[out, CLAIMED] += rules.flits


@inlined_kernel
def is_at(rules: Rules, sim: Simulated, switch: int, target: int) -> Array:
    """Return True if a switch is the target; targets from the number of switches on are groups."""
    n = rules.switches
    return switch == target if target < n else sim.switches[switch, GROUP] == target - n


@inlined_kernel
def route_first(rules: Rules, sim: Simulated, queue: int) -> None:
    """Route the packet that has become the first of its queue."""
    packet = sim.queues[queue, HEAD]
    if not sim.packets[packet, BITS] & DECIDED:
        sim.queues[queue, OUT] = -1
        sim.waiting[sim.counters[WAITING]] = queue
        sim.counters[WAITING] += 1
        return
    switch = sim.ins[sim.queues[queue, PORT], AT]
    target = sim.packets[packet, VIA]
    if target >= 0 and is_at(rules, sim, switch, target):
        sim.packets[packet, VIA] = target = -1
    if target < 0:
        target = sim.endpoints[sim.packets[packet, DESTINATION], SWITCH]
    if target == switch:
        ask_for(rules, sim, queue, rules.channels + sim.packets[packet, DESTINATION])
    else:
        ask_for(rules, sim, queue, next_channel(rules, sim, packet, switch, target))


@inlined_kernel
def intermediate(rules: Rules, sim: Simulated, switch: int, target: int) -> Array:
    """Return a random intermediate target, a switch or a group; -1 if the minimal path passes it."""
    last, n = rules.endpoints, rules.switches
    if rules.groups == 0:
        via = below(sim.random, last, n)
        return -1 if via in (switch, target) else via
    group = below(sim.random, last, rules.groups)
    return -1 if group in (sim.switches[switch, GROUP], sim.switches[target, GROUP]) else n + group


@inlined_kernel
def look_ahead(
    rules: Rules, sim: Simulated, packet: int, ends: tuple[int, int], out: int
) -> tuple[Array, Array]:
    """Return the end of a packet's path from a switch to a target, and the flits queued on it.

    These are the flits that wait for its first channel between groups or, without groups, for the channel
    with most.
    """
    switch, target = ends
    fullest, crossed = 0, 0
    while True:
        queued = queue_length(rules, sim, out)
        if not crossed:
            fullest = max(fullest, queued)
        if rules.groups and sim.outs[out, CROSSES] and not crossed:
            fullest, crossed = queued, 1
        switch = sim.outs[out, TO]
        if is_at(rules, sim, switch, target):
            return switch, fullest
        out = next_channel(rules, sim, packet, switch, target)


@inlined_kernel
def queue_length(rules: Rules, sim: Simulated, out: int) -> Array:
    """Return the flits that a decision counts for an output.

    Those that would precede a packet granted now and those that request the output; or those with
    outstanding credits.
    """
    if rules.waiting:
        ahead = sim.outs[out, FREE_AT] - sim.counters[NOW] - rules.switch_cycles
        return sim.outs[out, CLAIMED] + max(0, ahead)
    return sim.outs[out, USED] + sim.outs[out, CLAIMED]


@inlined_kernel
def queue_of_channel(rules: Rules, sim: Simulated, out: int, vc: int) -> Array:
    """Return the same for one virtual channel behind an output, in flits."""
    queue = out * rules.vcs + vc
    asked = sim.queues[queue, ASKED]
    if rules.waiting:
        count, mask = asked * rules.flits, sim.backlog.shape[1] - 1
        for cycle in range(sim.counters[NOW] + rules.switch_cycles, sim.outs[out, FREE_AT]):
            count += sim.backlog[out, cycle & mask] == vc
        return count
    return (rules.buffer - sim.queues[queue, CREDITS] + asked) * rules.flits


@inlined_kernel
def prefers_minimal(
    rules: Rules, sim: Simulated, packet: int, ends: tuple[int, int, int], ways: tuple[int, int]
) -> Array:
    """Return True if UGAL sends a packet on the minimal path: queue length times hops is no more there.

    ``ways`` are the first channels of both paths, ``ends`` the switch, the intermediate target, and the
    destination (Kim et al. 2008, section 4.3.1).
    """
    switch, via, target = ends
    straight, aside = ways
    n = rules.switches
    middle, ahead = via, 0
    if rules.groups or rules.routing == UGAL_G:
        middle, ahead = look_ahead(rules, sim, packet, (switch, via), aside)
    near = sim.distance[target * n + switch]
    far = sim.distance[via * n + switch] + sim.distance[target * n + middle]
    if rules.routing == UGAL_G:
        if rules.groups == 0:
            second = next_channel(rules, sim, packet, middle, target)
            ahead = max(ahead, look_ahead(rules, sim, packet, (middle, target), second)[1])
        return look_ahead(rules, sim, packet, (switch, target), straight)[1] * near <= ahead * far
    apart = rules.routing == UGAL_L_VC
    if rules.routing in (UGAL_L_VCH, UGAL_L_CR):
        apart = straight == aside
    if apart:
        low = queue_of_channel(rules, sim, straight, rules.first_level)
        high = queue_of_channel(rules, sim, aside, 0)
        return low * near <= high * far
    return queue_length(rules, sim, straight) * near <= queue_length(rules, sim, aside) * far


@inlined_kernel
def decide(rules: Rules, sim: Simulated, queue: int) -> Array:
    """Choose between the minimal and another path for the first packet of a queue; return its output."""
    packet = sim.queues[queue, HEAD]
    switch = sim.ins[sim.queues[queue, PORT], AT]
    target = sim.endpoints[sim.packets[packet, DESTINATION], SWITCH]
    bits = sim.packets[packet, BITS] | DECIDED | (rules.first_level << LEVEL_SHIFT)
    if target == switch:
        sim.packets[packet, BITS] = bits
        return rules.channels + sim.packets[packet, DESTINATION]
    out = next_channel(rules, sim, packet, switch, target)
    via = intermediate(rules, sim, switch, target)
    if via >= 0:
        aside = next_channel(rules, sim, packet, switch, via)
        ends, ways = (switch, via, target), (out, aside)
        if rules.routing == VALIANT or not prefers_minimal(rules, sim, packet, ends, ways):
            sim.packets[packet, VIA] = via
            bits = (bits & ~(LEVEL_MASK << LEVEL_SHIFT)) | DETOUR
            out = aside
    sim.packets[packet, BITS] = bits
    return out
