"""Moves between the two halves of a network that maintain the gains of all switches.

The state of a cut is ``side`` (0 or 1 of each switch, int8) and ``gain`` (int64): a switch's links to the
other side minus those to its own, which is the reduction of the cut if the switch changes sides. Swapping a
and b reduces the cut by ``gain[a] + gain[b] - 2 links(a, b)``.
"""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for the types they receive


@kernel
def random_word(state: Array) -> Any:
    """Advance a SplitMix64 generator, (1,) uint64, and return 64 random bits.

    Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014.
    """
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def random_fraction(state: Array) -> Any:
    """Return a random number strictly between 0 and 1."""
    return (np.float64(random_word(state) >> np.uint64(12)) + 0.5) / 4503599627370496.0


@kernel
def links_between(indptr: Array, indices: Array, weights: Array, a: int, b: int) -> Any:
    """Return the parallel links of two switches, by bisecting the sorted row of ``a``."""
    low, high = indptr[a], indptr[a + 1]
    end = high
    while low < high:
        middle = (low + high) >> 1
        if indices[middle] < b:
            low = middle + 1
        else:
            high = middle
    return np.int64(weights[low]) if low < end and indices[low] == b else np.int64(0)


@kernel
def change_side(
    indptr: Array, indices: Array, weights: Array, side: Array, gain: Array, router: int
) -> None:
    """Move a switch to the other side."""
    old = side[router]
    for e in range(indptr[router], indptr[router + 1]):
        other = indices[e]
        if side[other] == old:
            gain[other] += 2 * weights[e]
        else:
            gain[other] -= 2 * weights[e]
    gain[router] = -gain[router]
    side[router] = 1 - old


@kernel
def balance(indptr: Array, indices: Array, weights: Array, side: Array, gain: Array) -> None:
    """Move switches of greatest gain from the larger side until the sides differ by at most one."""
    n = len(side)
    ones = np.int64(side.sum())
    while abs(n - 2 * ones) > 1:
        larger = 1 if 2 * ones > n else 0
        chosen = -1
        for v in range(n):
            if side[v] == larger and (chosen < 0 or gain[v] > gain[chosen]):
                chosen = v
        change_side(indptr, indices, weights, side, gain, chosen)
        ones += 1 - 2 * larger


@kernel
def _best_of(side: Array, gain: Array, used: Array, wanted: int) -> int:
    """Return the unused switch of greatest gain on a side, the lowest number in a tie, or -1."""
    chosen = -1
    for v in range(len(side)):
        if side[v] == wanted and not used[v] and (chosen < 0 or gain[v] > gain[chosen]):
            chosen = v
    return chosen


@kernel
def swap_pass(
    indptr: Array, indices: Array, weights: Array, side: Array, gain: Array, patience: int
) -> Any:
    """Make a pass of swaps after Kernighan and Lin; return the reduction of the cut.

    It swaps the switch of greatest gain with the best partner, each switch once, even if the cut grows,
    until ``patience`` consecutive swaps bring no new best; then it undoes all swaps after the best.
    Kernighan, Lin: An efficient heuristic procedure for partitioning graphs, 1970.
    """
    n = len(side)
    used = np.zeros(n, np.bool_)
    swaps = np.empty((n // 2, 2), np.int32)
    fallen = best = np.int64(0)
    made = kept = 0
    while made < n // 2 and made - kept < patience:
        a = _best_of(side, gain, used, 0)
        if a < 0:
            break
        used[a] = True
        fallen += gain[a]
        change_side(indptr, indices, weights, side, gain, a)
        # a has already moved, so the links between a and a partner are in the partner's gain
        b = _best_of(side, gain, used, 1)
        if b < 0:
            change_side(indptr, indices, weights, side, gain, a)
            break
        used[b] = True
        fallen += gain[b]
        change_side(indptr, indices, weights, side, gain, b)
        swaps[made, 0], swaps[made, 1] = a, b
        made += 1
        if fallen > best:
            best, kept = fallen, made
    for i in range(kept, made):
        change_side(indptr, indices, weights, side, gain, swaps[i, 0])
        change_side(indptr, indices, weights, side, gain, swaps[i, 1])
    return best


@kernel
def anneal(
    indptr: Array,
    indices: Array,
    weights: Array,
    side: Array,
    gain: Array,
    state: Array,
    hot: float,
    cold: float,
    iterations: int,
    best: Array,
) -> Any:
    """Propose random swaps at falling temperature; return the reduction of the best cut.

    The temperature falls geometrically from ``hot`` to ``cold``, in links. Links between the two switches
    only make a swap worse, so most rejections need no look-up.

    Parameters
    ----------
    state
        SplitMix64 state, (1,) uint64.
    best
        Receives the best sides seen, (n,) int8; has the starting sides on entry.
    """
    zeros = np.flatnonzero(side == 0)
    ones = np.flatnonzero(side == 1)
    steps = max(iterations // 256, 1)
    factor = (cold / hot) ** (1.0 / steps)
    temperature = hot
    fallen = best_fall = np.int64(0)
    half = np.uint64(32)
    for _ in range(steps):
        for _ in range(min(iterations, 256)):
            word = random_word(state)
            i = np.int64(((word & np.uint64(0xFFFFFFFF)) * np.uint64(len(zeros))) >> half)
            j = np.int64(((word >> half) * np.uint64(len(ones))) >> half)
            a, b = zeros[i], ones[j]
            rise = -gain[a] - gain[b]
            limit = np.float64(0.0)
            if rise > 0:
                limit = -temperature * np.log(random_fraction(state))
                if rise > limit:
                    continue
            rise += 2 * links_between(indptr, indices, weights, a, b)
            if rise > 0:
                if limit == 0.0:
                    limit = -temperature * np.log(random_fraction(state))
                if rise > limit:
                    continue
            change_side(indptr, indices, weights, side, gain, a)
            change_side(indptr, indices, weights, side, gain, b)
            zeros[i], ones[j] = b, a
            fallen -= rise
            if fallen > best_fall:
                best_fall = fallen
                for router in range(len(side)):  # Numba takes a second to compile an assignment of arrays
                    best[router] = side[router]
        temperature *= factor
    return best_fall


@kernel
def smallest_cut(counts: Array) -> Any:
    """Return the sides of a smallest exactly balanced cut as bits, by trying every cut.

    Parameters
    ----------
    counts
        Links of each pair of switches, (n, n) int64, 2 <= n <= 20.
    """
    n = len(counts)
    half = n // 2
    # with n even a cut equals its mirror image: the last switch stays on side 0
    last = np.int64(1) << (n - 1 + (n & 1))
    subset = (np.int64(1) << half) - 1
    best_subset = subset
    best = np.int64(-1)
    members = np.empty(half, np.int64)
    others = np.empty(n - half, np.int64)
    while subset < last:
        x = y = 0
        for v in range(n):
            if (subset >> v) & 1:
                members[x] = v
                x += 1
            else:
                others[y] = v
                y += 1
        cut = np.int64(0)
        for a in members:
            for b in others:
                cut += counts[a, b]
        if best < 0 or cut < best:
            best, best_subset = cut, subset
        # the next larger number with the same number of set bits (Gosper)
        low = subset & -subset
        carried = subset + low
        subset = carried | (((subset ^ carried) // low) >> 2)
    return best_subset
