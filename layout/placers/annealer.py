"""Simulated annealing with tables, one chain: state, schedule and descent."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from layout.placers.anneal_kernels import (
    Floor,
    Flow,
    State,
    anneal_slice,
    descend_some,
    fill_table,
    mean_change,
)
from layout.placers.interface import Listener, Placed
from layout.problem import Problem
from layout.stop import Stopping

#: An (n, n) uint8 matrix of links beats searching sorted rows while it is small.
MAX_DENSE_ROUTERS = 8192
#: Iterations at one temperature: short enough to be interrupted, long enough to be free.
MAX_SLICE = 1 << 18
SLICES = 256
#: Random swaps whose mean change sets the temperatures.
SAMPLES = 4096
#: Swaps that the final descent may try in any case.
MIN_DESCENT = 1 << 25


@dataclass(frozen=True)
class Schedule:
    """Geometric cooling between two shares of the mean absolute change of a random swap.

    Attributes
    ----------
    hot, cold
        First and last temperature as shares of the mean change at a random placement.
        Measured on Table II's networks: a start at 0.24 leaves half of LPS(19,7)'s runs
        in a layout 1 % too long, from 0.35 none; from 0.5 the others get worse.
    """

    hot: float = 0.35
    cold: float = 0.018

    def temperature(self, scale: float, progress: float) -> float:
        """Return the temperature in mm at a progress of 0 to 1."""
        return float(scale * self.hot * (self.cold / self.hot) ** min(progress, 1.0))


class Annealer:
    """A problem, a placement and its tables, ready to be annealed."""

    def __init__(self, problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator):
        self.floor, self.flow = floor_of(problem), flow_of(problem)
        router_in = np.full(problem.slots, -1, dtype=np.int32)
        router_in[slot_of] = np.arange(problem.routers, dtype=np.int32)
        lines = len(problem.lengths.row_mm) + len(problem.lengths.column_mm)
        kind = table_type(problem)
        self.state = State(
            np.zeros((problem.routers, lines), dtype=kind),
            slot_of.astype(np.int32).copy(),
            router_in,
            rng.integers(0, 2**64, size=1, dtype=np.uint64),
            np.zeros(lines, dtype=kind),
        )
        fill_table(self.state, self.floor, self.flow)
        self.cost_mm = problem.cost_mm(slot_of)
        mates = 2 * int(np.diff(problem.lengths.first_slot).max() - 1)
        heaviest = int(problem.flow.data.max(initial=0))
        self.slack = abs(self.floor.discount) * mates * heaviest

    def mean_change(self) -> float:
        """Return the mean absolute change of a random swap from here, in mm."""
        return float(mean_change(SAMPLES, self.state, self.floor, self.flow))

    def run(self, scale: float, schedule: Schedule, stop: Stopping, listener: Listener) -> Placed:
        """Cool until ``stop`` says so, then descend, as a rule to a swap-local optimum.

        Parameters
        ----------
        scale
            Mean change that the schedule's shares refer to, in mm.
        """
        done, history = 0, [(0, self.cost_mm)]
        while (progress := stop.progress(done)) < 1.0:
            proposals = slice_length(stop, done)
            temperature = schedule.temperature(scale, progress)
            self.cost_mm += int(
                anneal_slice(proposals, temperature, self.slack, self.state, self.floor, self.flow)
            )
            done += proposals
            history.append((done, self.cost_mm))
            listener(stop.progress(done), self.cost_mm)
        self.descend(max(MIN_DESCENT, done // 4))
        history.append((done, self.cost_mm))
        return Placed(self.state.slot_of.copy(), self.cost_mm, done, tuple(history))

    def descend(self, most: int = MIN_DESCENT) -> None:
        """Take improving swaps until no swap improves, or ``most`` swaps were tried.

        The limit matters where too little was annealed for the size of the network: descent
        from there would take far longer than the annealing.
        """
        routers, slots = len(self.state.slot_of), len(self.state.router_in)
        step = max(1, MAX_SLICE // slots)
        since_improved, begin, tried = 0, 0, 0
        while since_improved < routers and tried < most:
            end = min(begin + step, routers)
            change = int(descend_some(begin, end, self.slack, self.state, self.floor, self.flow))
            self.cost_mm += change
            since_improved = 0 if change else since_improved + end - begin
            tried += (end - begin) * slots
            begin = end % routers


def slice_length(stop: Stopping, done: int) -> int:
    """Return how many iterations to run before asking ``stop`` again, never past its end."""
    now = stop.progress(done)

    def fits(iterations: int) -> bool:
        after = stop.progress(done + iterations)
        return after - now <= 1.0 / SLICES and after <= 1.0

    low, high = 1, MAX_SLICE
    if fits(high):
        return high
    while low < high:  # the most iterations that spend at most one step
        middle = (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low


def table_type(problem: Problem) -> type[np.int32] | type[np.int64]:
    """Return int32 for the tables if no router's length can overflow it, else int64."""
    heaviest = int(problem.flow.sum(axis=1).max(initial=0))
    extent = int(problem.lengths.row_mm[-1] + problem.lengths.column_mm[-1])
    return np.int32 if heaviest * extent < 2**30 else np.int64


def floor_of(problem: Problem) -> Floor:
    """Return the floor's arrays as the kernels take them."""
    lengths = problem.lengths
    return Floor(
        lengths.slot_row.astype(np.uint32),
        lengths.slot_column.astype(np.uint32),
        lengths.slot_cabinet.astype(np.uint32),
        lengths.first_slot,
        np.abs(lengths.row_mm[:, None] - lengths.row_mm[None, :]),
        np.abs(lengths.column_mm[:, None] - lengths.column_mm[None, :]),
        lengths.discount_mm,
    )


def flow_of(problem: Problem) -> Flow:
    """Return the links' arrays as the kernels take them."""
    flow = problem.flow
    small = problem.routers <= MAX_DENSE_ROUTERS and flow.data.max(initial=0) < 256
    dense = flow.toarray().astype(np.uint8) if small else np.zeros((0, 0), dtype=np.uint8)
    return Flow(
        flow.indptr.astype(np.int64), flow.indices.astype(np.int32), flow.data.astype(np.int32), dense
    )
