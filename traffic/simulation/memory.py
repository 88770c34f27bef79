"""Makes the arrays of a run, and larger ones where they have no room left."""

import numpy as np

from netfloor.traffic.patterns.pattern import Pattern
from netfloor.traffic.simulation.arrays import (
    BINS,
    CHUNK,
    COUNTERS,
    FREE,
    HEAD,
    LABELLED_SUMS,
    PORT,
    TAIL,
    Moving,
    Rules,
    Wheel,
    Wiring,
)
from netfloor.traffic.simulation.network import SimulatedNetwork

_NEVER = np.inf


def make_wiring(network: SimulatedNetwork, pattern: Pattern, rate: float) -> Wiring:
    """Return what is connected, for a pattern at some packets per cycle of an endpoint that sends fully."""
    channels, switch_of = network.channels, pattern.endpoints.switch
    table, virtual = network.table, network.virtual
    at = np.concatenate([channels.head, switch_of]).astype(np.int32)
    ports = np.bincount(at, minlength=channels.switches).astype(np.int32)
    order = np.argsort(at, kind="stable")
    place = np.empty(len(at), np.int32)
    place[order] = np.arange(len(at)) - np.repeat(np.cumsum(ports) - ports, ports)
    return Wiring(
        head=channels.head, delay=network.delay, crosses=channels.global_.astype(np.int32),
        raises=virtual.raises, axis=virtual.axis,
        at=at, place=place, ports=ports,
        first_queue=(np.concatenate([[0], np.cumsum(ports)]) * virtual.count).astype(np.int32),
        first_out=channels.first, switch_of=switch_of,
        first_hop=table.first, next_hop=table.channel, distance=table.hops.ravel(), group=network.groups,
        row=pattern.row, first_choice=pattern.first, choice=pattern.choice,
        cumulative=pattern.cumulative, skip=pattern.skip, rate=pattern.rate * rate,
    )  # fmt: skip


def make_moving(wiring: Wiring, rules: Rules, seed: int) -> Moving:
    """Return an empty network whose endpoints are about to create their first packets."""
    from netfloor.traffic.simulation.cycle_kernels import first_births  # noqa: PLC0415 - a heavy import

    channels, endpoints, ports = len(wiring.head), len(wiring.switch_of), len(wiring.at)
    queues = np.full((ports * rules.vcs, 6), -1, np.int32)
    queues[:, PORT] = np.repeat(np.arange(ports), rules.vcs)
    packets = 4 * endpoints + 1024
    wheel = 64
    while wheel < int(wiring.delay.max(initial=0)) + rules.switch_cycles + rules.flits + 32:
        wheel *= 2
    counters = np.zeros(COUNTERS, np.int64)
    counters[FREE] = packets
    random = np.random.SeedSequence(seed).generate_state(endpoints + 1, np.uint64)
    moving = Moving(
        random=random,
        born=np.where(wiring.rate > 0, 0.0, _NEVER),
        inject_free=np.zeros(endpoints, np.int32), inject_vc=np.zeros(endpoints, np.int32),
        packets=np.zeros((packets, 8), np.int32), free=np.arange(packets, dtype=np.int32)[::-1].copy(),
        queues=queues, active=np.zeros(ports * rules.vcs, np.int32),
        active_count=np.zeros(len(wiring.ports), np.int32),
        credits=np.full(ports * rules.vcs, rules.buffer, np.int32),
        used=np.zeros(channels, np.int32), claimed=np.zeros(ports, np.int32),
        in_turn=np.zeros(ports, np.int32), out_turn=np.zeros(ports, np.int32),
        asked=np.full((ports, 3), -1, np.int64), granted=np.full((ports, 3), -1, np.int64),
        in_busy=np.zeros(ports, np.int64), out_busy=np.zeros(ports, np.int64),
        out_free=np.zeros(ports, np.int32), late=np.zeros(channels, np.int32),
        requests=np.zeros(int(wiring.ports.max(initial=0)), np.int32),
        winners=np.zeros(int(wiring.ports.max(initial=0)), np.int32),
        waiting=np.zeros(ports * rules.vcs, np.int32),
        counters=counters, labelled=np.zeros((2, LABELLED_SUMS), np.int64),
        histogram=np.zeros((2, BINS), np.int64), channel_flits=np.zeros(ports, np.int64),
        arrivals=_wheel(wheel, packets), returns=_wheel(wheel, packets),
    )  # fmt: skip
    moving.queues[:, [HEAD, TAIL]] = -1
    first_births(wiring, rules, moving)
    return moving


def _wheel(size: int, entries: int) -> Wheel:
    """Return an empty wheel: every slot may have a chunk that is not full."""
    chunks = 2 * (entries // CHUNK + size + 2)
    return Wheel(
        last=np.full(size, -1, np.int32), fill=np.zeros(size, np.int32),
        before=np.full(chunks, -1, np.int32), entries=np.zeros((chunks * CHUNK, 3), np.int32),
        free=np.arange(chunks, dtype=np.int32), count=np.array([chunks], np.int64),
    )  # fmt: skip


def grown(moving: Moving) -> Moving:
    """Return the same with twice the room for packets and entries of wheels."""
    packets = len(moving.free)
    free = int(moving.counters[FREE])
    stack = np.zeros(2 * packets, np.int32)
    stack[:packets] = np.arange(2 * packets - 1, packets - 1, -1)
    stack[packets : packets + free] = moving.free[:free]
    moving.counters[FREE] = packets + free
    return moving._replace(
        packets=np.concatenate([moving.packets, np.zeros_like(moving.packets)]),
        free=stack,
        arrivals=_grown_wheel(moving.arrivals),
        returns=_grown_wheel(moving.returns),
    )


def _grown_wheel(wheel: Wheel) -> Wheel:
    chunks, free = len(wheel.free), int(wheel.count[0])
    stack = np.zeros(2 * chunks, np.int32)
    stack[:chunks] = np.arange(chunks, 2 * chunks)
    stack[chunks : chunks + free] = wheel.free[:free]
    return wheel._replace(
        before=np.concatenate([wheel.before, np.full(chunks, -1, np.int32)]),
        entries=np.concatenate([wheel.entries, np.zeros_like(wheel.entries)]),
        free=stack,
        count=np.array([chunks + free], np.int64),
    )
