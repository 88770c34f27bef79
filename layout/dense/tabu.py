"""Tabu search from one permutation, in slices that a stopping criterion can end."""

from collections.abc import Callable

import numpy as np

from layout.dense.problem import DenseProblem, Permutation
from layout.dense.table_kernels import fill_change, fill_table, forget_exchange, permute_distances
from layout.dense.tables import Tables
from layout.dense.tabu_kernels import tabu_search

#: Matrix entries touched between two looks at the clock: some hundredths of a second.
SLICE_ENTRIES = 1 << 23
#: A facility stays away from a place for a random number of moves between these shares of n.
SHORTEST, LONGEST = 0.2, 0.4


class TabuSearch:
    """Room for one search at a time: a permutation and its tables."""

    def __init__(self, problem: DenseProblem, tables: Tables) -> None:
        n, kind = tables.size, tables.flow.dtype
        self.problem, self.tables = problem, tables
        self.place = np.zeros(n, dtype=np.int64)
        self.best_place = np.zeros(n, dtype=np.int64)
        self.near, self.table = np.zeros((2, n, n), dtype=kind)
        self.both = np.zeros_like(tables.back)
        self.change = np.zeros((n // 2, n), dtype=kind)
        self.until = np.zeros((n // 2, n), dtype=np.int32)
        self.expiry = np.zeros((n, n), dtype=np.int32)
        self.x, self.y, self.x_back, self.y_back = np.zeros((4, 2 * n), dtype=kind)
        self.own, self.line = np.zeros((2, n), dtype=kind)
        self.least = np.zeros(n // 2, dtype=kind)
        self.never = kind.type(np.iinfo(kind).max)
        self.tenure = max(1, int(SHORTEST * n)), max(2, int(LONGEST * n))

    def run(
        self, start: Permutation, moves: int, seed: int, ended: Callable[[int], bool]
    ) -> tuple[int, Permutation, int]:
        """Search from a permutation; return the best cost, its permutation and the moves made.

        Parameters
        ----------
        moves
            Most moves to make.
        seed
            Of the ties and tenures, 64 bits.
        ended
            Asked between slices with the best cost so far; True ends the search.
        """
        cost = best = self.problem.cost(start)
        self.place[:] = self.best_place[:] = start
        random = np.array([seed], dtype=np.uint64)
        slice_moves = max(1, SLICE_ENTRIES // self.tables.size**2)
        done = 0
        if self.load(lambda: ended(best)):
            while done < moves and not ended(best):
                step = min(slice_moves, moves - done)
                cost, best = self._move(step, done, cost, best, random)
                done += step
        return int(best), self.best_place.copy(), done

    def load(self, ended: Callable[[], bool]) -> bool:
        """Compute all tables of the permutation; False if it was ended before."""
        tables, n = self.tables, self.tables.size
        permute_distances(self.place, tables.distance, tables.back, self.near, self.both)
        lines = max(1, SLICE_ENTRIES // n**2)
        for begin in range(0, n, lines):
            if ended():
                return False
            fill_table(
                begin, min(begin + lines, n), self.place, tables.flow, tables.back,
                tables.own_flow, tables.own_distance, self.near, self.both, self.table,
            )  # fmt: skip
        fill_change(tables.pair, self.near, self.both, self.table, self.change)
        self.until[:] = 0
        self.expiry[:] = 0
        forget_exchange(self.x, self.y, self.x_back, self.y_back)
        return True

    def _move(self, moves: int, done: int, cost: int, best: int, random: np.ndarray) -> tuple[int, int]:
        tables = self.tables
        after, best_after = tabu_search(
            moves, done, cost, best, self.never, *self.tenure, tables.flow, tables.back, tables.pair,
            self.place, self.best_place, self.near, self.both, self.table, self.own, self.change,
            self.until, self.expiry, self.x, self.y, self.x_back, self.y_back,
            self.line, self.least, random,
        )  # fmt: skip
        return int(after), int(best_after)
