"""Annealing by true latencies: tables of all latencies, brought up to date at every swap."""

import math
from dataclasses import dataclass
from itertools import count

import numpy as np
import numpy.typing as npt

from costmodels.objectives.latency import ATTOSECONDS_PER_NS, LatencyObjective
from costmodels.objectives.latency_search_kernels import (
    WORK,
    Tables,
    Ways,
    fill_reach,
    path_use,
    sample_changes,
    search_some,
    total_cost,
)
from foundation.errors import InputError
from foundation.units import MM_PER_M
from layout.annealing.common_kernels import State
from layout.annealing.schedule import slice_length
from layout.placed import Listener, Placed
from layout.problem import Problem
from layout.stop import Stopping
from structure.distances import distances


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
        objective: LatencyObjective,
        problem: Problem,
        slot_of: npt.NDArray[np.int32],
        rng: np.random.Generator,
    ):
        self.objective, self.problem = objective, problem
        switch, per_mm, self.unit = objective.whole_delays()
        floor, routers = objective.floor, problem.routers
        delay = switch + floor.by_cabinet() * per_mm // self.unit
        if int(delay.max(initial=0)) * distances(objective.topology).diameter > LONGEST:
            what = "switch latency and cable lengths have no common step coarse enough for 32 bits"
            raise InputError("--switch-ns", what, "give a rounder switch latency")
        u, v, counts = problem.pairs
        both = np.concatenate([u, v]), np.concatenate([v, u])
        order = np.lexsort((both[1], both[0]))
        joined = np.concatenate([np.arange(len(u))] * 2)[order]
        starts = np.searchsorted(both[0][order], np.arange(routers + 1))
        cabinet = floor.slot_cabinet.astype(np.int64)
        self.ways = Ways(
            starts, both[1][order].astype(np.int64), joined, delay, cabinet, stride(routers), 0.0, 0.0
        )
        #: Cost of one unit of a cable's delay beside the latencies, one a joined pair.
        self.unit_ns = self.unit / ATTOSECONDS_PER_NS
        self.pairs = max(routers * (routers - 1), 1)
        per_unit = objective.per_m * (self.unit / per_mm / MM_PER_M) * self.pairs / self.unit_ns
        self.per_cable = counts * per_unit if objective.per_m else np.zeros(0)
        home = cabinet[slot_of]
        log = routers * min(routers, MOST_LOGGED) + 4 * routers
        self.tables = Tables(
            np.zeros((routers, routers), np.int32),
            home,
            home.copy(),
            np.zeros(log, np.int64),
            np.zeros(log, np.int32),
            np.zeros(routers, np.bool_),
            np.zeros(routers, np.bool_),
            np.zeros(routers, np.int64),
            np.zeros(routers, np.int64),
        )
        router_in = np.full(problem.slots, -1, np.int32)
        router_in[slot_of] = np.arange(routers, dtype=np.int32)
        self.state = State(
            slot_of.astype(np.uint32),
            router_in,
            rng.integers(0, 2**64, size=1, dtype=np.uint64),
            problem.movers.astype(np.uint32),
            problem.places.astype(np.uint32),
        )
        #: Faded sums over sampled swaps: 1, first order f, true change t, f f, f t, t t, |t|.
        self.sums = np.zeros(7)
        fill_reach(self.ways, self.tables)

    def run(self, chain: int, stop: Stopping, listener: Listener) -> Placed:
        """Cool until ``stop`` says so; return the best placement that was met.

        Uses, scale and, for the longest latency, the cost of a latency are set anew every
        now and then; the best placement of each stretch is judged by the objective itself.
        """
        cooling, spent = COOLINGS[self.objective.figure], 0
        hot = cooling.hot[chain % len(cooling.hot)]
        best_slot_of = self.state.slot_of.astype(np.int32)
        best = self.objective.value(best_slot_of)
        history = [(0, self._steps(best))]
        while stop.progress(spent) < 1.0 and len(self.state.movers):
            level = self._level()
            until = spent + REFRESH * (self._refresh_work + level.work)
            spent += level.work
            met = self.state.slot_of.copy()
            cost = least = self._cost(level)
            while spent < until and (progress := stop.progress(spent)) < 1.0:
                temperature = level.scale * hot * (cooling.cold / hot) ** progress
                cost, least, work = search_some(
                    slice_length(stop, spent, MOST_WORK),
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
                listener(min(stop.progress(spent), 1.0), self._steps(best))
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
            longest = float(self.tables.reach.max())
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
