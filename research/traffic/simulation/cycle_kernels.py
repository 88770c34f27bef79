"""Simulate cycle by cycle: arrivals, injection, and movement through switches."""

import math

from netfloor.foundation.accelerate import inlined_kernel, lean_kernel
from netfloor.research.traffic.simulation.arrays import (
    ACTIVE,
    AT,
    BITS,
    BORN,
    CHANNEL_FREE,
    CHUNK,
    CREDITS,
    CURSOR,
    DECIDED,
    DELAY,
    DESTINATION,
    DUE,
    ENTERED,
    FILL,
    FIRST_QUEUE,
    FOR,
    FREE,
    HEAD,
    INJECTED,
    LABEL_FROM,
    LABEL_TO,
    LABELLED,
    LABELLED_INSIDE,
    LAST_VC,
    LATE,
    LEVEL_SHIFT,
    MINIMAL,
    NEXT,
    NEXT_BIRTH,
    NOW,
    OUT,
    PLACE,
    POPULATION_SUM,
    PORT,
    RATE,
    ROW,
    SENT,
    SKIP,
    TAIL,
    UNTIL,
    USED,
    VIA,
    WAITING,
    Array,
    Rules,
    Simulated,
)
from netfloor.research.traffic.simulation.base_kernels import below, fraction, put, take
from netfloor.research.traffic.simulation.fetch_kernels import fetch_credits, fetch_packets, fetch_switch
from netfloor.research.traffic.simulation.message_kernels import (
    note_sent,
    receive_messages,
    room_for_messages,
)
from netfloor.research.traffic.simulation.route_kernels import ask_for, decide, route_first
from netfloor.research.traffic.simulation.switch_kernels import allocate


@inlined_kernel
def receive_packets(rules: Rules, sim: Simulated, now: int) -> None:
    """Append the packets whose first flit arrives now to their queues."""
    wheel, queues = sim.arrivals, sim.queues
    slot = now & (len(wheel.slots) - 1)
    count = wheel.slots[slot, FILL]
    for left in range(count, 0, -1):
        if left == count or left % CHUNK == 0:
            fetch_packets(rules, sim, slot)
        entry = take(wheel, slot)
        packet, queue, due = wheel.entries[entry, 0], wheel.entries[entry, 1], wheel.entries[entry, 2]
        if due > now:
            put(wheel, now, due, packet, queue)
            continue
        sim.packets[packet, NEXT] = -1
        if queues[queue, HEAD] >= 0:
            sim.packets[queues[queue, TAIL], NEXT] = packet
            queues[queue, TAIL] = packet
            continue
        queues[queue, HEAD] = queues[queue, TAIL] = packet
        switch = sim.ins[queues[queue, PORT], AT]
        place = sim.switches[switch, ACTIVE]
        sim.active[sim.switches[switch, FIRST_QUEUE] + place] = queue
        queues[queue, PLACE] = place
        sim.switches[switch, ACTIVE] = place + 1
        route_first(rules, sim, queue)


@inlined_kernel
def receive_credits(rules: Rules, sim: Simulated, now: int) -> None:
    """Count the credits that arrive now, and their lateness."""
    wheel = sim.returns
    slot = now & (len(wheel.slots) - 1)
    count = wheel.slots[slot, FILL]
    for left in range(count, 0, -1):
        if left == count or left % CHUNK == 0:
            fetch_credits(rules, sim, slot)
        entry = take(wheel, slot)
        queue, sent, due = wheel.entries[entry, 0], wheel.entries[entry, 1], wheel.entries[entry, 2]
        if due > now:
            put(wheel, now, due, queue, sent)
            continue
        sim.queues[queue, CREDITS] += 1
        channel = queue // rules.vcs
        if channel < rules.channels:
            sim.outs[channel, USED] -= rules.flits
            idle = rules.switch_cycles + rules.credit_cycles + rules.flits - 1
            sim.outs[channel, LATE] = now - sent - idle - 2 * sim.outs[channel, DELAY]


@inlined_kernel
def draw_destination(sim: Simulated, source: int) -> Array:
    """Return a random destination of a sending endpoint."""
    row, skip = sim.endpoints[source, ROW], sim.endpoints[source, SKIP]
    low, high = sim.first_choice[row], sim.first_choice[row + 1] - 1
    if len(sim.cumulative) == 0:
        place = below(sim.random, source, high - low + 1 - (skip >= 0))
        return sim.choice[low + place + (skip >= 0 and place >= skip)]
    mark = fraction(sim.random, source)
    while low < high:
        middle = (low + high) // 2
        if sim.cumulative[middle] <= mark:
            low = middle + 1
        else:
            high = middle
    return sim.choice[low]


@inlined_kernel
def wait_for_birth(rules: Rules, sim: Simulated, source: int) -> None:
    """Set the creation time of an endpoint's next packet.

    Bernoulli: the number of cycles between two packets is geometric; Poisson: the time is exponential, and
    a packet can leave in the cycle after its creation.
    """
    rate = sim.births[source, RATE]
    mark = math.log(1.0 - fraction(sim.random, source))
    if rules.poisson:
        sim.births[source, NEXT_BIRTH] -= mark / rate
    elif rate >= 1.0:
        sim.births[source, NEXT_BIRTH] += 1.0
    else:
        sim.births[source, NEXT_BIRTH] += 1.0 + math.floor(mark / math.log(1.0 - rate))


