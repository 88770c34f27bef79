"""The swap loops shared by all kinds of cost.

A kind of cost is a named tuple of tables and three kernels (`offers`). Numba inlines them where the loops
call `cheap_change`, `rest_of_change` and `carry_out`, chosen by the type of the tables. Tables have a field
``cabinet`` (S,) uint32; a swap within a cabinet changes nothing.
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
    """Return the part of a swap's change that needs few look-ups, 0 for a kind without tables.

    Switch u moves from cabinet ``here`` to ``there``, v (-1: none) the other way.
    """
    raise NotImplementedError


def rest_of_change(
    u: Index, v: Index, here: Index, there: Index, tables: Any, state: State, flow: Flow
) -> Any:
    """Return the part of a swap's change that `cheap_change` omits."""
    raise NotImplementedError


def carry_out(u: Index, b: Index, tables: Any, state: State, flow: Flow) -> None:
    """Swap u with the occupant of slot b and update the tables."""
    raise NotImplementedError


def offers(kind: type, **kernels: Any) -> None:
    """Register the kernels `cheap_change`, `rest_of_change` and `carry_out` for a type of tables."""
    for name, kernel in kernels.items():

        def choose(*arguments: Any, kernel: Any = kernel) -> Any:
            kinds = (getattr(argument, "instance_class", None) for argument in arguments)
            return kernel.py_func if kind in kinds else None

        overload(globals()[name], jit_options=kernel.targetoptions, strict=False, inline="always")(choose)


@lean_kernel
def nothing(u: Index, v: Index, here: Index, there: Index, tables: Any) -> Any:  # noqa: ARG001
    """Return 0: no part of the change is cheaper to compute than the rest."""
    return np.int64(0)


@lean_kernel
def only_exchange(u: Index, b: Index, tables: Any, state: State, flow: Flow) -> None:  # noqa: ARG001
    """Swap u with the occupant of slot b, without tables to update."""
    exchange(u, state.router_in[b], state.slot_of[u], b, state.slot_of, state.router_in)


@lean_kernel
def swap_change(u: Index, b: Index, tables: Any, state: State, flow: Flow) -> Any:
    """Return the change of cost if u swaps with the occupant of slot b, in another cabinet."""
    here, there, v = tables.cabinet[state.slot_of[u]], tables.cabinet[b], state.router_in[b]
    change = cheap_change(u, v, here, there, tables)
    return change + rest_of_change(u, v, here, there, tables, state, flow)


@lean_kernel
def anneal_slice(
    proposals: int, temperature: float, slack: int, twice: bool, tables: Any, state: State, flow: Flow
) -> Any:
    """Propose random swaps at one temperature and return the change of cost.

    ``slack`` is the largest amount by which `rest_of_change` can lower a change. ``twice`` draws the rise
    separately from the swap, for kinds where evaluating a swap takes far longer than drawing.
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
        if change > rise + slack:  # most proposals are rejected here, by the cheap part alone
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
    """Try every swap of movers ``begin`` to ``end - 1``, apply improving ones and return the change."""
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
