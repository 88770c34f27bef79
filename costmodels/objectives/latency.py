"""Objective: mean or maximum latency, which depends on paths and not only on individual cables."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.costmodels.latency import latency_sweep
from netfloor.costmodels.sets.coefficient import exact_decimal
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import ATTOSECONDS_PER_NS, CABLE_NS_PER_M, MM_PER_M
from netfloor.layout.bounds import Bound, PairSum
from netfloor.layout.bounds.line_cuts import min_chain
from netfloor.layout.placed import Chain, ChainResult
from netfloor.layout.problem import Problem
from netfloor.rooms.routed_lengths import FloorLengths
from netfloor.structure.hops.distances import distances
from netfloor.topologies.topology import Topology

#: With more switches, the latency tables take more than 1 GB per chain.
MAX_ROUTERS = 8192
#: Number of slots up to which all shortest paths between them are found in seconds.
MAX_SLOTS = 1200


@dataclass(frozen=True, eq=False)
class LatencyObjective:
    """Mean or maximum latency between distinct switches with endpoints, over minimum-latency paths.

    ``per_m`` is an extra cost in ns per metre of cable, for weighted sums; 0: latency alone.
    """

    figure: Literal["mean", "max"]
    topology: Topology
    floor: FloorLengths
    switch_ns: float
    per_m: float = 0.0
    label: str = ""

    def __post_init__(self) -> None:
        if self.topology.routers > MAX_ROUTERS:
            what = f"latency tables of {self.topology.routers:,} switches would not fit"
            raise InputError(setting("objective"), what, f"at most {MAX_ROUTERS:,} switches")

    @property
    def name(self) -> str:
        """Name of the objective."""
        return self.label or f"{self.figure}-latency"

    @property
    def unit(self) -> str:
        """Unit of its values."""
        return "ns" if self.per_m == 0 else ""

    @property
    def step(self) -> float:
        """Step of a search's cost: a picosecond."""
        return 0.001

    def value(self, slot_of: npt.NDArray[np.int32]) -> float:
        """Return the mean or maximum latency of a placement, computed as in reports."""
        ends = np.repeat(self.topology.links, self.topology.multiplicity, axis=0)
        length_mm = self.floor.between(slot_of[ends[:, 0]], slot_of[ends[:, 1]])
        between = self.topology.endpoint_switches
        sweep = latency_sweep(self.topology.routers, ends, length_mm, self.switch_ns, between=between)
        mean_ns, max_ns = sweep.at(self.switch_ns)
        latency = mean_ns if self.figure == "mean" else max_ns
        return latency + self.per_m * int(length_mm.sum()) / MM_PER_M

    def whole_delays(self) -> tuple[int, int, int]:
        """Return the delay of a switch and of a millimetre in integer units, and the unit (attoseconds)."""
        switch = round(exact_decimal(self.switch_ns) * ATTOSECONDS_PER_NS)
        per_mm = round(exact_decimal(CABLE_NS_PER_M) * ATTOSECONDS_PER_NS / MM_PER_M)
        unit = math.gcd(switch, per_mm * self.floor.grain_mm) or 1
        return switch // unit, per_mm, unit

    def improve(self, problem: Problem, start: ChainResult, chain: Chain) -> ChainResult:
        """Anneal single switches from the shortest placement, by the exact change of all latencies."""
        from netfloor.layout.latency.annealer import LatencySearch  # noqa: PLC0415 - loads Numba

        # a resumed run repeats this phase from its start with the same result: no journal
        return LatencySearch(self, problem, start.slot_of, chain.rng).run(chain)

    def least(self, bound: Bound) -> float | None:
        """Return a lower bound: every pair takes its fewest hops along a straight line.

        A path of h hops has h switches and h cables, each with at least its fixed length, and is at least
        as long as the straight line between its cabinets. The sum of straight lines over all pairs is
        bounded from the best slots for the switches with endpoints, row by row and column by column.
        """
        hops = distances(self.topology)
        counted, grid = len(self.topology.endpoint_switches), self.floor.below
        if counted < 2:
            return self.per_m * bound.length_mm / MM_PER_M
        side = np.arange(counted + 1, dtype=np.int64)
        cuts = side * (counted - side)
        rows = np.bincount(grid.slot_row, minlength=len(grid.row_mm))
        columns = np.bincount(grid.slot_column, minlength=len(grid.column_mm))
        straight_mm = min_chain(cuts, np.diff(grid.row_mm), rows)
        straight_mm += min_chain(cuts, np.diff(grid.column_mm), columns)
        pairs = counted * (counted - 1) / 2
        hop_ns = self.switch_ns + CABLE_NS_PER_M * min(grid.apart_mm, grid.inside_mm) / MM_PER_M
        mean_ns = hops.mean_distance * hop_ns + CABLE_NS_PER_M * straight_mm / MM_PER_M / pairs
        latency = mean_ns if self.figure == "mean" else max(mean_ns, hops.diameter * hop_ns)
        return latency + self.per_m * bound.length_mm / MM_PER_M

    def pair_sum(self) -> PairSum | None:
        """Return a pair sum that bounds the mean latency from below: fewest hops, or a price for more.

        The pairs are those of switches with endpoints. Two switches with a single common neighbour either
        go through it, or take another hop and at least three of the shortest cables: both cables count,
        each capped at half of that detour. For all other pairs, a message takes at least the shortest path
        over any slots, with the same cap. A switch counts once per hop.
        """
        between = self.topology.endpoint_switches
        if self.figure != "mean" or self.per_m or len(between) < 2 or self.floor.slots > MAX_SLOTS:
            return None
        joined = (self.topology.adjacency.toarray() > 0).astype(np.int64)
        counts = np.isin(np.arange(self.topology.routers), between)
        counted = counts[:, None] & counts
        np.fill_diagonal(counted, val=False)
        through_one = counted & (joined == 0) & ((joined.astype(float) @ joined) == 1)
        carried = joined * (through_one.astype(float) @ joined).astype(np.int64)
        flow = (counted & ~through_one) + carried + carried.T
        return PairSum(csr_array(flow), *self._metres_at_least(len(between) * (len(between) - 1) / 2))

    def _metres_at_least(self, pairs: float) -> tuple[npt.NDArray[np.float64], float]:
        """Return the mean contribution of paths between slots, ns, (S, S), and of switches, ns."""
        from scipy.sparse.csgraph import shortest_path  # noqa: PLC0415 - a heavy import

        length_mm = self.floor.matrix().astype(np.float64)
        apart = ~np.eye(len(length_mm), dtype=bool)
        least_mm = float(length_mm[apart].min(initial=np.inf))
        max_mm = (self.switch_ns / CABLE_NS_PER_M * MM_PER_M + 3 * least_mm) / 2
        ways_mm = np.minimum(shortest_path(length_mm, method="FW"), max_mm)
        hops_ns = distances(self.topology).mean_distance * self.switch_ns
        return CABLE_NS_PER_M / MM_PER_M / pairs * ways_mm, hops_ns
