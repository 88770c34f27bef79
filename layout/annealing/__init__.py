"""Simulated annealing: one loop, and a table of swap costs for each kind of length."""

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

#: Switches times cabinets up to which a full table is fastest even for a grid: four look-ups per proposal
#: instead of a dozen while it stays in the cache. Measured.
SMALL_CELLS = 1 << 17
#: Largest table that fits in memory (4 bytes per cell as a rule).
MAX_CELLS = 1 << 28


def annealer_kind(problem: Problem) -> type[Annealer]:
    """Choose the annealer class for a problem.

    Raise `InfeasibleError` if its table would not fit in memory.
    """
    lengths = problem.lengths
    cells = problem.routers * (len(lengths.first_slot) - 1)
    if isinstance(lengths, GridLengths):
        return MatrixAnnealer if cells <= SMALL_CELLS else GridAnnealer
    if cells <= MAX_CELLS:
        return MatrixAnnealer
    if isinstance(lengths, PricedLengths) and isinstance(lengths.floor, GridLengths):
        return PricedAnnealer
    raise InfeasibleError(
        f"{problem.routers} switches in {len(lengths.first_slot) - 1} cabinets with a cost table of "
        f"their own would need {4 * cells / 1e9:.0f} GB"
    )


def make_annealer(problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator) -> Annealer:
    """Build the annealer for a problem, starting from a placement whose clashing pairs are separated first.

    Raise `InfeasibleError` if the pairs cannot be separated or the table would be too large.
    """
    return annealer_kind(problem)(problem, separated(problem, slot_of), rng)
