"""Bisections that no set of so many routers can exceed, by sweeping over the network."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import reverse_cuthill_mckee

from structure.partitions.certified_cuts import line_load
from topologies.lattice import Dimension
from topologies.topology import Topology

Counts = npt.NDArray[np.int64]
#: Routers of more links than that are not counted apart: the tally of their links would be too long.
MOST_LINKS = 1 << 12


def sweep_orders(topology: Topology, dimensions: Sequence[Dimension] | None = None) -> list[Counts]:
    """Return orders of all routers in which neighbours stand together, (n,) each.

    As they are numbered; by reverse Cuthill-McKee; in products lexicographically, the dimension
    with the fullest lines first.
    """
    orders = [np.arange(topology.routers, dtype=np.int64)]
    orders.append(reverse_cuthill_mckee(topology.adjacency.tocsr(), symmetric_mode=True).astype(np.int64))
    if dimensions:
        axes = sorted(range(len(dimensions)), key=lambda axis: -line_load(dimensions[axis]))
        sizes = [part.size for part in dimensions]
        orders.append(orders[0].reshape(sizes).transpose(axes).ravel())
    return orders


def sweep_bisection(topology: Topology, orders: Sequence[Counts], size: int) -> int | None:
    """Return the links that a balanced cut of any ``size`` routers needs at most, None for huge degrees.

    In any order of the routers some first part holds half of the set. The links between that
    half and the other leave the first part, ``floor(s/2)`` routers of it and ``ceil(s/2)`` of the
    rest at most: no more than all that leave it, and no more than the routers with
    the most of them have together, on either side. The first part is not known, so the
    largest number of all counts; of several orders the least.
    """
    if size < 2:
        return 0
    if int(topology.degree.max()) > MOST_LINKS:
        return None
    from structure.partitions.sweep_kernels import most_between_halves  # noqa: PLC0415 - a heavy import

    rows = topology.adjacency
    pointers, neighbours, weights = (
        np.asarray(part, dtype=np.int64) for part in (rows.indptr, rows.indices, rows.data)
    )
    return min(most_between_halves(pointers, neighbours, weights, order, size) for order in orders)
