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
    uint64, ``movers`` routers and ``places`` slots that take part, uint32.
    """

    slot_of: Array
    router_in: Array
    random: Array
    movers: Array
    places: Array


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
def propose(random: Array, movers: Array, places: Array) -> Any:
    """Return a random router that may move and a random slot that it may move to."""
    draw = next_random(random)
    i = ((draw & np.uint64(0xFFFFFFFF)) * np.uint64(len(movers))) >> np.uint64(32)
    j = ((draw >> np.uint64(32)) * np.uint64(len(places))) >> np.uint64(32)
    return np.uint64(movers[i]), np.uint64(places[j])


@lean_kernel
def draw_rise(temperature: float, random: Array) -> Any:
    """Return the rise of cost that may just pass at a temperature."""
    return temperature * RISES[next_random(random) >> np.uint64(52)]


@lean_kernel
def propose_and_draw(random: Array, movers: Array, places: Array) -> Any:
    """Return what `propose` does from 26 bits each, and the number of a rise in `RISES`."""
    draw = next_random(random)
    i = ((draw >> np.uint64(38)) * np.uint64(len(movers))) >> np.uint64(26)
    j = (((draw >> np.uint64(12)) & np.uint64(0x3FFFFFF)) * np.uint64(len(places))) >> np.uint64(26)
    return np.uint64(movers[i]), np.uint64(places[j]), draw & np.uint64(0xFFF)


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
