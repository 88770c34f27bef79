"""Circulants of one size that are isomorphic although no unit turns one into the other.

Adam conjectured in 1967 that there are none. Muzychuk (1995, 1997) proved where that is so: n = 8, 9, 18
or n = e m with e = 1, 2, 4 and m odd and square-free. For all other n two sets are compared by

1. walks from router 0 to every router, counted modulo 2^64 for each length: circulants look alike from
   every router, so isomorphic ones have the same counts in some order;
2. refinement of the colouring that marks router 0, of which every step goes alike in isomorphic graphs;
3. a search for an isomorphism that keeps router 0: a router of the first class is marked in one graph
   and tried against every router of that class in the other, until all classes are single
   routers; the mapping is then checked link by link.

Every answer is exact; a pair whose search would take too long is said to be undecided.
NetworkX and rustworkx were tried for it and did worse on these graphs.
"""

import hashlib
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from netfloor.research.circulants.space import Jumps
from netfloor.structure.arrays import LongArray

Steps = tuple[bytes, ...]

#: Lengths of the walks that are counted.
WALKS = 12
#: Colours that all refinements together may sort, n (k + 1) each: about ten seconds.
MOST_WORK = 100_000_000
#: Sets that are compared at all.
MOST_SETS = 2_000


@dataclass(frozen=True)
class IsomorphismClasses:
    """Jump sets up to isomorphism.

    Attributes
    ----------
    representatives, merged
        The first set of each class, in the order given; how many sets are left out as isomorphic to one.
    undecided
        Pairs of representatives that may be isomorphic: the search for a mapping was given up.
    """

    representatives: tuple[Jumps, ...]
    merged: int
    undecided: int


@dataclass
class SortingBudget:
    """Colours that may still be sorted."""

    left: int = MOST_WORK

    @property
    def spent(self) -> bool:
        """True where it is time to give up."""
        return self.left < 0


def units_suffice(routers: int) -> bool:
    """Return True where isomorphic circulants always differ by a unit (Muzychuk 1995, 1997)."""
    if routers in {8, 9, 18}:
        return True
    odd = routers
    while odd % 2 == 0:
        odd //= 2
    square_free = all(odd % (p * p) for p in range(3, int(odd**0.5) + 1, 2))
    return square_free and routers // odd <= 4


def isomorphism_classes(
    routers: int, sets: Sequence[Jumps], most_work: int = MOST_WORK
) -> IsomorphismClasses:
    """Return circulants up to isomorphism, of sets of which no unit turns one into another.

    Parameters
    ----------
    routers, sets
        n, of all of them; jumps from 1 to n / 2, as many in each.
    most_work
        Colours that may be sorted before pairs are left undecided.
    """
    if units_suffice(routers) or len(sets) < 2:
        return IsomorphismClasses(tuple(sets), 0, 0)
    if len(sets) > MOST_SETS:
        return IsomorphismClasses(tuple(sets), 0, math.comb(len(sets), 2))
    alike: dict[str, list[Jumps]] = defaultdict(list)
    for jumps in sets:
        alike[walk_counts(routers, jumps)].append(jumps)
    budget, kept, merged, undecided = SortingBudget(most_work), set(), 0, 0
    for group in alike.values():
        first: list[Jumps] = []
        for jumps in group:
            answers = [are_isomorphic(routers, jumps, other, budget) for other in first]
            if True in answers:
                merged += 1
            else:
                undecided += answers.count(None)
                first.append(jumps)
        kept.update(first)
    return IsomorphismClasses(tuple(jumps for jumps in sets if jumps in kept), merged, undecided)


def walk_counts(routers: int, jumps: Jumps) -> str:
    """Return a digest of the walks from router 0 to all others, of each length, in a normal order."""
    walks, counts = np.zeros(routers, dtype=np.uint64), np.zeros((WALKS, routers), dtype=np.uint64)
    walks[0] = 1
    steps = _steps(routers, jumps)
    for length in range(WALKS):
        walks = np.sum([np.roll(walks, step) for step in steps], axis=0, dtype=np.uint64)
        counts[length] = walks
    return hashlib.sha256(counts[:, np.lexsort(counts)].tobytes()).hexdigest()


def are_isomorphic(
    routers: int, one: Jumps, other: Jumps, budget: SortingBudget | None = None
) -> bool | None:
    """Return whether two circulants are isomorphic; None where the work does not suffice to say."""
    if len(_steps(routers, one)) != len(_steps(routers, other)):
        return False
    marked = np.zeros(routers, dtype=np.int64)
    marked[0] = 1
    neighbours = _neighbours(routers, one), _neighbours(routers, other)
    return _extend(neighbours, (marked, marked.copy()), budget or SortingBudget())


def _extend(
    neighbours: tuple[LongArray, LongArray], colours: tuple[LongArray, LongArray], budget: SortingBudget
) -> bool | None:
    """Return whether an isomorphism maps each colour of one graph onto that of the other."""
    (first, steps), (second, other_steps) = (
        _refined(table, start, budget) for table, start in zip(neighbours, colours, strict=True)
    )
    if budget.spent:
        return None
    if steps != other_steps:
        return False
    sizes = np.bincount(first)
    if sizes.max() == 1:
        return _maps(neighbours, first, second)
    colour = int(np.argmax(sizes > 1))
    mark = len(sizes)
    marked = first.copy()
    marked[np.argmax(first == colour)] = mark
    for router in np.flatnonzero(second == colour):
        tried = second.copy()
        tried[router] = mark
        answer = _extend(neighbours, (marked, tried), budget)
        if answer is not False:
            return answer
    return False


def _refined(neighbours: LongArray, colours: LongArray, budget: SortingBudget) -> tuple[LongArray, Steps]:
    """Return the coarsest equitable colouring that refines one, and what each step saw.

    Colours are numbered by the order of (colour, sorted colours of the neighbours): alike in
    isomorphic graphs.
    """
    steps: list[bytes] = []
    amount = 0
    while not budget.spent:
        rows = np.column_stack([colours, np.sort(colours[neighbours], axis=1)])
        budget.left -= rows.size
        seen, colours, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
        colours = colours.reshape(-1)
        steps.append(hashlib.sha256(seen.tobytes() + counts.tobytes()).digest())
        if len(seen) == amount:
            break
        amount = len(seen)
    return colours, tuple(steps)


def _maps(neighbours: tuple[LongArray, LongArray], first: LongArray, second: LongArray) -> bool:
    """Return True if the routers of equal colour, one each, are joined alike."""
    image = np.empty_like(first)
    image[np.argsort(first)] = np.argsort(second)
    there = np.sort(image[neighbours[0]], axis=1)
    return bool(np.array_equal(there, np.sort(neighbours[1], axis=1)[image]))


def _steps(routers: int, jumps: Jumps) -> tuple[int, ...]:
    return tuple(sorted({jump % routers for jump in jumps} | {-jump % routers for jump in jumps}))


def _neighbours(routers: int, jumps: Jumps) -> LongArray:
    table: LongArray = (np.arange(routers)[:, None] + np.array(_steps(routers, jumps))) % routers
    return table
