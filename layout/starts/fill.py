"""Placements made slot by slot: at random, in the routers' own order, or by two keys of each router."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from netfloor.layout.lengths import PricedLengths
from netfloor.layout.problem import Problem
from netfloor.rooms.grid_lengths import GridLengths
from netfloor.rooms.routed_lengths import FloorLengths

Slots = npt.NDArray[np.int32]


def random_start(problem: Problem, rng: np.random.Generator) -> Slots:
    """Return distinct slots drawn uniformly, (n,) int32, in their zones; fixed routers stay."""
    slots, turn = rng.permutation(problem.places), np.arange(len(problem.movers))
    if problem.zone is not None and problem.group is not None:
        slots = slots[np.argsort(problem.zone[slots], kind="stable")]
        own = problem.group[problem.movers]
        turn = problem.reach[0] + turn - np.searchsorted(own, own)
    return placed_in(problem, slots[turn])


def placed_in(problem: Problem, slots: Slots) -> Slots:
    """Return a slot for every router, the movers in the given ones in their order, (n,) int32."""
    slot_of = np.empty(problem.routers, dtype=np.int32)
    if problem.fixed is not None:
        slot_of[:] = problem.fixed
    slot_of[problem.movers] = slots
    return slot_of


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


def row_major_start(problem: Problem) -> Slots:
    """Return routers 0, 1, ... along the rows, or along the columns if that costs less."""
    grid = grid_under(problem)
    if grid is None:
        return placed_in(problem, problem.places[: len(problem.movers)])
    order = np.arange(problem.routers, dtype=np.float64)
    best = best_of(problem, fill(problem, grid, order, order))
    assert best is not None  # noqa: S101 - two were made
    return best
