"""Annealing by true latencies: tables of all latencies, brought up to date at every swap."""

import math
from dataclasses import dataclass
from itertools import count
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import ATTOSECONDS_PER_NS, MM_PER_M
from netfloor.layout.annealing.annealer import state_of
from netfloor.layout.annealing.schedule import slice_length
from netfloor.layout.latency.kernels import LatencyTables, Ways, fill_reach, total_cost
from netfloor.layout.latency.search_kernels import WORK, path_use, sample_changes, search_some
from netfloor.layout.placed import Chain, Placed
from netfloor.layout.problem import Problem
from netfloor.rooms.routed_lengths import FloorLengths
from netfloor.structure.hops.distances import graph_distances
from netfloor.topologies.topology import Topology


class LatencyFigure(Protocol):
    """What is annealed for: a figure of all latencies, and the whole delays it is counted in."""

    @property
    def figure(self) -> Literal["mean", "max"]:
        """Mean or longest latency."""

    @property
    def topology(self) -> Topology:
        """The network."""

    @property
    def floor(self) -> FloorLengths:
        """Lengths between slots."""

    @property
    def per_m(self) -> float:
        """Latency in ns that a metre of cable counts besides."""

    @property
    def name(self) -> str:
        """What the figure is called."""

    @property
    def step(self) -> float:
        """Size of one step of the search's cost, in the figure's unit."""

    def value(self, slot_of: npt.NDArray[np.int32]) -> float:
        """Return the figure of a placement."""

    def whole_delays(self) -> tuple[int, int, int]:
        """Return a switch's and a millimetre's delay in whole units, and the unit in attoseconds."""


@dataclass(frozen=True)
class Cooling:
    """How a search cools, in shares of a random swap's mean change.

    ``hot`` for each chain in turn, ``cold`` for all.
    """

    hot: tuple[float, ...]
    cold: float


#: Measured on LPS(11,7), LPS(23,11) and SlimFly(9): warmer searches forget the shortest placement.
COOLINGS = {
    "mean": Cooling((0.03, 0.02, 0.04, 0.025), 0.004),
    "max": Cooling((0.015, 0.01, 0.02, 0.03), 0.002),
}
#: Standard errors within which a swap's change is believed to be near what its first order says.
DOUBT = 2.0
#: Latency, as a share of the longest, within which pairs count by a factor e more: the longest
#: is minimised through a sum that the longest ones dominate.
STEEP = 0.02
#: Work at one temperature, and how much of it goes into counting anew who uses which link.
MOST_WORK = 1 << 17
REFRESH = 10
SAMPLES = 64
#: What earlier samples count for against the latest.
FADE = 0.7
GOLDEN = (math.sqrt(5) - 1) / 2
#: What a search overwrites at most in one swap, routers times this.
MOST_LOGGED = 300
#: Latencies, in units, that 32 bits hold with a hop to spare.
LONGEST = 1 << 28


@dataclass(frozen=True)
class Level:
    """What the present placement sets for the next stretch.

    ``ways`` with the longest latency, ``use`` of each joined pair, ``guess`` of a swap's true
    change by its first order, ``scale``, a random swap's mean change, and the ``work`` this took.
    """

    ways: Ways
    use: npt.NDArray[np.float64]
    guess: tuple[float, float, float]
    scale: float
    work: int


