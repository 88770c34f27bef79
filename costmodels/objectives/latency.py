"""Objective: mean or longest latency, which depends on the paths, not on the cables alone."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from costmodels.coefficient_row import exact_decimal
from costmodels.latency import CABLE_NS_PER_M, latency_sweep
from foundation.errors import InputError
from foundation.units import MM_PER_M
from layout.bounds import Bound
from layout.bounds.line_cuts import least_chain
from layout.journal import Journal
from layout.placed import Listener, Placed
from layout.problem import Problem
from layout.stop import Stopping
from rooms.routed_lengths import FloorLengths
from structure.distances import distances
from topologies.topology import Topology

#: Tables of all latencies of more routers than this take more than 1 GB a chain.
MOST_ROUTERS = 8192
ATTOSECONDS_PER_NS = 10**9


@dataclass(frozen=True, eq=False)
class LatencyObjective:
    """Mean or longest latency between distinct routers over the paths that take least.

    Attributes
    ----------
    figure
        Which of the two.
    topology, floor
        The network, and lengths between slots.
    switch_ns
        Latency of one switch.
    per_m
        ns that a metre of cable counts besides, for weighted sums; 0: latency alone.
    """

    figure: Literal["mean", "max"]
    topology: Topology
    floor: FloorLengths
    switch_ns: float
    per_m: float = 0.0
    label: str = ""

    def __post_init__(self) -> None:
        if self.topology.routers > MOST_ROUTERS:
            what = f"latency tables of {self.topology.routers:,} routers would not fit"
            raise InputError("--objective", what, f"at most {MOST_ROUTERS:,} routers")

    @property
    def name(self) -> str:
        """What it is called."""
        return self.label or f"{self.figure}-latency"

    @property
    def unit(self) -> str:
        """Unit of its values."""
        return "ns" if self.per_m == 0 else ""

    @property
    def step(self) -> float:
        """Size of one step of a search's cost: a picosecond."""
        return 0.001

    def value(self, slot_of: npt.NDArray[np.int32]) -> float:
        """Return the figure of a placement, by the same sweep that reports use."""
        ends = np.repeat(self.topology.links, self.topology.multiplicity, axis=0)
        length_mm = self.floor.between(slot_of[ends[:, 0]], slot_of[ends[:, 1]])
        mean_ns, max_ns = latency_sweep(self.topology.routers, ends, length_mm, self.switch_ns).at(
            self.switch_ns
        )
        latency = mean_ns if self.figure == "mean" else max_ns
        return latency + self.per_m * int(length_mm.sum()) / MM_PER_M

    def whole_delays(self) -> tuple[int, int, int]:
        """Return a switch's and a millimetre's delay in whole units, and the unit in attoseconds."""
        switch = round(exact_decimal(self.switch_ns) * ATTOSECONDS_PER_NS)
        per_mm = round(exact_decimal(CABLE_NS_PER_M) * ATTOSECONDS_PER_NS / MM_PER_M)
        unit = math.gcd(switch, per_mm * self.floor.grain_mm) or 1
        return switch // unit, per_mm, unit

    def improve(
        self,
        problem: Problem,
        start: Placed,
        chain: int,
        rng: np.random.Generator,
        stop: Stopping,
        listener: Listener,
        journal: Journal,  # noqa: ARG002 - taken up again, this phase begins anew and ends the same
    ) -> Placed:
        """Anneal single routers from the shortest placement by the true change of all latencies."""
        from costmodels.objectives.latency_search import LatencySearch  # noqa: PLC0415 - loads Numba

        return LatencySearch(self, problem, start.slot_of, rng).run(chain, stop, listener)

    def least(self, bound: Bound) -> float | None:
        """Return what no placement is below: every pair takes its fewest hops along a straight way.

        A path of h hops holds h switches and h cables, each with its fixed part at least, and
        leads at least straight from cabinet to cabinet; straight ways between all pairs cost at least
        what the best choice of occupied slots leaves of them, row by row and column by column.
        """
        found = distances(self.topology)
        routers, grid = self.topology.routers, self.floor.below
        if routers < 2:
            return 0.0
        side = np.arange(routers + 1, dtype=np.int64)
        cuts = side * (routers - side)
        rows = np.bincount(grid.slot_row, minlength=len(grid.row_mm))
        columns = np.bincount(grid.slot_column, minlength=len(grid.column_mm))
        straight_mm = least_chain(cuts, np.diff(grid.row_mm), rows)
        straight_mm += least_chain(cuts, np.diff(grid.column_mm), columns)
        pairs = routers * (routers - 1) / 2
        hop_ns = self.switch_ns + CABLE_NS_PER_M * min(grid.apart_mm, grid.inside_mm) / MM_PER_M
        mean_ns = found.mean_distance * hop_ns + CABLE_NS_PER_M * straight_mm / MM_PER_M / pairs
        latency = mean_ns if self.figure == "mean" else max(mean_ns, found.diameter * hop_ns)
        return latency + self.per_m * bound.length_mm / MM_PER_M
