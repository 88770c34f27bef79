"""One run: warm up, label packets, let them leave, count."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.interrupt import Interrupt
from netfloor.traffic.patterns.pattern import Pattern
from netfloor.traffic.simulation.arrays import (
    BINS,
    COUNT,
    DELIVERED,
    FLITS,
    HOPS,
    LABEL_FROM,
    LABEL_TO,
    LABELLED_INSIDE,
    LATENCY,
    LONGEST,
    MEASURING,
    NETWORK_LATENCY,
    NEXT_BIRTH,
    NOW,
    POPULATION_SUM,
    RATE,
    TOTAL,
)
from netfloor.traffic.simulation.memory import grown, make_arrays
from netfloor.traffic.simulation.network import SimulatedNetwork, rules_of
from netfloor.traffic.simulation.settings import SwitchModel, Watch
from netfloor.traffic.simulation.warm_up import FIRST_TEST, NEXT_TEST, is_steady

LongArray = npt.NDArray[np.int64]
#: A run is saturated if sources fall behind by more than this part of the measured time.
FALLING_BEHIND = 0.01
#: Cycles between two looks at an interrupt, at most.
SLICE = 500


@dataclass(frozen=True, eq=False)
class Run:
    """What one run has counted.

    Attributes
    ----------
    load, seed
        Load that was asked for, in flits per cycle and endpoint; seed.
    saturated
        Why the network cannot carry the load, empty if it does. Latencies then say nothing.
    warm_up, measured, drain
        Cycles of the three parts.
    accepted
        Flits that arrived per cycle and endpoint while measuring, on the scale of the load.
    packets, total, longest
        Labelled packets, their latencies' sum and the longest, cycles, minimal and not, (2,) int64.
    hops
        Channels that labelled packets crossed, in all.
    histogram
        Labelled packets by latency, minimal and not, (2, bins) int64; the last bin also counts longer ones.
    channel_load
        Flits per cycle on every channel while measuring, (C,) float64.
    inside, network_latency
        Packets between source queue and destination on average, and the cycles they spend there, of those
        that arrived while measuring.
    """

    load: float
    seed: int
    saturated: str
    warm_up: int
    measured: int
    drain: int
    accepted: float
    packets: LongArray
    total: LongArray
    longest: LongArray
    hops: int
    histogram: LongArray
    channel_load: npt.NDArray[np.float64]
    inside: float
    network_latency: float


@dataclass(frozen=True)
class Task:
    """What is run: a network with a routing, a pattern, what switches are assumed to be, and how long."""

    network: SimulatedNetwork
    pattern: Pattern
    model: SwitchModel
    watch: Watch


class _Running:
    """A run under way: the arrays, and what stops it."""

    def __init__(self, task: Task, seed: int, load: float, interrupt: Interrupt) -> None:
        self.task, self.interrupt = task, interrupt
        self.rules = rules_of(task.network, task.model)
        rate = load / self.rules.flits
        self.sim = make_arrays(task.network, task.pattern, self.rules, rate, seed)

    @property
    def counters(self) -> Any:
        return self.sim.counters

    def go(self, cycles: int) -> None:
        """Run some cycles, making room where it is missing; fewer after an interrupt."""
        from netfloor.traffic.simulation.cycle_kernels import advance  # noqa: PLC0415 - a heavy import

        while cycles and not self.interrupt.asked:
            slice_ = min(cycles, SLICE)
            done = int(advance(self.rules, self.sim, slice_))
            cycles -= done
            if done < slice_:
                self.sim = grown(self.sim)

    def behind(self) -> float:
        """Return by how many cycles sources are behind with sending what they have created, on average."""
        born = self.sim.births[:, NEXT_BIRTH]
        born = born[np.isfinite(born)]
        return float(np.maximum(self.counters[NOW] - born, 0.0).mean())

    def warm_up(self, window: int, most: int) -> bool:
        """Run windows until their mean latencies are steady; False if they never are."""
        series: list[float] = []
        while self.counters[NOW] < most and not self.interrupt.asked:
            before = self.counters.copy()
            self.go(window)
            arrived = self.counters[DELIVERED] - before[DELIVERED]
            if arrived:
                series.append((self.counters[LATENCY] - before[LATENCY]) / arrived)
            due = len(series) >= FIRST_TEST and len(series) % NEXT_TEST == 0
            if due and is_steady(series):
                return True
        return False

    def drain(self, most: int) -> bool:
        """Run until all labelled packets have arrived; False if they have not in time."""
        end, until = self.counters[NOW] + most, self.counters[LABEL_TO]
        while self.counters[LABELLED_INSIDE] or np.ceil(self.sim.births[:, NEXT_BIRTH].min()) < until:
            if self.counters[NOW] >= end or self.interrupt.asked:
                return False
            self.go(16)
        return True


def run_once(task: Task, load: float, seed: int, interrupt: Interrupt) -> Run | None:
    """Run one load with one seed; None if interrupted.

    Parameters
    ----------
    load
        Flits per cycle of an endpoint that sends at full rate, above 0 up to 1.
    """
    running, watch = _Running(task, seed, load, interrupt), task.watch
    counters = running.counters
    steady = running.warm_up(watch.window or usual_window(task), watch.most_warm_up)
    start, behind = counters.copy(), running.behind()
    counters[LABEL_FROM], counters[LABEL_TO] = start[NOW], start[NOW] + watch.measured
    counters[MEASURING] = 1
    running.go(watch.measured)
    counters[MEASURING] = 0
    end = counters.copy()
    saturated = ""
    if running.behind() - behind > FALLING_BEHIND * watch.measured:
        saturated = "sources fall behind with sending"
    elif not steady:
        saturated = f"latency still rises after {watch.most_warm_up:,} cycles"
    elif not running.drain(watch.most_drain):
        saturated = f"packets have not arrived {watch.most_drain:,} cycles after they were measured"
    return None if interrupt.asked else _counted(running, (load, seed, saturated), start, end)


def usual_window(task: Task) -> int:
    """Return the cycles of one observation: 100, or what the longest path and back takes."""
    hops = task.network.table.diameter + 1
    each = int(task.network.delay.max(initial=1)) + task.model.switch_cycles + task.model.packet_flits
    return max(100, 2 * hops * each)


def _counted(running: _Running, what: tuple[float, int, str], start: LongArray, end: LongArray) -> Run:
    """Return what a run has counted between two states of its counters, and until now."""
    load, seed, saturated = what
    sim, rules = running.sim, running.rules
    cycles, arrived = int(end[NOW] - start[NOW]), int(end[DELIVERED] - start[DELIVERED])
    offered = float(sim.births[:, RATE].sum())
    labelled = sim.labelled
    return Run(
        load=load,
        seed=seed,
        saturated=saturated,
        warm_up=int(start[NOW]),
        measured=cycles,
        drain=int(sim.counters[NOW] - end[NOW]),
        accepted=load * arrived / (cycles * offered) if cycles and offered else 0.0,
        packets=labelled[:, COUNT].copy(),
        total=labelled[:, TOTAL].copy(),
        longest=labelled[:, LONGEST].copy(),
        hops=int(sim.counters[HOPS]),
        histogram=sim.histogram,
        channel_load=sim.outs[: rules.channels, FLITS] / max(1, cycles),
        inside=float(end[POPULATION_SUM] - start[POPULATION_SUM]) / max(1, cycles),
        network_latency=float(end[NETWORK_LATENCY] - start[NETWORK_LATENCY]) / max(1, arrived),
    )


def run_record(run: Run) -> dict[str, Any]:
    """Return a run as checkpoints and results keep it; only bins that are not empty."""
    record = {
        key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in vars(run).items()
    }
    bins = np.nonzero(run.histogram)
    record["histogram"] = [[*map(int, row)] for row in zip(*bins, run.histogram[bins], strict=True)]
    return record


def run_of_record(record: dict[str, Any]) -> Run:
    """Return the run of a record.

    Raises
    ------
    TypeError, ValueError, KeyError, IndexError
        If the record is damaged.
    """
    histogram = np.zeros((2, BINS), np.int64)
    for kind, latency, count in record["histogram"]:
        histogram[kind, latency] = count
    arrays = {key: np.array(record[key], np.int64) for key in ("packets", "total", "longest")}
    loads = np.array(record["channel_load"], np.float64)
    return Run(**{**record, **arrays, "histogram": histogram, "channel_load": loads})
