"""The arrays of the simulator's kernels: rules, state, event wheels.

Channels are numbered 0 .. C-1 as in `Channels`. Endpoint e has the input port C + e (it injects there) and
the output port C + e (it receives there). Virtual channel v of input port p is the queue ``p * vcs + v``,
and its credits have the same number.
"""

from typing import Any, Final, NamedTuple

Array = Any  # Numba reads the types of arrays when it compiles

# Columns of a packet.
NEXT, DESTINATION, VIA, BORN, ENTERED, DUE, SENT, BITS = range(8)
# Content of BITS: three flags, then the level (its next virtual channel), then the hops taken.
LABELLED, DETOUR, DECIDED = 1, 2, 4
LEVEL_SHIFT, LEVEL_MASK, HOP_SHIFT = 3, 255, 11
LEVEL_ONE: Final = 1 << LEVEL_SHIFT
HOP_ONE: Final = 1 << HOP_SHIFT
# Columns of a queue.
HEAD, TAIL, OUT, OUT_QUEUE, PLACE, PORT, CREDITS, ASKED = range(8)
# Columns of an input port.
AT, WITHIN, IN_TURN, IN_STEP, IN_KEY, IN_ASKER, IN_BUSY, IN_DELAY = range(8)
# Columns of an output port.
(
    TO, DELAY, CROSSES, RAISES, AXIS, OUT_TURN, OUT_STEP, OUT_KEY, OUT_ASKER, OUT_BUSY, FREE_AT, USED,
    CLAIMED, LATE, FLITS,
) = range(15)  # fmt: skip
# Columns of a switch.
PORTS, FIRST_QUEUE, FIRST_OUT, ACTIVE, GROUP = range(5)
# Columns of an endpoint, and of its future packets.
SWITCH, ROW, SKIP, CHANNEL_FREE, LAST_VC = range(5)
NEXT_BIRTH, RATE = range(2)
# Columns of a wheel's slots and chunks.
LAST, FILL = range(2)
BEFORE, UNUSED = range(2)
# Kinds of routing decisions at the source.
MINIMAL, VALIANT, UGAL_L, UGAL_G, UGAL_L_VC, UGAL_L_VCH, UGAL_L_CR = range(7)
# Counters, (COUNTERS,) int64.
(
    NOW, FREE, WAITING, LABEL_FROM, LABEL_TO, LABELLED_INSIDE, INJECTED, DELIVERED, POPULATION_SUM,
    LATENCY, NETWORK_LATENCY, HOPS, COUNTERS,
) = range(13)  # fmt: skip
# Counts of labelled packets, minimal and not: (2, LABELLED_SUMS) int64.
COUNT, TOTAL, LONGEST, LABELLED_SUMS = range(4)
# Columns of a message: its destination endpoint and the step that waits for it, packets to send and to
# arrive. Then records: departure of its first packet and of the packet that arrived last; of the latter its
# number in the message, its channels and their cycles; its arrival.
(
    FOR, AWAITED_BY, TO_SEND, TO_ARRIVE, FIRST_LEFT, LAST_LEFT, LAST_NUMBER, LAST_HOPS, LAST_CABLES,
    RECEIVED,
) = range(10)  # fmt: skip
# Columns of a step: messages it still waits for, its first message, cycles of computing, its beginning, the
# message that came last.
AWAITED, FIRST_MESSAGE, COMPUTING, BEGUN, RELEASED_BY = range(5)
# Columns of an endpoint that sends messages: its next step and the end of its steps, the message it sends
# and the end of those it may send, packets sent of it, 1 while it computes.
NEXT_STEP, END_STEP, CURSOR, UNTIL, PART, COMPUTES = range(6)
# Columns of a packet of a message: the message, its number there, cycles of the channels that it crossed.
MESSAGE, NUMBER, CABLES = range(3)
# Kinds of events: a message has arrived, an endpoint has computed.
ARRIVED, COMPUTED = range(2)
#: Entries of a wheel per chunk.
CHUNK: Final = 32
#: Bits per word of next channels.
WORD: Final = 32
#: Latencies from this many cycles share the last bin of a histogram.
BINS: Final = 1 << 16


