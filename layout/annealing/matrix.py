"""Annealing with a table of every router in every cabinet: any symmetric cost."""

import numpy as np
import numpy.typing as npt

from layout.annealing.annealer import Annealer, narrowest
from layout.annealing.matrix_kernels import (
    Matrix,
    anneal_slice,
    descend_some,
    fill_table,
    mean_change,
)
from layout.problem import Problem


class MatrixAnnealer(Annealer):
    """Keeps what each router would cost in each cabinet, (n, C)."""

    def __init__(self, problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator):
        super().__init__(problem, slot_of, rng)
        cost = problem.lengths.by_cabinet()
        self.unit = int(np.gcd.reduce(cost, axis=None)) or 1
        cost = cost // self.unit
        heaviest = int(problem.flow.sum(axis=1).max(initial=0))
        kind = narrowest(heaviest * int(np.abs(cost).max(initial=0)))
        cabinets = len(cost)
        self.matrix = Matrix(
            cost.astype(kind),
            problem.lengths.slot_cabinet.astype(np.uint32),
            np.zeros((problem.routers, cabinets), dtype=kind),
            np.zeros(cabinets, dtype=kind),
        )
        inside = np.diag(cost)
        links = int(problem.flow.data.max(initial=0))
        gains = inside[:, None] + inside[None, :] - 2 * cost
        np.fill_diagonal(gains, 0)
        self.slack = links * int(gains.max(initial=0))
        self.refresh()

    def refresh(self) -> None:
        """Compute the table from where the routers stand."""
        fill_table(self.matrix, self.state, self.flow)

    def sample(self, samples: int) -> float:
        """Return the mean absolute change of random swaps from here."""
        return self.unit * float(mean_change(samples, self.matrix, self.state, self.flow))

    def propose(self, proposals: int, temperature: float) -> int:
        """Propose random swaps at one temperature; return the change of cost."""
        units = temperature / self.unit
        change = anneal_slice(proposals, units, self.slack, self.matrix, self.state, self.flow)
        return self.unit * int(change)

    def descend_some(self, begin: int, end: int) -> int:
        """Try every swap of some movers, take what improves; return the change of cost."""
        change = descend_some(begin, end, self.slack, self.matrix, self.state, self.flow)
        return self.unit * int(change)
