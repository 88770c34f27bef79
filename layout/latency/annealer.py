"""Annealing by exact latencies, with tables of all latencies updated at every swap."""

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
from netfloor.layout.placed import Chain, ChainResult
from netfloor.layout.problem import Problem
from netfloor.rooms.routed_lengths import FloorLengths
from netfloor.structure.hops.distances import graph_distances
from netfloor.topologies.topology import Topology


class LatencyFigure(Protocol):
    """Objective of the annealing: a function of all latencies, and the integer delays that measure it."""

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
        """Additional cost in ns per metre of cable."""

    @property
    def name(self) -> str:
        """Name of the objective."""

    @property
    def step(self) -> float:
        """Size of a step of the search's cost, in the objective's unit."""

    def value(self, slot_of: npt.NDArray[np.int32]) -> float:
        """Return the objective value of a placement."""

    def whole_delays(self) -> tuple[int, int, int]:
        """Return the delays of a switch and a millimetre in integer units, and that unit in attoseconds."""


@dataclass(frozen=True)
class Cooling:
    """Cooling schedule in shares of a random swap's mean change.

    ``hot`` has a value for each chain in turn; ``cold`` applies to all.
    """

    hot: tuple[float, ...]
    cold: float


#: Measured on LPS(11,7), LPS(23,11) and SlimFly(9): warmer searches lose the shortest placement.
COOLINGS = {
    "mean": Cooling((0.03, 0.02, 0.04, 0.025), 0.004),
    "max": Cooling((0.015, 0.01, 0.02, 0.03), 0.002),
}
#: Standard errors of a swap's true change around its first-order estimate.
DOUBT = 2.0
#: Latency, as a share of the longest, over which the weight of pairs grows by a factor e: the longest
#: latency is minimised through a sum dominated by the longest ones.
STEEP = 0.02
#: Work at one temperature, and the share of it spent on recounting link use.
MAX_WORK = 1 << 17
REFRESH = 10
SAMPLES = 64
#: Weight of earlier samples relative to the latest.
FADE = 0.7
GOLDEN = (math.sqrt(5) - 1) / 2
#: Largest number of entries that a swap may overwrite, per switch.
MAX_LOGGED = 300
#: Largest latency in units: 32 bits with a hop to spare.
LONGEST = 1 << 28


@dataclass(frozen=True)
class Level:
    """Parameters of the next stretch, derived from the current placement.

    ``ways`` with the longest latency; ``use`` of each linked pair; ``guess``, the estimate of a swap's true
    change from its first order; ``scale``, the mean change of a random swap; and the ``work`` spent on
    them.
    """

    ways: Ways
    use: npt.NDArray[np.float64]
    guess: tuple[float, float, float]
    scale: float
    work: int


