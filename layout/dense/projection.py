"""The projection bound for symmetric matrices (Hadley, Rendl and Wolkowicz 1992).

Permutations leave the vector of ones where it is. What a matrix does across it has
eigenvalues, and two sets of eigenvalues have a least scalar product; what it does along
it is linear in the permutation, an assignment (Mathematics of Operations Research 17).
"""

import math

import numpy as np
import numpy.typing as npt

from netfloor.layout.dense.gilmore_lawler import EXACT, assignment_bound
from netfloor.layout.dense.problem import DenseProblem, Matrix, magnitude, total_magnitude
from netfloor.layout.dense.tables import without_diagonal

Vector = npt.NDArray[np.float64]
UNIT = float(np.finfo(float).eps)
#: Room for the roundings of one scalar product of n terms, and for those of this file's own sums.
SLACK = 8.0


def projection_bound(problem: DenseProblem) -> int | None:
    """Return the projection bound, None if no matrix is symmetric or numbers are too large.

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
