"""The loops over swaps that all kinds of cost share.

A kind of cost is a named tuple of tables and three kernels (`offers`). Numba puts them in
where the loops call `cheap_change`, `rest_of_change` and `carry_out`, by the type of the
tables that a loop is compiled for. Tables have a field ``cabinet`` (S,) uint32: a swap of two
slots of one cabinet changes nothing.
"""

from typing import Any

import numpy as np
from numba.extending import overload

from netfloor.foundation.accelerate import lean_kernel
from netfloor.layout.annealing.common_kernels import (
    RISES,
    Flow,
    Index,
    State,
    draw_rise,
    exchange,
    keeps_apart,
    propose,
    propose_and_draw,
)


def cheap_change(u: Index, v: Index, here: Index, there: Index, tables: Any) -> Any:
    """Return the part of a swap's change that takes few look-ups, 0 for a kind without tables.

    Router u goes from cabinet ``here`` to ``there``, v (-1: nobody) back.
    """
    raise NotImplementedError


def rest_of_change(
    u: Index, v: Index, here: Index, there: Index, tables: Any, state: State, flow: Flow
) -> Any:
    """Return what `cheap_change` leaves out."""
    raise NotImplementedError


def carry_out(u: Index, b: Index, tables: Any, state: State, flow: Flow) -> None:
    """Swap u and the occupant of slot b, tables included."""
    raise NotImplementedError


def offers(kind: type, **kernels: Any) -> None:
    """Let `cheap_change`, `rest_of_change` and `carry_out` be these kernels for tables of a kind."""
    for name, kernel in kernels.items():

        def choose(*arguments: Any, kernel: Any = kernel) -> Any:
            kinds = (getattr(argument, "instance_class", None) for argument in arguments)
            return kernel.py_func if kind in kinds else None

        overload(globals()[name], jit_options=kernel.targetoptions, strict=False, inline="always")(choose)


@lean_kernel
def nothing(u: Index, v: Index, here: Index, there: Index, tables: Any) -> Any:  # noqa: ARG001
    """Return 0: no part of the change is cheaper than the rest."""
    return np.int64(0)


@lean_kernel
def only_exchange(u: Index, b: Index, tables: Any, state: State, flow: Flow) -> None:  # noqa: ARG001
    """Swap u and the occupant of slot b where no table depends on them."""
    exchange(u, state.router_in[b], state.slot_of[u], b, state.slot_of, state.router_in)


@lean_kernel
def swap_change(u: Index, b: Index, tables: Any, state: State, flow: Flow) -> Any:
    """Return the change of cost if u and the occupant of slot b, in another cabinet, swap."""
    here, there, v = tables.cabinet[state.slot_of[u]], tables.cabinet[b], state.router_in[b]
    change = cheap_change(u, v, here, there, tables)
    return change + rest_of_change(u, v, here, there, tables, state, flow)


@lean_kernel
def anneal_slice(
    proposals: int, temperature: float, slack: int, twice: bool, tables: Any, state: State, flow: Flow
) -> Any:
    """Propose random swaps at one temperature; return the change of cost.

    ``slack`` is the most that `rest_of_change` can take off a change. ``twice``: draw the
    rise apart from the swap, where weighing a swap takes far longer than drawing.
    """
    cabinet, slot_of, router_in = tables.cabinet, state.slot_of, state.router_in
    random = state.random
    total = np.int64(0)
    for _ in range(proposals):
        if twice:
            u, b = propose(state)
            drawn = np.uint64(0)
        else:
            u, b, drawn = propose_and_draw(state)
        here, there = cabinet[slot_of[u]], cabinet[b]
        if here == there:
            continue
        v = router_in[b]
        change = cheap_change(u, v, here, there, tables)
        rise = draw_rise(temperature, random) if twice else temperature * RISES[drawn]
        if change > rise + slack:  # most are refused here, by their cheap part
            continue
        change += rest_of_change(u, v, here, there, tables, state, flow)
        if change < rise and keeps_apart(u, v, b, state):
            carry_out(u, b, tables, state, flow)
            total += change
    return total


@lean_kernel
def mean_change(samples: int, tables: Any, state: State, flow: Flow) -> Any:
    """Return the mean absolute change of a random swap between cabinets."""
    total, met = 0.0, 0
    for _ in range(samples):
        u, b = propose(state)
        if tables.cabinet[state.slot_of[u]] != tables.cabinet[b]:
            total += abs(swap_change(u, b, tables, state, flow))
            met += 1
    return total / max(met, 1)


@lean_kernel
def descend_some(begin: int, end: int, slack: int, tables: Any, state: State, flow: Flow) -> Any:
    """Try every swap of movers ``begin`` to ``end - 1``, take what improves; return the change."""
    cabinet, slot_of, router_in = tables.cabinet, state.slot_of, state.router_in
    movers, places = state.movers, state.places
    total = np.int64(0)
    for i in range(begin, end):
        u = np.uint64(movers[i])
        for j in range(state.begin[i], state.begin[i] + state.span[i]):
            b = np.uint64(places[j])
            here, there, v = cabinet[slot_of[u]], cabinet[b], router_in[b]
            if here == there:
                continue
            change = cheap_change(u, v, here, there, tables)
            if change >= slack:
                continue
            change += rest_of_change(u, v, here, there, tables, state, flow)
            if change < 0 and keeps_apart(u, v, b, state):
                carry_out(u, b, tables, state, flow)
                total += change
    return total
