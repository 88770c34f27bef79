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
from dataclasses import dataclass

import numpy as np

from structure.circulants.results import Found, TaskResult, merge
from structure.circulants.space import Jumps
from structure.circulants.start import start_from
from structure.circulants.tasks import CirculantSearch

#: Best sets of a task that there is room for at first, and at most: a task that has more is run again.
FIRST_ROOM, MOST_ROOM = 200, 200_000


def search_task(search: CirculantSearch, number: int) -> TaskResult:
    """Return what one task finds: all best sets of its phase that begin with its jumps."""
    phase, task = divmod(number, search.tasks_a_phase)
    return search_prefix(search, search.phases[phase], search.space.prefixes[task], number)


def search_prefix(search: CirculantSearch, depth: int, given: Jumps, number: int = -1) -> TaskResult:
    """Return the best sets of at most a diameter that begin with some jumps, base first."""
    room, m = FIRST_ROOM, search.space.free_jumps
    while True:
        start = start_from(search, depth, given, len(given))
        if start is None:
            return TaskResult(number, 0, (), 0)
        found = np.zeros((room, m), dtype=np.int32)
        total, kept, examined = start.run(found)
        if kept <= room or room == MOST_ROOM:
            break
        room = min(kept, MOST_ROOM)
    classes = search.space.canonical_sets(found[: min(kept, room)])
    return TaskResult(number, total if kept else 0, classes, examined, kept <= room)


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
    start = start_from(search, depth, given, min(len(given), search.space.given_jumps))
    if start is None:
        return Probe(0.0, 0)
    began = time.thread_time()
    _, _, examined = start.run(np.zeros((1, search.space.free_jumps), dtype=np.int32))
    return Probe(time.thread_time() - began, examined)


def followers_of(search: CirculantSearch, depth: int, given: Jumps) -> int:
    """Return how many jumps may follow some jumps, as far as pairs beside the base say."""
    start = start_from(search, depth, given, 2)
    return 0 if start is None else int.from_bytes(start.followers.tobytes()).bit_count()


def search_all(search: CirculantSearch) -> Found:
    """Return the best circulants, phase by phase, on one core."""
    done: list[TaskResult] = []
    for number in range(search.most_tasks):
        if number % search.tasks_a_phase == 0 and any(one.found for one in done):
            break
        done.append(search_task(search, number))
    return merge(search, done)
