"""Starting point: routers in their own order, as a person would number them."""

import numpy as np
import numpy.typing as npt

from layout.problem import Problem
from layout.starts.fill import best_of, fill, grid_under
from layout.starts.random_start import placed_in


def row_major_start(problem: Problem) -> npt.NDArray[np.int32]:
    """Return routers 0, 1, ... along the rows, or along the columns if that costs less."""
    grid = grid_under(problem)
    if grid is None:
        return placed_in(problem, problem.places[: len(problem.movers)])
    order = np.arange(problem.routers, dtype=np.float64)
    best = best_of(problem, fill(problem, grid, order, order))
    assert best is not None  # noqa: S101 - two were made
    return best
