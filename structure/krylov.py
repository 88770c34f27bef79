"""Eigenvectors of an operator that commutes with a group: one for each eigenvalue.

All eigenvectors to one eigenvalue are alike up to the group. The Krylov space of the
vector that is 1 on one router meets every eigenspace, and in one vector each: Lanczos'
method from there ends after as many steps as there are eigenvalues, beyond which rounding
goes on with copies. Plain loops do the products: threads of a linear algebra library wait
for each other on busy processors.
"""

import numpy as np

from structure.eigenvalues import FloatArray

#: Relative to the largest entry: what is left of a step when the space is exhausted, and
#: the distance of eigenvalues that differ.
EXHAUSTED = 1e-9


def count_distinct(matrix: FloatArray) -> int:
    """Return how many different eigenvalues a symmetric matrix has."""
    values = np.linalg.eigvalsh(matrix)
    return 1 + int((np.diff(values) > EXHAUSTED * np.abs(values).max()).sum())


def distinct_eigenvectors(
    matrix: FloatArray, known: FloatArray, steps: int
) -> tuple[FloatArray, FloatArray]:
    """Return the eigenvalues, rising, and a unit eigenvector of each, (e,) and (e, n).

    Parameters
    ----------
    matrix
        Symmetric, the same for every element of a group that acts transitively, (n, n).
    known
        A unit eigenvector to leave out, (n,).
    steps
        Most different eigenvalues that such a matrix has.
    """
    from scipy.linalg import eigh_tridiagonal  # noqa: PLC0415 - a heavy import

    scale, n = float(np.abs(matrix).max(initial=1.0)), len(matrix)
    basis = np.zeros((steps, n))
    diagonal, beside = [], []
    vector = _without(np.eye(1, n)[0], known[None])
    vector /= np.linalg.norm(vector)
    for step in range(min(steps, n - 1)):
        basis[step] = vector
        image = np.einsum("ij,j->i", matrix, vector)
        diagonal.append(float(image @ vector))
        vector = _without(_without(image, basis[: step + 1]), known[None])
        vector = _without(vector, basis[: step + 1])
        length = float(np.linalg.norm(vector))
        if length < EXHAUSTED * scale:
            break
        beside.append(length)
        vector /= length
    values, small = eigh_tridiagonal(np.array(diagonal), np.array(beside[: len(diagonal) - 1]))
    return values, np.einsum("ji,jn->in", small, basis[: len(diagonal)], optimize=False)


def _without(vector: FloatArray, basis: FloatArray) -> FloatArray:
    return np.asarray(vector - np.einsum("jn,j->n", basis, np.einsum("jn,n->j", basis, vector)))
