"""Where packets go next: along the table, or decided at the source."""

import numpy as np

from netfloor.foundation.accelerate import inlined_kernel
from netfloor.traffic.simulation.arrays import (
    BITS,
    DECIDED,
    DESTINATION,
    DETOUR,
    HEAD,
    LEVEL_MASK,
    LEVEL_SHIFT,
    OUT,
    OUT_QUEUE,
    PORT,
    UGAL_G,
    UGAL_L_CR,
    UGAL_L_VC,
    UGAL_L_VCH,
    VALIANT,
    VIA,
    WAITING,
    Array,
    Moving,
    Rules,
    Wiring,
)
from netfloor.traffic.simulation.base_kernels import below


@inlined_kernel
def next_channel(wiring: Wiring, moving: Moving, switch: int, target: int) -> Array:
    """Return a channel that the table offers from a switch towards another, any with equal chance."""
    row = np.int64(target) * len(wiring.ports) + switch
    begin = wiring.first_hop[row]
    count = wiring.first_hop[row + 1] - begin
    if count > 1:
        begin += below(moving.random, len(moving.born), count)
    return wiring.next_hop[begin]


@inlined_kernel
def ask_for(wiring: Wiring, rules: Rules, moving: Moving, queue: int, out: int) -> None:
    """Let the first packet of a queue wait for an output port; a new axis starts on the first level."""
    moving.queues[queue, OUT] = out
    if out < rules.channels:
        packet, port = moving.queues[queue, HEAD], moving.queues[queue, PORT]
        bits = moving.packets[packet, BITS]
        if port < rules.channels and wiring.axis[port] != wiring.axis[out]:
            bits &= ~(LEVEL_MASK << LEVEL_SHIFT)
            moving.packets[packet, BITS] = bits
        level = (bits >> LEVEL_SHIFT) & LEVEL_MASK
        moving.queues[queue, OUT_QUEUE] = out * rules.vcs + level
    if rules.sequential:
        moving.claimed[out] += rules.flits


@inlined_kernel
def is_at(wiring: Wiring, switch: int, target: int) -> Array:
    """Return True if a switch is the target; from the number of switches on, targets are groups."""
    n = len(wiring.ports)
    return switch == target if target < n else wiring.group[switch] == target - n


@inlined_kernel
def route_first(wiring: Wiring, rules: Rules, moving: Moving, queue: int) -> None:
    """Find the way of the packet that has become the first of its queue."""
    packet = moving.queues[queue, HEAD]
    if not moving.packets[packet, BITS] & DECIDED:
        moving.queues[queue, OUT] = -1
        moving.waiting[moving.counters[WAITING]] = queue
        moving.counters[WAITING] += 1
        return
    switch = wiring.at[moving.queues[queue, PORT]]
    target = moving.packets[packet, VIA]
    if target >= 0 and is_at(wiring, switch, target):
        moving.packets[packet, VIA] = target = -1
    if target < 0:
        target = wiring.switch_of[moving.packets[packet, DESTINATION]]
    if target == switch:
        ask_for(wiring, rules, moving, queue, rules.channels + moving.packets[packet, DESTINATION])
    else:
        ask_for(wiring, rules, moving, queue, next_channel(wiring, moving, switch, target))


@inlined_kernel
def intermediate(wiring: Wiring, rules: Rules, moving: Moving, switch: int, target: int) -> Array:
    """Return a random target to go to first, any switch or any group; -1 if the minimal way goes there."""
    last, n = len(moving.born), len(wiring.ports)
    if rules.groups == 0:
        via = below(moving.random, last, n)
        return -1 if via in (switch, target) else via
    group = below(moving.random, last, rules.groups)
    return -1 if group in (wiring.group[switch], wiring.group[target]) else n + group


@inlined_kernel
def look_ahead(
    wiring: Wiring, rules: Rules, moving: Moving, switch: int, target: int, out: int
) -> tuple[Array, Array]:
    """Return where a way to a target ends and the flits queued on it.

    These are the flits that wait for its first channel between groups or, without groups, for the
    channel with most.
    """
    fullest, crossed = 0, 0
    while True:
        queued = moving.used[out] + moving.claimed[out]
        if not crossed:
            fullest = max(fullest, queued)
        if rules.groups and wiring.crosses[out] and not crossed:
            fullest, crossed = queued, 1
        switch = wiring.head[out]
        if is_at(wiring, switch, target):
            return switch, fullest
        out = next_channel(wiring, moving, switch, target)


@inlined_kernel
def prefers_minimal(
    wiring: Wiring, rules: Rules, moving: Moving, ends: tuple[int, int, int], straight: int, aside: int
) -> Array:
    """Return True if UGAL sends a packet the minimal way: queue length times hops is no more there.

    ``straight`` and ``aside`` are the first channels of both ways, ``ends`` the switch, the target
    gone to first, and the destination (Kim et al. 2008, section 4.3.1).
    """
    switch, via, target = ends
    n = len(wiring.ports)
    middle, ahead = look_ahead(wiring, rules, moving, switch, via, aside)
    near = wiring.distance[target * n + switch]
    far = wiring.distance[via * n + switch] + wiring.distance[target * n + middle]
    if rules.routing == UGAL_G:
        if rules.groups == 0:
            second = next_channel(wiring, moving, middle, target)
            ahead = max(ahead, look_ahead(wiring, rules, moving, middle, target, second)[1])
        return look_ahead(wiring, rules, moving, switch, target, straight)[1] * near <= ahead * far
    apart = rules.routing == UGAL_L_VC
    if rules.routing in (UGAL_L_VCH, UGAL_L_CR):
        apart = straight == aside
    if apart:
        low = (rules.buffer - moving.credits[straight * rules.vcs + rules.first_level]) * rules.flits
        high = (rules.buffer - moving.credits[aside * rules.vcs]) * rules.flits
        return low * near <= high * far
    low = moving.used[straight] + moving.claimed[straight]
    high = moving.used[aside] + moving.claimed[aside]
    return low * near <= high * far


@inlined_kernel
def decide(wiring: Wiring, rules: Rules, moving: Moving, queue: int) -> None:
    """Choose between the minimal and another way for the first packet of a queue at its source."""
    packet = moving.queues[queue, HEAD]
    switch = wiring.at[moving.queues[queue, PORT]]
    target = wiring.switch_of[moving.packets[packet, DESTINATION]]
    bits = moving.packets[packet, BITS] | DECIDED | (rules.first_level << LEVEL_SHIFT)
    if target == switch:
        moving.packets[packet, BITS] = bits
        ask_for(wiring, rules, moving, queue, rules.channels + moving.packets[packet, DESTINATION])
        return
    out = next_channel(wiring, moving, switch, target)
    via = intermediate(wiring, rules, moving, switch, target)
    if via >= 0:
        aside = next_channel(wiring, moving, switch, via)
        ends = (switch, via, target)
        if rules.routing == VALIANT or not prefers_minimal(wiring, rules, moving, ends, out, aside):
            moving.packets[packet, VIA] = via
            bits = (bits & ~(LEVEL_MASK << LEVEL_SHIFT)) | DETOUR
            out = aside
    moving.packets[packet, BITS] = bits
    ask_for(wiring, rules, moving, queue, out)
