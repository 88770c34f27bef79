"""Balls of circulants as bitsets: bit x of ball h is set if switch x is at most h hops away.

Circulants are Cayley graphs of an abelian group, so the order of hops does not matter: with P_h the balls
of some jumps, the balls with a further jump s are ``E_h | F_h`` where ``E_h = P_h | (E_{h-1} + s)`` and
``F_h = P_h | (F_{h-1} - s)``. The balls of a prefix are thus computed once and extended for each next jump,
with two rotations a hop. A rotation is a window of a bitset written twice in a row. Indices are unsigned:
Numba then omits the test for negative indices and vectorises the loops.
"""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel
from netfloor.structure.hops.kernels import bits_set

Array = np.ndarray[Any, Any]

#: The ring with switch 0 only, after four work rings.
ALONE = np.uint64(4)


@kernel
def write_twice(rings: Array, row: Any, words: Any, routers: Any) -> None:
    """Append a second copy of the first ``routers`` bits of a ring (no multiple of 64)."""
    begin, rise, item = routers >> np.uint64(6), routers & np.uint64(63), np.uint64(1)
    last, fall = words - item, np.uint64(64) - rise
    tail = rings[row, last]
    for i in range(words, np.uint64(rings.shape[1])):
        rings[row, i] = np.uint64(0)
    for i in range(words):
        word = tail if i == last else rings[row, i]
        rings[row, begin + i] |= word << rise
        rings[row, begin + i + item] |= word >> fall


@kernel
def copy_words(source: Array, target: Array) -> None:
    """Copy the first words of a row; Numba takes seconds to compile an assignment of rows."""
    for i in range(len(source)):
        target[i] = source[i]


@kernel
def count_ball(ball: Array) -> int:
    """Return the number of switches in a ball."""
    total = np.uint64(0)
    for word in ball:
        total += bits_set(word)
    return int(total)


@kernel
def grow(
    balls: Array,
    jump: int,
    depth: int,
    most: Any,
    rest: Array,
    routers: int,
    mask: Any,
    rings: Array,
    out: Array,
    counts: Array,
) -> Any:
    """Return (diameter, sum of distances from a switch) of some jumps and one more.

    Gives up, with diameter -1, if the diameter exceeds ``depth`` or the sum certainly exceeds ``most``:
    ``rest[h]``, (depth + 2,), is the least that the switches outside balls h, h + 1, .. add.

    Parameters
    ----------
    rings
        Four work bitsets written twice, and switch 0 alone as the fifth, (5, 2 words + 2).
    out
        Output: the balls 0 .. depth of all jumps, (depth + 1, words), or (0, words) if not needed.
    counts
        Output: number of switches in each ball, (depth + 1,) or longer.
    """
    words, item, six, low = np.uint64(balls.shape[1]), np.uint64(1), np.uint64(6), np.uint64(63)
    last, n, s = words - item, np.uint64(routers), np.uint64(jump)
    first_up, shift_up = (n - s) >> six, (n - s) & low
    first_down, shift_down = s >> six, s & low
    back_up, back_down = low - shift_up, low - shift_down
    aligned, wanted = n & low == np.uint64(0), len(out) > 0
    if wanted:
        for i in range(words):  # an assignment of rows would count references at every call
            out[0, i] = balls[0, i]
    counts[0] = 1
    zero = np.uint64(0)
    up, down = ALONE, ALONE
    diameter, total = np.int64(-1), np.int64(routers - 1)
    for h in range(1, depth + 1):
        reached = np.uint64(0)
        odd = np.uint64(h & 1) << item
        next_up, next_down = odd, odd | item
        for i in range(words):
            one_way = balls[h, i] | (rings[up, first_up + i] >> shift_up)
            one_way |= (rings[up, first_up + i + item] << item) << back_up
            other = balls[h, i] | (rings[down, first_down + i] >> shift_down)
            other |= (rings[down, first_down + i + item] << item) << back_down
            rings[next_up, i], rings[next_down, i] = one_way, other
            rings[next_up, words + i], rings[next_down, words + i] = one_way, other
            reached += bits_set(one_way | other)
        if aligned:
            end = words + words
            rings[next_up, end], rings[next_down, end] = rings[next_up, zero], rings[next_down, zero]
        else:
            reached -= bits_set((rings[next_up, last] | rings[next_down, last]) & ~mask)
            rings[next_up, last] &= mask
            rings[next_down, last] &= mask
        if wanted:
            for i in range(words):
                out[h, i] = rings[next_up, i] | rings[next_down, i]
        if not aligned:
            write_twice(rings, next_up, words, n)
            write_twice(rings, next_down, words, n)
        up, down = next_up, next_down
        counts[h] = np.int64(reached)
        missing = routers - np.int64(reached)
        total += missing
        if missing == 0 and diameter < 0:
            diameter = np.int64(h)
            if not wanted:
                break
        if h < depth and total + rest[h + 1] > most:
            break
    return diameter, total
