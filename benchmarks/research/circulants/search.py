"""Speed of the circulant search against plain enumeration as in the optimal circulant paper."""

import math
import time
from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.research.circulants.plain_kernels import enumerate_plainly
from netfloor.foundation.observer import SilentObserver
from netfloor.research.circulants.engine.search import search_task
from netfloor.research.circulants.engine.tables import bounds_of, pairs_beside
from netfloor.research.circulants.engine.tasks import CirculantSearch, SearchResult, TaskResult, merge
from netfloor.research.circulants.phases import Keeper, run_phases
from netfloor.research.circulants.space import SearchSpace, fitting_pairs, pair_scores

SPACES = ((256, 8), (512, 8), (512, 9), (1024, 8), (1024, 10))
#: Graphs that plain enumeration evaluates before it stops.
PLAIN = 100_000
#: Graphs per second and core in the paper (Intel Xeon Gold 6148, section 3).
PAPER_PER_S = 100_000
#: Searches shorter than this many seconds are repeated this often, without a table.
A_MOMENT_S, MOMENTS = 1.0, 5


def circulants() -> Iterator[str]:
    """Report jump sets per second of CPU time on one core, for the search and for plain enumeration."""
    warm = CirculantSearch.begin(SearchSpace(64, 8))
    search_task(warm, 0)  # compiles
    plain_rate(SearchSpace(64, 8), 1)
    for n, radix in SPACES:
        space = SearchSpace(n, radix)
        began = time.process_time()
        search = CirculantSearch.begin(space)
        descent = time.process_time() - began
        result, searching = searched(search)
        seconds = descent + searching
        sets = math.comb(len(space.candidates) - 1, space.free_jumps - 1)
        rate, plain = result.examined / searching, plain_rate(space, PLAIN)
        yield (
            f"({n}, {radix}) {seconds:8.2f} core-s, {descent:.2f} of them for the incumbent:"
            f" {result.examined:,} sets examined, {rate:,.0f} a second;"
            f" {sets / seconds:,.0f} of the {sets:,} sets with jump 1 dealt with a second;"
            f" plain {plain:,.0f}; examined {rate / plain:,.0f} times as fast,"
            f" {rate / PAPER_PER_S:,.0f} times the paper's {PAPER_PER_S:,}"
        )


def searched(search: CirculantSearch) -> tuple[SearchResult, float]:
    """Return the result and CPU time of a search; short searches take the minimum of several runs."""
    times: list[float] = []
    while True:
        for table in (pair_scores, fitting_pairs, pairs_beside, bounds_of):
            table.cache_clear()
        began = time.process_time()
        keeper = Keeper(None, search, {})
        run_phases(keeper, on_this_core, SilentObserver(), range(search.tasks_a_phase), lambda: False)
        result = merge(search, keeper.done.values())
        times.append(time.process_time() - began)
        if len(times) == MOMENTS or times[0] > A_MOMENT_S:
            return result, min(times)


def on_this_core(search: CirculantSearch, numbers: Sequence[int]) -> Iterator[TaskResult]:
    """Run tasks one after another."""
    return (search_task(search, number) for number in numbers)


def plain_rate(space: SearchSpace, amount: int) -> float:
    """Return the sets per second of plain enumeration, starting at a random set."""
    rng = np.random.default_rng(0)
    others = np.sort(rng.choice(space.candidates[1:], space.free_jumps - 1, replace=False))
    jumps = np.concatenate([[1], others]).astype(np.int64)
    began = time.process_time()
    _, _, done = enumerate_plainly(space.routers, jumps, bool(space.radix % 2), amount)
    return float(done / (time.process_time() - began))
