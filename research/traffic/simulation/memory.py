"""Allocate the arrays of a run, and larger ones when they are full."""

import numpy as np

from netfloor.research.traffic.simulation.arrays import (
    ACTIVE,
    ASKED,
    AT,
    AXIS,
    BEFORE,
    BINS,
    CHUNK,
    COUNTERS,
    CREDITS,
    CROSSES,
    DELAY,
    FIRST_OUT,
    FIRST_QUEUE,
    FREE,
    GROUP,
    IN_DELAY,
    IN_STEP,
    LABELLED_SUMS,
    LAST,
    OUT_STEP,
    PORT,
    PORTS,
    RAISES,
    ROW,
    SKIP,
    SWITCH,
    TO,
    UGAL_L_CR,
    UGAL_L_VC,
    UGAL_L_VCH,
    UNUSED,
    WITHIN,
    Array,
    Messages,
    Rules,
    Simulated,
    Wheel,
)
from netfloor.research.traffic.simulation.network import SimulatedNetwork
from netfloor.traffic.patterns.pattern import Pattern

#: 32-bit numbers per cache line.
_LINE = 16


def make_arrays(
    network: SimulatedNetwork, pattern: Pattern, rules: Rules, rate: float, seed: int
) -> Simulated:
    """Return an empty network whose endpoints are about to create their first packets.

    Parameters
    ----------
    rate
        Packets per cycle of an endpoint that sends at full load.
    """
    from netfloor.research.traffic.simulation.cycle_kernels import first_births  # noqa: PLC0415 - a heavy import

    ins, switches = _ports(network, pattern, rules)
    queues = _table(len(ins) * rules.vcs, 8, -1)
    queues[:, ASKED] = 0
    queues[:, PORT] = np.repeat(np.arange(len(ins)), rules.vcs)
    queues[:, CREDITS] = rules.buffer
    packets = 4 * rules.endpoints + 1024
    counters = np.zeros(COUNTERS, np.int64)
    counters[FREE] = packets
    slots = 64
    while slots < int(network.delay.max(initial=0)) + rules.switch_cycles + rules.flits + 32:
        slots *= 2
    sim = Simulated(
        ways=network.ways, distance=network.table.hops.ravel().astype(np.int16),
        first_choice=pattern.first, choice=pattern.choice, cumulative=pattern.cumulative,
        switches=switches, endpoints=_endpoints(pattern),
        births=np.stack([np.zeros(rules.endpoints), pattern.rate * rate], axis=1),
        ins=ins, outs=_outs(network, len(ins)), queues=queues,
        active=np.zeros(len(queues), np.int32), waiting=np.zeros(len(queues), np.int32),
        scratch=np.zeros((2, int(switches[:, PORTS].max())), np.int32), backlog=_backlog(rules),
        packets=_table(packets, 8), free=np.arange(packets, dtype=np.int32),
        random=np.random.SeedSequence(seed).generate_state(rules.endpoints + 1, np.uint64),
        counters=counters, labelled=np.zeros((2, LABELLED_SUMS), np.int64),
        histogram=np.zeros((2, BINS), np.int64),
        arrivals=empty_wheel(slots, packets), returns=empty_wheel(slots, packets), messages=_no_messages(),
    )  # fmt: skip
    first_births(rules, sim)
    return sim


def _ports(network: SimulatedNetwork, pattern: Pattern, rules: Rules) -> tuple[Array, Array]:
    """Return the tables of input ports and of switches."""
    at = np.concatenate([network.channels.head, pattern.endpoints.switch])
    ports = np.bincount(at, minlength=rules.switches)
    ins = _table(len(at), 8)
    ins[:, AT] = at
    ins[np.argsort(at, kind="stable"), WITHIN] = np.arange(len(at)) - np.repeat(
        np.cumsum(ports) - ports, ports
    )
    ins[:, IN_STEP], ins[:, IN_DELAY] = -1, rules.endpoint_cycles
    ins[: rules.channels, IN_DELAY] = network.delay
    switches = np.zeros((rules.switches + 1, 5), np.int32)
    switches[:-1, PORTS] = ports
    switches[1:, FIRST_QUEUE] = np.cumsum(ports) * rules.vcs
    switches[:, FIRST_OUT] = network.channels.first
    switches[:-1, GROUP] = network.groups
    switches[:, ACTIVE] = 0
    return ins, switches


