"""One cycle after the other: what arrives, what is created, what the switches move."""

import math

from netfloor.foundation.accelerate import inlined_kernel, lean_kernel
from netfloor.traffic.simulation.arrays import (
    BITS,
    BORN,
    CHUNK,
    DECIDED,
    DESTINATION,
    DUE,
    ENTERED,
    FREE,
    HEAD,
    INJECTED,
    LABEL_FROM,
    LABEL_TO,
    LABELLED,
    LABELLED_INSIDE,
    LEVEL_SHIFT,
    MINIMAL,
    NEXT,
    NOW,
    PLACE,
    POPULATION_SUM,
    PORT,
    SENT,
    TAIL,
    VIA,
    WAITING,
    Array,
    Moving,
    Rules,
    Wiring,
)
from netfloor.traffic.simulation.base_kernels import below, fraction, put, take
from netfloor.traffic.simulation.route_kernels import decide, route_first
from netfloor.traffic.simulation.switch_kernels import allocate


@inlined_kernel
def receive_packets(wiring: Wiring, rules: Rules, moving: Moving, now: int) -> None:
    """Put the packets whose first flit arrives now at the end of their queues."""
    wheel, queues = moving.arrivals, moving.queues
    slot = now & (len(wheel.fill) - 1)
    for _ in range(wheel.fill[slot]):
        entry = take(wheel, slot)
        packet, queue, due = wheel.entries[entry, 0], wheel.entries[entry, 1], wheel.entries[entry, 2]
        if due > now:
            put(wheel, now, due, packet, queue)
            continue
        moving.packets[packet, NEXT] = -1
        if queues[queue, HEAD] >= 0:
            moving.packets[queues[queue, TAIL], NEXT] = packet
            queues[queue, TAIL] = packet
            continue
        queues[queue, HEAD] = queues[queue, TAIL] = packet
        switch = wiring.at[queues[queue, PORT]]
        place = moving.active_count[switch]
        moving.active[wiring.first_queue[switch] + place] = queue
        queues[queue, PLACE] = place
        moving.active_count[switch] = place + 1
        route_first(wiring, rules, moving, queue)


@inlined_kernel
def receive_credits(wiring: Wiring, rules: Rules, moving: Moving, now: int) -> None:
    """Count the credits that arrive now, and by how much they are late."""
    wheel = moving.returns
    slot = now & (len(wheel.fill) - 1)
    for _ in range(wheel.fill[slot]):
        entry = take(wheel, slot)
        queue, sent, due = wheel.entries[entry, 0], wheel.entries[entry, 1], wheel.entries[entry, 2]
        if due > now:
            put(wheel, now, due, queue, sent)
            continue
        moving.credits[queue] += 1
        channel = queue // rules.vcs
        if channel < rules.channels:
            moving.used[channel] -= rules.flits
            least = rules.switch_cycles + 2 * wiring.delay[channel] + rules.credit_cycles + rules.flits - 1
            moving.late[channel] = now - sent - least


@inlined_kernel
def draw_destination(wiring: Wiring, moving: Moving, source: int) -> Array:
    """Return a destination of an endpoint that sends."""
    row, skip = wiring.row[source], wiring.skip[source]
    low, high = wiring.first_choice[row], wiring.first_choice[row + 1] - 1
    if len(wiring.cumulative) == 0:
        place = below(moving.random, source, high - low + 1 - (skip >= 0))
        return wiring.choice[low + place + (skip >= 0 and place >= skip)]
    mark = fraction(moving.random, source)
    while low < high:
        middle = (low + high) // 2
        if wiring.cumulative[middle] <= mark:
            low = middle + 1
        else:
            high = middle
    return wiring.choice[low]


@inlined_kernel
def wait_for_birth(wiring: Wiring, rules: Rules, moving: Moving, source: int) -> None:
    """Set when an endpoint creates its next packet.

    Bernoulli: the number of cycles between two packets is geometric; Poisson: the time is
    exponential, and a packet can leave in the cycle after it is created.
    """
    rate = wiring.rate[source]
    mark = math.log(1.0 - fraction(moving.random, source))
    if rules.poisson:
        moving.born[source] -= mark / rate
    elif rate >= 1.0:
        moving.born[source] += 1.0
    else:
        moving.born[source] += 1.0 + math.floor(mark / math.log(1.0 - rate))


@lean_kernel
def first_births(wiring: Wiring, rules: Rules, moving: Moving) -> None:
    """Set when every endpoint that sends creates its first packet."""
    for source in range(len(moving.born)):
        if moving.born[source] == 0.0:
            moving.born[source] = -1.0 if not rules.poisson else 0.0
            wait_for_birth(wiring, rules, moving, source)


@inlined_kernel
def inject(wiring: Wiring, rules: Rules, moving: Moving, now: int) -> None:
    """Let every endpoint that has a packet, a free channel and room at its switch send it."""
    counters, packets = moving.counters, moving.packets
    for source in range(len(moving.born)):
        if moving.born[source] > now or moving.inject_free[source] > now:
            continue
        vc = moving.inject_vc[source]
        first = (rules.channels + source) * rules.vcs
        for _ in range(rules.vcs):
            vc = vc + 1 if vc + 1 < rules.vcs else 0
            if moving.credits[first + vc] > 0:
                break
        if moving.credits[first + vc] == 0:
            continue
        moving.inject_vc[source] = vc
        moving.credits[first + vc] -= 1
        moving.inject_free[source] = now + rules.flits
        counters[FREE] -= 1
        packet = moving.free[counters[FREE]]
        born = math.ceil(moving.born[source])
        bits = 0
        if counters[LABEL_FROM] <= born < counters[LABEL_TO]:
            bits = LABELLED
            counters[LABELLED_INSIDE] += 1
        if rules.routing == MINIMAL:
            bits |= DECIDED | (rules.first_level << LEVEL_SHIFT)
        packets[packet, DESTINATION] = draw_destination(wiring, moving, source)
        packets[packet, VIA] = -1
        packets[packet, BORN], packets[packet, ENTERED] = born, now
        packets[packet, DUE] = now + rules.endpoint_cycles
        packets[packet, SENT] = now
        packets[packet, BITS] = bits
        put(moving.arrivals, now, now + rules.endpoint_cycles, packet, first + vc)
        counters[INJECTED] += 1
        wait_for_birth(wiring, rules, moving, source)


@inlined_kernel
def has_room(moving: Moving) -> Array:
    """Return True if the arrays hold whatever one more cycle may bring."""
    free, wheel = moving.counters[FREE], moving.returns
    alive = len(moving.free) - free
    return free >= len(moving.born) and wheel.count[0] > (alive + len(moving.born)) // CHUNK + len(
        wheel.fill
    )


@lean_kernel
def advance(wiring: Wiring, rules: Rules, moving: Moving, cycles: int) -> Array:
    """Run some cycles and return how many were run: fewer if the arrays have no room for more."""
    counters = moving.counters
    for done in range(cycles):
        if not has_room(moving):
            return done
        now = counters[NOW]
        receive_credits(wiring, rules, moving, now)
        receive_packets(wiring, rules, moving, now)
        inject(wiring, rules, moving, now)
        for i in range(counters[WAITING]):
            decide(wiring, rules, moving, moving.waiting[i])
        counters[WAITING] = 0
        for switch in range(len(wiring.ports)):
            if moving.active_count[switch]:
                allocate(wiring, rules, moving, switch, now)
        counters[POPULATION_SUM] += len(moving.free) - counters[FREE]
        counters[NOW] = now + 1
    return cycles
