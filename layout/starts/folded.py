"""Starting point for products of rings, paths and cliques: some dimensions across, some along.

A ring folded in the middle (0, 2, 4, .., 5, 3, 1) has no link longer than two steps.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np
import numpy.typing as npt

from netfloor.layout.problem import Problem
from netfloor.layout.starts.fill import best_of, fill, grid_under
from netfloor.topologies.families.lattices.lattice import Dimension

#: Beyond, orders of dimensions are cut off: every router is looked at in each.
MOST_DIMENSIONS = 5

Floats = npt.NDArray[np.float64]


def folded_start(problem: Problem) -> npt.NDArray[np.int32] | None:
    """Return the cheapest folded layout; None without a lattice or without a grid to lay it on."""
    grid = grid_under(problem)
    if grid is None or problem.lattice is None:
        return None
    fills = (fill(problem, grid, rows, columns) for rows, columns in _keys(problem.lattice))
    return best_of(problem, (placement for pair in fills for placement in pair))


def fold(size: int) -> npt.NDArray[np.int64]:
    """Return the place of each router of a ring on a line: 0, 2, 4, .., 5, 3, 1."""
    step = np.arange(size)
    return np.where(2 * step < size, 2 * step, 2 * (size - step) - 1)


def _keys(dimensions: Sequence[Dimension]) -> Iterator[tuple[Floats, Floats]]:
    """Yield the ways to lay dimensions: the first few of an order across the rows, the others along."""
    sizes = [part.size for part in dimensions]
    steps = np.indices(sizes).reshape(len(sizes), -1)
    lines = [
        fold(part.size)[step] if part.kind == "ring" else step
        for part, step in zip(dimensions, steps, strict=True)
    ]
    axes = range(len(sizes))
    orders = permutations(axes) if len(sizes) <= MOST_DIMENSIONS else [tuple(axes)]
    for order in orders:
        for cut in range(len(sizes) + 1):
            yield _mixed(order[:cut], sizes, lines), _mixed(order[cut:], sizes, lines)


def _mixed(axes: Sequence[int], sizes: list[int], lines: list[npt.NDArray[np.int64]]) -> Floats:
    """Return one key of several dimensions, the first varying slowest; neighbours turn back.

    Every other run of a faster dimension is walked backwards, so that the key's steps are
    neighbours.
    """
    key = np.zeros(len(lines[0]), dtype=np.int64)
    for axis in axes:
        step = np.where(key % 2 == 0, lines[axis], sizes[axis] - 1 - lines[axis])
        key = key * sizes[axis] + step
    return key.astype(np.float64)
