"""Exhaustive search for the circulant of least diameter, then least mean distance.

A circulant C(n; s1, ..) has m jumps below n / 2, and n / 2 as well where its radix is odd. What is saved
of the ``binom(floor((n - 1) / 2), m)`` jump sets, without losing an optimum:

- One set of each orbit under the units of Z_n is searched, or few (`structure.circulants.space`).
- With r jumps to come, at most ``sum_j z_r(j) |B_{h-j}|`` routers are within h hops, z_r(j) the points of
  the r-dimensional integer lattice at distance j and B the balls of the jumps so far. Where even
  these do not complete the graph in time, or leave the sum of distances above the best known, no
  superset of those jumps is an optimum: neither what begins with them nor what holds them among
  others, so a jump follows a prefix only if it passed with every shorter one.
- Balls of shared prefixes are made once (`structure.circulants.ball_kernels`), and all last jumps of a
  prefix are weighed together (`structure.circulants.closing_kernels`).

The search asks for one diameter after another, from the least that balls in the lattice allow up to that of
a quick descent's circulant: a *phase* each, which ends the search if it finds a set. With the diameter
given, its balls and bounds are tight. Every phase has the same tasks, each of them sets that begin
alike; each starts from the same incumbent: results and counts do not depend on who runs which.
(Huang, Ramos, Deng: optimal circulant graphs, 2022, section 3, enumerate all sets with a jump of 1.)
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from structure.circulants.incumbent import Known, quick_incumbent
from structure.circulants.space import (
    TABLED_ROUTERS,
    Jumps,
    LongArray,
    SearchSpace,
    Words,
    bitset,
    fitting_pairs,
    pair_scores,
)
from structure.circulants.tables import (
    NO_LIMIT,
    Bounds,
    bounds_of,
    least_diameter,
    pairs_beside,
    room_for_passed,
)

#: Best sets that all tasks of a phase keep, about; of one task at least and at most. More are counted.
MOST_KEPT, LEAST_OF_TASK, MOST_OF_TASK = 100_000, 200, 20_000


@dataclass(frozen=True)
class TaskResult:
    """What one task found.

    Attributes
    ----------
    task
        Its number.
    total
        Least sum of distances from a router; that of the incumbent, or 0 for none, if nothing was found.
    optima
        Jump sets that reach it, canonical, each class once, sorted.
    examined
        Sets weighed, one by one or together.
    complete
        False if there were more best sets than are kept.
    """

    task: int
    total: int
    optima: tuple[Jumps, ...]
    examined: int
    complete: bool = True


@dataclass(frozen=True)
class Found:
    """The best of several tasks.

    Attributes
    ----------
    diameter, total
        Of the optima, or of the incumbent where no task found better.
    optima
        Jump sets below n / 2, canonical, sorted; empty if no task found one.
    examined
        Sets weighed in the phases that were needed.
    missing
        Tasks of those phases that are not there.
    tasks
        All tasks of those phases.
    complete
        False if a task found more best sets than are kept.
    """

    diameter: int
    total: int
    optima: tuple[Jumps, ...]
    examined: int
    missing: int
    tasks: int
    complete: bool


@dataclass(frozen=True)
class CirculantSearch:
    """A space with what every task needs.

    Attributes
    ----------
    incumbent
        A set that a quick descent found.
    """

    space: SearchSpace
    incumbent: Known

    @classmethod
    def begin(cls, space: SearchSpace) -> "CirculantSearch":
        """Return the search with its incumbent, which depends on the space alone."""
        return cls(space, quick_incumbent(space))

    @cached_property
    def phases(self) -> range:
        """Diameters to ask for, one after the other."""
        return range(least_diameter(self.space), self.incumbent.diameter + 1)

    @property
    def tasks_a_phase(self) -> int:
        """Tasks of one phase; task t of phase p has number ``p tasks_a_phase + t``."""
        return len(self.space.prefixes)

    @property
    def most_tasks(self) -> int:
        """Tasks of all phases."""
        return len(self.phases) * self.tasks_a_phase


def search_task(search: CirculantSearch, number: int) -> TaskResult:
    """Return what one task finds: all best sets of its phase that begin with its jumps."""
    phase, task = divmod(number, search.tasks_a_phase)
    return search_prefix(search, search.phases[phase], search.space.prefixes[task], number)


def search_prefix(search: CirculantSearch, depth: int, given: Jumps, number: int = -1) -> TaskResult:
    """Return the best sets of at most a diameter that begin with some jumps, base first."""
    start = _start(search, depth, given, len(given))
    if start is None:
        return TaskResult(number, 0, (), 0)
    most = min(max(MOST_KEPT // search.tasks_a_phase, LEAST_OF_TASK), MOST_OF_TASK)
    found = np.zeros((most, search.space.free_jumps), dtype=np.int64)
    total, kept, examined = start.run(found)
    classes = sorted({search.space.canonical(row) for row in found[: min(kept, most)].tolist()})
    return TaskResult(number, total if kept else 0, tuple(classes), examined, kept <= most)


@dataclass(frozen=True)
class Probe:
    """What a search from some jumps took.

    Attributes
    ----------
    thread_s
        Seconds of the thread, tables aside.
    examined
        Sets weighed.
    """

    thread_s: float
    examined: int


def probe_prefix(search: CirculantSearch, depth: int, given: Jumps) -> Probe:
    """Search from some jumps for the time it takes.

    From more jumps than a task is given it takes longer than within a task, which knows by then
    which pairs did not pass with fewer.
    """
    start = _start(search, depth, given, min(len(given), search.space.given_jumps))
    if start is None:
        return Probe(0.0, 0)
    began = time.thread_time()
    _, _, examined = start.run(np.zeros((1, search.space.free_jumps), dtype=np.int64))
    return Probe(time.thread_time() - began, examined)


def followers_of(search: CirculantSearch, depth: int, given: Jumps) -> int:
    """Return how many jumps may follow some jumps, as far as pairs beside the base say."""
    start = _start(search, depth, given, 2)
    return 0 if start is None else int.from_bytes(start.followers.tobytes()).bit_count()


@dataclass(frozen=True, eq=False)
class _Start:
    """What the kernel needs to search from some jumps."""

    routers: int
    given: LongArray
    followers: Words
    fits: Words
    passed: Words
    bounds: Bounds
    most: int

    def run(self, found: LongArray) -> tuple[int, int, int]:
        """Return least sum of distances, sets that reach it and sets examined."""
        from structure.circulants.search_kernels import search  # noqa: PLC0415 - loads Numba

        total, kept, examined = search(
            self.routers,
            self.given,
            self.followers,
            self.bounds.base,
            self.fits,
            self.passed,
            self.bounds.shells,
            self.most,
            self.bounds.roots,
            self.bounds.windows,
            found,
        )
        return int(total), int(kept), int(examined)


def _start(search: CirculantSearch, depth: int, given: Jumps, levels: int) -> _Start | None:
    """Return where to begin; None where the given jumps are in no set that is searched.

    ``levels`` is one more than the number of jumps up to which pairs are tried beforehand.
    """
    space, n = search.space, search.space.routers
    most = search.incumbent.total if depth == search.incumbent.diameter else NO_LIMIT
    passed, fits = room_for_passed(space), np.zeros((0, n // 128 + 1), dtype=np.uint64)
    others = space.others(given[0]) if given else np.array(space.bases)
    followers = bitset(others[others > given[-1]] if given else others, n)
    if len(given) > 1 and n <= TABLED_ROUTERS:
        scores = pair_scores(n, given[0])
        if min(scores[a, b] for a, b in combinations(given, 2)) < given[1]:
            return None
        fits = fitting_pairs(n, given[0], given[1])
        followers &= np.bitwise_and.reduce(fits[list(given)])
        passed[levels : len(given)] = ~np.uint64(0)  # not known
        for level in range(1, min(levels, len(given), len(passed))):
            passed[level] = pairs_beside(space, given[:level], depth, most)
            if not all(_holds(passed[level][a], b) for a, b in combinations(given[level:], 2)):
                return None
            followers &= np.bitwise_and.reduce(passed[level][list(given[level:])])
    jumps = np.array(given, dtype=np.int64)
    return _Start(n, jumps, followers, fits, passed, bounds_of(space, depth), most)


def _holds(bits: Words, jump: int) -> bool:
    """Return True where a jump's bit is set."""
    return bool(int(bits[jump >> 6]) >> (jump & 63) & 1)


