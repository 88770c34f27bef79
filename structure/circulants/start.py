"""What a task knows before it searches: the jumps that may follow its own, and the pairs that may meet."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from structure.circulants.space import (
    TABLED_ROUTERS,
    Jumps,
    LongArray,
    SearchSpace,
    Words,
    bitset,
    fitting_pairs,
    no_scores,
    pair_scores,
)
from structure.circulants.tables import NO_LIMIT, Bounds, bounds_of, pairs_beside, room_for_passed
from structure.circulants.tasks import CirculantSearch


@dataclass(frozen=True, eq=False)
class Start:
    """What the kernel needs to search from some jumps; it writes into ``passed``: for one run."""

    routers: int
    given: LongArray
    followers: Words
    scores: npt.NDArray[np.uint16]
    fits: Words
    passed: Words
    bounds: Bounds
    most: int

    def run(self, found: npt.NDArray[np.int32]) -> tuple[int, int, int]:
        """Return least sum of distances, sets that reach it and sets examined."""
        from structure.circulants.search_kernels import search  # noqa: PLC0415 - loads Numba

        total, kept, examined = search(
            self.routers,
            self.given,
            self.followers,
            self.bounds.base,
            self.scores,
            self.fits,
            self.passed,
            self.bounds.shells,
            self.most,
            self.bounds.roots,
            self.bounds.windows,
            found,
        )
        return int(total), int(kept), int(examined)


def start_from(search: CirculantSearch, depth: int, given: Jumps, levels: int) -> Start | None:
    """Return where to begin; None where the given jumps are in no set that is searched.

    ``levels`` is one more than the number of jumps up to which pairs are tried beforehand.
    """
    space, n = search.space, search.space.routers
    most = search.incumbent.total if depth == search.incumbent.diameter else NO_LIMIT
    tabled = n <= TABLED_ROUTERS and len(given) > 0
    if tabled and not _scored(n, given):
        return None
    followers = _later(space, given)
    passed, fits = room_for_passed(space), np.zeros((0, len(followers)), dtype=np.uint64)
    scores = no_scores()
    if tabled:
        passed[levels : len(given)] = ~np.uint64(0)  # not known
        for level in range(1, min(max(levels, 2), max(len(given), 2), len(passed))):
            passed[level] = pairs_beside(space, given[:level], depth, most)
            if not all(_holds(passed[level][a], b) for a, b in combinations(given[level:], 2)):
                return None
            for jump in given[level:]:
                followers &= passed[level][jump]
    if tabled and len(given) == 1:
        scores, fits = pair_scores(n, given[0]), np.zeros((n // 2 + 1, len(followers)), dtype=np.uint64)
    elif tabled:
        fits = fitting_pairs(n, given[0], given[1])
        for jump in given:
            followers &= fits[jump]
    jumps = np.array(given, dtype=np.int64)
    return Start(n, jumps, followers, scores, fits, passed, bounds_of(space, depth), most)


def _scored(routers: int, given: Jumps) -> bool:
    """Return True where no pair of the given jumps has a score below the second one."""
    scores = pair_scores(routers, given[0])
    return all(scores[a, b] >= given[1] for a, b in combinations(given, 2))


def _later(space: SearchSpace, given: Jumps) -> Words:
    """Return the jumps that may follow the given ones, as bits."""
    if not given:
        return bitset(space.bases, space.routers)
    others = space.others(given[0])
    return bitset(others[others.searchsorted(given[-1], side="right") :], space.routers)


def _holds(bits: Words, jump: int) -> bool:
    """Return True where a jump's bit is set."""
    return bool(int(bits[jump >> 6]) >> (jump & 63) & 1)
