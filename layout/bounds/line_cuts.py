"""Lower bound by line cuts.

Every straight line through the room cuts links, and each cut link has a length.

A line between two rows (or columns) with s switches on one side is crossed by at least ``lambda2 * s * (n -
s) / n`` links, with lambda2 the second eigenvalue of the Laplacian (Fiedler 1973; Mohar 1991), and every
crossing is as long as the gap under the line. The numbers s along parallel lines are coupled: from one line
to the next at most one row of slots is filled. Dynamic programming finds the smallest sum over all such
sequences.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.bounds.bound import Bound, max_inside_links
from netfloor.layout.bounds.rectilinear_bound import find_minorant
from netfloor.layout.problem import Problem
from netfloor.rooms.routed_lengths import RoutedLengths
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue

#: Larger than any sum of cuts, and safe from overflow when a cut is added.
UNREACHABLE = np.iinfo(np.int64).max // 4


def line_cut_bound(
    problem: Problem, eigenvalue: ProvedEigenvalue, _interrupt: Interrupt | None = None
) -> Bound:
    """Return the certified bound of a problem.

    ``eigenvalue`` is a proved lower bound on the second eigenvalue of the Laplacian.
    """
    cuts = min_cuts(problem.flow, eigenvalue.value)
    if isinstance(problem.lengths, RoutedLengths):
        return _routed_bound(problem, problem.lengths, eigenvalue, cuts)
    lengths = problem.grid
    rows = min_chain(cuts, np.diff(lengths.row_mm), slots_by(lengths.slot_row, lengths.row_mm))
    columns = min_chain(cuts, np.diff(lengths.column_mm), slots_by(lengths.slot_column, lengths.column_mm))
    inside = max_inside_links(problem) if lengths.discount_mm > 0 else 0
    fixed = lengths.apart_mm * problem.link_count - lengths.discount_mm * inside
    return _bound(eigenvalue, fixed, inside, rows, columns)


def _routed_bound(
    problem: Problem, lengths: RoutedLengths, eigenvalue: ProvedEigenvalue, cuts: npt.NDArray[np.int64]
) -> Bound:
    """Return the bound by rectilinear lengths below those of a hall."""
    below = find_minorant(problem, lengths, cuts)
    fixed, inside = below.fixed_mm(problem, lengths)
    home = lengths.cabinet_of_slot
    rows, columns = (_across(cuts, positions[home]) for positions in (below.y_mm, below.x_mm))
    return replace(_bound(eigenvalue, fixed, inside, rows, columns), below=below.to_dict())


def _across(cuts: npt.NDArray[np.int64], position_mm: npt.NDArray[np.int64]) -> int:
    """Return the smallest length across lines between slots at the given positions, (S,)."""
    distinct, line = np.unique(position_mm, return_inverse=True)
    return min_chain(cuts, np.diff(distinct), np.bincount(line))


def _bound(eigenvalue: ProvedEigenvalue, fixed: int, inside: int, rows: int, columns: int) -> Bound:
    flow = None if eigenvalue.flow is None else eigenvalue.flow.to_dict()
    method = f"line cuts, {eigenvalue.method}"
    return Bound(
        length_mm=fixed + rows + columns,
        method=method,
        eigenvalue=eigenvalue.value,
        inside_links=inside,
        rows_mm=rows,
        columns_mm=columns,
        flow=flow,
    )


def slots_by(line: npt.NDArray[np.int32], positions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Count the slots of each row (or column)."""
    return np.bincount(line, minlength=len(positions))


def min_cuts(flow: csr_array, eigenvalue: float) -> npt.NDArray[np.int64]:
    """Bound the number of links that leave any s switches, for s = 0 .. n.

    The larger of the spectral bound and, for few switches, the s smallest degrees less the links among s
    fully linked switches. If every degree is even, the cut is even; in a k-regular graph it has the parity
    of k s.
    """
    degrees = np.sort(np.asarray(flow.sum(axis=1)).ravel().astype(np.int64))
    routers = len(degrees)
    s = np.arange(routers + 1, dtype=np.int64)
    spectral = np.ceil(eigenvalue * (s * (routers - s)) / max(routers, 1)).astype(np.int64)
    heaviest = int(flow.data.max(initial=0))
    leaving = np.concatenate([[0], np.cumsum(degrees)]) - heaviest * s * (s - 1)
    cuts = np.maximum(spectral, np.maximum(leaving, leaving[::-1]))
    minimum: npt.NDArray[np.int64] = np.maximum(cuts + _parity_deficit(cuts, degrees, s), 0)
    return minimum


def _parity_deficit(
    cuts: npt.NDArray[np.int64], degrees: npt.NDArray[np.int64], s: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return 1 where parity rules out a cut of this size: a cut is the sum of s degrees modulo 2."""
    odd = degrees & 1
    if len(odd) and (odd == odd[0]).all():
        return (cuts ^ (int(odd[0]) * s)) & 1
    return np.zeros_like(cuts)


def min_chain(
    cuts: npt.NDArray[np.int64], gaps_mm: npt.NDArray[np.int64], capacity: npt.NDArray[np.int64]
) -> int:
    """Return the smallest length across parallel lines, in mm.

    Parameters
    ----------
    cuts
        Smallest cut with 0 .. n switches on one side, (n + 1,).
    gaps_mm
        Distance between neighbouring rows, (R - 1,).
    capacity
        Slots in each row, (R,).
    """
    routers = len(cuts) - 1
    minimum = np.full(routers + 1, UNREACHABLE, dtype=np.int64)
    minimum[0] = 0
    for row, slots in enumerate(capacity):
        minimum = _window_minimum(minimum, int(min(slots, routers)))
        if row < len(gaps_mm):
            minimum = np.minimum(minimum + gaps_mm[row] * cuts, UNREACHABLE)
    return int(minimum[routers])


def _window_minimum(values: npt.NDArray[np.int64], width: int) -> npt.NDArray[np.int64]:
    """Return the minimum of ``values[s - width .. s]`` for each s, from windows of 2, 4, 8 ... values."""
    minimum = np.concatenate([np.full(width, UNREACHABLE, dtype=np.int64), values])
    span = 1
    while span <= width:
        step = min(span, width + 1 - span)
        minimum = np.minimum(minimum[:-step], minimum[step:])
        span += step
    return minimum
