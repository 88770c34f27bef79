"""Plain enumeration of circulants as in the optimal circulant paper (section 3), for comparison.

It takes combinations in co-lexicographic order, each with a breadth-first search by shifted bit arrays. It
uses no bound, no symmetry except the fixed jump 1, and shares no work between sets.
"""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel
from netfloor.research.circulants.engine.ball_kernels import Array, count_ball


@kernel
def rotated_into(ball: Array, jump: int, out: Array) -> None:
    """Add a ball of 64 w switches, rotated by a jump, to ``out``."""
    words, shift = len(ball), np.uint64(jump & 63)
    back, item = np.uint64(63) - shift, np.uint64(1)
    for i in range(words):
        low = ball[(i - (jump >> 6)) % words]
        below = ball[(i - (jump >> 6) - 1) % words]
        out[i] |= (low << shift) | ((below >> item) >> back)


@kernel
def enumerate_plainly(routers: int, jumps: Array, odd: bool, amount: int) -> Any:
    """Evaluate up to ``amount`` jump sets; return least diameter, least hop sum at it, and sets evaluated.

    The first jump is fixed. ``routers`` is a multiple of 64; ``jumps``, ascending, is overwritten.
    """
    m, words = len(jumps), routers // 64
    ball, wider = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    best, minimum, done = routers, routers * routers, 0
    while done < amount:
        ball[:] = np.uint64(0)
        ball[0] = np.uint64(1)
        reached, hops, total = 1, 0, 0
        while reached < routers:
            wider[:] = ball
            for jump in jumps:
                rotated_into(ball, jump, wider)
                rotated_into(ball, routers - jump, wider)
            if odd:
                rotated_into(ball, routers // 2, wider)
            hops += 1
            now = count_ball(wider)
            if now == reached:
                break
            total += hops * (now - reached)
            reached = now
            ball[:] = wider
        if reached == routers and (hops < best or (hops == best and total < minimum)):
            best, minimum = hops, total
        done += 1
        i = 1
        while i + 1 < m and jumps[i] + 1 == jumps[i + 1]:
            jumps[i] = i + 1
            i += 1
        jumps[i] += 1
        if jumps[i] >= (routers + 1) // 2:
            break
    return best, minimum, done
