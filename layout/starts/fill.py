"""Fill a floor in the order of two keys: line by line, and along each line."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from layout.lengths import PricedLengths
from layout.problem import Problem
from layout.starts.random_start import placed_in
from rooms.grid_lengths import GridLengths
from rooms.routed_lengths import FloorLengths

Slots = npt.NDArray[np.int32]


def grid_under(problem: Problem) -> GridLengths | None:
    """Return the grid that a problem's slots stand on, None where costs are a table."""
    lengths = problem.lengths
    floor = lengths.floor if isinstance(lengths, PricedLengths) else lengths
    return floor.below if isinstance(floor, FloorLengths) else None


def nearest_places(problem: Problem, grid: GridLengths) -> Slots:
    """Return as many free slots as routers may move, those nearest to the floor's middle."""
    places = problem.places
    x_mm, y_mm = grid.column_mm[grid.slot_column], grid.row_mm[grid.slot_row]
    away = np.abs(2 * x_mm - x_mm.min() - x_mm.max()) + np.abs(2 * y_mm - y_mm.min() - y_mm.max())
    order = np.argsort(away[places], kind="stable")
    return np.sort(places[order[: len(problem.movers)]])


def fill(
    problem: Problem,
    grid: GridLengths,
    row_key: npt.NDArray[np.float64],
    column_key: npt.NDArray[np.float64],
) -> Iterator[Slots]:
    """Yield two placements: rows filled by one key, each along the other; and columns likewise.

    Parameters
    ----------
    row_key, column_key
        Where each router belongs across the rows and along them, (n,), in any unit.
    """
    places, movers = nearest_places(problem, grid), problem.movers
    row, column = grid.slot_row[places], grid.slot_column[places]
    keys = row_key[movers], column_key[movers]
    for (line, along), (first, second) in (
        ((row, column), keys),
        ((column, row), keys[::-1]),
    ):
        slots = places[np.lexsort((along, line))]
        lines = np.sort(line)
        routers = np.lexsort((second, first))
        # routers of one line, ordered along it
        routers = routers[np.lexsort((first[routers], second[routers], lines))]
        ordered = np.empty(len(movers), dtype=np.int32)
        ordered[routers] = slots
        yield placed_in(problem, ordered)


def best_of(problem: Problem, placements: Iterator[Slots]) -> Slots | None:
    """Return the cheapest of some placements, the first among equals; None if there is none."""
    return min(placements, key=problem.cost, default=None)
