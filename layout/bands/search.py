"""Proved shortest placement of few switches in a grid, by branch and bound over rows and columns.

Grid lengths are sums over lines, so a placement costs the network's cuts along its rows plus those along
its columns, less the savings inside cabinets. The search enumerates sets of switches for the bands (usually
rows) while these and the cheapest columns stay below the best placement known. Columns of such bands are
filled cell by cell: the remaining cost depends only on the set of switches placed so far.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.bands.branch_and_bound import BranchAndBound, Cells, UnprovedError, cells_of
from netfloor.layout.bands.given_bands import GivenBands
from netfloor.layout.bands.switch_sets import NEVER, SwitchSets, min_lines
from netfloor.layout.bounds.line_cuts import min_chain
from netfloor.layout.budget import Stopping
from netfloor.layout.problem import Problem

#: Work counted for checking the sizes of a list of bands, in choices.
_LIST_WORK = 20_000


def shortest(
    problem: Problem, begin: npt.NDArray[np.int32], stop: Stopping
) -> tuple[npt.NDArray[np.int32], bool]:
    """Return the best placement found, and whether it is proved shortest.

    Parameters
    ----------
    problem
        Few switches in a grid, without required blocks.
    begin
        A valid placement; a shorter one makes the search faster.
    stop
        Ends the search early.
    """
    cells, network = cells_of(problem), SwitchSets(problem)
    limit = problem.cost(begin) - max(problem.grid.grain_mm, 1)
    bound, wide, work = problem.fixed is not None or problem.apart is not None, cells.filled, 0
    result = None
    try:
        if problem.fixed is None and wide.alike and (bound or not cells.alike):
            # relaxed: no missing places, no separation rules, so moved or mirrored placements are
            # equivalent
            branching = BranchAndBound(network, wide, limit, stop, bound=False)
            if look_everywhere(branching) is None:
                return begin, True
            if (slot_of := _moved(problem, cells, branching.found)) is not None:
                return slot_of, True
            work = branching.work
        branching = BranchAndBound(network, cells, limit, stop, bound, work=work)
        result, proved = look_everywhere(branching), True
    except UnprovedError:
        result, proved = branching.found if branching.cells is cells else None, False
    return begin if result is None else _slots(problem, cells, result), proved


def _moved(problem: Problem, cells: Cells, found: Any) -> npt.NDArray[np.int32] | None:
    """Shift or mirror a placement to an allowed position; None if there is none."""
    for mirror in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        shape = found * np.array(mirror)
        shape = shape - shape.min(axis=0)
        for i, j in np.ndindex(*(np.array(cells.places.shape) - shape.max(axis=0))):
            at = shape + np.array([i, j])
            taken = np.zeros_like(cells.places)
            np.add.at(taken, tuple(at.T), 1)
            if (taken <= cells.places).all():
                slot_of = _slots(problem, cells, at)
                if problem.apart is None or not problem.apart.clashing(slot_of).any():
                    return slot_of
    return None


def _slots(problem: Problem, cells: Cells, found: Any) -> npt.NDArray[np.int32]:
    """Choose a slot in its cabinet for every switch; fixed switches keep theirs."""
    fixed = [-1] * problem.routers if problem.fixed is None else problem.fixed.tolist()
    closed, home = problem.closed, problem.grid.slot_cabinet
    left: dict[int, list[int]] = {}
    for slot, cabinet in enumerate(home.tolist()):
        if slot not in fixed and (closed is None or not closed[slot]):
            left.setdefault(cabinet, []).append(slot)
    chosen = cells.cabinet[tuple(found.T)].tolist()
    slots = [slot if slot >= 0 else left[at].pop(0) for slot, at in zip(fixed, chosen, strict=True)]
    return np.array(slots, dtype=np.int32)


def look_everywhere(branching: BranchAndBound) -> npt.NDArray[np.int64] | None:
    """Search every list of bands; raise `UnprovedError` at the work or time limit.

    Bands run in the direction with fewer candidate lists or, with restricted switches, fewer lines.
    """
    ways = [branching.cells, branching.cells.turned]
    if branching.movable:
        counts = [max(map(len, _choices(branching, cells)), default=0) for cells in ways]
    else:
        counts = [len(cells.band_mm) for cells in ways]
    turned = counts[1] < counts[0]
    cells = ways[turned]
    for bands in _choices(branching, cells):
        GivenBands(branching, cells, cells.only(bands), np.asarray(bands), turned).search()
    return branching.found


def _choices(branching: BranchAndBound, cells: Cells) -> Iterator[tuple[int, ...]]:
    """Yield the lists of bands that may hold switches, judged by their sizes."""
    maximum = min(len(cells.band_mm), branching.network.problem.routers)
    lists = (
        (tuple(range(many)) for many in range(1, maximum + 1))
        if branching.movable
        else _lists(branching, cells, ())
    )
    return (listing for listing in lists if _pays(branching, cells, listing))


def _lists(branching: BranchAndBound, cells: Cells, begun: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield all lists of bands with a given beginning whose length can stay within the limit."""
    network = branching.network
    minimum = int(network.least[1:-1].min(initial=NEVER))
    dearest = branching.limit - branching.fixed_mm + int(network.savings(int(cells.places.max()))[-1])
    for line in range(begun[-1] + 1 if begun else 0, len(cells.band_mm)):
        more = (*begun, line)
        if minimum * int(cells.band_mm[line] - cells.band_mm[more[0]]) <= dearest:
            yield more
            if len(more) < network.problem.routers:
                yield from _lists(branching, cells, more)


def _pays(branching: BranchAndBound, cells: Cells, bands: tuple[int, ...]) -> bool:
    """Return True if a placement in exactly these bands may be within the limit."""
    network, used = branching.network, cells.only(bands)
    branching.spend(_LIST_WORK)
    rows, columns = used.places.sum(axis=1).tolist(), used.places.sum(axis=0)
    if sum(rows) < network.problem.routers or min(rows) == 0:
        return False
    along = min_chain(network.least, np.diff(used.column_mm), columns)
    gaps, minimum = np.diff(used.band_mm).tolist(), network.least.tolist()
    across = min_lines(tuple(rows), tuple(gaps), tuple(minimum))[0][0]
    saved = int(network.savings(int(used.places.max()))[-1])
    return branching.fixed_mm + along + across - saved <= branching.limit