class LatencySearch:
    """One chain's search for a placement of low latency."""

    def __init__(
        self,
        objective: LatencyFigure,
        problem: Problem,
        slot_of: npt.NDArray[np.int32],
        rng: np.random.Generator,
    ):
        self.objective, self.problem = objective, problem
        switch, per_mm, unit = objective.whole_delays()
        floor = objective.floor
        delay = switch + floor.by_cabinet() * per_mm // unit
        if int(delay.max(initial=0)) * graph_distances(objective.topology).diameter > LONGEST:
            what = "switch latency and cable lengths have no common step coarse enough for 32 bits"
            raise InputError(setting("switch-ns"), what, "give a rounder switch latency")
        cabinet = floor.slot_cabinet.astype(np.int64)
        self.between = objective.topology.endpoint_switches
        self.ways = _ways(problem, delay, cabinet, self.between)
        unit_ns = unit / ATTOSECONDS_PER_NS
        pairs = max(len(self.between) * (len(self.between) - 1), 1)
        per_unit = objective.per_m * (unit / per_mm / MM_PER_M) * pairs / unit_ns
        #: Cost of one unit of a cable's delay beside the latencies, one a joined pair.
        self.per_cable = problem.pairs[2] * per_unit if objective.per_m else np.zeros(0)
        self.tables = _tables(cabinet[slot_of])
        self.state = state_of(problem, slot_of, rng)
        #: Faded sums over sampled swaps: 1, first order f, true change t, f f, f t, t t, |t|.
        self.sums = np.zeros(7)
        fill_reach(self.ways, self.tables)

    # beyond 35 lines: the call of the kernel takes one line an argument
    def run(self, chain: Chain) -> Placed:
        """Cool until the chain is stopped; return the best placement that was met.

        Uses, scale and, for the longest latency, the cost of a latency are set anew every
        now and then; the best placement of each stretch is judged by the objective itself.
        """
        cooling, spent = COOLINGS[self.objective.figure], 0
        hot = cooling.hot[chain.number % len(cooling.hot)]
        stop = chain.stop
        best_slot_of = self.state.slot_of.astype(np.int32)
        best, length = self.objective.value(best_slot_of), 1
        history = [(0, self._steps(best))]
        while stop.progress(spent) < 1.0 and len(self.state.movers):
            level = self._level()
            until = spent + REFRESH * (self._refresh_work + level.work)
            spent += level.work
            met = self.state.slot_of.copy()
            cost = least = self._cost(level)
            while spent < until and (progress := stop.progress(spent)) < 1.0:
                temperature = level.scale * hot * (cooling.cold / hot) ** progress
                length = slice_length(stop, spent, MOST_WORK, length)
                cost, least, work = search_some(
                    length,
                    temperature,
                    level.guess,
                    level.use,
                    self.per_cable,
                    cost,
                    least,
                    met,
                    level.ways,
                    self.tables,
                    self.state,
                )
                spent += int(work)
                chain.listener(min(stop.progress(spent), 1.0), self._steps(best))
            value = self.objective.value(met.astype(np.int32))
            if value < best:
                best, best_slot_of = value, met.astype(np.int32)
                history.append((spent, self._steps(best)))
        name = f"{self.objective.name}, from the shortest"
        return Placed(best_slot_of, self._steps(best), spent, tuple(history), name)

    def _steps(self, value: float) -> int:
        return round(value / self.objective.step)

    @property
    def _refresh_work(self) -> int:
        """Work that counting uses anew comes to."""
        return 3 * len(self.ways.neighbours) * self.problem.routers // WORK

    def _level(self) -> Level:
        """Return what the present latencies set for the next stretch."""
        ways = self.ways
        if self.objective.figure == "max":
            longest = float(self.tables.reach[np.ix_(self.between, self.between)].max())
            ways = ways._replace(longest=longest, steep=STEEP * longest)
        use = np.zeros(int(ways.joined.max(initial=-1)) + 1)
        path_use(ways, self.tables, use)
        if len(self.per_cable):
            use += self.per_cable
        first, true = np.zeros(SAMPLES), np.zeros(SAMPLES)
        work = sample_changes(use, self.per_cable, first, true, ways, self.tables, self.state)
        sums = np.array(
            [np.ones(SAMPLES), first, true, first * first, first * true, true * true, abs(true)]
        )
        self.sums = FADE * self.sums + sums.sum(axis=1)
        return Level(ways, use, _guess(self.sums), float(self.sums[-1] / self.sums[0]), int(work))

    def _cost(self, level: Level) -> float:
        """Return the present placement's cost, counted afresh."""
        cost, _ = total_cost(level.ways, self.tables)
        if not len(self.per_cable):
            return float(cost)
        ends, starts = self.ways.neighbours, self.ways.starts
        here = np.repeat(self.tables.home, np.diff(starts))
        delays = self.ways.delay[here, self.tables.home[ends]]
        return float(cost + self.per_cable[self.ways.joined] @ delays / 2)


def _ways(
    problem: Problem,
    delay: npt.NDArray[np.int64],
    cabinet: npt.NDArray[np.int64],
    between: npt.NDArray[np.int32],
) -> Ways:
    """Return the adjacency in compressed rows, and the delays between cabinets, each latency its cost."""
    u, v, _ = problem.pairs
    tail, head = np.concatenate([u, v]), np.concatenate([v, u])
    order = np.lexsort((head, tail))
    joined = np.concatenate([np.arange(len(u))] * 2)[order]
    starts = np.searchsorted(tail[order], np.arange(problem.routers + 1))
    neighbours = head[order].astype(np.int64)
    counts = np.zeros(problem.routers)
    counts[between] = 1.0
    return Ways(starts, neighbours, joined, delay, cabinet, counts, stride(problem.routers), 0.0, 0.0)


def _tables(home: npt.NDArray[np.int64]) -> LatencyTables:
    """Return tables for routers in these cabinets, (n,), still without latencies."""
    n = len(home)
    log = n * min(n, MOST_LOGGED) + 4 * n
    log_at, log_was = np.zeros(log, np.int64), np.zeros(log, np.int32)
    marked, waits = np.zeros((2, n), np.bool_)
    queue, listed = np.zeros((2, n), np.int64)
    reach = np.zeros((n, n), np.int32)
    return LatencyTables(reach, home, home.copy(), log_at, log_was, marked, waits, queue, listed)


def stride(routers: int) -> int:
    """Return a step near the golden section of n that meets every router before one again."""
    near = max(round(routers * GOLDEN), 1)
    return next(step for step in count(near) if math.gcd(step, routers) == 1) if routers > 1 else 1


def _guess(sums: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the least-squares line of the true change over the first order, and its doubt."""
    _, f, t, ff, ft, tt, _ = sums / sums[0]
    slope = (ft - f * t) / (ff - f * f) if ff > f * f else 1.0
    left = tt - t * t - slope * (ft - f * t)
    return t - slope * f, slope, DOUBT * math.sqrt(max(left, 0.0))
