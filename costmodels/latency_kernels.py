"""Compiled kernel of `costmodels.latency`: hop-bounded min-plus products over a block of switches."""

import numpy as np
import numpy.typing as npt

from netfloor.foundation.accelerate import kernel

Array = npt.NDArray[np.signedinteger]

#: Number of low bits of a latency; low and high bits are summed separately.
SPLIT_BITS = 24
LOW_MASK = (1 << SPLIT_BITS) - 1


@kernel
def sweep_block(
    starts: npt.NDArray[np.int32],
    neighbours: npt.NDArray[np.int32],
    weights: Array,
    counted: int,
    first: int,
    width: int,
    unreached: int,
    switch: Array,
    high: npt.NDArray[np.int64],
    low: npt.NDArray[np.int64],
    maxima: npt.NDArray[np.int64],
) -> None:
    """Add up latencies between switches ``first .. first+width-1`` and later switches below ``counted``.

    ``reach[u, b]`` is the least cable delay from u to the block's b-th switch over at most h hops. Each
    round raises h by 1, starting from the rows that the last round changed, until no row changes. ``best[u,
    b, s]`` is the minimum of ``h * switch[s] + reach`` so far. A new line is steeper than all earlier
    lines, so if it does not improve the envelope at a switch latency, it improves it at no higher one.

    Parameters
    ----------
    starts, neighbours, weights
        Adjacency in compressed rows: (n + 1,), (arcs,), and the cable delays (arcs,).
    counted
        Pairs of switches 0 .. counted-1 count; paths may use all switches.
    first, width
        The block, within the counted switches.
    unreached
        Exceeds every latency; ``unreached + max(weights)`` still fits the type.
    switch
        Switch latencies, (s,), ascending, of the type of ``weights``.
    high, low, maxima
        Accumulators, (s,): the sum over pairs (u, block switch b) with u > b is ``high * 2**SPLIT_BITS +
        low``, split so that sums of long delays do not overflow 64 bits; and the maximum over these pairs.
    """
    routers = len(starts) - 1
    count = len(switch)
    number = weights.dtype.type
    reach = np.full((routers, width), number(unreached), weights.dtype)
    after = np.full((routers, width), number(unreached), weights.dtype)
    best = np.full((counted - first, width, count), number(unreached), weights.dtype)
    lift = np.zeros(count, weights.dtype)
    active = np.zeros(routers, np.bool_)
    touched = np.zeros(routers, np.bool_)
    changed = np.empty(routers, np.int32)
    for b in range(width):
        reach[first + b, b] = number(0)
        active[first + b] = True
        changed[b] = first + b
    changes = width
    while changes > 0:
        for s in range(count):
            lift[s] = number(lift[s] + switch[s])
        for i in range(changes):
            u = changed[i]
            for arc in range(starts[u], starts[u + 1]):
                touched[neighbours[arc]] = True
        changes = 0
        for u in range(routers):
            if not touched[u]:
                continue
            touched[u] = False
            now = after[u]
            old = reach[u]
            for b in range(width):
                now[b] = old[b]
            for arc in range(starts[u], starts[u + 1]):
                w = neighbours[arc]
                if active[w]:
                    via = reach[w]
                    weight = weights[arc]
                    for b in range(width):
                        now[b] = min(now[b], number(via[b] + weight))
            difference = number(0)
            for b in range(width):
                difference |= now[b] ^ old[b]
            if difference != 0:
                changed[changes] = u
                changes += 1
        active[:] = False
        for i in range(changes):
            u = changed[i]
            active[u] = True
            now = after[u]
            old = reach[u]
            for b in range(min(width, u - first) if u < counted else 0):
                if now[b] < old[b]:
                    line = best[u - first, b]
                    for s in range(count):
                        line_now = number(lift[s] + now[b])
                        if line_now >= line[s]:
                            break
                        line[s] = line_now
            for b in range(width):
                old[b] = now[b]
    for u in range(first + 1, counted):
        for b in range(min(width, u - first)):
            line = best[u - first, b]
            for s in range(count):
                latency = np.int64(line[s])
                high[s] += latency >> SPLIT_BITS
                low[s] += latency & LOW_MASK
                maxima[s] = max(maxima[s], latency)
