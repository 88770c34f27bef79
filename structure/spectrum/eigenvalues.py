"""Smallest and largest eigenvalue of a symmetric matrix, without its known eigenvalues."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from netfloor.structure.arrays import FloatArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

#: Up to this order the full matrix is used: it takes milliseconds, and LAPACK starts no threads, which wait
#: for each other for seconds on busy processors.
DENSE_ORDER = 64
#: Tolerance for Lanczos, relative to the shifted eigenvalue; the error of an isolated eigenvalue is about
#: its square.
LANCZOS_TOLERANCE = 1e-9
LANCZOS_BASIS = 20
LANCZOS_RESTARTS = 300


@dataclass(frozen=True)
class Ends:
    """Smallest and largest eigenvalue on the complement of the known eigenvectors, 0 if it is empty.

    Attributes
    ----------
    residual
        Larger norm of ``Mx - theta x`` of the two: each is at most this far from an eigenvalue.
    method
        ``dense``, ``Lanczos`` or ``shift-invert``.
    """

    smallest: float
    largest: float
    residual: float
    method: str


def spectrum_ends(matrix: "csr_array", known: FloatArray, vectors: FloatArray) -> Ends:
    """Return both ends of a matrix's spectrum without its known eigenvalues.

    The known eigenvalues are moved to the mean of all others, which lies between the two ends.

    Parameters
    ----------
    matrix
        Symmetric, (n, n) float64.
    known
        Eigenvalues to exclude, (t,), each simple; the first is the spectral radius, and the second, if any,
        its negative.
    vectors
        Their eigenvectors, orthonormal, (n, t).
    """
    n = matrix.shape[0]
    if n <= len(known):
        return Ends(0.0, 0.0, 0.0, "dense")
    mean = (matrix.trace() - known.sum()) / (n - len(known))
    if n <= DENSE_ORDER:
        return _dense(matrix, known - mean, vectors)
    from scipy.sparse.linalg import ArpackNoConvergence  # noqa: PLC0415 - a heavy import

    try:
        return _lanczos(matrix, known - mean, vectors, shift=2 * float(known[0]))
    except ArpackNoConvergence:
        return _shift_invert(matrix, known)


def _dense(sparse: "csr_array", shifts: FloatArray, known: FloatArray) -> Ends:
    matrix = sparse.toarray() - (known * shifts) @ known.T
    values, vectors = np.linalg.eigh(matrix)
    residual = _residual(matrix, values[[0, -1]], vectors[:, [0, -1]])
    return Ends(float(values[0]), float(values[-1]), residual, "dense")


def _lanczos(matrix: "csr_array", shifts: FloatArray, known: FloatArray, *, shift: float) -> Ends:
    """Return the ends by ARPACK from a fixed random start, so that every run agrees.

    ``shift`` is added to every eigenvalue, because ARPACK's convergence test is relative and never passes
    at 0.
    """
    from scipy.sparse.linalg import LinearOperator, eigsh  # noqa: PLC0415 - a heavy import

    def shifted(x: FloatArray) -> FloatArray:
        return np.asarray(matrix @ x - known @ (shifts * (known.T @ x)) + shift * x)

    n = matrix.shape[0]
    values, vectors = eigsh(
        LinearOperator((n, n), matvec=shifted, dtype=np.float64),
        k=2,
        which="BE",
        v0=np.random.default_rng(0).standard_normal(n),
        ncv=LANCZOS_BASIS,
        maxiter=LANCZOS_RESTARTS,
        tol=LANCZOS_TOLERANCE,
        rng=np.random.default_rng(1),  # used when the iteration has to restart
    )
    image = np.column_stack([shifted(x) for x in vectors.T])
    residual = float(np.linalg.norm(image - vectors * values, axis=0).max())
    return Ends(float(values.min()) - shift, float(values.max()) - shift, residual, "Lanczos")


def _shift_invert(matrix: "csr_array", known: FloatArray) -> Ends:
    """Return the ends by inverse iteration just outside the spectrum.

    Lanczos converges slowly for crowded ends, as in rings and grids, whose matrices factorise with little
    fill.
    """
    outside = float(known[0]) * (1 + 1e-9)
    high, high_residual = _nearest(matrix, outside, skip=int((known > 0).sum()))
    low, low_residual = _nearest(matrix, -outside, skip=int((known < 0).sum()))
    return Ends(low, high, max(low_residual, high_residual), "shift-invert")


def _nearest(matrix: "csr_array", sigma: float, *, skip: int) -> tuple[float, float]:
    """Return the eigenvalue nearest to ``sigma`` after skipping the ``skip`` nearest, and its residual."""
    from scipy.sparse.linalg import eigsh  # noqa: PLC0415 - a heavy import

    start = np.random.default_rng(0).standard_normal(matrix.shape[0])
    values, vectors = eigsh(matrix.tocsc(), k=skip + 2, sigma=sigma, v0=start, rng=np.random.default_rng(1))
    chosen = np.argsort(np.abs(values - sigma))[skip : skip + 1]
    residual = _residual(matrix, values[chosen], vectors[:, chosen])
    return float(values[chosen[0]]), residual


def _residual(matrix: Any, values: FloatArray, vectors: FloatArray) -> float:
    return float(np.linalg.norm(matrix @ vectors - vectors * values, axis=0).max())
