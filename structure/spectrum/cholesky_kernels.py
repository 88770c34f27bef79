"""Cholesky factorisation on a single thread.

LAPACK's threads wait for each other: on busy processors a factorisation of order 1,000 was measured to take
seconds instead of 0.1 s. Large orders use LAPACK.
"""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for the types they receive


@kernel
def factorise(matrix: Array) -> bool:
    """Replace the upper triangle of a symmetric matrix by its Cholesky factor.

    Eight rows are finished at a time, then subtracted from all rows below them together.

    Parameters
    ----------
    matrix
        (n, n) float64, with contiguous rows; the part below the diagonal is not read.

    Returns
    -------
    bool
        False, with the matrix partly overwritten, if a pivot is not positive.
    """
    n = len(matrix)
    for first in range(0, n, 8):
        end = min(first + 8, n)
        for k in range(first, end):
            row = matrix[k]
            if not row[k] > 0:
                return False
            scale = 1 / np.sqrt(row[k])
            for j in range(k, n):
                row[j] *= scale
            for i in range(k + 1, end):
                below, factor = matrix[i], row[i]
                for j in range(i, n):
                    below[j] -= factor * row[j]
        if end - first < 8:
            break
        r0, r1, r2, r3 = matrix[first], matrix[first + 1], matrix[first + 2], matrix[first + 3]
        r4, r5, r6, r7 = matrix[first + 4], matrix[first + 5], matrix[first + 6], matrix[first + 7]
        for i in range(end, n):
            below = matrix[i]
            f0, f1, f2, f3 = r0[i], r1[i], r2[i], r3[i]
            f4, f5, f6, f7 = r4[i], r5[i], r6[i], r7[i]
            for j in range(i, n):
                below[j] -= (f0 * r0[j] + f1 * r1[j] + f2 * r2[j] + f3 * r3[j]) + (
                    f4 * r4[j] + f5 * r5[j] + f6 * r6[j] + f7 * r7[j]
                )
    return True