class LatencySearch:
    """A chain's search for a placement with low latency."""

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
            what = "the switch latency is too fine for 32-bit latencies"
            raise InputError(setting("switch-ns"), what, "give a rounder switch latency")
        cabinet = floor.slot_cabinet.astype(np.int64)
        self.between = objective.topology.endpoint_switches
        self.ways = _ways(problem, delay, cabinet, self.between)
        unit_ns = unit / ATTOSECONDS_PER_NS
        pairs = max(len(self.between) * (len(self.between) - 1), 1)
        per_unit = objective.per_m * (unit / per_mm / MM_PER_M) * pairs / unit_ns
        #: Additional cost of a unit of cable delay, per linked pair.
        self.per_cable = problem.pairs[2] * per_unit if objective.per_m else np.zeros(0)
        self.tables = _tables(cabinet[slot_of])
        self.state = state_of(problem, slot_of, rng)
        #: Fading sums over sampled swaps: 1, first order f, true change t, f f, f t, t t, |t|.
        self.sums = np.zeros(7)
        fill_reach(self.ways, self.tables)

    # Over 35 lines: the kernel call needs a line per argument.
    def run(self, chain: Chain) -> ChainResult:
        """Cool until the chain stops, and return the best placement found.

        Link use, scale and, for the longest latency, the weights are recomputed periodically; the best
        placement of each stretch is judged by the objective itself.
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
            cost = minimum = self._cost(level)
            while spent < until and (progress := stop.progress(spent)) < 1.0:
                temperature = level.scale * hot * (cooling.cold / hot) ** progress
                length = slice_length(stop, spent, MAX_WORK, length)
                cost, minimum, work = search_some(
                    max_work=length,
                    temperature=temperature,
                    guess=level.guess,
                    use=level.use,
                    per_cable=self.per_cable,
                    cost=cost,
                    best=minimum,
                    best_slot_of=met,
                    ways=level.ways,
                    tables=self.tables,
                    state=self.state,
                )
                spent += int(work)
                chain.listener(min(stop.progress(spent), 1.0), self._steps(best))
            value = self.objective.value(met.astype(np.int32))
            if value < best:
                best, best_slot_of = value, met.astype(np.int32)
                history.append((spent, self._steps(best)))
        name = f"{self.objective.name}, from the shortest"
        return ChainResult(best_slot_of, self._steps(best), spent, tuple(history), name)

    def _steps(self, value: float) -> int:
        return round(value / self.objective.step)

    @property
    def _refresh_work(self) -> int:
        """Work of recounting link use."""
        return 3 * len(self.ways.neighbours) * self.problem.routers // WORK

    def _level(self) -> Level:
        """Compute the parameters of the next stretch from the current latencies."""
        ways = self.ways
        if self.objective.figure == "max":
            longest = float(self.tables.reach[np.ix_(self.between, self.between)].max())
            ways = ways._replace(longest=longest, steep=STEEP * longest)
        use = np.zeros(int(ways.joined.max(initial=-1)) + 1)
        path_use(ways, self.tables, use)
        if len(self.per_cable):
            use += self.per_cable
        first, true = np.zeros(SAMPLES), np.zeros(SAMPLES)
        work = sample_changes(
            use=use,
            per_cable=self.per_cable,
            first=first,
            true=true,
            ways=ways,
            tables=self.tables,
            state=self.state,
        )
        sums = np.array(
            [np.ones(SAMPLES), first, true, first * first, first * true, true * true, abs(true)]
        )
        self.sums = FADE * self.sums + sums.sum(axis=1)
        return Level(ways, use, _guess(self.sums), float(self.sums[-1] / self.sums[0]), int(work))

    def _cost(self, level: Level) -> float:
        """Recompute the cost of the current placement."""
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
    """Build the adjacency in compressed rows and the delays between cabinets."""
    u, v, _ = problem.pairs
    tail, head = np.concatenate([u, v]), np.concatenate([v, u])
    order = np.lexsort((head, tail))
    joined = np.concatenate([np.arange(len(u))] * 2)[order]
    starts = np.searchsorted(tail[order], np.arange(problem.routers + 1))
    neighbours = head[order].astype(np.int64)
    counts = np.zeros(problem.routers)
    counts[between] = 1.0
    return Ways(
        starts=starts,
        neighbours=neighbours,
        joined=joined,
        delay=delay,
        cabinet=cabinet,
        counts=counts,
        stride=stride(problem.routers),
        longest=0.0,
        steep=0.0,
    )


def _tables(home: npt.NDArray[np.int64]) -> LatencyTables:
    """Allocate tables for switches in the given cabinets, (n,), without latencies."""
    n = len(home)
    log = n * min(n, MAX_LOGGED) + 4 * n
    log_at, log_was = np.zeros(log, np.int64), np.zeros(log, np.int32)
    marked, waits = np.zeros((2, n), np.bool_)
    queue, listed = np.zeros((2, n), np.int64)
    reach = np.zeros((n, n), np.int32)
    return LatencyTables(
        reach=reach,
        home=home,
        after=home.copy(),
        log_at=log_at,
        log_was=log_was,
        marked=marked,
        waits=waits,
        queue=queue,
        listed=listed,
    )


def stride(routers: int) -> int:
    """Return a step near the golden section of n that is coprime to n, so that it visits every switch."""
    near = max(round(routers * GOLDEN), 1)
    return next(step for step in count(near) if math.gcd(step, routers) == 1) if routers > 1 else 1


def _guess(sums: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    """Fit the true change to the first order by least squares; return intercept, slope and tolerance."""
    _, f, t, ff, ft, tt, _ = sums / sums[0]
    slope = (ft - f * t) / (ff - f * f) if ff > f * f else 1.0
    left = tt - t * t - slope * (ft - f * t)
    return t - slope * f, slope, DOUBT * math.sqrt(max(left, 0.0))
