"""The crossbar of a switch: who moves from which input to which output, and what follows from it."""

from netfloor.foundation.accelerate import inlined_kernel
from netfloor.traffic.simulation.arrays import (
    BINS,
    BITS,
    BORN,
    COUNT,
    DELIVERED,
    DETOUR,
    DUE,
    ENTERED,
    FREE,
    HEAD,
    HOP_ONE,
    HOP_SHIFT,
    HOPS,
    KEY,
    LABELLED,
    LABELLED_INSIDE,
    LATENCY,
    LEVEL_ONE,
    LONGEST,
    MEASURING,
    NETWORK_LATENCY,
    NEXT,
    OUT,
    OUT_QUEUE,
    PLACE,
    POPULATION_SUM,
    PORT,
    QUEUE,
    SENT,
    STEP,
    TOTAL,
    UGAL_L_CR,
    Array,
    Moving,
    Rules,
    Wiring,
)
from netfloor.traffic.simulation.base_kernels import put
from netfloor.traffic.simulation.route_kernels import route_first


@inlined_kernel
def allocate(wiring: Wiring, rules: Rules, moving: Moving, switch: int, now: int) -> None:
    """Match inputs with outputs of one switch, as often in a cycle as its speedup says.

    Each input port asks for one output, each output port grants one input, both in turn
    (separable, input first; Dally and Towles 2004, chapter 19).
    """
    steps = rules.speedup or 1 << 20
    for k in range(steps):
        step = now * steps + k
        asking = ask(wiring, rules, moving, switch, now, step)
        if asking == 0:
            return
        for j in range(grant(wiring, moving, switch, step, asking)):
            move(wiring, rules, moving, moving.granted[moving.winners[j], QUEUE], now, step)


@inlined_kernel
def ask(wiring: Wiring, rules: Rules, moving: Moving, switch: int, now: int, step: int) -> Array:
    """Return how many input ports ask; the best queue of each stands in ``asked``."""
    count, base, queues = 0, wiring.first_queue[switch], moving.queues
    for j in range(moving.active_count[switch]):
        queue = moving.active[base + j]
        out = queues[queue, OUT]
        if out < 0:
            continue
        if out < rules.channels:
            if moving.credits[queues[queue, OUT_QUEUE]] == 0:
                continue
        elif moving.out_free[out] - now > rules.buffer * rules.flits:
            continue
        port = queues[queue, PORT]
        if rules.flits > 1 and rules.speedup and max(moving.in_busy[port], moving.out_busy[out]) > step:
            continue
        key = queue - port * rules.vcs - moving.in_turn[port]
        if key < 0:
            key += rules.vcs
        if moving.asked[port, STEP] != step:
            moving.requests[count] = port
            count += 1
        elif moving.asked[port, KEY] <= key:
            continue
        moving.asked[port, STEP] = step
        moving.asked[port, KEY] = key
        moving.asked[port, QUEUE] = queue
    return count


@inlined_kernel
def grant(wiring: Wiring, moving: Moving, switch: int, step: int, asking: int) -> Array:
    """Return how many outputs grant; the best queue of each stands in ``granted``."""
    count = 0
    for j in range(asking):
        port = moving.requests[j]
        queue = moving.asked[port, QUEUE]
        out = moving.queues[queue, OUT]
        key = wiring.place[port] - moving.out_turn[out]
        if key < 0:
            key += wiring.ports[switch]
        if moving.granted[out, STEP] != step:
            moving.winners[count] = out
            count += 1
        elif moving.granted[out, KEY] <= key:
            continue
        moving.granted[out, STEP] = step
        moving.granted[out, KEY] = key
        moving.granted[out, QUEUE] = queue
    return count


