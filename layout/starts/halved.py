"""Starting point: halve floor and network together, again and again, by METIS.

Min-cut placement (Breuer 1977) with a multilevel bisection (Karypis and Kumar 1998): the
network is coarsened by matching, cut and refined at every level of each halving.
"""

from threading import Lock

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.layout.problem import Problem
from netfloor.layout.starts.fill import grid_under, nearest_places, placed_in

Indices = npt.NDArray[np.int32]


def halved_start(problem: Problem, seed: int) -> Indices | None:
    """Return a placement by halving; None without a grid."""
    grid = grid_under(problem)
    if grid is None:
        return None
    places = nearest_places(problem, grid)
    x_mm, y_mm = grid.column_mm[grid.slot_column], grid.row_mm[grid.slot_row]
    ordered = np.empty(len(places), dtype=np.int32)
    rank = np.empty(problem.routers, dtype=np.int64)
    rank[problem.movers] = np.arange(len(places))
    waiting = [(problem.movers, places)]
    while waiting:
        routers, slots = waiting.pop()
        if len(routers) <= 1 or len(np.unique(grid.slot_cabinet[slots])) == 1:
            ordered[rank[routers]] = slots
            continue
        across = np.ptp(x_mm[slots]) < np.ptp(y_mm[slots])
        slots = slots[np.argsort((y_mm if across else x_mm)[slots], kind="stable")]
        half = len(slots) // 2
        near, far = _halves(problem.flow, routers, half, seed)
        waiting += [(near, slots[:half]), (far, slots[half:])]
    return placed_in(problem, ordered)


def _halves(flow: csr_array, routers: Indices, half: int, seed: int) -> tuple[Indices, Indices]:
    """Return two parts with few links between them, the first of ``half`` routers."""
    part = _bisect(flow[routers][:, routers], half / len(routers), seed)
    order = np.argsort(part, kind="stable")
    surplus = int((part == 0).sum()) - half
    if surplus:  # METIS balances to a few routers: the least attached cross over
        inner = flow[routers][:, routers]
        side = np.where(part == 0, 1, -1)
        pull = side * (inner @ side)
        leaving = part == (0 if surplus > 0 else 1)
        movable = np.flatnonzero(leaving)[np.argsort(pull[leaving], kind="stable")][: abs(surplus)]
        part[movable] = 1 - part[movable]
        order = np.argsort(part, kind="stable")
    return np.sort(routers[order[:half]]), np.sort(routers[order[half:]])


# METIS draws from the C library's one generator, seeded anew for each call
_ONE_AT_A_TIME = Lock()


def _bisect(inner: csr_array, share: float, seed: int) -> npt.NDArray[np.int8]:
    """Return part 0 or 1 of each router of a subnetwork."""
    import pymetis  # noqa: PLC0415 - a heavy import

    dtype = pymetis.zero_copy_dtype()
    if inner.nnz == 0:
        later = np.arange(inner.shape[0]) >= round(share * inner.shape[0])
        return np.asarray(later, dtype=np.int8)
    graph = pymetis.CSRAdjacency(inner.indptr.astype(dtype), inner.indices.astype(dtype))
    options = pymetis.Options(seed=seed)
    with _ONE_AT_A_TIME:
        answer = pymetis.part_graph(
            2, graph, eweights=inner.data.astype(dtype), tpwgts=[share, 1 - share], options=options
        )
    return np.asarray(answer.vertex_part, dtype=np.int8)
