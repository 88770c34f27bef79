"""The bound of Gilmore (1962) and Lawler (1963), exact in integers."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from netfloor.layout.dense.problem import DenseProblem, Matrix, magnitude
from netfloor.layout.dense.tables import without_diagonal

#: Integers up to here, and their sums and differences, are exact as floating-point numbers.
EXACT = 1 << 52


def gilmore_lawler_bounds(problem: DenseProblem) -> Iterator[int]:
    """Yield Gilmore-Lawler bounds: each facility by itself at its best, then an assignment.

    If facility i stands at location s, its flows meet the distances from s in some order; the
    largest flow with the least distance costs least. An assignment of facilities to
    locations by these costs bounds the whole. Lines and columns are tried, and both
    directions added up where one matrix is symmetric.
    """
    flow, distance = without_diagonal(problem.flow), without_diagonal(problem.distance)
    own = np.outer(problem.flow.diagonal(), problem.distance.diagonal())
    flow_is, distance_is = np.array_equal(flow, flow.T), np.array_equal(distance, distance.T)
    yield assignment_bound(own + least_products(flow, distance))
    if flow_is and distance_is:
        return
    yield assignment_bound(own + least_products(flow.T, distance.T))
    # a symmetric matrix does not tell the directions apart; twice the cost is bounded, halved upwards
    if distance_is:
        yield _half(assignment_bound(2 * own + least_products(flow + flow.T, distance)))
    if flow_is:
        yield _half(assignment_bound(2 * own + least_products(flow, distance + distance.T)))


def _half(doubled: int) -> int:
    return -(-doubled // 2)


def least_products(flow: Matrix, distance: Matrix) -> Matrix:
    """Return for each line i of one and s of the other the least scalar product, (n, n).

    The diagonals are left out; the entries beside them may be put in any order.
    """
    up = np.sort(_beside_diagonal(flow), axis=1)
    down = np.sort(_beside_diagonal(distance), axis=1)[:, ::-1]
    if magnitude(flow) * magnitude(distance) * len(flow) < EXACT:
        up, down = up.astype(float), down.astype(float)
    return np.asarray(up @ down.T).astype(np.int64)


def _beside_diagonal(matrix: Matrix) -> Matrix:
    n = len(matrix)
    beside: Matrix = matrix[~np.eye(n, dtype=bool)].reshape(n, n - 1)
    return beside


def assignment_bound(costs: npt.NDArray[np.int64]) -> int:
    """Return a lower bound on all assignments, the least one where floating point is exact.

    SciPy's solver adds and subtracts floating-point numbers; larger integers are rounded
    down to multiples of a power of two first.
    """
    shift = max(0, (2 * len(costs) * magnitude(costs)).bit_length() - EXACT.bit_length() + 1)
    coarse = costs >> shift
    rows, columns = linear_sum_assignment(coarse.astype(float))
    return int(coarse[rows, columns].sum()) << shift
