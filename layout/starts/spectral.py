"""Starting point: routers by the second and third eigenvectors of the network's Laplacian.

Hall (1970): of all placements on a line with unit variance and mean zero the second
eigenvector has the least sum of squared lengths, the third the next.
"""

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import ArpackNoConvergence, eigsh

from netfloor.layout.problem import Problem
from netfloor.layout.starts.fill import best_of, fill, grid_under

#: Steps and precision: a start needs a direction, no eigenvector to the last digit.
MOST_STEPS = 400
PRECISION = 1e-3


def spectral_start(problem: Problem) -> npt.NDArray[np.int32] | None:
    """Return the cheaper of both ways to lay two eigenvectors; None without a grid or too small."""
    grid = grid_under(problem)
    if grid is None or problem.routers < 4 or problem.flow.nnz == 0:
        return None
    vectors = _eigenvectors(problem.flow)
    if vectors is None:
        return None
    first, second = vectors
    fills = (*fill(problem, grid, first, second), *fill(problem, grid, second, first))
    return best_of(problem, iter(fills))


def _eigenvectors(flow: csr_array) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None:
    """Return two vectors of the Laplacian's low end, None where the iteration fails.

    The largest of ``2 d I - L``, d the largest degree, the constant vector moved to 0.
    """
    routers = flow.shape[0]
    degrees = np.asarray(flow.sum(axis=1)).ravel().astype(np.float64)
    shift = 2.0 * degrees.max()
    matrix = flow.astype(np.float64) + diags_array(shift - degrees)
    rng = np.random.default_rng(0)  # the iteration draws from it where it has to begin anew
    start = rng.standard_normal(routers)
    start -= start.mean()
    try:
        values, vectors = eigsh(
            matrix, k=3, which="LA", v0=start, maxiter=MOST_STEPS, tol=PRECISION, rng=rng
        )
    except ArpackNoConvergence as failure:
        values, vectors = failure.eigenvalues, failure.eigenvectors
    order = np.argsort(-values)
    chosen = [vectors[:, i] for i in order if abs(vectors[:, i].sum()) < 0.5 * np.sqrt(routers)]
    return (chosen[0], chosen[1]) if len(chosen) >= 2 else None
