"""The compiled part of `structure.circulants.search`: depth-first search over jump sets."""

from typing import Any

import numpy as np

from foundation.accelerate import kernel
from structure.circulants.ball_kernels import Array, count_ball, grow


@kernel
def most_reached(balls_counts: Array, shells: Array, h: int, routers: int) -> int:
    """Return the most routers within h hops after more jumps, whichever they are.

    A way of h hops takes some number j of them over the new jumps, which reach at most as many
    places as the integer lattice has points at distance j (``shells``), and the rest within a ball.
    """
    total = np.int64(0)
    for j in range(h + 1):
        total += shells[j] * balls_counts[h - j]
    return int(min(total, np.int64(routers)))


@kernel
def make_rings(words: int, routers: int) -> Any:
    """Return room for rotations: four bitsets written twice, and router 0 alone as a fifth."""
    size = 2 * words + 2
    alone = np.zeros(size, np.uint64)
    for bit in (0, routers):
        alone[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
    if routers & 63 == 0:
        alone[2 * words] = np.uint64(1)
    return (
        np.zeros(size, np.uint64),
        np.zeros(size, np.uint64),
        np.zeros(size, np.uint64),
        np.zeros(size, np.uint64),
        alone,
    )


@kernel
def divisor(a: int, b: int) -> int:
    """Return the greatest common divisor."""
    while b:
        a, b = b, a % b
    return a


@kernel
def foresee(counts: Array, shells: Array, depth: int, routers: int, rest: Array) -> Any:
    """Fill ``rest`` (depth + 2,) and return (may complete, may complete earlier) of a prefix.

    ``rest[h]`` is the least that routers outside balls h, h + 1, .. depth - 1 add to the sum of distances.
    """
    rest[depth] = rest[depth + 1] = 0
    for h in range(depth - 1, -1, -1):
        rest[h] = rest[h + 1] + routers - most_reached(counts, shells, h, routers)
    complete = most_reached(counts, shells, depth, routers) == routers
    return complete, depth > 0 and most_reached(counts, shells, depth - 1, routers) == routers


@kernel
def turns_smaller(jumps: Array, placed: int, new: int, routers: int, inverse: Array) -> bool:
    """Return True if a unit in the set, turned into 1, makes the second jump smaller.

    ``jumps[0] = 1 < jumps[1] < ..``; then the set is searched in the branch of that smaller
    second jump as well, and can be left out here. ``inverse`` (routers,) is 0 for non-units.
    """
    second = jumps[1] if placed > 1 else new
    if inverse[new] != 0:
        for i in range(placed):
            turned = inverse[new] * jumps[i] % routers
            if min(turned, routers - turned) < second:
                return True
        return False
    for i in range(1, placed):
        if inverse[jumps[i]] != 0:
            turned = inverse[jumps[i]] * new % routers
            if min(turned, routers - turned) < second:
                return True
    return False


@kernel
def search(
    routers: int,
    candidates: Array,
    jumps: Array,
    given: int,
    begin: int,
    base: Array,
    shells: Array,
    inverse: Array,
    depth: int,
    most: int,
    found: Array,
) -> Any:
    """Search all sets that begin with the given jumps and go on with candidates from ``begin``.

    Parameters
    ----------
    candidates
        Jumps that may follow, ascending, (c,).
    jumps
        (m,) with the first ``given`` set; overwritten.
    base
        Balls of no jump (of the jump n / 2 alone), (depth + 1, words) uint64.
    shells
        Points of the integer lattice of each dimension 0 .. m at each distance, (m + 1, depth + 1).
    inverse
        Inverse of each unit modulo n, 0 for the others, (n,); all 0 where no set holds a unit.
    depth, most
        Diameter and sum of distances that some set is known to have.
    found
        Room for the best sets, (r, m).

    Returns
    -------
    tuple
        Diameter, sum, sets that reach both (more than fit in ``found`` are only counted), sets weighed.
    """
    wanted = len(jumps)
    words = base.shape[1]
    half = routers // 2 if count_ball(base[min(depth, 1)]) == 2 else 0
    mask = ~np.uint64(0)
    if routers & 63:
        mask = (np.uint64(1) << np.uint64(routers & 63)) - np.uint64(1)
    rings = make_rings(words, routers)
    balls = np.zeros((wanted + 1, depth + 1, words), np.uint64)
    counts = np.zeros((wanted + 1, depth + 1), np.int64)
    rest = np.zeros((wanted + 1, depth + 2), np.int64)
    at = np.zeros(wanted + 1, np.int64)
    anything, nothing = np.full(depth + 2, -1), np.zeros((0, words), np.uint64)
    common = np.full(wanted + 1, routers, np.int64)
    balls[0] = base
    kept, weighed = 0, 0
    for placed in range(given):
        common[placed + 1] = divisor(common[placed], jumps[placed])
        grow(balls[placed], jumps[placed], depth, 0, anything, routers, mask, rings, balls[placed + 1])
    for h in range(depth + 1):
        counts[given, h] = count_ball(balls[given, h])
    if given == wanted:
        weighed = 1
        for h in range(depth + 1):
            if counts[given, h] == routers:
                total = np.int64(0)
                for shorter in range(h):
                    total += routers - counts[given, shorter]
                if h < depth or total <= most:
                    found[0] = jumps
                    return h, total, 1, weighed
        return depth, most, 0, weighed
    level = given
    at[level] = begin - 1
    complete, sooner = foresee(counts[level], shells[wanted - level], depth, routers, rest[level])
    if not complete or (not sooner and rest[level, 0] > most):
        return depth, most, kept, weighed
    if sooner:
        rest[level, 0] = -1
    while True:
        at[level] += 1
        if at[level] >= len(candidates):
            if level == given:
                break
            level -= 1
            continue
        jump = candidates[at[level]]
        if turns_smaller(jumps, level, jump, routers, inverse):
            continue
        jumps[level] = jump
        common[level + 1] = divisor(common[level], jump)
        if level + 1 < wanted:
            grow(balls[level], jump, depth, 0, anything, routers, mask, rings, balls[level + 1])
            for h in range(depth + 1):
                counts[level + 1, h] = count_ball(balls[level + 1, h])
            level += 1
            complete, sooner = foresee(counts[level], shells[wanted - level], depth, routers, rest[level])
            if not complete or (not sooner and rest[level, 0] > most):
                level -= 1
                continue
            if sooner:
                rest[level, 0] = -1
            at[level] = at[level - 1]
            continue
        if divisor(common[wanted], routers if half == 0 else half) > 1:
            continue
        weighed += 1
        diameter, total = grow(balls[level], jump, depth, most, rest[level], routers, mask, rings, nothing)
        if diameter < 0 or (diameter == depth and total > most):
            continue
        if diameter < depth or total < most:
            depth, most, kept = diameter, total, 0
            for earlier in range(given, level + 1):
                _, sooner = foresee(
                    counts[earlier], shells[wanted - earlier], depth, routers, rest[earlier]
                )
                if sooner:
                    rest[earlier, 0] = -1
        if kept < len(found):
            found[kept] = jumps
        kept += 1
    return depth, most, kept, weighed
