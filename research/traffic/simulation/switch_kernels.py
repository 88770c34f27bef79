"""The crossbar of a switch: matching of inputs with outputs, and movement of packets."""

from netfloor.foundation.accelerate import inlined_kernel
from netfloor.research.traffic.simulation.arrays import (
    ACTIVE,
    ASKED,
    AT,
    BINS,
    BITS,
    BORN,
    CABLES,
    CLAIMED,
    COUNT,
    CREDITS,
    CROSSES,
    DELAY,
    DELIVERED,
    DETOUR,
    DUE,
    ENTERED,
    FIRST_OUT,
    FIRST_QUEUE,
    FLITS,
    FREE,
    FREE_AT,
    HEAD,
    HOP_ONE,
    HOP_SHIFT,
    HOPS,
    IN_ASKER,
    IN_BUSY,
    IN_DELAY,
    IN_KEY,
    IN_STEP,
    IN_TURN,
    LABEL_FROM,
    LABEL_TO,
    LABELLED,
    LABELLED_INSIDE,
    LATE,
    LATENCY,
    LEVEL_ONE,
    LONGEST,
    NETWORK_LATENCY,
    NEXT,
    OUT,
    OUT_ASKER,
    OUT_BUSY,
    OUT_KEY,
    OUT_QUEUE,
    OUT_STEP,
    OUT_TURN,
    PLACE,
    POPULATION_SUM,
    PORT,
    PORTS,
    RAISES,
    SENT,
    TOTAL,
    UGAL_L_CR,
    USED,
    WITHIN,
    Array,
    Rules,
    Simulated,
)
from netfloor.research.traffic.simulation.base_kernels import put
from netfloor.research.traffic.simulation.message_kernels import count_off
from netfloor.research.traffic.simulation.route_kernels import route_first


@inlined_kernel
def allocate(rules: Rules, sim: Simulated, switch: int, now: int) -> None:
    """Match inputs with outputs of one switch, as often per cycle as its speedup.

    Each input port requests one output, each output port grants one input, both round-robin (separable,
    input first; Dally and Towles 2004, chapter 19).
    """
    for k in range(rules.speedup):
        step = now * rules.speedup + k
        asking = ask(rules, sim, switch, now, step)
        if asking == 0:
            return
        for j in range(grant(sim, switch, step, asking)):
            move(rules, sim, sim.outs[sim.scratch[1, j], OUT_ASKER], now, step)


@inlined_kernel
def ask(rules: Rules, sim: Simulated, switch: int, now: int, step: int) -> Array:
    """Return the number of requesting input ports, each with its best queue."""
    count, base, queues = 0, sim.switches[switch, FIRST_QUEUE], sim.queues
    for j in range(sim.switches[switch, ACTIVE]):
        queue = sim.active[base + j]
        out = queues[queue, OUT]
        if out < 0:
            continue
        if out < rules.channels:
            if queues[queues[queue, OUT_QUEUE], CREDITS] == 0:
                continue
        elif sim.outs[out, FREE_AT] - now > rules.buffer * rules.flits:
            continue
        port = queues[queue, PORT]
        if rules.flits > 1 and max(sim.ins[port, IN_BUSY], sim.outs[out, OUT_BUSY]) > step:
            continue
        key = queue - port * rules.vcs - sim.ins[port, IN_TURN]
        if key < 0:
            key += rules.vcs
        if sim.ins[port, IN_STEP] != step:
            sim.scratch[0, count] = port
            count += 1
        elif sim.ins[port, IN_KEY] <= key:
            continue
        sim.ins[port, IN_STEP] = step
        sim.ins[port, IN_KEY] = key
        sim.ins[port, IN_ASKER] = queue
    return count


@inlined_kernel
def grant(sim: Simulated, switch: int, step: int, asking: int) -> Array:
    """Return the number of granting outputs, each with its best queue."""
    count = 0
    for j in range(asking):
        port = sim.scratch[0, j]
        queue = sim.ins[port, IN_ASKER]
        out = sim.queues[queue, OUT]
        key = sim.ins[port, WITHIN] - sim.outs[out, OUT_TURN]
        if key < 0:
            key += sim.switches[switch, PORTS]
        if sim.outs[out, OUT_STEP] != step:
            sim.scratch[1, count] = out
            count += 1
        elif sim.outs[out, OUT_KEY] <= key:
            continue
        sim.outs[out, OUT_STEP] = step
        sim.outs[out, OUT_KEY] = key
        sim.outs[out, OUT_ASKER] = queue
    return count