@inlined_kernel
def move(wiring: Wiring, rules: Rules, moving: Moving, queue: int, now: int, step: int) -> None:
    """Send the first packet of a queue on its way: to the output, credits back, the next one first."""
    queues, packets = moving.queues, moving.packets
    packet, out, port = queues[queue, HEAD], queues[queue, OUT], queues[queue, PORT]
    turn = queue - port * rules.vcs + 1
    moving.in_turn[port] = turn if turn < rules.vcs else 0
    turn = wiring.place[port] + 1
    moving.out_turn[out] = turn if turn < wiring.ports[wiring.at[port]] else 0
    left = max(now, packets[packet, DUE] + rules.flits - 1)
    if rules.flits > 1 and rules.speedup:
        busy = max(step + rules.flits, (packets[packet, DUE] + rules.flits) * rules.speedup)
        moving.in_busy[port] = moving.out_busy[out] = busy
        left = max(left, (busy - 1) // rules.speedup)
    give_back(wiring, rules, moving, queue, left, now)
    if rules.sequential:
        moving.claimed[out] -= rules.flits
    begin = max(now + rules.switch_cycles, moving.out_free[out])
    moving.out_free[out] = begin + rules.flits
    if moving.counters[MEASURING]:
        moving.channel_flits[out] += rules.flits
    following = packets[packet, NEXT]
    if out < rules.channels:
        send(wiring, rules, moving, queue, now, begin + wiring.delay[out])
    else:
        deliver(moving, packet, now, begin + rules.endpoint_cycles + rules.flits - 1)
    queues[queue, HEAD] = following
    if following >= 0:
        route_first(wiring, rules, moving, queue)
        return
    switch = wiring.at[port]
    last = moving.active_count[switch] - 1
    moving.active_count[switch] = last
    other = moving.active[wiring.first_queue[switch] + last]
    moving.active[wiring.first_queue[switch] + queues[queue, PLACE]] = other
    queues[other, PLACE] = queues[queue, PLACE]


@inlined_kernel
def give_back(wiring: Wiring, rules: Rules, moving: Moving, queue: int, left: int, now: int) -> None:
    """Send the credit of the first packet of a queue back to whoever sent the packet.

    UGAL-L_CR delays it by t_d of the packet's output less the smallest t_d of the switch, but
    never across channels between groups (dragonfly paper, 4.3.2).
    """
    port, packet = moving.queues[queue, PORT], moving.queues[queue, HEAD]
    if port >= rules.channels:
        due = left + rules.endpoint_cycles + rules.credit_cycles
        put(moving.returns, now, due, queue, moving.packets[packet, SENT])
        return
    due = left + wiring.delay[port] + rules.credit_cycles
    out = moving.queues[queue, OUT]
    if rules.routing == UGAL_L_CR and out < rules.channels and not wiring.crosses[port]:
        switch = wiring.at[port]
        least = moving.late[out]
        for channel in range(wiring.first_out[switch], wiring.first_out[switch + 1]):
            least = min(least, moving.late[channel])
        due += moving.late[out] - least
    put(moving.returns, now, due, queue, moving.packets[packet, SENT])


@inlined_kernel
def send(wiring: Wiring, rules: Rules, moving: Moving, queue: int, now: int, due: int) -> None:
    """Put the first packet of a queue on its channel; it arrives at a cycle."""
    packet, out, into = (
        moving.queues[queue, HEAD],
        moving.queues[queue, OUT],
        moving.queues[queue, OUT_QUEUE],
    )
    moving.credits[into] -= 1
    moving.used[out] += rules.flits
    moving.packets[packet, DUE] = due
    moving.packets[packet, SENT] = now
    moving.packets[packet, BITS] += HOP_ONE + LEVEL_ONE * wiring.raises[out]
    put(moving.arrivals, now, due, packet, into)


@inlined_kernel
def deliver(moving: Moving, packet: int, now: int, arrives: int) -> None:
    """Count a packet whose last flit reaches its endpoint at a cycle, and forget it."""
    counters, bits = moving.counters, moving.packets[packet, BITS]
    latency = arrives - moving.packets[packet, BORN]
    counters[DELIVERED] += 1
    counters[POPULATION_SUM] += arrives - now
    counters[LATENCY] += latency
    counters[NETWORK_LATENCY] += arrives - moving.packets[packet, ENTERED]
    if bits & LABELLED:
        kind = 1 if bits & DETOUR else 0
        counters[LABELLED_INSIDE] -= 1
        counters[HOPS] += bits >> HOP_SHIFT
        moving.labelled[kind, COUNT] += 1
        moving.labelled[kind, TOTAL] += latency
        moving.labelled[kind, LONGEST] = max(moving.labelled[kind, LONGEST], latency)
        moving.histogram[kind, min(latency, BINS - 1)] += 1
    moving.free[counters[FREE]] = packet
    counters[FREE] += 1
