"""Kernels shared by all annealers: links, moves, random numbers."""

from typing import Any, NamedTuple

import numpy as np

from netfloor.foundation.accelerate import lean_kernel

Array = np.ndarray[Any, Any]
#: An integer or unsigned 64-bit integer; for unsigned ones Numba omits the check for negative indices.
Index = Any


class Flow(NamedTuple):
    """Links as CSR arrays, and as an (n, n) uint8 matrix or (0, 0) where that would be too large."""

    indptr: Array
    indices: Array
    counts: Array
    dense: Array


class State(NamedTuple):
    """The placement, and the slots to which each switch may move.

    ``slot_of`` (n,) uint32; ``router_in`` (S,) int32, -1 for an empty slot; ``random`` (1,) uint64;
    ``movers`` and ``places``, uint32, the movable switches and usable slots: mover i may go to ``span[i]``
    places starting at ``begin[i]``. The ``partner`` entries of switch u run from ``partners[u]`` to
    ``partners[u + 1]``; u and a partner may not be in two cabinets for which ``clash`` (K, C, C) of their
    ``kind`` is True. ``home`` (S,) is the cabinet of each slot.
    """

    slot_of: Array
    router_in: Array
    random: Array
    movers: Array
    places: Array
    begin: Array
    span: Array
    partners: Array
    partner: Array
    kind: Array
    clash: Array
    home: Array


#: Rises, in temperatures, that the Metropolis rule accepts: the midpoints of 4096 equal probabilities.
#: Their mean is within 2e-4 of the exponential law's, and a look-up is cheaper than a logarithm.
RISES = -np.log((np.arange(4096) + 0.5) / 4096)


@lean_kernel
def next_random(random: Array) -> Any:
    """Advance a splitmix64 generator (Steele, Lea, Flood 2014) and return 64 bits."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    z = random[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@lean_kernel
def propose(state: State) -> Any:
    """Draw a random movable switch and a random slot to which it may move."""
    draw = next_random(state.random)
    i = ((draw & np.uint64(0xFFFFFFFF)) * np.uint64(len(state.movers))) >> np.uint64(32)
    j = state.begin[i] + (((draw >> np.uint64(32)) * state.span[i]) >> np.uint64(32))
    return np.uint64(state.movers[i]), np.uint64(state.places[j])


@lean_kernel
def draw_rise(temperature: float, random: Array) -> Any:
    """Draw the largest rise of cost accepted at a temperature."""
    return temperature * RISES[next_random(random) >> np.uint64(52)]


@lean_kernel
def propose_and_draw(state: State) -> Any:
    """Draw a switch and a slot from 26 bits each, and an index into `RISES`."""
    draw = next_random(state.random)
    i = ((draw >> np.uint64(38)) * np.uint64(len(state.movers))) >> np.uint64(26)
    j = state.begin[i] + (
        (((draw >> np.uint64(12)) & np.uint64(0x3FFFFFF)) * state.span[i]) >> np.uint64(26)
    )
    return np.uint64(state.movers[i]), np.uint64(state.places[j]), draw & np.uint64(0xFFF)


@lean_kernel
def may_stand(u: Index, b: Index, v: Index, a: Index, state: State) -> Any:
    """Return True if u in slot b, and v (or no switch) in slot a, satisfy u's separation rules.

    A pair of u with itself keeps u out of cabinets that clash with themselves.
    """
    for at in range(state.partners[u], state.partners[u + np.uint64(1)]):
        w = state.partner[at]
        there = np.uint64(a) if np.int64(w) == v else np.uint64(state.slot_of[w])
        if np.uint64(w) == u:
            there = np.uint64(b)
        if state.clash[state.kind[at], state.home[b], state.home[there]]:
            return False
    return True


@lean_kernel
def keeps_apart(u: Index, v: Index, b: Index, state: State) -> Any:
    """Return True if swapping u with v in slot b (v = -1: empty slot) keeps all their separation rules."""
    if len(state.partner) == 0:
        return True
    a = np.uint64(state.slot_of[u])
    other, own = np.int64(v), np.int64(u)  # one type in both calls, so that Numba compiles the kernel once
    return may_stand(u, b, other, a, state) and (v < 0 or may_stand(np.uint64(v), a, own, b, state))


@lean_kernel
def links_between(u: Index, v: Index, flow: Flow) -> Any:
    """Return the number of links between two switches."""
    indptr, indices, dense = flow.indptr, flow.indices, flow.dense
    if dense.shape[0] > 0:
        return np.int64(dense[u, v])
    low, high = np.int64(indptr[u]), np.int64(indptr[u + np.uint64(1)])
    end = high
    while low < high:
        middle = (low + high) >> 1
        if indices[middle] < v:
            low = middle + 1
        else:
            high = middle
    if low < end and indices[low] == v:
        return np.int64(flow.counts[low])
    return np.int64(0)


@lean_kernel
def exchange(u: Index, v: Index, a: Index, b: Index, slot_of: Array, router_in: Array) -> None:
    """Move u from slot a to b, and v (-1: none) from b to a."""
    slot_of[u] = b
    if v >= 0:
        slot_of[np.uint64(v)] = a
    router_in[a], router_in[b] = v, u
