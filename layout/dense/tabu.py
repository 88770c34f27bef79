"""Tabu search from a permutation, in slices that a stopping rule can end."""

from collections.abc import Callable

import numpy as np

from netfloor.layout.dense.problem import DenseProblem, Permutation
from netfloor.layout.dense.table_kernels import fill_change, fill_table, forget_exchange, permute_distances
from netfloor.layout.dense.tables import Tables, make_bench
from netfloor.layout.dense.tabu_kernels import tabu_search

#: Matrix entries processed between two checks of the clock: some hundredths of a second.
SLICE_ENTRIES = 1 << 23
#: A facility avoids a location for a random number of moves between these shares of n.
SHORTEST, LONGEST = 0.2, 0.4


class TabuSearch:
    """Tabu search with reusable tables; runs one search at a time."""

    def __init__(self, problem: DenseProblem, tables: Tables) -> None:
        n = tables.size
        self.problem, self.tables, self.bench = problem, tables, make_bench(tables)
        kind = tables.flow.dtype
        self.foreign_files = kind.type(np.iinfo(kind).max)
        self.tenure = max(1, int(SHORTEST * n)), max(2, int(LONGEST * n))

    def run(
        self, start: Permutation, moves: int, seed: int, ended: Callable[[int], bool]
    ) -> tuple[int, Permutation, int]:
        """Search from a permutation and return the best cost, its permutation and the moves made.

        Parameters
        ----------
        moves
            Maximum number of moves.
        seed
            Seed of ties and tenures, 64 bits.
        ended
            Called between slices with the best cost so far; True ends the search.
        """
        cost = best = self.problem.cost(start)
        self.bench.place[:] = self.bench.best_place[:] = start
        self.bench.random[0] = seed
        slice_moves = max(1, SLICE_ENTRIES // self.tables.size**2)
        done = 0
        if self.load(lambda: ended(best)):
            while done < moves and not ended(best):
                step = min(slice_moves, moves - done)
                cost, best = map(
                    int,
                    tabu_search(
                        step, done, cost, best, self.foreign_files, *self.tenure, self.tables, self.bench
                    ),
                )
                done += step
        return best, self.bench.best_place.copy(), done

    def load(self, ended: Callable[[], bool]) -> bool:
        """Compute all tables of the permutation; return False if ended before."""
        tables, bench, n = self.tables, self.bench, self.tables.size
        permute_distances(tables, bench)
        lines = max(1, SLICE_ENTRIES // n**2)
        for begin in range(0, n, lines):
            if ended():
                return False
            fill_table(begin, min(begin + lines, n), tables, bench)
        fill_change(tables, bench)
        bench.until[:] = 0
        bench.expiry[:] = 0
        forget_exchange(bench)
        return True
