"""The jump sets of all circulants of a size and radix, and their division into tasks.

Multiplication by a unit u of Z_n maps C(n; S) to the isomorphic C(n; uS), so one set of each orbit is
enough. Two facts exclude most of the others:

- A unit can move a jump to any jump with the same greatest common divisor with n. With g the least of these
  divisors in S, some image of S contains g itself, and all its jumps have divisors of at least g: g is the
  *base*. (The optimal circulant paper uses g = 1 for powers of 2, section 3.)
- Of the images that contain g, one has the smallest second jump. In it no unit maps a jump with divisor g
  to g or -g and another jump to a smaller one than the second: the *score* of each pair of its jumps is at
  least the second jump.

Sets with a common base and second jump (and third, if there are many sets) form a task.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from netfloor.structure.arrays import LongArray, Words

Jumps = tuple[int, ...]

#: Limit on tasks with three given jumps.
MAX_TASKS = 400_000
#: Limit on switches for scoring pairs and testing triples beforehand: n^2 bits each.
TABLED_ROUTERS = 4096
#: Limit on sets of three or four jumps with one task per base: a tenth of a second.
SMALL = 200_000_000
#: An empty table of scores, with the type of `pair_scores`.
NO_SCORES = np.zeros((0, 0), dtype=np.uint16)
NO_SCORES.flags.writeable = False
#: Limit on jumps of images in memory during the search for the least image.
TURNED = 1 << 22


@dataclass(frozen=True)
class SearchSpace:
    """All circulants of n >= 3 switches and radix k from 2 to n - 1; n is even if k is odd."""

    routers: int
    radix: int

    def __post_init__(self) -> None:
        if self.routers < 3 or not 2 <= self.radix < self.routers:
            raise ValueError("a circulant has 3 switches or more, and a radix from 2 to switches - 1")
        if self.radix % 2 and self.routers % 2:
            raise ValueError("an odd radix needs the jump n / 2 and so an even number of switches")

    @property
    def free_jumps(self) -> int:
        """Number of jumps below n / 2, m."""
        return self.radix // 2

    @cached_property
    def candidates(self) -> LongArray:
        """Every jump below n / 2."""
        return np.arange(1, (self.routers + 1) // 2, dtype=np.int64)

    @cached_property
    def units(self) -> LongArray:
        """Units of Z_n up to n / 2."""
        values = np.arange(1, self.routers // 2 + 1, dtype=np.int64)
        coprime: LongArray = values[np.gcd(values, self.routers) == 1]
        return coprime

    @property
    def total(self) -> int:
        """Number of jump sets."""
        return math.comb(len(self.candidates), self.free_jumps)

    @cached_property
    def bases(self) -> tuple[int, ...]:
        """Every possible base of a connected set."""
        divisors = [int(g) for g in self.candidates if self.routers % int(g) == 0]
        half = [self.routers // 2] if self.radix % 2 else []
        return tuple(
            g
            for g in divisors
            if len(others := self.others(g)) >= self.free_jumps - 1
            and math.gcd(self.routers, g, *half, *others.tolist()) == 1
        )

    def others(self, base: int) -> LongArray:
        """Return the other jumps that sets of a base may contain, all above it, ascending."""
        return _others(self, base)

    def followers(self, given: Jumps) -> LongArray:
        """Return the jumps that may follow the given ones, ascending; the bases if none are given."""
        if not given:
            return np.array(self.bases, dtype=np.int64)
        others = self.others(given[0])
        return others[others.searchsorted(given[-1], side="right") :]

    @cached_property
    def given_jumps(self) -> int:
        """Number of jumps in the prefix of a task: all but one, at most two or three.

        One in small spaces.
        """
        maximum = min(2, self.free_jumps - 1)
        if self.free_jumps in {3, 4} and self.total <= SMALL and self.routers <= TABLED_ROUTERS:
            return 1
        if self.free_jumps < 6:
            return maximum
        triples = sum(math.comb(len(self.others(g)), 2) for g in self.bases)
        return 3 if triples <= MAX_TASKS else maximum

    @cached_property
    def prefixes(self) -> tuple[Jumps, ...]:
        """First jumps of every task, ascending; the empty prefix if the radix is 2 or 3."""
        if self.free_jumps == 1:
            return ((),)
        more = self.given_jumps - 1
        return tuple((g, *rest) for g in self.bases for rest in combinations(self.others(g).tolist(), more))

    def holds(self, jumps: Sequence[int]) -> bool:
        """Return True for distinct jumps below n / 2, as many as the radix requires."""
        below = all(0 < jump < (self.routers + 1) // 2 for jump in jumps)
        return below and len(set(jumps)) == len(jumps) == self.free_jumps

    def canonical_sets(self, sets: npt.ArrayLike) -> tuple[Jumps, ...]:
        """Return the least set of the orbit of each given set, (sets, m), each orbit once, sorted."""
        rows = np.array(sets, dtype=np.int64)
        step = max(1, TURNED // (len(self.units) * max(rows.shape[1], 1)))
        minimum = [self._least(rows[begin : begin + step]) for begin in range(0, len(rows), step)]
        return tuple(sorted({tuple(jumps) for chunk in minimum for jumps in chunk.tolist()}))

    def with_half(self, sets: Sequence[Jumps]) -> list[Jumps]:
        """Return sets of jumps below n / 2 with n / 2 added if the radix is odd."""
        half = (self.routers // 2,) if self.radix % 2 else ()
        return [(*jumps, *half) for jumps in sets]

    def _least(self, rows: LongArray) -> LongArray:
        """Return the lexicographically least image of each row."""
        turned = self.units[:, None] * rows[:, None] % self.routers
        turned = np.sort(np.minimum(turned, self.routers - turned), axis=2)
        minimum, alike = np.zeros_like(rows), np.ones(turned.shape[:2], dtype=bool)
        for column in range(rows.shape[1]):
            values = np.where(alike, turned[:, :, column], self.routers)
            minimum[:, column] = values.min(axis=1)
            alike &= values == minimum[:, column, None]
        return minimum


@lru_cache(maxsize=64)
def _others(space: SearchSpace, base: int) -> LongArray:
    jumps = space.candidates[space.candidates > base]
    allowed: LongArray = jumps[np.gcd(jumps, space.routers) >= base]
    allowed.flags.writeable = False
    return allowed


@lru_cache(maxsize=4)
def pair_scores(routers: int, base: int) -> npt.NDArray[np.uint16]:
    """Return the score of every pair of jumps, symmetric, (n / 2 + 1, 64 words up to n / 2), 0 beyond.

    The least value that a jump of the pair takes under a unit that maps the other one to the base or its
    negative; n if no unit does. Up to `TABLED_ROUTERS`.
    """
    jumps = np.arange(routers // 2 + 1)
    scores = np.full((len(jumps), len(jumps)), routers, dtype=np.uint16)
    for unit in range(1, routers // 2 + 1):
        if math.gcd(unit, routers) > 1:
            continue
        origin = pow(unit, -1, routers) * base % routers
        row = scores[min(origin, routers - origin)]
        turned = unit * jumps % routers
        np.minimum(row, np.minimum(turned, routers - turned).astype(np.uint16), out=row)
    table = np.zeros((len(jumps), 64 * (routers // 128 + 1)), dtype=np.uint16)
    table[:, : len(jumps)] = np.minimum(scores, scores.T)
    table.flags.writeable = False
    return table


def bitset(jumps: npt.ArrayLike, routers: int) -> Words:
    """Return jumps up to n / 2 as bits, (words,)."""
    bits = np.zeros(64 * (routers // 128 + 1), dtype=bool)
    bits[np.asarray(jumps, dtype=np.int64)] = True
    return np.packbits(bits, bitorder="little").view(np.uint64)


@lru_cache(maxsize=8)
def fitting_pairs(routers: int, base: int, second: int) -> Words:
    """Return as bits, for the base and each jump from ``second`` on, the jumps that score as much with it.

    (n / 2 + 1, words), the other rows clear. Up to `TABLED_ROUTERS`.
    """
    scores = pair_scores(routers, base)
    packed = np.zeros((len(scores), scores.shape[1] // 64), dtype=np.uint64)
    packed[second:] = np.packbits(scores[second:] >= second, axis=1, bitorder="little").view(np.uint64)
    packed[base] = np.packbits(scores[base] >= second, bitorder="little").view(np.uint64)
    return packed  # writable: read-only tables would make Numba compile the kernel twice


def distances_of(space: SearchSpace, jumps: npt.ArrayLike) -> tuple[int, int]:
    """Return diameter and sum of distances from a switch of C(n; jumps), with n / 2 for an odd radix.

    ``(n, n * n)`` if the circulant is not connected.
    """
    n = space.routers
    steps = np.array(jumps, dtype=np.int64)
    steps = np.concatenate([steps, n - steps, [n // 2] if space.radix % 2 else []]).astype(np.int64)
    seen = np.zeros(n, dtype=bool)
    seen[0] = True
    front, hops, total = np.array([0]), 0, 0
    while True:
        reached = np.unique((front[:, None] + steps) % n)
        front = reached[~seen[reached]]
        if len(front) == 0:
            return (hops, total) if seen.all() else (n, n * n)
        hops += 1
        total += hops * len(front)
        seen[front] = True