def merge(search: CirculantSearch, results: Iterable[TaskResult]) -> Found:
    """Return the best of several tasks together, in whatever order they come.

    Phases after the first one that found a set are not needed, and left out.
    """
    phases: list[list[TaskResult]] = [[] for _ in search.phases]
    for one in results:
        phases[one.task // search.tasks_a_phase].append(one)
    needed = next(
        (p for p, phase in enumerate(phases) if any(one.optima for one in phase)), len(phases) - 1
    )
    used = [one for phase in phases[: needed + 1] for one in phase]
    best = [one for one in phases[needed] if one.optima]
    tasks = (needed + 1) * search.tasks_a_phase
    known = search.incumbent
    total = min((one.total for one in best), default=known.total)
    winners = [one for one in best if one.total == total]
    return Found(
        search.phases[needed] if best else known.diameter,
        total,
        tuple(sorted({jumps for one in winners for jumps in one.optima})),
        sum(one.examined for one in used),
        tasks - len(used),
        tasks,
        all(one.complete for one in winners),
    )


def search_all(search: CirculantSearch) -> Found:
    """Return the best circulants, phase by phase, on one core."""
    done: list[TaskResult] = []
    for number in range(search.most_tasks):
        if number % search.tasks_a_phase == 0 and any(one.optima for one in done):
            break
        done.append(search_task(search, number))
    return merge(search, done)
