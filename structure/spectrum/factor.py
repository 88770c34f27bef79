"""Proof of an eigenvalue by the Cholesky factorisation of a shifted Laplacian."""

from collections.abc import Callable

from netfloor.structure.arrays import FloatArray

#: Margin relative to the largest degree, subtracted twice in the proof.
SLACK = 1e-7
#: Number of attempts, each with ten times the slack of the one before.
ATTEMPTS = 4
#: The estimate is rounded to multiples of this, so that last bits, which differ between machines, have no
#: effect.
GRID = 2.0**-30
#: Up to this order the internal factorisation is used, above it LAPACK's.
KERNEL_ROUTERS = 2000


def largest_proved(estimate: float, radix: int, exceeds: Callable[[float], bool]) -> float:
    """Return the largest value up to an estimated eigenvalue that a factorisation proves, or 0.

    ``radix``, the largest degree, scales the slack; ``exceeds`` tests whether a factorisation proves a
    larger eigenvalue.
    """
    computed: float = round(estimate / GRID) * GRID
    slack = SLACK * radix
    for attempt in range(ATTEMPTS):
        proved = computed - slack * 10**attempt
        if proved > slack and exceeds(proved):
            return float(proved - slack)
    return 0.0


def has_factor(matrix: FloatArray) -> bool:
    """Test whether a symmetric matrix, which is overwritten, has a Cholesky factor."""
    if len(matrix) <= KERNEL_ROUTERS:
        from netfloor.structure.spectrum.cholesky_kernels import factorise  # noqa: PLC0415 - a heavy import

        return bool(factorise(matrix))
    from scipy.linalg.lapack import dpotrf  # noqa: PLC0415 - a heavy import

    # in LAPACK's order the transpose of a symmetric matrix is the matrix itself: no copy
    return int(dpotrf(matrix.T, lower=1, clean=0, overwrite_a=1)[1]) == 0
