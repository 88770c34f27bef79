"""Ideal throughput of a demand: exact on small networks, otherwise between a flow and a proof."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import dijkstra

from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.sizes import WorkEstimate, require_within_budget
from netfloor.topologies.topology import Topology
from netfloor.traffic.patterns.pattern import FloatArray
from netfloor.traffic.throughput.concurrent_flow import MAX_FLOWS, concurrent_flow, flows_needed
from netfloor.traffic.throughput.cuts import cut_bound
from netfloor.traffic.throughput.edges import Edges

#: Relative gap at which the interval is narrow enough.
ENOUGH = 0.01
#: Growth of the lengths' logarithms by a full edge, and number of parts into which switches are divided.
_RATE, _PARTS = 0.1, 16
#: Number of phases: as the work allows, within limits; phases between two proofs.
_WORK, _FEWEST, _MOST, _PROOFS = 4e7, 40, 400, 20
#: Seconds on one core per edge, switch and phase; measured 16e-9 (slimfly:13), 54e-9 (torus:20x20).
SECONDS_A_STEP = 50e-9
#: Memory per pair of switches: demand, distance and predecessor, each at most twice.
BYTES_A_PAIR = 40
_TASK = "ideal throughput"
_NOTHING = "no traffic leaves its switch"


@dataclass(frozen=True)
class IdealThroughput:
    """Lower and upper bound on the throughput of channels between switches over all routings.

    Attributes
    ----------
    lower, upper
        Shares of the injection rate; a feasible flow, and a proof.
    lower_by, upper_by
        The methods behind both.
    """

    lower: float
    upper: float
    lower_by: str
    upper_by: str

    @property
    def gap(self) -> float:
        """(upper - lower) / lower."""
        return (self.upper - self.lower) / self.lower


def ideal_throughput(
    topology: Topology,
    edges: Edges,
    demand: FloatArray,
    known: Sequence[tuple[str, FloatArray]] = (),
    observer: Observer = SILENT,
) -> IdealThroughput:
    """Return the ideal throughput of a demand between switches, over all routings.

    Small networks are solved by HiGHS. Otherwise the lower bound is a flow: the best of some known ones and
    of the mean of flows over shortest paths by lengths that grow exponentially with the load, switch by
    switch (Garg, Koenemann 1998; Fleischer 2000). The upper bound is a proof: any lengths l prove that
    throughput is at most ``sum l(e) capacity(e) / sum D(s, t) dist_l(s, t)``, the dual of the linear
    programme. Equal lengths give the bound by distances; the mean of the grown lengths is nearly tight;
    cuts give others.

    Parameters
    ----------
    demand
        (n, n) float64; its diagonal is ignored.
    known
        Names and loads of flows of the whole demand, (m,) each, by edge.
    """
    require_ideal(edges)
    demand = demand.copy()
    np.fill_diagonal(demand, 0.0)
    if demand.max(initial=0.0) <= 0:
        return IdealThroughput(np.inf, np.inf, _NOTHING, _NOTHING)
    if flows_needed(edges, demand) <= MAX_FLOWS:
        theta = concurrent_flow(edges, demand)
        return IdealThroughput(theta, theta, "linear programme (HiGHS)", "linear programme (HiGHS)")
    search = _Search(edges, demand, cut_bound(topology, edges, demand))
    for name, loads in known:
        search.offer(f"flow of {name}", loads)
    search.prove(np.ones(len(edges.head)), "distances")
    search.grow(observer)
    return search.result()


def require_ideal(edges: Edges) -> None:
    """Refuse a network whose ideal throughput exceeds the limits on time or memory."""
    what = f"the ideal throughput of {edges.switches:,} switches"
    seconds = SECONDS_A_STEP * edges.switches * len(edges.head) * _phases(edges)
    require_within_budget("network", WorkEstimate(what, seconds, BYTES_A_PAIR * edges.switches**2))


def _phases(edges: Edges) -> int:
    """Return the number of growth phases of a flow."""
    return int(np.clip(_WORK / (edges.switches * len(edges.head)), _FEWEST, _MOST))


class _Search:
    """A growing flow and a shrinking upper bound."""

    def __init__(self, edges: Edges, demand: FloatArray, cut: tuple[float, str]) -> None:
        self._edges, self._demand = edges, demand
        self._upper = cut
        self._lower = (0.0, "")

    def result(self) -> IdealThroughput:
        """Return the interval found."""
        (lower, lower_by), (upper, upper_by) = self._lower, self._upper
        return IdealThroughput(lower, max(upper, lower), lower_by, upper_by)

    def offer(self, name: str, loads: FloatArray) -> None:
        """Keep a flow of the whole demand if it carries more than earlier ones."""
        self._lower = max(self._lower, (float(1.0 / (loads / self._edges.capacity).max()), name))

    def prove(self, lengths: FloatArray, name: str) -> None:
        """Keep the proof by some lengths if it gives a smaller bound."""
        distance = dijkstra(self._edges.matrix(lengths))
        proof = float(lengths @ self._edges.capacity) / float((distance * self._demand).sum())
        self._upper = min(self._upper, (proof, name))

    def grow(self, observer: Observer) -> None:
        """Send the whole demand repeatedly, each part over the currently shortest paths."""
        edges = self._edges
        sources = np.flatnonzero(self._demand.sum(axis=1) > 0)
        parts = np.array_split(sources, min(_PARTS, len(sources)))
        phases = _phases(edges)
        crowd, flow, lengths = np.zeros((3, len(edges.head)))
        observer.started(_TASK, phases)
        for phase in range(1, phases + 1):
            sent = np.zeros(len(crowd))
            for part in parts:
                now = np.maximum(np.exp(_RATE * (crowd - crowd.max())), 1e-12) / edges.capacity
                lengths += phase * now / (now @ edges.capacity)
                loads = self._shortest(now, part)
                sent += loads
                scale = self._lower[0] or 1.0 / ((loads / edges.capacity).max() * len(parts))
                crowd += scale * loads / edges.capacity
            flow += phase * sent  # later phases have more weight
            self.offer("mean of flows over shortest paths", flow / (phase * (phase + 1) / 2))
            if phase % _PROOFS == 0 or phase == phases:
                self.prove(lengths, "lengths of edges, the dual of the linear programme")
                observer.advanced(_TASK, phase)
            if self._upper[0] <= self._lower[0] * (1 + ENOUGH):
                break
        observer.finished(_TASK)

    def _shortest(self, lengths: FloatArray, sources: npt.NDArray[np.int64]) -> FloatArray:
        """Return the loads of some switches' traffic over shortest paths by lengths, (m,)."""
        from netfloor.traffic.throughput.kernels import tree_flow  # noqa: PLC0415 - a heavy import

        edges, loads = self._edges, np.zeros(len(lengths))
        distance, before = dijkstra(edges.matrix(lengths), indices=sources, return_predecessors=True)
        for row, source in enumerate(sources.tolist()):
            order = np.argsort(-distance[row], kind="stable").astype(np.int32)
            tree_flow(edges.first, edges.head, before[row], order, self._demand[source].copy(), loads)
        return loads
