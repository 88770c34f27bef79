"""Lower bounds on the cost of every permutation (Gilmore-Lawler, projection), the best with its name."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import CheckFailedError
from netfloor.layout.dense.enumeration import LARGEST_ENUMERATED, enumerate_all
from netfloor.layout.dense.problem import DenseProblem, Matrix, magnitude, total_magnitude
from netfloor.layout.dense.tables import without_diagonal

#: Integers up to here, and their sums and differences, are exact as floating-point numbers.
EXACT = 1 << 52
Vector = npt.NDArray[np.float64]
UNIT = float(np.finfo(float).eps)
#: Room for the roundings of one scalar product of n terms, and for those of this file's own sums.
SLACK = 8.0
#: Beyond it a bound would take longer than a search is usually given.
LARGEST_BOUNDED = 1024


def gilmore_lawler_bounds(problem: DenseProblem) -> Iterator[int]:
    """Yield the bounds of Gilmore (1962) and Lawler (1963), exact in integers.

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
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - takes long to import

    rows, columns = linear_sum_assignment(coarse.astype(float))
    return int(coarse[rows, columns].sum()) << shift


def projection_bound(problem: DenseProblem) -> int | None:
    """Return the projection bound, None if no matrix is symmetric or numbers are too large.

    Hadley, Rendl and Wolkowicz (Mathematics of Operations Research 17, 1992). Permutations leave the vector
    of ones where it is. What a symmetric matrix does across it has eigenvalues, and two sets of eigenvalues
    have a least scalar product; what it does along it is linear in the permutation, an assignment.

    Every floating-point error is bounded and taken off.
    """
    matrices = _symmetric(problem)
    if matrices is None:
        return None
    flow, distance, times = matrices
    n = problem.size
    if n * n * max(magnitude(flow), magnitude(distance), 1) * 4 >= EXACT:
        return None
    scaled = n * n * n * n  # both matrices are projected n * n fold, to stay integers
    across, error = least_product(*projected_spectrum(flow), *projected_spectrum(distance))
    linear = _linear_part(problem, flow, distance, times)
    if linear is None:
        return None
    whole = math.floor((across - error) / scaled * (1.0 - math.copysign(SLACK * UNIT, across - error)))
    # the cost, counted so many times, is at least the part across and the part along the ones
    return -(-(whole * n * n + linear) // (times * n * n))


def _symmetric(problem: DenseProblem) -> tuple[Matrix, Matrix, int] | None:
    """Return symmetric matrices without diagonals and how many fold they count the cost."""
    flow, distance = without_diagonal(problem.flow), without_diagonal(problem.distance)
    flow_is = np.array_equal(flow, flow.T)
    distance_is = np.array_equal(distance, distance.T)
    if flow_is and distance_is:
        return flow, distance, 1
    if distance_is:
        return flow + flow.T, distance, 2
    return (flow, distance + distance.T, 2) if flow_is else None


def _linear_part(problem: DenseProblem, flow: Matrix, distance: Matrix, times: int) -> int | None:
    """Return n * n times the least of what is linear in the permutation.

    With r the sums of lines and s the sums of all: 2 / n r(A) r(B)' - s(A) s(B) / n^2, and
    the diagonals' products.
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
    """Return the eigenvalues of ``n^2 P A P`` across the ones, (n - 1,), and a bound on their error.

    P takes the mean away; the matrix is made of exact integers. With computed eigenpairs
    (Q, w) of M, Q within d of an orthogonal matrix, ``M`` differs from a matrix with exactly
    the eigenvalues w by at most ``|MQ - Qw| + 2 d (|M| + |w|)`` in norm, and so do
    the sorted eigenvalues (Weyl). Of M's own the one of the ones is exactly 0: the computed
    one nearest to 0 is left out, which shifts others by as much again.
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


def least_product(one: Vector, one_error: float, two: Vector, two_error: float) -> tuple[float, float]:
    """Return the least scalar product of two spectra, and how far it may be too high."""
    up, down = np.sort(one), np.sort(two)[::-1]
    both = np.abs(up) @ np.abs(down)
    error = np.abs(up).sum() * two_error + np.abs(down).sum() * one_error
    error += len(up) * (one_error * two_error + SLACK * UNIT * both)
    return float(up @ down), float(error * (1.0 + SLACK * UNIT * len(up)))


# The best bound, with its name


@dataclass(frozen=True)
class DenseBound:
    """No permutation costs less than ``cost``; ``method`` found that out."""

    cost: int
    method: str

    def check(self, cost: int) -> None:
        """Raise `CheckFailedError` if something was found that costs less: a bug."""
        if cost < self.cost:
            raise CheckFailedError(f"the {self.method} bound of {self.cost} is above a cost of {cost}")


def lower_bound(problem: DenseProblem, enough: Callable[[], bool] = lambda: False) -> DenseBound:
    """Return the best of all bounds that the problem's size permits.

    ``enough``: asked after each bound; True leaves out those that are left.
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
    """Return what the entries' signs and sizes say."""
    if problem.flow.min() >= 0 and problem.distance.min() >= 0:
        return DenseBound(0, "no negative entry")
    return DenseBound(-problem.largest_cost, "size of the entries")


def cost_step(problem: DenseProblem) -> int:
    """Return a number that divides every cost, 1 where nothing better is known.

    Without diagonals every product is a multiple of both matrices' common divisors, and
    every product stands twice if both matrices are symmetric.
    """
    if problem.flow.diagonal().any() and problem.distance.diagonal().any():
        return 1
    flow, distance = without_diagonal(problem.flow), without_diagonal(problem.distance)
    twice = np.array_equal(flow, flow.T) and np.array_equal(distance, distance.T)
    divisor = int(np.gcd.reduce(flow, axis=None)) * int(np.gcd.reduce(distance, axis=None))
    return max(1, divisor * (2 if twice else 1))


def _raised(cost: int, step: int) -> int:
    """Return the least multiple of ``step`` that is at least ``cost``."""
    return -(-cost // step) * step
