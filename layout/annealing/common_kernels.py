"""What the kernels of all kinds of length share: links, moves, random numbers."""

from typing import Any, NamedTuple

import numpy as np

from netfloor.foundation.accelerate import lean_kernel

Array = np.ndarray[Any, Any]
#: An integer or an unsigned 64-bit one: with those Numba leaves out the test for negative indices.
Index = Any


class Flow(NamedTuple):
    """Who is linked: CSR arrays, and an (n, n) uint8 matrix or (0, 0) if that were too large."""

    indptr: Array
    indices: Array
    counts: Array
    dense: Array


class State(NamedTuple):
    """Where everybody is, and who may move where.

    ``slot_of`` (n,) uint32, ``router_in`` (S,) int32 with -1 where empty, ``random`` (1,)
    uint64, ``movers`` routers and ``places`` slots that take part, uint32: the i-th mover may go
    to ``span[i]`` places from ``begin[i]`` on. The ``partner`` of router u from ``partners[u]`` up to
    ``partners[u + 1]`` may not stand where ``clash`` (K, C, C) of its ``kind`` is True for both cabinets,
    ``home`` (S,) of the slots.
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


#: Rises, in temperatures, that Metropolis' rule lets pass: the middles of 4096 equal chances.
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
    """Return a random router that may move and a random slot that it may move to."""
    draw = next_random(state.random)
    i = ((draw & np.uint64(0xFFFFFFFF)) * np.uint64(len(state.movers))) >> np.uint64(32)
    j = state.begin[i] + (((draw >> np.uint64(32)) * state.span[i]) >> np.uint64(32))
    return np.uint64(state.movers[i]), np.uint64(state.places[j])


@lean_kernel
def draw_rise(temperature: float, random: Array) -> Any:
    """Return the rise of cost that may just pass at a temperature."""
    return temperature * RISES[next_random(random) >> np.uint64(52)]


@lean_kernel
def propose_and_draw(state: State) -> Any:
    """Return what `propose` does from 26 bits each, and the number of a rise in `RISES`."""
    draw = next_random(state.random)
    i = ((draw >> np.uint64(38)) * np.uint64(len(state.movers))) >> np.uint64(26)
    j = state.begin[i] + (
        (((draw >> np.uint64(12)) & np.uint64(0x3FFFFFF)) * state.span[i]) >> np.uint64(26)
    )
    return np.uint64(state.movers[i]), np.uint64(state.places[j]), draw & np.uint64(0xFFF)


@lean_kernel
def may_stand(u: Index, b: Index, v: Index, a: Index, state: State) -> Any:
    """Return True if u in slot b, and v, whoever that is, in a, are as far apart as u's pairs require.

    A pair of u and u itself keeps it out of the cabinets that clash with themselves.
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
    """Return True if u, and v in slot b (-1: nobody), may swap for all that keep away from them."""
    if len(state.partner) == 0:
        return True
    a = np.uint64(state.slot_of[u])
    other, own = np.int64(v), np.int64(u)  # of one type in both calls: each is compiled by itself
    return may_stand(u, b, other, a, state) and (v < 0 or may_stand(np.uint64(v), a, own, b, state))


@lean_kernel
def links_between(u: Index, v: Index, flow: Flow) -> Any:
    """Return the number of links between two routers."""
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
    """Put u from slot a into b, and v (nobody if -1) from b into a."""
    slot_of[u] = b
    if v >= 0:
        slot_of[np.uint64(v)] = a
    router_in[a], router_in[b] = v, u
