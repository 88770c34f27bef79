"""One run: warm up, label packets, let them leave, count."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.interrupt import Interrupt
from netfloor.traffic.simulation.arrays import (
    COUNT,
    DELIVERED,
    HOPS,
    LABEL_FROM,
    LABEL_TO,
    LABELLED_INSIDE,
    LATENCY,
    LONGEST,
    MEASURING,
    NETWORK_LATENCY,
    NOW,
    POPULATION_SUM,
    TOTAL,
    Moving,
    Rules,
    Wiring,
)
from netfloor.traffic.simulation.memory import grown, make_moving
from netfloor.traffic.simulation.settings import Watch
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


class _Running:
    """A run under way: the arrays, and what stops it."""

    def __init__(self, wiring: Wiring, rules: Rules, seed: int, interrupt: Interrupt) -> None:
        self.wiring, self.rules, self.interrupt = wiring, rules, interrupt
        self.moving: Moving = make_moving(wiring, rules, seed)

    @property
    def counters(self) -> Any:
        return self.moving.counters

    def go(self, cycles: int) -> None:
        """Run some cycles, making room where it is missing; fewer after an interrupt."""
        from netfloor.traffic.simulation.cycle_kernels import advance  # noqa: PLC0415 - a heavy import

        while cycles and not self.interrupt.asked:
            slice_ = min(cycles, SLICE)
            done = int(advance(self.wiring, self.rules, self.moving, slice_))
            cycles -= done
            if done < slice_:
                self.moving = grown(self.moving)

    def behind(self) -> float:
        """Return by how many cycles sources are behind with sending what they have created, on average."""
        born = self.moving.born[np.isfinite(self.moving.born)]
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
        while self.counters[LABELLED_INSIDE] or np.ceil(self.moving.born.min()) < until:
            if self.counters[NOW] >= end or self.interrupt.asked:
                return False
            self.go(16)
        return True


def run_once(
    wiring: Wiring, rules: Rules, watch: Watch, load: float, seed: int, interrupt: Interrupt
) -> Run | None:
    """Run one load with one seed; None if interrupted."""
    running = _Running(wiring, rules, seed, interrupt)
    counters = running.counters
    steady = running.warm_up(watch.window or usual_window(wiring, rules), watch.most_warm_up)
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


def usual_window(wiring: Wiring, rules: Rules) -> int:
    """Return the cycles of one observation: 100, or what the longest path and back takes."""
    hops = int(wiring.distance.max(initial=1)) + 1
    return max(100, 2 * hops * (int(wiring.delay.max(initial=1)) + rules.switch_cycles + rules.flits))


def _counted(running: _Running, what: tuple[float, int, str], start: LongArray, end: LongArray) -> Run:
    """Return what a run has counted between two states of its counters, and until now."""
    load, seed, saturated = what
    moving, rules, wiring = running.moving, running.rules, running.wiring
    cycles, arrived = int(end[NOW] - start[NOW]), int(end[DELIVERED] - start[DELIVERED])
    offered = float(wiring.rate.sum())
    labelled = moving.labelled
    return Run(
        load=load,
        seed=seed,
        saturated=saturated,
        warm_up=int(start[NOW]),
        measured=cycles,
        drain=int(moving.counters[NOW] - end[NOW]),
        accepted=load * arrived / (cycles * offered) if cycles and offered else 0.0,
        packets=labelled[:, COUNT].copy(),
        total=labelled[:, TOTAL].copy(),
        longest=labelled[:, LONGEST].copy(),
        hops=int(moving.counters[HOPS]),
        histogram=moving.histogram,
        channel_load=moving.channel_flits[: rules.channels] / max(1, cycles),
        inside=(end[POPULATION_SUM] - start[POPULATION_SUM]) / max(1, cycles),
        network_latency=(end[NETWORK_LATENCY] - start[NETWORK_LATENCY]) / max(1, arrived),
    )
