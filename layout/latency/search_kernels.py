"""Kernels of the search by exact latencies: swaps are estimated by first order, then evaluated exactly."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel
from netfloor.layout.annealing.common_kernels import Array, Index, draw_rise, exchange, keeps_apart, propose
from netfloor.layout.latency.kernels import LatencyTables, Ways, cost_of, move, undo

#: Look-ups that take as much time as a proposal rejected at once.
WORK = 32
#: Attempts at a swap between cabinets, since all movable switches could be in one cabinet.
MAX_TRIES = 100


@kernel
def path_use(ways: Ways, tables: LatencyTables, use: Array) -> None:
    """Sum into ``use``, (pairs,), the derivative of the cost by each cable's delay with paths unchanged.

    Every ordered pair of switches that counts follows one of its least-latency paths, with weight 1 or the
    derivative of its cost.
    """
    routers = len(ways.starts) - 1
    home, delay = tables.home, ways.delay
    load = np.empty(routers, np.float64)
    use[:] = 0.0
    for source in range(routers):
        if ways.counts[source] == 0.0:
            continue
        row = tables.reach[source]
        for x in range(routers):
            load[x] = ways.counts[x]
            if ways.steep > 0.0:
                load[x] *= cost_of(row[x], ways.longest, ways.steep) / ways.steep
        order = np.argsort(row)
        for i in range(routers - 1, 0, -1):
            x = order[i]
            for arc in range(ways.starts[x], ways.starts[x + 1]):
                y = ways.neighbours[arc]
                if row[y] + delay[home[y], home[x]] == row[x] and x != source:
                    use[ways.joined[arc]] += load[x]
                    load[y] += load[x]
                    break


@kernel
def first_order(
    u: Index, v: Index, here: Index, there: Index, use: Array, ways: Ways, home: Array
) -> float:
    """Return the change of cost of a swap if every pair kept its path."""
    change = 0.0
    for arc in range(ways.starts[u], ways.starts[u + 1]):
        w = ways.neighbours[arc]
        if w != v:
            other = home[w]
            change += use[ways.joined[arc]] * (ways.delay[there, other] - ways.delay[here, other])
    if v >= 0:
        for arc in range(ways.starts[v], ways.starts[v + 1]):
            w = ways.neighbours[arc]
            if w != u:
                other = home[w]
                change += use[ways.joined[arc]] * (ways.delay[here, other] - ways.delay[there, other])
    return change


@kernel
def propose_swap(state: Any) -> Any:
    """Draw a switch u and a slot; return u, the slot's occupant (-1: none), u's slot and that slot."""
    router, slot = propose(state)
    u, b = np.int64(router), np.int64(slot)
    return u, np.int64(state.router_in[b]), np.int64(state.slot_of[u]), b


@kernel
def swap_cabinets(u: Index, v: Index, here: Index, there: Index, cabinet_of: Array) -> None:
    """Record that u moves from cabinet ``here`` to ``there``, and v (-1: none) back."""
    cabinet_of[u] = there
    if v >= 0:
        cabinet_of[v] = here


@kernel
def sample_changes(
    use: Array, per_cable: Array, first: Array, true: Array, ways: Ways, tables: LatencyTables, state: Any
) -> int:
    """Fill ``first`` and ``true`` with estimated and exact changes of random swaps.

    Return the work done.
    """
    home, after = tables.home, tables.after
    met, work = 0, 0
    for _ in range(MAX_TRIES * len(first)):
        if met == len(first):
            break
        work += 1
        u, v, a, b = propose_swap(state)
        here, there = np.int64(ways.cabinet[a]), np.int64(ways.cabinet[b])
        if here == there:
            continue
        swap_cabinets(u, v, here, there, after)
        change, logged, done = move(u, v, np.inf, ways, tables)
        work += done // WORK
        if logged >= 0:
            undo(logged, tables)
            first[met] = first_order(u=u, v=v, here=here, there=there, use=use, ways=ways, home=home)
            true[met] = change
            if len(per_cable) > 0:
                true[met] += first_order(
                    u=u, v=v, here=here, there=there, use=per_cable, ways=ways, home=home
                )
            met += 1
        swap_cabinets(u, v, there, here, after)
    return work


@kernel
def search_some(
    max_work: int,
    temperature: float,
    guess: Any,
    use: Array,
    per_cable: Array,
    cost: float,
    best: float,
    best_slot_of: Array,
    ways: Ways,
    tables: LatencyTables,
    state: Any,
) -> Any:
    """Propose random swaps at a temperature; return cost, least cost and work done.

    ``guess`` (base, slope, doubt) estimates the exact change of a swap as ``base + slope * change`` with a
    tolerance; only swaps that may be accepted by it are evaluated exactly. ``per_cable`` (pairs,) is the
    constant part of ``use``, which includes it.
    """
    work = 0
    home, after = tables.home, tables.after
    weighted = len(per_cable) > 0
    base, slope, doubt = guess
    while work < max_work:
        work += 1
        u, v, a, b = propose_swap(state)
        here, there = np.int64(ways.cabinet[a]), np.int64(ways.cabinet[b])
        if here == there:
            continue
        rise = draw_rise(temperature, state.random)
        if (
            base + slope * first_order(u=u, v=v, here=here, there=there, use=use, ways=ways, home=home)
            > rise + doubt
        ):
            continue
        if not keeps_apart(np.uint64(u), v, np.uint64(b), state):
            continue
        swap_cabinets(u, v, here, there, after)
        sure = (
            first_order(u=u, v=v, here=here, there=there, use=per_cable, ways=ways, home=home)
            if weighted
            else 0.0
        )
        change, logged, done = move(u, v, rise - sure, ways, tables)
        work += done // WORK
        change += sure
        if logged >= 0 and change < rise:
            exchange(u, v, a, b, state.slot_of, state.router_in)
            home[u] = after[u]
            if v >= 0:
                home[v] = after[v]
            cost += change
            if cost < best:
                best = cost
                best_slot_of[:] = state.slot_of
            continue
        if logged >= 0:
            undo(logged, tables)
        swap_cabinets(u, v, there, here, after)
    return cost, best, work