@lean_kernel
def first_births(rules: Rules, sim: Simulated) -> None:
    """Set the creation time of the first packet of every sending endpoint."""
    for source in range(rules.endpoints):
        if sim.births[source, RATE] > 0.0:
            sim.births[source, NEXT_BIRTH] = 0.0 if rules.poisson else -1.0
            wait_for_birth(rules, sim, source)
        else:
            sim.births[source, NEXT_BIRTH] = math.inf


@inlined_kernel
def room_to_enter(rules: Rules, sim: Simulated, source: int) -> Array:
    """Return the queue that the next packet of an endpoint enters, in turn; -1 if all are full."""
    vc = sim.endpoints[source, LAST_VC]
    first = (rules.channels + source) * rules.vcs
    for _ in range(rules.vcs):
        vc = vc + 1 if vc + 1 < rules.vcs else 0
        if sim.queues[first + vc, CREDITS] > 0:
            sim.endpoints[source, LAST_VC] = vc
            return first + vc
    return -1


@inlined_kernel
def enter(rules: Rules, sim: Simulated, ends: tuple[int, int], times: tuple[int, int], queue: int) -> Array:
    """Send a packet between two endpoints into a queue and return it; times are its creation and now."""
    counters, packets = sim.counters, sim.packets
    born, now = times
    sim.queues[queue, CREDITS] -= 1
    sim.endpoints[ends[0], CHANNEL_FREE] = now + rules.flits
    counters[FREE] -= 1
    packet = sim.free[counters[FREE]]
    bits = 0
    if counters[LABEL_FROM] <= born < counters[LABEL_TO]:
        bits = LABELLED
        counters[LABELLED_INSIDE] += 1
    if rules.routing == MINIMAL:
        bits |= DECIDED | (rules.first_level << LEVEL_SHIFT)
    packets[packet, DESTINATION] = ends[1]
    packets[packet, VIA] = -1
    packets[packet, BORN], packets[packet, ENTERED] = born, now
    packets[packet, DUE] = now + rules.endpoint_cycles
    packets[packet, SENT] = now
    packets[packet, BITS] = bits
    put(sim.arrivals, now, now + rules.endpoint_cycles, packet, queue)
    counters[INJECTED] += 1
    return packet


@inlined_kernel
def inject(rules: Rules, sim: Simulated, now: int) -> None:
    """Send a packet from every endpoint that has a packet, a free channel and room at its switch."""
    for source in range(rules.endpoints):
        if sim.births[source, NEXT_BIRTH] > now or sim.endpoints[source, CHANNEL_FREE] > now:
            continue
        queue = room_to_enter(rules, sim, source)
        if queue >= 0:
            times = math.ceil(sim.births[source, NEXT_BIRTH]), now
            enter(rules, sim, (source, draw_destination(sim, source)), times, queue)
            wait_for_birth(rules, sim, source)


@inlined_kernel
def inject_messages(rules: Rules, sim: Simulated, now: int) -> None:
    """Send the next packet of messages from every endpoint, like `inject`."""
    senders = sim.messages.senders
    for source in range(rules.endpoints):
        message = senders[source, CURSOR]
        if message >= senders[source, UNTIL] or sim.endpoints[source, CHANNEL_FREE] > now:
            continue
        queue = room_to_enter(rules, sim, source)
        if queue >= 0:
            ends = source, sim.messages.rows[message, FOR]
            note_sent(sim, source, enter(rules, sim, ends, (now, now), queue), now)


@inlined_kernel
def has_room(rules: Rules, sim: Simulated) -> Array:
    """Return True if the arrays have room for one more cycle."""
    free, wheel = sim.counters[FREE], sim.returns
    alive = len(sim.free) - free
    if rules.scheduled and not room_for_messages(rules, sim):
        return False
    return free >= rules.endpoints and wheel.count[0] > (alive + rules.endpoints) // CHUNK + len(
        wheel.slots
    )


@inlined_kernel
def decide_all(rules: Rules, sim: Simulated) -> None:
    """Decide for the first packets of queues: sequentially, or independently of each other."""
    count = sim.counters[WAITING]
    for i in range(count):
        queue = sim.waiting[i]
        sim.queues[queue, OUT] = decide(rules, sim, queue)
        if rules.sequential:
            ask_for(rules, sim, queue, sim.queues[queue, OUT])
    for i in range(0 if rules.sequential else count):
        ask_for(rules, sim, sim.waiting[i], sim.queues[sim.waiting[i], OUT])
    sim.counters[WAITING] = 0


@lean_kernel
def advance(rules: Rules, sim: Simulated, cycles: int) -> Array:
    """Run some cycles and return how many were run: fewer if the arrays run out of room."""
    counters = sim.counters
    for done in range(cycles):
        if not has_room(rules, sim):
            return done
        now = counters[NOW]
        receive_credits(rules, sim, now)
        receive_packets(rules, sim, now)
        if rules.scheduled:
            receive_messages(sim, now)
            inject_messages(rules, sim, now)
        else:
            inject(rules, sim, now)
        decide_all(rules, sim)
        for switch in range(rules.switches):
            fetch_switch(rules, sim, switch)
            if sim.switches[switch, ACTIVE]:
                allocate(rules, sim, switch, now)
        counters[POPULATION_SUM] += len(sim.free) - counters[FREE]
        counters[NOW] = now + 1
    return cycles