def _outs(network: SimulatedNetwork, ports: int) -> Array:
    """Return the table of output ports; those of endpoints have no switch behind them."""
    outs = _table(ports, 16)
    here = outs[: network.channels.count]
    here[:, TO], here[:, DELAY] = network.channels.head, network.delay
    here[:, CROSSES] = network.channels.global_
    here[:, RAISES], here[:, AXIS] = network.virtual.raises, network.virtual.axis
    outs[:, OUT_STEP] = -1
    return outs


def _backlog(rules: Rules) -> Array:
    """Return the table of flits on each channel by cycle; its columns hold all flits that may wait."""
    if not rules.waiting or rules.routing not in (UGAL_L_VC, UGAL_L_VCH, UGAL_L_CR):
        return np.zeros((1, 1), np.uint8)
    flits = rules.vcs * rules.buffer * rules.flits + rules.switch_cycles + rules.flits
    return np.zeros((rules.channels, 1 << flits.bit_length()), np.uint8)


def _endpoints(pattern: Pattern) -> Array:
    """Return the table of endpoints."""
    endpoints = np.zeros((len(pattern.row), 5), np.int32)
    endpoints[:, SWITCH], endpoints[:, ROW] = pattern.endpoints.switch, pattern.row
    endpoints[:, SKIP] = pattern.skip
    return endpoints


def _table(rows: int, columns: int, value: int = 0) -> Array:
    """Return a table whose rows of 8 or 16 numbers each lie within one cache line."""
    room = np.empty(rows * columns + _LINE, np.int32)
    begin = -room.ctypes.data // room.itemsize % _LINE
    table = room[begin : begin + rows * columns].reshape(rows, columns)
    table[:] = value
    return table


def _no_messages() -> Messages:
    """Return empty arrays for messages, for packets drawn at random."""
    rows, steps, senders, packets = (np.zeros((0, width), np.int32) for width in (10, 5, 6, 3))
    return Messages(rows, steps, senders, packets, empty_wheel(1, 0), np.zeros(1, np.int64))


def empty_wheel(size: int, entries: int) -> Wheel:
    """Return an empty wheel in which every slot may have a partly filled chunk."""
    count = 2 * (entries // CHUNK + size + 2)
    slots, chunks = np.zeros((size, 2), np.int32), np.full((count, 2), -1, np.int32)
    slots[:, LAST] = -1
    chunks[:, UNUSED] = np.arange(count)
    return Wheel(slots, np.zeros((count * CHUNK, 3), np.int32), chunks, np.array([count], np.int64))


def grown(sim: Simulated) -> Simulated:
    """Return the arrays with twice the room for packets and wheel entries."""
    packets, free = len(sim.free), int(sim.counters[FREE])
    stack = np.zeros(2 * packets, np.int32)
    stack[:packets] = np.arange(packets, 2 * packets)
    stack[packets : packets + free] = sim.free[:free]
    sim.counters[FREE] = packets + free
    more = _table(2 * packets, sim.packets.shape[1])
    more[:packets] = sim.packets
    return sim._replace(
        packets=more,
        free=stack,
        arrivals=_grown_wheel(sim.arrivals),
        returns=_grown_wheel(sim.returns),
        messages=_grown_messages(sim.messages),
    )


def _grown_messages(messages: Messages) -> Messages:
    packets = np.concatenate([messages.packets, np.zeros_like(messages.packets)])
    return messages._replace(packets=packets, due=_grown_wheel(messages.due))


def _grown_wheel(wheel: Wheel) -> Wheel:
    old, free = len(wheel.chunks), int(wheel.count[0])
    chunks = np.full((2 * old, 2), -1, np.int32)
    chunks[:old, BEFORE] = wheel.chunks[:, BEFORE]
    chunks[:old, UNUSED] = np.arange(old, 2 * old)
    chunks[old : old + free, UNUSED] = wheel.chunks[:free, UNUSED]
    entries = np.concatenate([wheel.entries, np.zeros_like(wheel.entries)])
    return Wheel(wheel.slots, entries, chunks, np.array([old + free], np.int64))
