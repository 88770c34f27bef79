"""The compiled part of `research.circulants.engine.search`: depth-first search over jump sets."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel
from netfloor.research.circulants.engine.ball_kernels import ALONE, Array, copy_words, count_ball, grow
from netfloor.research.circulants.engine.closing_kernels import close, lift
from netfloor.structure.hops.kernels import bits_set

#: Limit on last jumps up to which testing each is cheaper than lifting the balls.
FEW = 8


@kernel
def max_reached(counts: Array, shells: Array, h: int, routers: int) -> int:
    """Return an upper bound on switches within h hops after any further jumps.

    A path of h hops uses j hops along the new jumps, which reach at most as many places as the integer
    lattice has points at distance j (``shells``), and the rest within a ball.
    """
    total = np.int64(0)
    for j in range(h + 1):
        total += shells[j] * counts[h - j]
    return int(min(total, np.int64(routers)))


@kernel
def make_rings(words: int, routers: int) -> Array:
    """Return work rings for rotations: four bitsets written twice, and switch 0 alone as a fifth."""
    rings = np.zeros((5, 2 * words + 2), np.uint64)
    for bit in (0, routers):
        rings[ALONE, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
    if routers & 63 == 0:
        rings[ALONE, 2 * words] = np.uint64(1)
    return rings


@kernel
def last_word(routers: int) -> Any:
    """Return a mask of the bits used in the last word of a bitset."""
    return ~np.uint64(0) >> np.uint64(63 - (routers - 1) % 64)


@kernel
def foresee(counts: Array, shells: Array, routers: int, most: int, rest: Array) -> bool:
    """Return False if no further jumps can reach all switches in time or within ``most``.

    ``rest[h]``, (depth + 2,), becomes the least that switches outside balls h, h + 1, .. depth - 1 add to
    the sum of distances.
    """
    depth = len(shells) - 1
    rest[depth] = rest[depth + 1] = 0
    for h in range(depth - 1, -1, -1):
        rest[h] = rest[h + 1] + routers - max_reached(counts, shells, h, routers)
    return rest[0] <= most and max_reached(counts, shells, depth, routers) == routers


@kernel
def balls_after(base: Array, jumps: Array, routers: int) -> Array:
    """Return the balls of some jumps from the base balls, (depth + 1, words)."""
    depth, words = len(base) - 1, base.shape[1]
    rings, mask = make_rings(words, routers), last_word(routers)
    free, counts = np.zeros((2, depth + 2), np.int64)
    balls = base.copy()
    for jump in jumps:
        wider = np.zeros_like(balls)
        grow(
            balls=balls,
            jump=jump,
            depth=depth,
            most=np.int64(NO_LIMIT),
            rest=free,
            routers=routers,
            mask=mask,
            rings=rings,
            out=wider,
            counts=counts,
        )
        balls = wider
    return balls


@kernel
def good_pairs(balls: Array, jumps: Array, shells: Array, routers: int, most: int, table: Array) -> None:
    """Set bit y of row x, and bit x of row y, of ``table`` if a prefix with both may become best.

    Parameters
    ----------
    balls
        Of the prefix, (depth + 1, words).
    jumps
        Those to pair.
    shells
        For as many dimensions as jumps follow the pair, (depth + 1,).
    table
        (n / 2 + 1, words up to n / 2) uint64, clear.
    """
    depth, words, item = len(balls) - 1, balls.shape[1], np.uint64(1)
    rings, mask = make_rings(words, routers), last_word(routers)
    first, second = np.zeros_like(balls), np.zeros_like(balls)
    counts, rest, free = np.zeros((3, depth + 2), np.int64)
    for i in range(len(jumps)):
        x = jumps[i]
        grow(
            balls=balls,
            jump=x,
            depth=depth,
            most=np.int64(NO_LIMIT),
            rest=free,
            routers=routers,
            mask=mask,
            rings=rings,
            out=first,
            counts=counts,
        )
        for k in range(i + 1, len(jumps)):
            y = jumps[k]
            grow(
                balls=first,
                jump=y,
                depth=depth,
                most=np.int64(NO_LIMIT),
                rest=free,
                routers=routers,
                mask=mask,
                rings=rings,
                out=second,
                counts=counts,
            )
            if foresee(counts, shells, routers, most, rest):
                table[x, y >> 6] |= item << np.uint64(y & 63)
                table[y, x >> 6] |= item << np.uint64(x & 63)


@kernel
def fit_pairs(scores: Array, second: int, fits: Array) -> None:
    """Fill ``fits`` with the jumps that score at least ``second`` with each jump."""
    for jump in range(len(scores)):
        for i in range(fits.shape[1]):
            word = np.uint64(0)
            for bit in range(64):
                word |= np.uint64(scores[jump, 64 * i + bit] >= second) << np.uint64(bit)
            fits[jump, i] = word


@kernel
def search(
    routers: int,
    given: Array,
    candidates: Array,
    base: Array,
    scores: Array,
    fits: Array,
    passed: Array,
    shells: Array,
    most: int,
    roots: Array,
    windows: Array,
    found: Array,
) -> Any:
    """Search all sets that begin with the given jumps and continue, ascending, with candidates.

    Children of a prefix are visited from the largest jump down. So for prefix p and jumps c < d it is
    already known which later jumps x passed with p and d when p and c are tested: every subset of a best
    set passes.

    Parameters
    ----------
    given
        First jumps, at most all but one.
    candidates
        Bit x for each jump that may follow, (words up to n / 2,).
    base
        Balls without jumps (or of the jump n / 2 alone), (depth + 1, words) uint64.
    scores
        Scores of pairs (`research.circulants.space.pair_scores`) if only the base is given; otherwise no
        rows.
    fits
        For each jump the jumps that may join it, (n / 2 + 1, words up to n / 2), or no rows; with
        ``scores``, a work array.
    passed
        ``passed[l, d]``: the jumps that passed together with jump d and the first l jumps, for l below the
        number of given jumps, and l = 1 with ``scores``; beyond them a work array, (m - 2, n / 2 + 1, words
        up to n / 2), or no rows.
    shells
        Points of the integer lattice of each dimension 0 .. m at each distance, (m + 1, depth + 1).
    most
        Best known sum of distances.
    roots, windows
        For `closing_kernels`; without rows, last jumps are tested one by one.
    found
        Output array for the best sets, (r, m).

    Returns
    -------
    tuple
        Least sum of distances (initially ``most``), number of sets that reach it (including those beyond
        the rows of ``found``), number of examined sets.
    """
    wanted, depth, words = found.shape[1], len(base) - 1, base.shape[1]
    start, top, half = len(given), passed.shape[0] - 1, len(candidates)
    rings, mask, unit = make_rings(words, routers), last_word(routers), np.uint64(1)
    balls = np.zeros((wanted + 1, depth + 1, words), np.uint64)
    nothing = np.zeros((0, words), np.uint64)
    counts, rest, free = np.zeros((3, depth + 2), np.int64)
    left = np.zeros((wanted + 1, half), np.uint64)
    cursor = np.zeros(wanted + 1, np.int64)
    cursor[:] = routers // 2 + 1
    jumps = np.zeros(wanted, np.int64)
    lifts = depth * (depth + 1) // 2 if len(windows) > 0 else 0
    lifted = np.zeros((lifts, 2 * words + 2), np.uint64)
    room, halves = np.zeros(half, np.uint64), np.zeros((2, words // 2 + 1), np.uint64)
    kept, examined = 0, 0
    copy_words(given, jumps)
    begun = balls_after(base, given, routers)
    for h in range(depth + 1):
        copy_words(begun[h], balls[start, h])
    copy_words(candidates, left[start])
    for h in range(depth + 1):
        counts[h] = count_ball(balls[start, h])
    if not foresee(counts, shells[wanted - start], routers, most, rest):
        return most, kept, examined
    level, closing, scored = start, start == wanted - 1, len(scores) > 0
    learned = 2 if scored else start  # the first level not known beforehand
    while True:
        if not closing:
            cursor[level] -= 1
            jump = cursor[level]
            if jump == 0 or (level > 0 and jump <= jumps[level - 1]):
                if level == start:
                    break
                level -= 1
                if learned <= level <= top:
                    copy_words(left[level + 1], passed[level, jumps[level]])
                continue
            if (left[level, jump >> 6] >> np.uint64(jump & 63)) & unit == 0:
                continue
            if level == 1 and scored and scores[given[0], jump] < jump:
                continue
            grow(
                balls=balls[level],
                jump=jump,
                depth=depth,
                most=np.int64(NO_LIMIT),
                rest=free,
                routers=routers,
                mask=mask,
                rings=rings,
                out=balls[level + 1],
                counts=counts,
            )
            if not foresee(counts, shells[wanted - level - 1], routers, most, rest):
                left[level, jump >> 6] ^= unit << np.uint64(jump & 63)
                continue
            jumps[level] = jump
            level += 1
            second = level == 2 and scored
            if second:
                fit_pairs(scores, jump, fits)
            begin = jump >> 6
            for i in range(half):
                word = left[level - 1, i] if i >= begin else np.uint64(0)
                if len(fits) > 0:
                    word &= fits[jump, i]
                if second:
                    word &= fits[given[0], i]
                for earlier in range(1, min(level if second else level - 1, top + 1)):
                    word &= passed[earlier, jump, i]
                left[level, i] = word
            left[level, begin] &= ~(~np.uint64(0) >> np.uint64(63 - (jump & 63)))
            if count_ball(left[level]) < wanted - level:
                level -= 1
                if learned <= level <= top:
                    copy_words(left[level + 1], passed[level, jump])
                continue
            if level < wanted - 1:
                cursor[level] = routers // 2 + 1
                continue
        amount = count_ball(left[level])
        examined += amount
        if amount > FEW and len(windows) > 0:
            lift(balls[level], depth, routers, roots, halves, lifted)
            close(
                candidates=left[level],
                ball=balls[level, depth],
                lifted=lifted,
                windows=windows,
                depth=depth,
                routers=routers,
                room=room,
            )
        for i in range(half):
            word = left[level, i]
            while word != np.uint64(0):
                lowest = word & (~word + unit)
                word ^= lowest
                last: Any = 64 * i + np.int64(bits_set(lowest - unit))
                jumps[level] = last
                diameter, total = grow(
                    balls=balls[level],
                    jump=last,
                    depth=depth,
                    most=most,
                    rest=rest,
                    routers=routers,
                    mask=mask,
                    rings=rings,
                    out=nothing,
                    counts=counts,
                )
                if diameter < 0 or total > most:
                    continue
                if total < most:
                    most, kept = total, 0
                if kept < len(found):
                    copy_words(jumps, found[kept])
                kept += 1
        if closing:
            break
        level -= 1
    return most, kept, examined


#: Above every sum of distances.
NO_LIMIT = 1 << 60
