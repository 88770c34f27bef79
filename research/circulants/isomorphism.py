"""Find circulants that are isomorphic although no unit maps one jump set to the other.

Adam conjectured in 1967 that there are none. Muzychuk (1995, 1997) proved for which n this holds: n = 8, 9,
18 or n = e m with e = 1, 2, 4 and m odd and square-free. For all other n two sets are compared by

1. walks from switch 0 to every switch, counted modulo 2^64 for each length: isomorphic circulants have the
   same counts in some order, because all switches of a circulant are equivalent;
2. refinement of the colouring that marks switch 0, step by step the same for isomorphic graphs;
3. a search for an isomorphism that fixes switch 0: a switch of the first class is marked in one graph and
   tried with every switch of that class in the other, until all classes are single switches; the mapping is
   then checked link by link.

Every answer is exact; a pair whose search would take too long is reported as undecided. NetworkX and
rustworkx were slower on these graphs.
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

#: Number of walk lengths that are counted.
WALKS = 12
#: Limit on colours sorted by all refinements, n (k + 1) each: about ten seconds.
MAX_WORK = 100_000_000
#: Limit on sets that are compared.
MAX_SETS = 2_000


@dataclass(frozen=True)
class IsomorphismClasses:
    """Jump sets up to isomorphism.

    Attributes
    ----------
    representatives, merged
        The first set of each class, in the given order; the number of sets isomorphic to one of them.
    undecided
        Pairs of representatives that may be isomorphic: the search for a mapping was stopped.
    """

    representatives: tuple[Jumps, ...]
    merged: int
    undecided: int


@dataclass
class SortingBudget:
    """Remaining number of colours to sort."""

    left: int = MAX_WORK

    @property
    def spent(self) -> bool:
        """True if the budget is spent."""
        return self.left < 0


def units_suffice(routers: int) -> bool:
    """Return True if isomorphic circulants of this size always differ by a unit (Muzychuk 1995, 1997)."""
    if routers in {8, 9, 18}:
        return True
    odd = routers
    while odd % 2 == 0:
        odd //= 2
    square_free = all(odd % (p * p) for p in range(3, int(odd**0.5) + 1, 2))
    return square_free and routers // odd <= 4


def isomorphism_classes(
    routers: int, sets: Sequence[Jumps], max_work: int = MAX_WORK
) -> IsomorphismClasses:
    """Return the isomorphism classes of circulants whose jump sets are not equivalent under units.

    Parameters
    ----------
    routers, sets
        n, the same for all; jumps from 1 to n / 2, the same number in each set.
    max_work
        Limit on sorted colours before pairs are left undecided.
    """
    if units_suffice(routers) or len(sets) < 2:
        return IsomorphismClasses(tuple(sets), 0, 0)
    if len(sets) > MAX_SETS:
        return IsomorphismClasses(tuple(sets), 0, math.comb(len(sets), 2))
    alike: dict[str, list[Jumps]] = defaultdict(list)
    for jumps in sets:
        alike[walk_counts(routers, jumps)].append(jumps)
    budget, kept, merged, undecided = SortingBudget(max_work), set(), 0, 0
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
    """Return a digest of the walks from switch 0 to all others by length, independent of their order."""
    walks, counts = np.zeros(routers, dtype=np.uint64), np.zeros((WALKS, routers), dtype=np.uint64)
    walks[0] = 1
    steps = _steps(routers, jumps)
    for length in range(WALKS):
        walks = np.sum([np.roll(walks, step) for step in steps], axis=0, dtype=np.uint64)
        counts[length] = walks
    return hashlib.sha256(counts[:, np.lexsort(counts)].tobytes()).hexdigest()


def are_isomorphic(
    routers: int, jumps: Jumps, other: Jumps, budget: SortingBudget | None = None
) -> bool | None:
    """Return whether two circulants are isomorphic; None if the budget does not suffice."""
    if len(_steps(routers, jumps)) != len(_steps(routers, other)):
        return False
    marked = np.zeros(routers, dtype=np.int64)
    marked[0] = 1
    neighbours = _neighbours(routers, jumps), _neighbours(routers, other)
    return _extend(neighbours, (marked, marked.copy()), budget or SortingBudget())


def _extend(
    neighbours: tuple[LongArray, LongArray], colours: tuple[LongArray, LongArray], budget: SortingBudget
) -> bool | None:
    """Return whether an isomorphism maps each colour of one graph to that of the other."""
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
    """Return the coarsest equitable refinement of a colouring, and a digest of each step.

    Colours are numbered by the order of (colour, sorted colours of the neighbours), which is the same in
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
    """Return True if mapping switches of equal colour, one each, preserves all links."""
    image = np.empty_like(first)
    image[np.argsort(first)] = np.argsort(second)
    there = np.sort(image[neighbours[0]], axis=1)
    return bool(np.array_equal(there, np.sort(neighbours[1], axis=1)[image]))


def _steps(routers: int, jumps: Jumps) -> tuple[int, ...]:
    return tuple(sorted({jump % routers for jump in jumps} | {-jump % routers for jump in jumps}))


def _neighbours(routers: int, jumps: Jumps) -> LongArray:
    table: LongArray = (np.arange(routers)[:, None] + np.array(_steps(routers, jumps))) % routers
    return table
