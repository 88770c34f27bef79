"""Whether a shifted Laplacian has a Cholesky factor: the proof of an eigenvalue."""

from collections.abc import Callable

from netfloor.structure.arrays import FloatArray

#: Relative to the largest degree: what the proof gives away, on each of two occasions.
SLACK = 1e-7
#: Each failed proof is followed by one with ten times the slack, this often.
ATTEMPTS = 4
#: The estimate is rounded to multiples of this, so that its last bits, which differ from
#: machine to machine, decide nothing.
GRID = 2.0**-30
#: Up to this order our own factorisation is used, above it LAPACK's.
KERNEL_ROUTERS = 2000


def largest_proved(estimate: float, radix: int, exceeds: Callable[[float], bool]) -> float:
    """Return the largest value up to an estimated eigenvalue that a factorisation proves, or 0.

    Parameters
    ----------
    radix
        The largest degree, by which the slack grows.
    exceeds
        Says whether a factorisation shows that the eigenvalue is larger.
    """
    computed: float = round(estimate / GRID) * GRID
    slack = SLACK * radix
    for attempt in range(ATTEMPTS):
        proved = computed - slack * 10**attempt
        if proved > slack and exceeds(proved):
            return float(proved - slack)
    return 0.0


def has_factor(matrix: FloatArray) -> bool:
    """Return True if a symmetric matrix, which is overwritten, has a Cholesky factor."""
    if len(matrix) <= KERNEL_ROUTERS:
        from netfloor.structure.spectrum.cholesky_kernels import factorise  # noqa: PLC0415 - a heavy import

        return bool(factorise(matrix))
    from scipy.linalg.lapack import dpotrf  # noqa: PLC0415 - a heavy import

    # the transpose of a symmetric matrix is the same one in LAPACK's order: no copy
    return int(dpotrf(matrix.T, lower=1, clean=0, overwrite_a=1)[1]) == 0
