"""Lower bounds on the cost of every permutation: Gilmore-Lawler and projection.

The best with its method.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import CheckFailedError
from netfloor.layout.dense.enumeration import LARGEST_ENUMERATED, enumerate_all
from netfloor.layout.dense.problem import DenseProblem, Matrix, magnitude, total_magnitude
from netfloor.layout.dense.tables import without_diagonal

#: Integers up to this size, and their sums and differences, are exact in floating point.
EXACT = 1 << 52
Vector = npt.NDArray[np.float64]
UNIT = float(np.finfo(float).eps)
#: Factor for the rounding of a scalar product of n terms, and of the sums in this file.
SLACK = 8.0
#: Above this size a bound would take longer than most searches.
LARGEST_BOUNDED = 1024


def gilmore_lawler_bounds(problem: DenseProblem) -> Iterator[int]:
    """Yield the bounds of Gilmore (1962) and Lawler (1963), exact in integers.

    With facility i at location s, its flows meet the distances from s in some order; pairing the largest
    flow with the smallest distance costs least. The optimal assignment of facilities to locations by these
    costs is a bound. Rows and columns are tried, and both directions summed if a matrix is symmetric.
    """
    flow, distance = without_diagonal(problem.flow), without_diagonal(problem.distance)
    own = np.outer(problem.flow.diagonal(), problem.distance.diagonal())
    flow_is, distance_is = np.array_equal(flow, flow.T), np.array_equal(distance, distance.T)
    yield assignment_bound(own + min_products(flow, distance))
    if flow_is and distance_is:
        return
    yield assignment_bound(own + min_products(flow.T, distance.T))
    # a symmetric matrix merges the directions: twice the cost is bounded and halved, rounding up
    if distance_is:
        yield _half(assignment_bound(2 * own + min_products(flow + flow.T, distance)))
    if flow_is:
        yield _half(assignment_bound(2 * own + min_products(flow, distance + distance.T)))


def _half(doubled: int) -> int:
    return -(-doubled // 2)


def min_products(flow: Matrix, distance: Matrix) -> Matrix:
    """Return the least scalar product of row i of one matrix and row s of the other, (n, n).

    Diagonals are left out; the other entries may be in any order.
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
    """Bound all linear assignments from below, exactly where floating point is exact.

    SciPy's solver uses floating point; larger integers are first rounded down to multiples of a power of
    two.
    """
    shift = max(0, (2 * len(costs) * magnitude(costs)).bit_length() - EXACT.bit_length() + 1)
    coarse = costs >> shift
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - takes long to import

    rows, columns = linear_sum_assignment(coarse.astype(float))
    return int(coarse[rows, columns].sum()) << shift


