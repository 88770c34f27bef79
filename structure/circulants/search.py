"""Exhaustive search for the circulant of least diameter, then least mean distance.

A circulant C(n; s1, ..) has m jumps below n / 2, and n / 2 as well where its radix is odd. What is saved
of the ``binom(floor((n - 1) / 2), m)`` jump sets, without losing an optimum:

- Multiplication by a unit u of Z_n maps C(n; S) to the isomorphic C(n; uS). A set that holds a unit is
  therefore equivalent to one that holds 1; only those are searched, and sets without a unit apart. Of
  the sets with 1 those are left out of which another unit, turned into 1, has a smaller second jump: that
  set, with the smaller second jump, is searched.
- With r jumps to come, at most ``sum_j z_r(j) |B_{h-j}|`` routers are within h hops, z_r(j) the points of
  the r-dimensional integer lattice at distance j and B the balls of the jumps so far. Where even
  these do not complete the graph in time, or leave the sum of distances above the best known,
  nothing that begins with those jumps can be an optimum.
- Balls of shared prefixes are made once (`structure.circulants.ball_kernels`).

The second jump, or the first where no jump is a unit, makes the tasks; each starts from the same
incumbent, found by a quick seeded descent: results and counts do not depend on who runs which task.
(Huang, Ramos, Deng: optimal circulant graphs, 2022, section 3, enumerate all sets with a jump of 1.)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from topologies.numbers import prime_power

LongArray = npt.NDArray[np.int64]
Jumps = tuple[int, ...]

#: Best sets that one task keeps; more are counted.
MOST_KEPT = 20_000
#: Random sets, and descents from the best of them, that set the incumbent.
SAMPLES = 400
DESCENTS = 4


@dataclass(frozen=True)
class TaskResult:
    """What one task found.

    Attributes
    ----------
    task
        Its number.
    diameter, total
        Least diameter, and with it least sum of distances from a router, or the incumbent's.
    optima
        Jump sets that reach both, canonical, each class once, sorted; empty if none does.
    examined
        Sets weighed.
    complete
        False if there were more best sets than are kept.
    """

    task: int
    diameter: int
    total: int
    optima: tuple[Jumps, ...]
    examined: int
    complete: bool = True


@dataclass(frozen=True)
class SearchSpace:
    """All circulants of n routers and radix k.

    Attributes
    ----------
    routers, radix
        n from 3 and k from 2 to n - 1; n is even where k is odd.
    """

    routers: int
    radix: int

    def __post_init__(self) -> None:
        if self.routers < 3 or not 2 <= self.radix < self.routers:
            raise ValueError("a circulant has 3 routers or more, and a radix from 2 to routers - 1")
        if self.radix % 2 and self.routers % 2:
            raise ValueError("an odd radix needs the jump n / 2 and so an even number of routers")

    @property
    def free_jumps(self) -> int:
        """Jumps below n / 2, m."""
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
    def tasks(self) -> tuple[Jumps, ...]:
        """First jumps of every task: 1 and the second, or a first that is no unit."""
        others = [int(jump) for jump in self.candidates[1:]]
        with_unit = [(1, jump) for jump in others] if self.free_jumps > 1 else [(1,)]
        without = [(jump,) for jump in others if math.gcd(jump, self.routers) > 1]
        if prime_power(self.routers):  # without a unit all jumps are multiples of the prime
            without = []
        return (*with_unit, *without)

    def canonical(self, jumps: Sequence[int]) -> Jumps:
        """Return the least of all sets that differ by a unit, jumps ascending."""
        turned = self.units[:, None] * np.array(jumps, dtype=np.int64) % self.routers
        turned = np.sort(np.minimum(turned, self.routers - turned), axis=1)
        return tuple(turned[np.lexsort(turned.T[::-1])[0]].tolist())


@dataclass(frozen=True)
class CirculantSearch:
    """A space with what every task needs.

    Attributes
    ----------
    diameter, total
        Of the incumbent, a set that a quick descent found.
    """

    space: SearchSpace
    diameter: int
    total: int

    @classmethod
    def begin(cls, space: SearchSpace) -> "CirculantSearch":
        """Return the search with its incumbent, which depends on the space alone."""
        diameter, total = _incumbent(space)
        return cls(space, diameter, total)


def search_task(search: CirculantSearch, number: int) -> TaskResult:
    """Return what one task finds: all best sets that begin with its jumps."""
    from structure.circulants.search_kernels import search as run  # noqa: PLC0415 - loads Numba

    space, given = search.space, search.space.tasks[number]
    n, with_unit = space.routers, given[0] == 1
    allowed = space.candidates
    if not with_unit:
        allowed = allowed[np.gcd(allowed, n) > 1]
    inverse = np.zeros(n, dtype=np.int64)
    if with_unit:
        inverse[1:] = [pow(u, -1, n) if math.gcd(u, n) == 1 else 0 for u in range(1, n)]
    jumps = np.zeros(space.free_jumps, dtype=np.int64)
    jumps[: len(given)] = given
    if with_unit and len(given) > 1 and _turns_smaller(given, n):
        return TaskResult(number, search.diameter, search.total, (), 0)
    found = np.zeros((MOST_KEPT, space.free_jumps), dtype=np.int64)
    diameter, total, kept, examined = run(
        n,
        allowed,
        jumps,
        len(given),
        int(np.searchsorted(allowed, given[-1], side="right")),
        base_balls(space, search.diameter),
        lattice_shells(space.free_jumps, search.diameter),
        inverse,
        search.diameter,
        search.total,
        found,
    )
    classes = sorted({space.canonical(row) for row in found[: min(kept, MOST_KEPT)].tolist()})
    return TaskResult(number, int(diameter), int(total), tuple(classes), int(examined), kept <= MOST_KEPT)


def merge(results: Sequence[TaskResult]) -> TaskResult:
    """Return the best of several tasks together, in whatever order they come; numbered -1."""
    diameter, total = min((one.diameter, one.total) for one in results)
    best = [one for one in results if (one.diameter, one.total) == (diameter, total)]
    classes = sorted({jumps for one in best for jumps in one.optima})
    return TaskResult(
        -1,
        diameter,
        total,
        tuple(classes),
        sum(one.examined for one in results),
        all(one.complete for one in best),
    )


def base_balls(space: SearchSpace, depth: int) -> npt.NDArray[np.uint64]:
    """Return the balls 0 .. depth of no jump, or of the jump n / 2, (depth + 1, words)."""
    balls = np.zeros((depth + 1, -(-space.routers // 64)), dtype=np.uint64)
    balls[:, 0] = 1
    if space.radix % 2:
        half = space.routers // 2
        balls[1:, half >> 6] |= np.uint64(1 << (half & 63))
    return balls


def lattice_shells(dimensions: int, depth: int) -> LongArray:
    """Return the points at each distance in the integer lattice of each dimension.

    ``shells[r, h]``, (dimensions + 1, depth + 1), by rectilinear distance; capped far above any network.
    """
    shells = np.zeros((dimensions + 1, depth + 1), dtype=np.int64)
    shells[0, 0] = 1
    line = np.full(depth + 1, 2, dtype=np.int64)
    line[0] = 1
    for r in range(1, dimensions + 1):
        shells[r] = np.minimum(np.convolve(shells[r - 1], line)[: depth + 1], 1 << 24)
    return shells


def _turns_smaller(given: Jumps, n: int) -> bool:
    """Return True if the second jump is a unit whose inverse is smaller than itself."""
    second = given[1]
    if math.gcd(second, n) > 1:
        return False
    turned = pow(second, -1, n)
    return min(turned, n - turned) < second


def _incumbent(space: SearchSpace) -> tuple[int, int]:
    """Return diameter and sum of distances of a good set: random ones, then jump by jump."""
    rng, m = np.random.default_rng(0), space.free_jumps
    others = space.candidates[1:]
    sets = [
        np.concatenate([[1], rng.choice(others, m - 1, replace=False)])
        for _ in range(SAMPLES if m > 1 else 1)
    ]
    ranked = sorted((*distances_of(space, one), tuple(one.tolist())) for one in sets)
    best = ranked[0][:2]
    for diameter, total, jumps in ranked[:DESCENTS]:
        best = min(best, _descend(space, (diameter, total), list(jumps)))
    return best


def _descend(space: SearchSpace, reached: tuple[int, int], jumps: list[int]) -> tuple[int, int]:
    """Replace one jump at a time by the best there is, until nothing gets better."""
    from structure.circulants.search_kernels import search as run  # noqa: PLC0415 - loads Numba

    improved = True
    none = np.zeros(space.routers, dtype=np.int64)
    while improved:
        improved = False
        for position in range(1, len(jumps)):
            kept = [jump for i, jump in enumerate(jumps) if i != position]
            trial, found = np.array([*kept, 0]), np.zeros((1, len(jumps)), dtype=np.int64)
            allowed = np.setdiff1d(space.candidates, kept)
            depth = reached[0]
            diameter, total, count, _ = run(
                space.routers,
                allowed,
                trial,
                len(kept),
                0,
                base_balls(space, depth),
                lattice_shells(len(jumps), depth),
                none,
                *reached,
                found,
            )
            if count and (diameter, total) < reached:
                reached, jumps, improved = (int(diameter), int(total)), found[0].tolist(), True
    return reached


def distances_of(space: SearchSpace, jumps: npt.ArrayLike) -> tuple[int, int]:
    """Return diameter and sum of distances from a router of C(n; jumps), n / 2 added for an odd radix.

    ``(n, n * n)`` where the jumps do not reach every router.
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
