"""Lookup tables shared by the tasks of a search: initial balls, bounds, admissible pairs."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from netfloor.research.circulants.space import Jumps, SearchSpace
from netfloor.structure.arrays import LongArray, Words

#: Limit on bytes of lifted balls up to which last jumps are tested together.
MAX_LIFTED = 1 << 26


@dataclass(frozen=True, eq=False)
class Bounds:
    """Tables that depend only on space and diameter; see `search_kernels.search`."""

    base: Words
    shells: LongArray
    roots: LongArray
    windows: LongArray


@dataclass(frozen=True, eq=False)
class Start:
    """Arguments of the kernel for one search; the run overwrites ``passed``."""

    routers: int
    given: LongArray
    followers: Words
    scores: npt.NDArray[np.uint16]
    fits: Words
    passed: Words
    bounds: Bounds
    most: int

    def run(self, found: npt.NDArray[np.int32]) -> tuple[int, int, int]:
        """Return least sum of distances, number of sets that reach it and number of examined sets."""
        from netfloor.research.circulants.engine.search_kernels import search  # noqa: PLC0415 - loads Numba

        bounds = self.bounds
        sets = self.routers, self.given, self.followers, bounds.base, self.scores, self.fits, self.passed
        total, kept, examined = search(*sets, bounds.shells, self.most, bounds.roots, bounds.windows, found)
        return int(total), int(kept), int(examined)


@lru_cache(maxsize=4)
def bounds_of(space: SearchSpace, depth: int) -> Bounds:
    """Return the tables of a search for circulants of a diameter up to ``depth``."""
    n = space.routers
    closed = depth if depth * (depth + 1) // 2 * ring_words(n) * 8 <= MAX_LIFTED else 0
    return Bounds(
        base_balls(space, depth),
        lattice_shells(space.free_jumps, depth),
        roots_of(n, closed),
        windows_of(n, closed),
    )


def base_balls(space: SearchSpace, depth: int) -> Words:
    """Return the balls 0 .. depth without jumps, or of the jump n / 2, (depth + 1, words)."""
    balls = np.zeros((depth + 1, -(-space.routers // 64)), dtype=np.uint64)
    balls[:, 0] = 1
    if space.radix % 2:
        half = space.routers // 2
        balls[1:, half >> 6] |= np.uint64(1 << (half & 63))
    return balls


def lattice_shells(dimensions: int, depth: int) -> LongArray:
    """Return the number of points at each distance in the integer lattice of each dimension.

    ``shells[r, h]``, (dimensions + 1, depth + 1), by rectilinear distance; capped far above any network.
    """
    shells = np.zeros((dimensions + 1, depth + 1), dtype=np.int64)
    shells[0, 0] = 1
    for r in range(1, dimensions + 1):  # no hop, or some hops in one of two directions along the new axis
        shells[r] = shells[r - 1]
        shells[r, 1:] += 2 * np.cumsum(shells[r - 1])[:-1]
        np.minimum(shells[r], 1 << 24, out=shells[r])
    return shells


@lru_cache(maxsize=4)
def min_diameter(space: SearchSpace) -> int:
    """Return a lower bound on the diameter: balls are no larger than lattice balls.

    With the jump n / 2, used at most once, a ball of h hops is a lattice ball of h and one of h - 1 hops
    (the optimal circulant paper, section 2, cites the bound).
    """
    balls = np.cumsum(lattice_shells(space.free_jumps, space.routers)[-1])
    if space.radix % 2:
        balls[1:] += balls[:-1].copy()
    return int(np.searchsorted(balls, space.routers))


def roots_of(routers: int, depth: int) -> LongArray:
    """Return the smallest root of every value in Z_n for each factor j, and the step to the next root.

    ``roots[j, v]`` is the least w with ``j w = v``, -1 if there is none, and ``roots[j, n]`` is ``n /
    gcd(j, n)``.
    """
    roots = np.full((depth + 1, routers + 1), -1, dtype=np.int64)
    descending = np.arange(routers)[::-1]
    for j in range(1, depth + 1):
        roots[j, j * descending % routers] = descending  # the least is written last
        roots[j, routers] = routers // math.gcd(j, routers)
    return roots


def ring_words(routers: int) -> int:
    """Return the words of a bitset of all switches that is written twice in a row, with spare bits."""
    return 2 * -(-routers // 64) + 2


def windows_of(routers: int, depth: int) -> LongArray:
    """Return the first bits of the windows of each switch z in the lifted balls, (n / 2 + 1, 2 depth).

    For each j the bit of ``j x + z`` and that of ``j x - z`` at x = 0; no rows if ``depth`` is 0. See
    `closing_kernels`.
    """
    if depth == 0:
        return np.zeros((0, 0), dtype=np.int64)
    ring = 64 * ring_words(routers)
    z = np.arange(routers // 2 + 1)[:, None]
    j = np.arange(1, depth + 1)
    row = j * (j - 1) // 2
    windows = np.zeros((len(z), 2 * depth), dtype=np.int64)
    windows[:, ::2] = (row + z % j) * ring + z // j
    windows[:, 1::2] = (row + -z % j) * ring + (routers - (z + -z % j) // j) % routers
    return windows


@lru_cache(maxsize=8)
def pairs_beside(space: SearchSpace, given: Jumps, depth: int, most: int) -> Words:
    """Return for each jump, as bits, the jumps that may join it and the given ones in a best set.

    (n / 2 + 1, words). The first of ``given`` is the base.
    """
    from netfloor.research.circulants.engine.search_kernels import good_pairs  # noqa: PLC0415 - loads Numba

    jumps, bounds = space.others(given[0]), bounds_of(space, depth)
    table = np.zeros((space.routers // 2 + 1, space.routers // 128 + 1), dtype=np.uint64)
    balls = balls_of(space, given, depth)
    shells = bounds.shells[space.free_jumps - len(given) - 2]
    good_pairs(balls, jumps[jumps > given[-1]], shells, space.routers, most, table)
    return table


def balls_of(space: SearchSpace, jumps: Jumps, depth: int) -> Words:
    """Return the balls 0 .. depth of some jumps, and of n / 2 if the radix is odd."""
    from netfloor.research.circulants.engine.search_kernels import balls_after  # noqa: PLC0415 - loads Numba

    balls: Words = balls_after(base_balls(space, depth), np.array(jumps, dtype=np.int64), space.routers)
    return balls