def projection_bound(problem: DenseProblem) -> int | None:
    """Return the projection bound; None if no matrix is symmetric or numbers are too large.

    Hadley, Rendl and Wolkowicz (Mathematics of Operations Research 17, 1992). Permutations keep the vector
    of ones. The part of a symmetric matrix orthogonal to it has eigenvalues, and two spectra have a least
    scalar product; the part along it is linear in the permutation, a linear assignment. All floating-point
    errors are bounded and subtracted.
    """
    matrices = _symmetric(problem)
    if matrices is None:
        return None
    flow, distance, times = matrices
    n = problem.size
    if n * n * max(magnitude(flow), magnitude(distance), 1) * 4 >= EXACT:
        return None
    scaled = n * n * n * n  # both matrices are scaled by n * n in the projection, to stay integers
    across, error = min_product(*projected_spectrum(flow), *projected_spectrum(distance))
    linear = _linear_part(problem, flow, distance, times)
    if linear is None:
        return None
    whole = math.floor((across - error) / scaled * (1.0 - math.copysign(SLACK * UNIT, across - error)))
    # the scaled cost is at least the orthogonal part plus the part along the ones
    return -(-(whole * n * n + linear) // (times * n * n))


def _symmetric(problem: DenseProblem) -> tuple[Matrix, Matrix, int] | None:
    """Return symmetric matrices without diagonals, and the factor by which they multiply the cost."""
    flow, distance = without_diagonal(problem.flow), without_diagonal(problem.distance)
    flow_is = np.array_equal(flow, flow.T)
    distance_is = np.array_equal(distance, distance.T)
    if flow_is and distance_is:
        return flow, distance, 1
    if distance_is:
        return flow + flow.T, distance, 2
    return (flow, distance + distance.T, 2) if flow_is else None


def _linear_part(problem: DenseProblem, flow: Matrix, distance: Matrix, times: int) -> int | None:
    """Return n * n times the minimum of the part that is linear in the permutation.

    With r the row sums and s the total: 2 / n r(A) r(B)' - s(A) s(B) / n^2, plus the products of the
    diagonals.
    """
    n = problem.size
    if 4 * n * total_magnitude(flow) * total_magnitude(distance) >= 1 << 62:
        return None
    if n * n * times * magnitude(problem.flow) * magnitude(problem.distance) >= 1 << 61:
        return None
    own = np.outer(problem.flow.diagonal(), problem.distance.diagonal())
    sums = np.outer(flow.sum(axis=1), distance.sum(axis=1))
    return assignment_bound(2 * n * sums + n * n * times * own) - int(flow.sum()) * int(distance.sum())


def projected_spectrum(matrix: Matrix) -> tuple[Vector, float]:
    """Return the eigenvalues of ``n^2 P A P`` orthogonal to the ones, (n - 1,), and an error bound.

    P subtracts the mean; the matrix has exact integers. For computed eigenpairs (Q, w) of M with Q within d
    of an orthogonal matrix, ``M`` differs from a matrix with exactly the eigenvalues w by at most ``

    MQ - Qw

    + 2 d (

    M

    +

    w

    )`` in norm, and so do the sorted eigenvalues (Weyl). The eigenvalue of the ones is exactly 0: the
    computed eigenvalue nearest to 0 is dropped, which shifts the others by at most as much again.
    """
    n = len(matrix)
    lines = matrix.sum(axis=1)
    exact = n * n * matrix - n * (lines[:, None] + lines[None, :]) + int(matrix.sum())
    values, vectors = np.linalg.eigh(exact.astype(float))
    size = float(np.linalg.norm(exact.astype(float))) + float(np.abs(values).max())
    rounding = SLACK * n * UNIT
    residual = float(np.linalg.norm(exact @ vectors - vectors * values)) + rounding * size * math.sqrt(n)
    defect = float(np.linalg.norm(vectors.T @ vectors - np.eye(n))) + rounding * math.sqrt(n)
    kept = np.delete(values, int(np.abs(values).argmin()))
    return kept, SLACK * (residual + 2.0 * defect * size)


def min_product(vector: Vector, one_error: float, two: Vector, two_error: float) -> tuple[float, float]:
    """Return the least scalar product of two spectra, and the largest error above it."""
    up, down = np.sort(vector), np.sort(two)[::-1]
    both = np.abs(up) @ np.abs(down)
    error = np.abs(up).sum() * two_error + np.abs(down).sum() * one_error
    error += len(up) * (one_error * two_error + SLACK * UNIT * both)
    return float(up @ down), float(error * (1.0 + SLACK * UNIT * len(up)))


# The best bound, with its method


@dataclass(frozen=True)
class DenseBound:
    """A proved lower bound on the cost of every permutation, and its method."""

    cost: int
    method: str

    def check(self, cost: int) -> None:
        """Raise `CheckFailedError` for a cost below the bound: a bug."""
        if cost < self.cost:
            raise CheckFailedError(f"the {self.method} bound of {self.cost} is above a cost of {cost}")


def lower_bound(problem: DenseProblem, enough: Callable[[], bool] = lambda: False) -> DenseBound:
    """Return the best of all bounds that the problem's size permits.

    ``enough`` is called after each bound; True skips the rest.
    """
    bounds = []
    for bound in _bounds(problem):
        bounds.append(bound)
        if enough():
            break
    return max(bounds, key=lambda bound: bound.cost)


def _bounds(problem: DenseProblem) -> Iterator[DenseBound]:
    if problem.size <= LARGEST_ENUMERATED:
        yield DenseBound(enumerate_all(problem)[0], "enumeration")
        return
    step = cost_step(problem)
    yield _plain_bound(problem)
    if problem.size <= LARGEST_BOUNDED:
        for cost in gilmore_lawler_bounds(problem):
            yield DenseBound(_raised(cost, step), "Gilmore-Lawler")
        projection = projection_bound(problem)
        if projection is not None:
            yield DenseBound(_raised(projection, step), "projection")


def _plain_bound(problem: DenseProblem) -> DenseBound:
    """Return the bound by the signs and sizes of the entries."""
    if problem.flow.min() >= 0 and problem.distance.min() >= 0:
        return DenseBound(0, "no negative entry")
    return DenseBound(-problem.largest_cost, "size of the entries")


def cost_step(problem: DenseProblem) -> int:
    """Return a number that divides every cost, at least 1.

    Without diagonals every product is a multiple of both matrices' common divisors, and every product
    occurs twice if both matrices are symmetric.
    """
    if problem.flow.diagonal().any() and problem.distance.diagonal().any():
        return 1
    flow, distance = without_diagonal(problem.flow), without_diagonal(problem.distance)
    twice = np.array_equal(flow, flow.T) and np.array_equal(distance, distance.T)
    divisor = int(np.gcd.reduce(flow, axis=None)) * int(np.gcd.reduce(distance, axis=None))
    return max(1, divisor * (2 if twice else 1))


def _raised(cost: int, step: int) -> int:
    """Round a cost up to a multiple of ``step``."""
    return -(-cost // step) * step
