"""Find a good circulant quickly, as the incumbent of the exhaustive search."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from netfloor.foundation.observer import Observer
from netfloor.research.circulants.engine.search_kernels import NO_LIMIT
from netfloor.research.circulants.engine.tables import Start, bounds_of, min_diameter
from netfloor.research.circulants.space import (
    NO_SCORES,
    Jumps,
    SearchSpace,
    bitset,
    distances_of,
)
from netfloor.structure.arrays import LongArray

#: Jump sets of the space per round of perturbation and descent.
SETS_A_ROUND = 2000
#: Limit on words of balls over all rounds: about a minute on one core.
MAX_WORDS = 10_000_000_000
#: Overhead of one ball of a set, in words.
WORDS_A_BALL = 8
#: Last jumps tested at a time: a moment, even for 100,000 switches.
JUMPS_A_LOOK = 4096

TASK = "a good circulant to begin with"


@dataclass(frozen=True, order=True)
class Known:
    """Diameter, sum of distances from a switch, and the jumps below n / 2 of a circulant."""

    diameter: int
    total: int
    jumps: Jumps


@dataclass
class _Effort:
    """Remaining work of a descent; counted in words, so that the end is deterministic."""

    asked: Callable[[], bool]
    observer: Observer
    left: int = MAX_WORDS
    rounds: int = 1
    round: int = field(default=0)

    def spend(self, sets: int, depth: int, words: int) -> None:
        """Account for tested sets."""
        self.left -= sets * depth * (words + WORDS_A_BALL)
        part = max(self.round / self.rounds, 1 - self.left / MAX_WORDS)
        self.observer.advanced(TASK, min(part, 1.0))

    @property
    def over(self) -> bool:
        """True if the budget is spent or a stop was asked for."""
        return self.left <= 0 or self.asked()


def quick_incumbent(space: SearchSpace, observer: Observer, asked: Callable[[], bool]) -> Known:
    """Return a good set; it depends only on the space unless ``asked`` stops the descent.

    Starts from powers of the m-th root of n, or with two jumps from d and d + 1, which are best (Bermond,
    Comellas, Hsu: distributed loop computer networks, 1995). With more jumps, one jump at a time is
    replaced by the best alternative until no replacement improves; then two jumps change at random and the
    descent repeats from the best set.
    """
    first = _spread(space)
    best = Known(*distances_of(space, first), first)
    if space.free_jumps < 3:
        return best
    rng, rounds = np.random.default_rng(0), _rounds(space)
    effort = _Effort(asked, observer, rounds=max(rounds, 1))
    observer.started(TASK, 1.0)
    best = _descend(space, best, effort)
    for effort.round in range(rounds):
        if effort.over:
            break
        jumps = list(best.jumps)
        for position in rng.choice(np.arange(1, space.free_jumps), 2, replace=False):
            jumps[position] = int(rng.choice(np.setdiff1d(space.candidates, jumps)))
        diameter, total = distances_of(space, jumps)
        if diameter <= 2 * best.diameter:
            other = _descend(space, Known(diameter, total, tuple(jumps)), effort)
            if (other.diameter, other.total) <= (best.diameter, best.total):
                best = other
    observer.finished(TASK)
    return best


def _rounds(space: SearchSpace) -> int:
    """Return the number of perturbations: seconds before minutes, a minute before hours of search."""
    return min(space.total // SETS_A_ROUND, int(min(space.total, 10**30) ** 0.25 / 2))


def _spread(space: SearchSpace) -> Jumps:
    """Return distinct jumps near the powers of the m-th root of n, 1 first; two jumps are neighbours."""
    m, jumps = space.free_jumps, [1]
    near = min(min_diameter(space), len(space.candidates) - 1)
    if m == 2 and near > 1:
        return near, near + 1
    for i in range(1, m):
        demand = min(round(space.routers ** (i / m)), len(space.candidates))
        free = np.setdiff1d(space.candidates, jumps)
        jumps.append(int(free[np.argmin(np.abs(free - demand))]))
    return tuple(jumps)


def _descend(space: SearchSpace, known: Known, effort: _Effort) -> Known:
    """Replace one jump at a time by the best alternative until no replacement improves."""
    position, unchanged = 1, 0
    while unchanged < space.free_jumps - 1 and not effort.over:
        better = _replaced(space, known, position, effort)
        unchanged = 0 if better < known else unchanged + 1
        known = min(known, better)
        position = position % (space.free_jumps - 1) + 1
    return known


def _replaced(space: SearchSpace, known: Known, position: int, effort: _Effort) -> Known:
    """Return the best set with another jump in one position, preferring a smaller diameter."""
    kept = [jump for i, jump in enumerate(known.jumps) if i != position]
    others = np.setdiff1d(space.candidates, kept)
    for depth, maximum in ((known.diameter - 1, NO_LIMIT), (known.diameter, known.total)):
        if depth < min_diameter(space):
            continue
        minimum: int = maximum
        best: Jumps = ()
        for begin in range(0, len(others), JUMPS_A_LOOK):
            some = others[begin : begin + JUMPS_A_LOOK]
            total, jumps = _best_last(space, kept, some, depth, minimum, effort)
            if jumps and (not best or total < minimum):
                minimum, best = total, jumps
            if effort.over:
                break
        if best:
            same = depth == known.diameter
            return Known(*((depth, minimum) if same else distances_of(space, best)), best)
    return known


def _best_last(
    space: SearchSpace, kept: list[int], others: LongArray, depth: int, most: int, effort: _Effort
) -> tuple[int, Jumps]:
    """Return the smallest sum of distances with one more jump, and the jumps; none if above ``most``."""
    n, bounds, candidates = space.routers, bounds_of(space, depth), bitset(others, space.routers)
    unpaired = np.zeros((1, 0, len(candidates)), dtype=np.uint64)
    given = np.array(kept, dtype=np.int64)
    values = np.zeros((1, space.free_jumps), dtype=np.int32)
    start = Start(
        routers=n,
        given=given,
        followers=candidates,
        scores=NO_SCORES,
        fits=unpaired[0],
        passed=unpaired,
        bounds=bounds,
        most=most,
    )
    total, count, examined = start.run(values)
    effort.spend(examined, depth, bounds.base.shape[1])
    return total, tuple(values[0].tolist()) if count else ()
