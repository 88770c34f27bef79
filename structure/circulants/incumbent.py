"""A good circulant, quickly: what the search starts with as the best known one."""

from dataclasses import dataclass

import numpy as np

from structure.circulants.distances import distances_of
from structure.circulants.space import Jumps, SearchSpace, bitset
from structure.circulants.tables import NO_LIMIT, bounds_of, least_diameter

#: Jump sets of the space for one round of change and descent.
SETS_A_ROUND = 2000


@dataclass(frozen=True, order=True)
class Known:
    """Diameter, sum of distances from a router, and the jumps below n / 2 that have them."""

    diameter: int
    total: int
    jumps: Jumps


def quick_incumbent(space: SearchSpace) -> Known:
    """Return a good set, which depends on the space alone.

    Powers of the m-th root of n, or with two jumps d and d + 1, which are best (Bermond, Comellas, Hsu:
    distributed loop computer networks, 1995). With more, one jump at a time is replaced by the best
    there is until nothing gets better; then two are changed at random and all is repeated from the best.
    """
    rng, m = np.random.default_rng(0), space.free_jumps
    first = _spread(space)
    best = Known(*distances_of(space, first), first)
    if m < 3:
        return best
    best = _descend(space, best)
    for _ in range(_rounds(space)):
        jumps = list(best.jumps)
        for position in rng.choice(np.arange(1, m), 2, replace=False):
            jumps[position] = int(rng.choice(np.setdiff1d(space.candidates, jumps)))
        diameter, total = distances_of(space, jumps)
        if diameter <= 2 * best.diameter:
            other = _descend(space, Known(diameter, total, tuple(jumps)))
            if (other.diameter, other.total) <= (best.diameter, best.total):
                best = other
    return best


def _rounds(space: SearchSpace) -> int:
    """Return how often to change the best set: seconds before minutes, a minute before hours."""
    return min(space.total // SETS_A_ROUND, int(space.total**0.25 / 2))


def _spread(space: SearchSpace) -> Jumps:
    """Return different jumps near the powers of the m-th root of n, 1 first; of two, neighbours."""
    m, jumps = space.free_jumps, [1]
    near = min(least_diameter(space), len(space.candidates) - 1)
    if m == 2 and near > 1:
        return near, near + 1
    for i in range(1, m):
        wish = min(round(space.routers ** (i / m)), len(space.candidates))
        free = np.setdiff1d(space.candidates, jumps)
        jumps.append(int(free[np.argmin(np.abs(free - wish))]))
    return tuple(jumps)


def _descend(space: SearchSpace, known: Known) -> Known:
    """Replace one jump at a time by the best there is, until no jump gets better."""
    position, unchanged = 1, 0
    while unchanged < space.free_jumps - 1:
        better = _replaced(space, known, position)
        unchanged = 0 if better < known else unchanged + 1
        known = min(known, better)
        position = position % (space.free_jumps - 1) + 1
    return known


def _replaced(space: SearchSpace, known: Known, position: int) -> Known:
    """Return the best set that has another jump in one place: of smaller diameter where there is one."""
    from structure.circulants.search_kernels import search  # noqa: PLC0415 - loads Numba

    n, m = space.routers, space.free_jumps
    kept = [jump for i, jump in enumerate(known.jumps) if i != position]
    others = bitset(np.setdiff1d(space.candidates, kept), n)
    unpaired = np.zeros((1, 0, len(others)), dtype=np.uint64)
    for depth, most in ((known.diameter - 1, NO_LIMIT), (known.diameter, known.total)):
        if depth < least_diameter(space):
            continue
        bounds, found = bounds_of(space, depth), np.zeros((1, m), dtype=np.int64)
        total, count, _ = search(
            n,
            np.array(kept, dtype=np.int64),
            others.copy(),
            bounds.base,
            unpaired[0],
            unpaired,
            bounds.shells,
            most,
            bounds.roots,
            bounds.windows,
            found,
        )
        if count:
            jumps = tuple(found[0].tolist())
            same = depth == known.diameter
            return Known(*((depth, int(total)) if same else distances_of(space, jumps)), jumps)
    return known
