"""Test all last jumps at once: which of them bring every switch within the diameter.

With P_h the balls of a prefix of jumps, a last jump x reaches switch z within D hops exactly if z is in P_D
or ``j x`` lies in ``P_{D-j} + z`` or ``P_{D-j} - z`` for some j from 1 to D: the order of hops does not
matter, x is used j times in one direction, and balls are symmetric. With

    lifted(j, r) = {w in Z_n : j w + r in P_{D-j}}   and   z = j q - r,  0 <= r < j,

``j x - z = j (x - q) + r``, so the jumps x with ``j x`` in ``P_{D-j} + z`` are ``lifted(j, r) + q``: a
window of a bitset. One switch outside the prefix's ball thus tests all last jumps in 2 D windows and
excludes those that do not reach it; for a diameter that is hard to reach, few switches exclude all.
"""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel
from netfloor.research.circulants.engine.ball_kernels import Array
from netfloor.structure.hops.kernels import bits_set

#: Switches tested between two counts of the remaining jumps.
BATCH = 4


@kernel
def squeezed(word: Any) -> Any:
    """Return the 32 even bits of a word, packed."""
    word &= np.uint64(0x5555555555555555)
    word = (word | (word >> np.uint64(1))) & np.uint64(0x3333333333333333)
    word = (word | (word >> np.uint64(2))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    word = (word | (word >> np.uint64(4))) & np.uint64(0x00FF00FF00FF00FF)
    word = (word | (word >> np.uint64(8))) & np.uint64(0x0000FFFF0000FFFF)
    return (word | (word >> np.uint64(16))) & np.uint64(0x00000000FFFFFFFF)


@kernel
def append(half: Array, words: Any, begin: Any, row: Array) -> None:
    """Write the words of a bitset into a clear part of ``row`` from bit ``begin`` on."""
    first, rise = np.uint64(begin) >> np.uint64(6), np.uint64(begin) & np.uint64(63)
    fall, item = np.uint64(63) - rise, np.uint64(1)
    for i in range(words):
        row[first + i] |= half[i] << rise
        row[first + i + item] |= (half[i] >> item) >> fall


@kernel
def lift_halves(ball: Array, routers: int, even: Array, odd: Array, room: Array) -> None:
    """Fill ``even`` with {w : 2 w in ball} and ``odd`` with {w : 2 w + 1 in ball}, each twice in a row.

    ``2 w`` runs through the even switches, then through the odd ones if n is odd, otherwise through the
    even ones again. ``room`` is a work array, (2, words / 2 + 1).
    """
    words, item, half = np.uint64(len(ball)), np.uint64(1), np.uint64(32)
    size = (words + item) >> item
    room[:] = np.uint64(0)
    even[:] = np.uint64(0)
    odd[:] = np.uint64(0)
    for i in range(words):
        room[0, i >> item] |= squeezed(ball[i]) << (half * (i & item))
        room[1, i >> item] |= squeezed(ball[i] >> item) << (half * (i & item))
    lengths = ((routers + 1) // 2, routers // 2)
    for start in range(2):
        part, begin = start, 0
        for _ in range(4):
            append(room[part], size, begin, odd if start else even)
            begin += lengths[part]
            part = part ^ (routers & 1)


@kernel
def lift(balls: Array, depth: int, routers: int, roots: Array, room: Array, lifted: Array) -> None:
    """Fill ``lifted`` with every lifted(j, r), each written twice in a row.

    Parameters
    ----------
    roots
        ``roots[j, v]`` is the least w with ``j w = v`` in Z_n, -1 if there is none; ``roots[j, n]`` is the
        step from one such w to the next; (depth + 1, n + 1).
    lifted
        Row ``j (j - 1) / 2 + r``, (depth (depth + 1) / 2, ring) uint64.
    """
    unit, low, six = np.uint64(1), np.uint64(63), np.uint64(6)
    words = balls.shape[1]
    lifted[0] = np.uint64(0)
    append(balls[depth - 1], words, np.int64(0), lifted[0])
    append(balls[depth - 1], words, routers, lifted[0])
    if depth > 1:
        lift_halves(balls[depth - 2], routers, lifted[1], lifted[2], room)
    lifted[3:] = np.uint64(0)
    for h in range(depth - 2):
        for i in range(words):
            layer = balls[h, i]
            if h > 0:
                layer &= ~balls[h - 1, i]
            while layer != np.uint64(0):
                lowest = layer & (~layer + unit)
                layer ^= lowest
                place = 64 * i + np.int64(bits_set(lowest - unit))
                for j in range(3, depth - h + 1):
                    step, row = roots[j, routers], j * (j - 1) // 2
                    value: Any = place
                    for r in range(j):
                        w = roots[j, value]
                        value = value - 1 if value > 0 else routers - 1
                        if w < 0:
                            continue
                        while w < 2 * routers:
                            at = np.uint64(w)
                            lifted[row + r, at >> six] |= unit << (at & low)
                            w += step


@kernel
def close(
    candidates: Array, ball: Array, lifted: Array, windows: Array, depth: int, routers: int, room: Array
) -> None:
    """Remove from ``candidates`` last jumps that leave some switch too far away.

    Not necessarily all of them: when a switch excludes few jumps, testing the rest one by one is cheaper.

    Parameters
    ----------
    candidates
        Bit x for each possible last jump below n / 2, (words up to n / 2,) uint64.
    ball
        P_D, (words,) uint64.
    windows
        Bit of ``lifted`` where the window of switch z for each j begins, for ``j x + z`` and for ``j x -
        z``, (n / 2 + 1, 2 depth).
    room
        Work array, as long as candidates.
    """
    unit, low, six = np.uint64(1), np.uint64(63), np.uint64(6)
    words = np.uint64(len(candidates))
    bits = lifted.reshape(-1)
    before, weighed = np.uint64(routers), 0
    for z in range(1, routers // 2 + 1):
        if (ball[z >> 6] >> np.uint64(z & 63)) & unit:
            continue
        for i in range(words):
            room[i] = np.uint64(0)
        for j in range(depth):
            above, below = np.uint64(windows[z, 2 * j]), np.uint64(windows[z, 2 * j + 1])
            first, shift = above >> six, above & low
            begin, move = below >> six, below & low
            back, rise = low - shift, low - move
            for i in range(words):
                some = (bits[first + i] >> shift) | ((bits[first + i + unit] << unit) << back)
                some |= (bits[begin + i] >> move) | ((bits[begin + i + unit] << unit) << rise)
                room[i] |= some
        left = np.uint64(0)
        for i in range(words):
            candidates[i] &= room[i]
            left += bits_set(candidates[i])
        weighed += 1
        if left == np.uint64(0):
            break
        if weighed == BATCH:
            if before - left < np.uint64(BATCH // 2):
                break
            before, weighed = left, 0
