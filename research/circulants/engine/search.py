"""Exhaustive search for the circulant of smallest diameter, then smallest mean distance.

A circulant C(n; s1, ..) has m jumps below n / 2, and also n / 2 if its radix is odd. Of the
``binom(floor((n - 1) / 2), m)`` jump sets the search skips, without losing an optimum:

- All but one set, or a few, of each orbit under the units of Z_n (`research.circulants.space`).
- Supersets that bounds exclude. With r jumps to come, at most ``sum_j z_r(j) |B_{h-j}|`` switches are
  within h hops, z_r(j) the points of the r-dimensional integer lattice at distance j and B the balls of the
  jumps so far. If even these do not complete the graph in time, or leave the sum of distances above the
  best known, no superset of those jumps is an optimum. So a jump follows a prefix only if it passed with
  every shorter prefix.
- Repeated work: balls of shared prefixes are computed once (`ball_kernels`), and all last jumps of a prefix
  are tested together (`closing_kernels`).

The search tries one diameter after another, from the lattice bound up to that of the incumbent: a *phase*
each; the first phase that finds a set ends the search. With a fixed diameter, balls and bounds are tight.
Every phase has the same tasks, each the sets with a common prefix; each starts from the same incumbent, so
results and counts do not depend on the distribution of tasks. (Huang, Ramos, Deng: optimal circulant
graphs, 2022, section 3, enumerate all sets with a jump of 1.)
"""

import time
from itertools import combinations
from typing import NamedTuple

import numpy as np

from netfloor.research.circulants.engine.search_kernels import NO_LIMIT
from netfloor.research.circulants.engine.tables import Start, bounds_of, pairs_beside
from netfloor.research.circulants.engine.tasks import CirculantSearch, TaskResult
from netfloor.research.circulants.space import (
    NO_SCORES,
    TABLED_ROUTERS,
    Jumps,
    bitset,
    fitting_pairs,
    pair_scores,
)

#: Initial and maximum number of best sets of a task; a task that finds more runs again.
FIRST_ROOM, MAX_ROOM = 200, 200_000


def search_task(search: CirculantSearch, number: int) -> TaskResult:
    """Return the result of one task: all best sets of its phase with its prefix."""
    phase, prefix = divmod(number, search.tasks_a_phase)
    given, room = search.space.prefixes[prefix], FIRST_ROOM
    while True:
        start = start_from(search, search.phases[phase], given, len(given))
        if start is None:
            return TaskResult(number, 0, (), 0)
        values = np.zeros((room, search.space.free_jumps), dtype=np.int32)
        total, kept, examined = start.run(values)
        if kept <= room or room == MAX_ROOM:
            break
        room = min(kept, MAX_ROOM)
    classes = search.space.canonical_sets(values[: min(kept, room)])
    return TaskResult(number, total if kept else 0, classes, examined, kept <= room)


class Probe(NamedTuple):
    """Cost of a search from some jumps: thread seconds without tables, and tested sets."""

    thread_s: float
    examined: int


def probe_prefix(search: CirculantSearch, depth: int, given: Jumps) -> Probe:
    """Time a search from some jumps.

    With more jumps than the prefix of a task, it takes longer than within the task, which already knows
    more excluded pairs.
    """
    start = start_from(search, depth, given, min(len(given), search.space.given_jumps))
    if start is None:
        return Probe(0.0, 0)
    began = time.thread_time()
    _, _, examined = start.run(np.zeros((1, search.space.free_jumps), dtype=np.int32))
    return Probe(time.thread_time() - began, examined)


def followers_of(search: CirculantSearch, depth: int, given: Jumps) -> int:
    """Return how many jumps may follow some jumps, by the pairs with the base."""
    start = start_from(search, depth, given, 2)
    return 0 if start is None else int.from_bytes(start.followers.tobytes()).bit_count()


def start_from(search: CirculantSearch, depth: int, given: Jumps, levels: int) -> Start | None:
    """Return the start of a search; None if the given jumps are in no searched set.

    ``levels`` is one more than the number of jumps up to which pairs are tested beforehand.
    """
    space, n = search.space, search.space.routers
    maximum = search.incumbent.total if depth == search.incumbent.diameter else NO_LIMIT
    tabled = n <= TABLED_ROUTERS and len(given) > 0
    if tabled:
        table = pair_scores(n, given[0])
        if any(table[a, b] < given[1] for a, b in combinations(given, 2)):
            return None
    followers = bitset(space.followers(given), n)
    levels_between = max(space.free_jumps - 2, 0) if n <= TABLED_ROUTERS else 0
    passed = np.zeros((levels_between, n // 2 + 1, n // 128 + 1), dtype=np.uint64)
    fits = np.zeros((0, len(followers)), dtype=np.uint64)
    scores = NO_SCORES
    if tabled:
        passed[levels : len(given)] = ~np.uint64(0)  # unknown
        for level in range(1, min(max(levels, 2), max(len(given), 2), len(passed))):
            passed[level] = pairs_beside(space, given[:level], depth, maximum)
            pairs = combinations(given[level:], 2)
            if not all(int(passed[level][a, b >> 6]) >> (b & 63) & 1 for a, b in pairs):
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
    return Start(
        routers=n,
        given=jumps,
        followers=followers,
        scores=scores,
        fits=fits,
        passed=passed,
        bounds=bounds_of(space, depth),
        most=maximum,
    )
