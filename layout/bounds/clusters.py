"""Lower bound from line cuts and clusters: switches that the cheapest cuts never split need separate slots.

If the eigenvectors of the second eigenvalue are constant on clusters of switches (SlimFly: 2 q clusters of
q), a cut along clusters is as small as the line-cut bound allows. Rows and columns cannot both follow the
clusters: two switches on the same side of every line are in the same cabinet. Let F link all switches of
each cluster. For a weight t for which the second eigenvalue of ``L - t F`` is still ``lambda``, a line with
s switches on one side is crossed by at least ``lambda s (n - s) / n`` links plus t times the pairs of F it
splits. Summed over all lines, the second term is t times the distances within clusters, which is bounded
because few slots are close to any slot.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.bounds.bound import Bound, max_inside_links
from netfloor.layout.bounds.line_cuts import min_chain, slots_by
from netfloor.layout.problem import Problem
from netfloor.rooms.grid_lengths import GridLengths
from netfloor.structure.spectrum.factor import SLACK, has_factor
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue

METHOD = "line cuts, clusters of switches"
#: The weight and the cuts are counted in this fraction of a link.
PARTS = 1 << 20
#: Above this order the eigenvectors take more than a few seconds.
MAX_ROUTERS = 1200
#: Two switches are alike if they differ by at most this in every unit eigenvector; an eigenvalue counts as
#: the second one if it is within this share of the largest degree.
ALIKE, EQUAL = 1e-7, 1e-6

Ints = npt.NDArray[np.int64]


def cluster_bound(
    problem: Problem, eigenvalue: ProvedEigenvalue, _interrupt: Interrupt | None = None
) -> Bound | None:
    """Return the certified bound of a problem in a grid; None in a hall, or without equivalent switches."""
    lengths = problem.lengths
    plain = eigenvalue.value > 0 and eigenvalue.flow is None
    if not plain or not isinstance(lengths, GridLengths) or problem.routers > MAX_ROUTERS:
        return None
    laplacian = _laplacian(problem)
    of = alike(laplacian, eigenvalue.value)
    weight = 0 if of is None else largest_weight(laplacian, of, eigenvalue.value)
    if of is None or weight == 0:
        return None
    n, s = problem.routers, np.arange(problem.routers + 1, dtype=np.int64)
    cuts = np.floor(eigenvalue.value * (s * (n - s)) / n * PARTS).astype(np.int64)
    rows, columns = (
        min_chain(cuts, np.diff(position_mm), slots_by(line, position_mm)) // PARTS
        for position_mm, line in (
            (lengths.row_mm, lengths.slot_row),
            (lengths.column_mm, lengths.slot_column),
        )
    )
    inside = max_inside_links(problem) if lengths.discount_mm > 0 else 0
    fixed = lengths.apart_mm * problem.link_count - lengths.discount_mm * inside
    apart = weight * spread_mm(lengths, of) // (2 * PARTS)
    clusters: dict[str, Any] = {"of": of.tolist(), "weight": weight, "length_mm": apart}
    total = fixed + rows + columns + apart
    return Bound(total, METHOD, eigenvalue.value, inside, rows, columns, clusters=clusters)


def alike(laplacian: npt.NDArray[np.float64], value: float) -> Ints | None:
    """Assign cluster numbers to switches: equal if no eigenvector of ``value`` separates them, (n,).

    None if all are separated.
    """
    from scipy.linalg import eigh  # noqa: PLC0415 - a heavy import
    from threadpoolctl import threadpool_limits  # noqa: PLC0415 - looks through all libraries loaded

    slack = EQUAL * float(laplacian.diagonal().max())
    with threadpool_limits(1, "blas"):
        vectors = eigh(laplacian, subset_by_value=(value - slack, value + slack))[1]
    if not vectors.shape[1]:
        return None
    of = np.full(len(laplacian), -1, dtype=np.int64)
    for switch in range(len(of)):
        if of[switch] < 0:
            near = np.abs(vectors - vectors[switch]).max(axis=1) < ALIKE
            of[near & (of < 0)] = of.max() + 1
    return of if of.max() + 1 < len(of) else None


def largest_weight(laplacian: npt.NDArray[np.float64], of: Ints, value: float) -> int:
    """Return the largest weight t, in parts, with the second eigenvalue of ``L - t F`` above ``value``.

    The margin exceeds the rounding of a factorisation, so that another implementation proves it too.
    """
    n, value = len(laplacian), value + SLACK * float(laplacian.diagonal().max())
    linked = (of[:, None] == of).astype(float)
    cliques = np.diag(linked.sum(axis=1)) - linked
    shifted = laplacian - value * np.eye(n) + (1 + value) / n
    low, high = 0, int(laplacian.diagonal().max()) * PARTS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if has_factor(shifted - middle / PARTS * cliques) else (low, middle)
    return low


def spread_mm(lengths: GridLengths, of: Ints) -> int:
    """Bound the sum of distances to all switches of the own cluster, over all switches, in mm.

    From a slot, the others of a cluster are at least as far away as its nearest slots; the best slots are
    used for the clusters of each size.
    """
    x, y = lengths.column_mm[lengths.slot_column], lengths.row_mm[lengths.slot_row]
    away = np.sort(np.abs(x[:, None] - x) + np.abs(y[:, None] - y), axis=1).astype(np.int64)
    sums = np.cumsum(away, axis=1)
    sizes = np.bincount(of)
    minimum = 0
    for size in np.unique(sizes).tolist():
        switches = size * int((sizes == size).sum())
        minimum += int(np.sort(sums[:, size - 1])[:switches].sum())
    return minimum


def _laplacian(problem: Problem) -> npt.NDArray[np.float64]:
    flow = problem.flow.toarray().astype(float)
    return np.asarray(np.diag(flow.sum(axis=1)) - flow)
