"""Upper bounds on throughput by cuts: no routing carries more over a cut than its channels."""

import numpy as np
import numpy.typing as npt

from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.patterns.pattern import FloatArray
from netfloor.traffic.throughput.edges import Edges

#: Limit on switches for the order by the second eigenvector.
_MAX_DENSE = 1_500


def cut_bound(topology: Topology, edges: Edges, demand: FloatArray) -> tuple[float, str]:
    """Return the least ``capacity out of S / demand out of S`` over some sets S, and the set.

    Each is a bound on the throughput of any routing. Sets: every switch, every group, and the first k
    switches for all k by number and by the second eigenvector of the Laplacian, each with its complement.
    """
    results = [(_parts(edges, demand, np.arange(edges.switches, dtype=np.int32)), "one switch")]
    if topology.groups is not None:
        results.append((_parts(edges, demand, topology.groups), "one group"))
    capacity = edges.matrix(edges.capacity).toarray()
    orders: list[tuple[npt.NDArray[np.integer], str]] = [
        (np.arange(edges.switches), "the first switches by number")
    ]
    if edges.switches <= _MAX_DENSE:
        laplacian = np.diag(capacity.sum(axis=1)) - capacity
        order = np.argsort(np.round(np.linalg.eigh(laplacian)[1][:, 1], 9), kind="stable")
        orders.append((order, "a part by the second eigenvector"))
    results.extend(
        (_prefixes(capacity, demand, sequence), name)
        for order, name in orders
        for sequence in (order, order[::-1])
    )
    best = min(results, key=lambda cut: cut[0])
    return float(best[0]), f"cut around {best[-1]}"


def _ratio(capacity: FloatArray, demand: FloatArray) -> float:
    crossed = demand > 1e-9
    return float((capacity[crossed] / demand[crossed]).min()) if crossed.any() else float("inf")


def _parts(edges: Edges, demand: FloatArray, part: IntArray) -> float:
    """Return the lowest ratio over the parts of a partition, out of each and into each."""
    count = int(part.max()) + 1
    out = edges.capacity * (part[edges.tail] != part[edges.head])
    inside = np.zeros(count)
    for number in range(count):
        members = np.flatnonzero(part == number)
        inside[number] = demand[np.ix_(members, members)].sum()
    leaving = np.bincount(part, demand.sum(axis=1), count) - inside
    entering = np.bincount(part, demand.sum(axis=0), count) - inside
    there = np.bincount(part[edges.tail], out, count).astype(np.float64)
    return min(_ratio(there, leaving), _ratio(there, entering))


def _prefixes(capacity: FloatArray, demand: FloatArray, order: npt.NDArray[np.integer]) -> float:
    """Return the lowest ratio over the first 1 .. n - 1 switches of an order."""

    def crossing(matrix: FloatArray) -> FloatArray:
        sums = matrix[np.ix_(order, order)].cumsum(axis=0).cumsum(axis=1)
        return np.asarray(sums[:-1, -1] - np.diagonal(sums)[:-1], dtype=np.float64)

    return _ratio(crossing(capacity), crossing(demand))
