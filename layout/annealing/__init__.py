"""Simulated annealing: one loop, and a table of swap costs for each kind of problem."""

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.annealing.annealer import Annealer
from netfloor.layout.annealing.grid import GridAnnealer
from netfloor.layout.annealing.matrix import MatrixAnnealer
from netfloor.layout.annealing.priced import PricedAnnealer
from netfloor.layout.annealing.schedule import Schedule
from netfloor.layout.lengths import PricedLengths
from netfloor.layout.problem import Problem
from netfloor.layout.starts import separated
from netfloor.rooms.grid_lengths import GridLengths

__all__ = ["Annealer", "Schedule", "make_annealer"]

#: Routers times cabinets up to which a table of all of them is the fastest even for a grid:
#: four look-ups a proposal instead of a dozen, while it stays in the cache. Measured.
SMALL_CELLS = 1 << 17
#: And up to which it fits in memory (4 bytes each as a rule).
MOST_CELLS = 1 << 28


def annealer_kind(problem: Problem) -> type[Annealer]:
    """Return the class of annealer for a problem; `InfeasibleError` if none could hold it."""
    lengths = problem.lengths
    cells = problem.routers * (len(lengths.first_slot) - 1)
    if isinstance(lengths, GridLengths):
        return MatrixAnnealer if cells <= SMALL_CELLS else GridAnnealer
    if cells <= MOST_CELLS:
        return MatrixAnnealer
    if isinstance(lengths, PricedLengths) and isinstance(lengths.floor, GridLengths):
        return PricedAnnealer
    raise InfeasibleError(
        f"{problem.routers} switches in {len(lengths.first_slot) - 1} cabinets with a cost table of "
        f"their own would need {4 * cells / 1e9:.0f} GB"
    )


def make_annealer(problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator) -> Annealer:
    """Return an annealer of the fitting kind that starts from a placement, its pairs put apart first.

    Raises
    ------
    InfeasibleError
        If no way is found to keep pairs apart that have to be, or a table would be too large.
    """
    return annealer_kind(problem)(problem, separated(problem, slot_of), rng)