class Rules(NamedTuple):
    """The behaviour of switches and endpoints as integers.

    Attributes
    ----------
    switches, endpoints, channels
        n, E and C.
    vcs, buffer
        Virtual channels of an input port; packets that fit into the buffer of each.
    flits, speedup
        Flits of a packet; flits that a switch moves per cycle from an input and to an output.
    switch_cycles, endpoint_cycles, credit_cycles
        Cycles of a switch, of the cable of an endpoint, and for reading a credit.
    routing, groups, first_level, sequential
        Kind of routing decision at the source; number of groups (0: none); first virtual channel of minimal
        packets; 1 if every decision sees earlier ones of the same cycle.
    waiting, claims
        1 if decisions count flits that wait for an output, 0 those with outstanding credits; 1 if packets
        that request an output are counted.
    poisson
        1 if packets are created by a Poisson process, 0 Bernoulli.
    axes
        1 if a packet returns to the first virtual channel when its axis changes.
    scheduled
        1 if packets belong to messages that wait for each other (`Messages`), 0 if drawn at random.
    """

    switches: int
    endpoints: int
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
    waiting: int
    claims: int
    poisson: int
    axes: int
    scheduled: int


class Wheel(NamedTuple):
    """Entries (two numbers and their due cycle) by cycle, modulo the number of slots.

    Attributes
    ----------
    slots
        Last chunk and number of entries of every slot, (W, 2) int32, W a power of two.
    entries
        The entries, (chunks * CHUNK, 3) int32.
    chunks, count
        Previous chunk of each chunk of a slot, next to the stack of unused chunks, (chunks, 2) int32, and
        the size of the stack, (1,) int64.
    """

    slots: Array
    entries: Array
    chunks: Array
    count: Array


class Messages(NamedTuple):
    """Messages that wait for each other: int32; all of length 0 if packets are drawn at random.

    Attributes
    ----------
    rows
        Messages by the step that sends them, (M, 10).
    steps
        Steps, and an additional row with the number of messages, (S + 1, 5).
    senders
        Endpoints, (E, 6).
    packets
        Packets, (N, 3).
    due
        Wheel of arriving messages and of endpoints that finish computing (number, kind).
    ended
        Number of endpoints whose steps have all begun, (1,) int64.
    """

    rows: Array
    steps: Array
    senders: Array
    packets: Array
    due: Wheel
    ended: Array


class Simulated(NamedTuple):
    """The state of a network in a run; int32 unless stated otherwise.

    Attributes
    ----------
    ways, distance
        Next channels at a switch towards a target at row ``target * n + switch``: bit i of the words of a
        row, (rows, words) uint32, is the i-th channel of the switch; and distance in channels, (rows,)
        int16. Target n + g is group g, if the routing is by groups.
    first_choice, choice, cumulative
        Destinations by row, as in `Pattern`.
    switches
        (n + 1, 5): input ports, start of its list of active queues and of its channels, number of active
        queues, group.
    endpoints, births
        (E, 5): switch, row of destinations and the place left out there, when its channel is free, the
        virtual channel used last; (E, 2) float64: creation of the next packet, packets per cycle.
    ins
        Input ports, (C + E, 8): switch, number there, the virtual channel whose turn it is, the best
        request (step, key, queue), when the crossbar has finished with it, cycles of the cable before it.
    outs
        Output ports, (C + E, 16): of channels the switch they reach, delay in cycles, 1 if they join two
        groups, and their effect on virtual channels (`VirtualChannels`); the input whose turn it is, the
        best request, when the crossbar has finished with it, when the channel is free; flits with
        outstanding credits, flits that wait for it in the switch, lateness of the last credit in cycles,
        flits that crossed it while measuring.
    queues
        (queues, 8): first and last packet, the output and the next queue that the first requests, place in
        the list of active queues, input port; its credits, and packets that wait in the switch before to
        enter it.
    active, waiting, scratch
        Active queues by switch, (queues,); queues whose first packet is undecided, (queues,); ports that
        request and are requested, (2, most ports).
    backlog
        Virtual channel of the flit that crosses each channel at a cycle, by the cycle modulo the columns,
        (C, columns) uint8, a power of two; one column if no decision uses it.
    packets, free
        Packets, (N, 8); stack of free ones, (N,).
    random
        Generators: one for every endpoint, the last for the switches, (E + 1,) uint64.
    counters, labelled, histogram
        Counters, (COUNTERS,) int64; of labelled packets, minimal and not, (2, 3) int64; the same by
        latency, (2, BINS) int64.
    arrivals, returns
        Wheels of packets (packet, queue) and of credits (queue, when the packet was sent).
    messages
        Messages, unless packets are drawn at random.
    """

    ways: Array
    distance: Array
    first_choice: Array
    choice: Array
    cumulative: Array
    switches: Array
    endpoints: Array
    births: Array
    ins: Array
    outs: Array
    queues: Array
    active: Array
    waiting: Array
    scratch: Array
    backlog: Array
    packets: Array
    free: Array
    random: Array
    counters: Array
    labelled: Array
    histogram: Array
    arrivals: Wheel
    returns: Wheel
    messages: Messages
