"""The arrays that the kernels of the simulator work on: the wiring, the rules, what changes, the wheels.

Channels are numbered 0 .. C-1 as in `Channels`. Endpoint e has the input port C + e (it injects there)
and the output port C + e (it is reached there). Virtual channel v of input port p is the queue
``p * vcs + v``, and the credits for it stand at the same number.
"""

from typing import Any, Final, NamedTuple

Array = Any  # Numba reads the types of arrays where it compiles

# Columns of a packet.
NEXT, DESTINATION, VIA, BORN, ENTERED, DUE, SENT, BITS = range(8)
# What BITS holds: three flags, then the level (its next virtual channel), then the hops taken.
LABELLED, DETOUR, DECIDED = 1, 2, 4
LEVEL_SHIFT, LEVEL_MASK, HOP_SHIFT = 3, 255, 11
LEVEL_ONE: Final = 1 << LEVEL_SHIFT
HOP_ONE: Final = 1 << HOP_SHIFT
# Columns of a queue.
HEAD, TAIL, OUT, OUT_QUEUE, PLACE, PORT = range(6)
# Columns of an arbiter's best request.
STEP, KEY, QUEUE = range(3)
# Kinds of routing decisions at the source.
MINIMAL, VALIANT, UGAL_L, UGAL_G, UGAL_L_VC, UGAL_L_VCH, UGAL_L_CR = range(7)
# Counters, (COUNTERS,) int64.
(
    NOW, FREE, WAITING, LABEL_FROM, LABEL_TO, LABELLED_INSIDE, INJECTED, DELIVERED, POPULATION_SUM,
    LATENCY, NETWORK_LATENCY, HOPS, MEASURING, COUNTERS,
) = range(14)  # fmt: skip
# Counts of labelled packets, minimal and not: (2, LABELLED_SUMS) int64.
COUNT, TOTAL, LONGEST, LABELLED_SUMS = range(4)
#: Entries of a wheel are kept in chunks of this many.
CHUNK: Final = 32
#: Latencies from this many cycles on share the last bin of a histogram.
BINS: Final = 1 << 16


class Wiring(NamedTuple):
    """What is connected and how packets find their way; never written.

    Attributes
    ----------
    head, delay, crosses, raises, axis
        Of every channel: the switch it reaches, its delay in cycles, 1 if it joins two groups, and what
        it does to virtual channels, as in `VirtualChannels`; (C,) int32.
    at, place
        Of every input port, the switch and the number within it, (C + E,) int32.
    ports, first_queue
        Input ports of every switch, (n,), and where its list of active queues begins, (n + 1,) int32.
    first_out
        Channels out of switch u are ``first_out[u] .. first_out[u + 1] - 1``, (n + 1,) int32.
    switch_of
        Switch of every endpoint, (E,) int32.
    first_hop, next_hop, distance
        Next channels at a switch towards a target at row ``target * n + switch``, as in `NextChannels`, and
        channels on the way. Target n + g is group g, where the routing goes by groups.
    group
        Group of every switch, all 0 without groups, (n,) int32.
    row, first_choice, choice, cumulative, skip
        Destinations of every endpoint, as in `Pattern`.
    rate
        Packets per cycle of every endpoint at the load of the run, (E,) float64.
    """

    head: Array
    delay: Array
    crosses: Array
    raises: Array
    axis: Array
    at: Array
    place: Array
    ports: Array
    first_queue: Array
    first_out: Array
    switch_of: Array
    first_hop: Array
    next_hop: Array
    distance: Array
    group: Array
    row: Array
    first_choice: Array
    choice: Array
    cumulative: Array
    skip: Array
    rate: Array


class Rules(NamedTuple):
    """How switches and endpoints work: plain numbers.

    Attributes
    ----------
    channels, vcs, buffer
        Channels, C; virtual channels of an input port; packets that fit into the buffer of one.
    flits, speedup
        Flits of a packet; what a switch moves a cycle from an input and to an output (0: no limit).
    switch_cycles, endpoint_cycles, credit_cycles
        Cycles of a switch, of the cable of an endpoint, and for reading a credit.
    routing, groups, first_level, sequential
        What is decided at the source; number of groups (0: none); the virtual channel minimal packets
        start on; 1 if every decision sees those before it in the same cycle.
    poisson
        1 if packets are created by a Poisson process, 0 Bernoulli.
    """

    channels: int
    vcs: int
    buffer: int
    flits: int
    speedup: int
    switch_cycles: int
    endpoint_cycles: int
    credit_cycles: int
    routing: int
    groups: int
    first_level: int
    sequential: int
    poisson: int


class Wheel(NamedTuple):
    """Entries (two numbers, when they are due) by the cycle, modulo the size of the wheel.

    Attributes
    ----------
    last, fill
        Last chunk and number of entries of every slot, (W,) int32, W a power of two.
    before, entries
        Chunk before each chunk of a slot, (chunks,); the entries, (chunks * CHUNK, 3) int32.
    free, count
        Stack of free chunks, (chunks,) int32, and how many there are, (1,) int64.
    """

    last: Array
    fill: Array
    before: Array
    entries: Array
    free: Array
    count: Array


class Moving(NamedTuple):
    """All that changes in a run.

    Attributes
    ----------
    random
        Generators: one for every endpoint, the last for the switches, (E + 1,) uint64.
    born, inject_free, inject_vc
        When every endpoint creates its next packet, (E,) float64; when its channel is free; the virtual
        channel it used last, (E,) int32.
    packets, free
        Packets, (N, 8) int32; stack of free ones, (N,) int32.
    queues, active, active_count
        Queues, (queues, 6) int32; active ones by switch, (queues,), and how many, (n,) int32.
    credits, used, claimed
        Room in packets of every queue, (queues,); flits sent on a channel whose credits are not back, (C,);
        flits that wait for an output port, (C + E,) int32.
    in_turn, out_turn, asked, granted
        Whose turn it is at an input and output port, (C + E,) int32; best request of each, (C + E, 3).
    in_busy, out_busy, out_free
        First step at which a port of the crossbar is free, (C + E,) int64; first cycle at which the channel
        behind an output port is, (C + E,) int32.
    late
        By how many cycles credits of a channel came back late when last seen, (C,) int32.
    requests, winners, waiting
        Scratch: ports that ask, ports asked, queues whose first packet is undecided.
    counters, labelled, histogram, channel_flits
        Counters, (COUNTERS,); of labelled packets, minimal and not, (2, 3), and by latency, (2, BINS);
        flits over every output port while measuring, (C + E,) int64.
    arrivals, returns
        Wheels of packets (packet, queue) and of credits (queue, when the packet was sent).
    """

    random: Array
    born: Array
    inject_free: Array
    inject_vc: Array
    packets: Array
    free: Array
    queues: Array
    active: Array
    active_count: Array
    credits: Array
    used: Array
    claimed: Array
    in_turn: Array
    out_turn: Array
    asked: Array
    granted: Array
    in_busy: Array
    out_busy: Array
    out_free: Array
    late: Array
    requests: Array
    winners: Array
    waiting: Array
    counters: Array
    labelled: Array
    histogram: Array
    channel_flits: Array
    arrivals: Wheel
    returns: Wheel