@inlined_kernel
def move(rules: Rules, sim: Simulated, queue: int, now: int, step: int) -> None:
    """Send the first packet of a queue to its output, return its credit, and route the next packet."""
    queues, packets = sim.queues, sim.packets
    packet, out, port = queues[queue, HEAD], queues[queue, OUT], queues[queue, PORT]
    turn = queue - port * rules.vcs + 1
    sim.ins[port, IN_TURN] = turn if turn < rules.vcs else 0
    turn = sim.ins[port, WITHIN] + 1
    sim.outs[out, OUT_TURN] = turn if turn < sim.switches[sim.ins[port, AT], PORTS] else 0
    left = max(now, packets[packet, DUE] + rules.flits - 1)
    if rules.flits > 1:
        busy = max(step + rules.flits, (packets[packet, DUE] + rules.flits) * rules.speedup)
        sim.ins[port, IN_BUSY] = sim.outs[out, OUT_BUSY] = busy
        left = max(left, (busy - 1) // rules.speedup)
    give_back(rules, sim, queue, left, now)
    if rules.claims:
        sim.outs[out, CLAIMED] -= rules.flits
        if out < rules.channels:
            queues[queues[queue, OUT_QUEUE], ASKED] -= 1
    begin = max(now + rules.switch_cycles, sim.outs[out, FREE_AT])
    sim.outs[out, FREE_AT] = begin + rules.flits
    until = min(begin + rules.flits, sim.counters[LABEL_TO])
    sim.outs[out, FLITS] += max(0, until - max(begin, sim.counters[LABEL_FROM]))
    following = packets[packet, NEXT]
    if out < rules.channels:
        note_backlog(rules, sim, queue, begin)
        send(rules, sim, queue, now, begin + sim.outs[out, DELAY])
    else:
        arrives = begin + rules.endpoint_cycles + rules.flits - 1
        if rules.scheduled:
            count_off(sim, packet, now, arrives)
        deliver(sim, packet, now, arrives)
    queues[queue, HEAD] = following
    if following >= 0:
        route_first(rules, sim, queue)
        return
    switch = sim.ins[port, AT]
    last = sim.switches[switch, ACTIVE] - 1
    sim.switches[switch, ACTIVE] = last
    other = sim.active[sim.switches[switch, FIRST_QUEUE] + last]
    sim.active[sim.switches[switch, FIRST_QUEUE] + queues[queue, PLACE]] = other
    queues[other, PLACE] = queues[queue, PLACE]


@inlined_kernel
def give_back(rules: Rules, sim: Simulated, queue: int, left: int, now: int) -> None:
    """Return the credit of the first packet of a queue to the sender of the packet.

    UGAL-L_CR delays it by t_d of the packet's output less the smallest t_d of the switch, but never across
    channels between groups (dragonfly paper, 4.3.2).
    """
    port, packet = sim.queues[queue, PORT], sim.queues[queue, HEAD]
    due = left + sim.ins[port, IN_DELAY] + rules.credit_cycles
    out = sim.queues[queue, OUT]
    if rules.routing == UGAL_L_CR and max(port, out) < rules.channels and not sim.outs[port, CROSSES]:
        switch = sim.ins[port, AT]
        minimum = sim.outs[out, LATE]
        for channel in range(sim.switches[switch, FIRST_OUT], sim.switches[switch + 1, FIRST_OUT]):
            minimum = min(minimum, sim.outs[channel, LATE])
        due += sim.outs[out, LATE] - minimum
    put(sim.returns, now, due, queue, sim.packets[packet, SENT])


@inlined_kernel
def note_backlog(rules: Rules, sim: Simulated, queue: int, begin: int) -> None:
    """Record the virtual channel of flits that cross a channel from a cycle on, if decisions use it."""
    columns, out = sim.backlog.shape[1], sim.queues[queue, OUT]
    if columns > 1:
        for cycle in range(begin, begin + rules.flits):
            sim.backlog[out, cycle & (columns - 1)] = sim.queues[queue, OUT_QUEUE] - out * rules.vcs


@inlined_kernel
def send(rules: Rules, sim: Simulated, queue: int, now: int, due: int) -> None:
    """Put the first packet of a queue on its channel, to arrive at a cycle."""
    packet, out, into = (
        sim.queues[queue, HEAD],
        sim.queues[queue, OUT],
        sim.queues[queue, OUT_QUEUE],
    )
    sim.queues[into, CREDITS] -= 1
    sim.outs[out, USED] += rules.flits
    sim.packets[packet, DUE] = due
    sim.packets[packet, SENT] = now
    sim.packets[packet, BITS] += HOP_ONE + LEVEL_ONE * sim.outs[out, RAISES]
    if rules.scheduled:
        sim.messages.packets[packet, CABLES] += sim.outs[out, DELAY]
    put(sim.arrivals, now, due, packet, into)


@inlined_kernel
def deliver(sim: Simulated, packet: int, now: int, arrives: int) -> None:
    """Count a packet whose last flit reaches its endpoint at a cycle, and free it."""
    counters, bits = sim.counters, sim.packets[packet, BITS]
    latency = arrives - sim.packets[packet, BORN]
    counters[DELIVERED] += 1
    counters[POPULATION_SUM] += arrives - now
    counters[LATENCY] += latency
    counters[NETWORK_LATENCY] += arrives - sim.packets[packet, ENTERED]
    if bits & LABELLED:
        kind = 1 if bits & DETOUR else 0
        counters[LABELLED_INSIDE] -= 1
        counters[HOPS] += bits >> HOP_SHIFT
        sim.labelled[kind, COUNT] += 1
        sim.labelled[kind, TOTAL] += latency
        sim.labelled[kind, LONGEST] = max(sim.labelled[kind, LONGEST], latency)
        sim.histogram[kind, min(latency, BINS - 1)] += 1
    sim.free[counters[FREE]] = packet
    counters[FREE] += 1
