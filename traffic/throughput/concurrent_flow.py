"""Maximum concurrent flow: the largest share of a demand that can be carried, a linear programme."""

import numpy as np
from scipy.sparse import coo_array, eye_array, hstack, kron, vstack

from netfloor.foundation.errors import UnplannedStopError
from netfloor.traffic.patterns.pattern import FloatArray
from netfloor.traffic.throughput.edges import Edges

#: Limit on flows (destinations times edges) for a programme of some seconds.
MAX_FLOWS = 10_000


def flows_needed(edges: Edges, demand: FloatArray) -> int:
    """Return the number of variables of the programme: destinations times edges."""
    return int((demand.sum(axis=0) > 0).sum()) * len(edges.head)


def concurrent_flow(edges: Edges, demand: FloatArray) -> float:
    """Return the largest theta such that theta times the demand fits the edges, solved by HiGHS.

    Flows are aggregated by destination d: f_d(e) >= 0 leaves v as much as enters it and theta D(v, d) more,
    for all v but d; the sum over d is at most the capacity of e (Shahrokhi, Matula 1990).

    Parameters
    ----------
    demand
        From switch to switch, (n, n) float64, its diagonal 0, some entry above 0.

    Raises
    ------
    UnplannedStopError
        If the solver fails.
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - a heavy import

    n, m = edges.switches, len(edges.head)
    targets = np.flatnonzero(demand.sum(axis=0) > 0)
    columns = np.arange(m)
    ones = np.ones(m)
    leaves = coo_array((ones, (edges.tail, columns)), (n, m)) - coo_array(
        (ones, (edges.head, columns)), (n, m)
    )
    balance = kron(eye_array(len(targets)), leaves, "csr")
    wanted = demand[:, targets].T.ravel()
    kept = np.ones(len(wanted), np.bool_)
    kept[np.arange(len(targets)) * n + targets] = False
    equal = hstack([balance, coo_array(-wanted[:, None])], "csr")[kept]
    share = hstack([kron(np.ones((1, len(targets))), eye_array(m)), coo_array((m, 1))], "csr")
    cost = np.zeros(len(targets) * m + 1)
    cost[-1] = -1.0
    solved = linprog(
        cost,
        A_ub=vstack([share]),
        b_ub=edges.capacity,
        A_eq=equal,
        b_eq=np.zeros(int(kept.sum())),
        method="highs",
    )
    if solved.status != 0:
        raise UnplannedStopError(f"HiGHS found no concurrent flow: {solved.message}")
    return float(solved.x[-1])
