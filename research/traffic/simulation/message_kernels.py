"""Messages that wait for each other: when an endpoint may send them, and their arrival.

Every endpoint with a rank has steps. When the previous step has begun and all messages that it waits for
have arrived, a step computes and then begins: its messages are sent one after another.
"""

from netfloor.foundation.accelerate import inlined_kernel, lean_kernel
from netfloor.research.traffic.simulation.arrays import (
    ARRIVED,
    AWAITED,
    AWAITED_BY,
    BEGUN,
    BITS,
    CABLES,
    CHUNK,
    COMPUTED,
    COMPUTES,
    COMPUTING,
    CURSOR,
    END_STEP,
    ENTERED,
    FILL,
    FIRST_LEFT,
    FIRST_MESSAGE,
    FOR,
    HOP_SHIFT,
    LAST_CABLES,
    LAST_HOPS,
    LAST_LEFT,
    LAST_NUMBER,
    MESSAGE,
    NEXT_STEP,
    NUMBER,
    PART,
    RECEIVED,
    RELEASED_BY,
    TO_ARRIVE,
    TO_SEND,
    UNTIL,
    Array,
    Rules,
    Simulated,
)
from netfloor.research.traffic.simulation.base_kernels import put, take


@inlined_kernel
def begin_step(sim: Simulated, endpoint: int, now: int) -> None:
    """Begin the next step of an endpoint and release its messages."""
    messages = sim.messages
    step = messages.senders[endpoint, NEXT_STEP]
    messages.steps[step, BEGUN] = now
    messages.senders[endpoint, UNTIL] = messages.steps[step + 1, FIRST_MESSAGE]
    messages.senders[endpoint, NEXT_STEP] = step + 1
    if step + 1 == messages.senders[endpoint, END_STEP]:
        messages.ended[0] += 1


@inlined_kernel
def begin_steps(sim: Simulated, endpoint: int, now: int) -> None:
    """Begin all steps of an endpoint that no longer wait, or start their computation."""
    messages = sim.messages
    senders, steps = messages.senders, messages.steps
    while senders[endpoint, COMPUTES] == 0 and senders[endpoint, NEXT_STEP] < senders[endpoint, END_STEP]:
        step = senders[endpoint, NEXT_STEP]
        if steps[step, AWAITED] > 0:
            return
        if steps[step, COMPUTING] > 0:
            senders[endpoint, COMPUTES] = 1
            put(messages.due, now, now + steps[step, COMPUTING], endpoint, COMPUTED)
            return
        begin_step(sim, endpoint, now)


@lean_kernel
def first_steps(sim: Simulated) -> None:
    """Begin the first steps of all endpoints in cycle 0."""
    for endpoint in range(len(sim.messages.senders)):
        begin_steps(sim, endpoint, 0)


@inlined_kernel
def receive_messages(sim: Simulated, now: int) -> None:
    """Count the messages whose last flit arrives now, and begin the steps that waited for them."""
    messages = sim.messages
    wheel = messages.due
    slot = now & (len(wheel.slots) - 1)
    for _ in range(wheel.slots[slot, FILL]):
        entry = take(wheel, slot)
        which, kind, due = wheel.entries[entry, 0], wheel.entries[entry, 1], wheel.entries[entry, 2]
        if due > now:
            put(wheel, now, due, which, kind)
            continue
        endpoint = which
        if kind == ARRIVED:
            endpoint = messages.rows[which, FOR]
            step = messages.rows[which, AWAITED_BY]
            messages.steps[step, AWAITED] -= 1
            messages.steps[step, RELEASED_BY] = which
        else:
            messages.senders[endpoint, COMPUTES] = 0
            begin_step(sim, endpoint, now)
        begin_steps(sim, endpoint, now)


@inlined_kernel
def note_sent(sim: Simulated, source: int, packet: int, now: int) -> None:
    """Record the departure of a packet of an endpoint's current message, and advance to the next packet."""
    messages = sim.messages
    message, part = messages.senders[source, CURSOR], messages.senders[source, PART]
    messages.packets[packet, MESSAGE] = message
    messages.packets[packet, NUMBER] = part
    messages.packets[packet, CABLES] = 0
    if part == 0:
        messages.rows[message, FIRST_LEFT] = now
    if part + 1 < messages.rows[message, TO_SEND]:
        messages.senders[source, PART] = part + 1
        return
    messages.senders[source, PART] = 0
    messages.senders[source, CURSOR] = message + 1


@inlined_kernel
def count_off(sim: Simulated, packet: int, now: int, arrives: int) -> None:
    """Count a packet whose last flit reaches its endpoint at a cycle, and with the last one its message.

    Packets reach an endpoint in the order in which its switch sends them, so the last one counted arrives
    last.
    """
    messages = sim.messages
    message = messages.packets[packet, MESSAGE]
    messages.rows[message, TO_ARRIVE] -= 1
    if messages.rows[message, TO_ARRIVE] == 0:
        messages.rows[message, LAST_LEFT] = sim.packets[packet, ENTERED]
        messages.rows[message, LAST_NUMBER] = messages.packets[packet, NUMBER]
        messages.rows[message, LAST_HOPS] = sim.packets[packet, BITS] >> HOP_SHIFT
        messages.rows[message, LAST_CABLES] = messages.packets[packet, CABLES]
        messages.rows[message, RECEIVED] = arrives
        put(messages.due, now, arrives, message, ARRIVED)


@inlined_kernel
def room_for_messages(rules: Rules, sim: Simulated) -> Array:
    """Return True if the wheel has room for a cycle: ``speedup`` packets at every endpoint."""
    wheel = sim.messages.due
    return wheel.count[0] > (rules.speedup + 1) * rules.endpoints // CHUNK + len(wheel.slots)
