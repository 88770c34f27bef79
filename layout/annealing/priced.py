"""Annealing without tables, for networks too large for them: any cost of the length."""

import math

import numpy as np
import numpy.typing as npt

from layout.annealing.annealer import Annealer
from layout.annealing.priced_kernels import Priced, anneal_slice, descend_some, mean_change
from layout.lengths import PricedLengths
from layout.problem import Problem


class PricedAnnealer(Annealer):
    """Keeps nothing but the placement."""

    max_slice = 1 << 15

    def __init__(self, problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator):
        super().__init__(problem, slot_of, rng)
        assert isinstance(problem.lengths, PricedLengths)  # noqa: S101 - for the type checker
        self.priced = priced_of(problem.lengths)

    def refresh(self) -> None:
        """Do nothing: there is no table."""

    def sample(self, samples: int) -> float:
        """Return the mean absolute change of random swaps from here."""
        return float(mean_change(samples, self.priced, self.state, self.flow))

    def propose(self, proposals: int, temperature: float) -> int:
        """Propose random swaps at one temperature; return the change of cost."""
        return int(anneal_slice(proposals, temperature, self.priced, self.state, self.flow))

    def descend_some(self, begin: int, end: int) -> int:
        """Try every swap of some movers, take what improves; return the change of cost."""
        return int(descend_some(begin, end, self.priced, self.state, self.flow))


def priced_of(lengths: PricedLengths) -> Priced:
    """Return positions in the largest unit that divides all distances, and the price by distance."""
    grid = lengths.floor.below
    positions = np.concatenate([grid.row_mm - grid.row_mm[0], grid.column_mm - grid.column_mm[0]])
    unit = max(math.gcd(*positions.tolist()), 1)
    farthest = int(np.ptp(grid.row_mm) + np.ptp(grid.column_mm)) // unit
    away = grid.apart_mm + unit * np.arange(farthest + 1)
    places = np.searchsorted(lengths.length_mm, away)
    known = np.minimum(places, len(lengths.length_mm) - 1)
    first = grid.first_slot[:-1]
    return Priced(
        cabinet=grid.slot_cabinet.astype(np.uint32),
        x=(grid.column_mm[grid.slot_column[first]] - grid.column_mm[0]) // unit,
        y=(grid.row_mm[grid.slot_row[first]] - grid.row_mm[0]) // unit,
        price=lengths.cost[known]
        + lengths.apart,  # distances that no two cabinets have are never looked up
        inside=int(lengths.of_length(np.array([grid.inside_mm]))[0]),
    )
