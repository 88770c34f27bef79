"""One simulation run: warm up, label packets, drain, count."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.models import StrictModel
from netfloor.research.traffic.simulation.arrays import (
    BINS,
    COUNT,
    DELIVERED,
    FLITS,
    HOPS,
    LONGEST,
    NETWORK_LATENCY,
    NOW,
    POPULATION_SUM,
    RATE,
    TOTAL,
)
from netfloor.research.traffic.simulation.memory import make_arrays
from netfloor.research.traffic.simulation.network import SimulatedNetwork, rules_of
from netfloor.research.traffic.simulation.running import MOVES_A_SECOND, Running
from netfloor.research.traffic.simulation.settings import SwitchModel, Watch
from netfloor.research.traffic.simulation.warm_up import MAX_WINDOWS
from netfloor.traffic.load.channel_load import channel_load
from netfloor.traffic.patterns.longest import MOST
from netfloor.traffic.patterns.pattern import Pattern

LongArray = npt.NDArray[np.int64]
#: Minimum labelled packets for a latency.
FEWEST_PACKETS = 10
#: Limit on steps of crossbars (cycles times speedup), from their 32-bit counters, with room for delays.
MAX_STEPS = 1 << 30


@dataclass(frozen=True, eq=False)
class Run:
    """The results of one run.

    Attributes
    ----------
    load, seed
        Offered load, in flits per cycle and endpoint; seed.
    saturated
        Why the network cannot carry the load, empty if nothing indicates so. Latencies are then
        meaningless.
    unsettled
        Why the run has no latency although the network is not known to be saturated: ``not steady`` or
        ``too few packets``, a colon, and figures; empty if it has one.
    warm_up, measured, drain
        Cycles of the three parts.
    accepted
        Flits that arrived per cycle and endpoint while measuring, on the scale of the load.
    packets, total, longest
        Labelled packets, the sum of their latencies and the longest, cycles, on minimal and other paths,
        (2,) int64.
    hops
        Channels that labelled packets crossed, in total.
    histogram
        Labelled packets by latency, on minimal and other paths, (2, bins) int64; the last bin also counts
        longer ones.
    channel_load
        Flits per cycle on every channel while measuring, (C,) float64.
    inside, network_latency
        Mean number of packets between source queue and destination, and their mean cycles there, of those
        that arrived while measuring.
    """

    load: float
    seed: int
    saturated: str
    unsettled: str
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
    """A simulation to run: a network with a routing, a pattern, a switch model, and durations.

    Raises
    ------
    InputError
        If a run may exceed the limit on cycles.
    """

    network: SimulatedNetwork
    pattern: Pattern
    model: SwitchModel
    watch: Watch

    def __post_init__(self) -> None:
        cycles = self.max_warm_up + self.watch.measured + self.max_drain + self.model.buffer_flits
        if cycles * self.model.speedup >= MAX_STEPS:
            what = f"up to {cycles:,} cycles with a speedup of {self.model.speedup}"
            advice = f"give fewer cycles: their product must stay below {MAX_STEPS:,}"
            raise InputError(setting("most_cycles"), what, advice)

    @property
    def notes(self) -> tuple[str, ...]:
        """Limits and inapplicable settings that the figures do not show."""
        return tuple(note for note in (self.short_buffers, self._no_queues()) if note)

    @property
    def short_buffers(self) -> str:
        """Which channels wait for credits even without contention; empty without any."""
        return self.model.short_buffers(self.network.delay)

    def _no_queues(self) -> str:
        rule = self.network.rule
        if self.model.allocation == "parallel" or rule.decision is not None:
            return ""
        return f"Allocation does not apply: {rule.name} does not decide by queues."

    @cached_property
    def throughput(self) -> float:
        """Load at which the first channel is full by the analysis; infinite without an analysis.

        There is none for routings that decide by queues, nor for networks too large for it.
        """
        network = self.network
        if network.rule.decision is not None or network.topology.routers > MOST:
            return math.inf
        return channel_load(network.topology, network.channels, network.rule, self.pattern).throughput

    @property
    def window(self) -> int:
        """Cycles of one observation of the warm-up.

        The default is the largest of 100, the round trip of the longest path, and half of the time to fill
        its buffers at the rate of a channel: the warm-up has twenty observations or more.
        """
        hops, model = self.network.table.diameter + 1, self.model
        each = int(self.network.delay.max(initial=1)) + model.switch_cycles + model.packet_flits
        return self.watch.window or max(100, 2 * hops * each, hops * model.buffer_flits // 2)

    @property
    def max_warm_up(self) -> int:
        """Cycles after which an unsteady run is abandoned."""
        return max(self.watch.max_warm_up, MAX_WINDOWS * self.window)

    def seconds(self, load: float) -> float:
        """Minimum seconds on one core for a run of a load, with the shortest warm-up."""
        cycles = MAX_WINDOWS // 2 * self.window + self.watch.measured
        packets = load * float(self.pattern.rate.sum()) / self.model.packet_flits * cycles
        hops = self.network.table.hops[: self.network.topology.routers]
        return packets * (float(hops.mean()) + 1) / MOVES_A_SECOND

    @property
    def max_drain(self) -> int:
        """Cycles after the measurement in which labelled packets must have arrived."""
        return max(self.watch.max_drain, MAX_WINDOWS * self.window)


def run_once(task: Task, load: float, seed: int, interrupt: Interrupt) -> Run | None:
    """Run one load with one seed; None if interrupted.

    Parameters
    ----------
    load
        Flits per cycle of an endpoint that sends at full rate, above 0 up to 1.
    """
    rules, measured = rules_of(task.network, task.model), task.watch.measured
    sim = make_arrays(task.network, task.pattern, rules, load / rules.flits, seed)
    running = Running(rules, sim, interrupt)
    counters = running.counters
    unsettled = running.warm_up(task.window, task.max_warm_up)
    running.label(measured)
    start, behind = counters.copy(), running.behind()
    running.go(measured)
    end = counters.copy()
    saturated = ""
    if load > task.throughput * (1 + 1e-9):
        saturated = f"a channel is full at {task.throughput:.4f} by the analysis"
    elif running.falls_behind(behind, measured):
        saturated = "sources cannot inject the offered load"
    elif not unsettled and not running.drain(task.max_drain):
        saturated = f"packets have not arrived {task.max_drain:,} cycles after they were measured"
    if interrupt.asked:
        return None
    packets = int(running.sim.labelled[:, COUNT].sum())
    if not unsettled and packets < FEWEST_PACKETS:
        unsettled = f"too few packets: {packets} in {measured:,} cycles"
    return _counted(running, (load, seed, saturated, "" if saturated else unsettled), start, end)


def _counted(running: Running, what: tuple[float, int, str, str], start: LongArray, end: LongArray) -> Run:
    """Return the counts of a run between two states of its counters, and until now."""
    load, seed, saturated, unsettled = what
    sim, rules = running.sim, running.rules
    cycles, arrived = int(end[NOW] - start[NOW]), int(end[DELIVERED] - start[DELIVERED])
    offered = float(sim.births[:, RATE].sum()) * rules.flits
    crossed = int(sim.outs[rules.channels :, FLITS].sum())
    labelled = sim.labelled
    return Run(
        load=load,
        seed=seed,
        saturated=saturated,
        unsettled=unsettled,
        warm_up=int(start[NOW]),
        measured=cycles,
        drain=int(sim.counters[NOW] - end[NOW]),
        accepted=load * crossed / (cycles * offered) if cycles and offered else 0.0,
        packets=labelled[:, COUNT].copy(),
        total=labelled[:, TOTAL].copy(),
        longest=labelled[:, LONGEST].copy(),
        hops=int(sim.counters[HOPS]),
        histogram=sim.histogram,
        channel_load=sim.outs[: rules.channels, FLITS] / max(1, cycles),
        inside=float(end[POPULATION_SUM] - start[POPULATION_SUM]) / max(1, cycles),
        network_latency=float(end[NETWORK_LATENCY] - start[NETWORK_LATENCY]) / max(1, arrived),
    )


_Count = Annotated[int, Field(ge=0, lt=2**63)]
_Amount = Annotated[float, Field(ge=0)]
_OfBoth = Annotated[list[_Count], Field(min_length=2, max_length=2)]


class _RunRecord(StrictModel):
    """A run in checkpoints and results; histogram bins as kind, latency and count."""

    load: _Amount
    seed: _Count
    saturated: str
    unsettled: str
    warm_up: _Count
    measured: _Count
    drain: _Count
    accepted: _Amount
    packets: _OfBoth
    total: _OfBoth
    longest: _OfBoth
    hops: _Count
    histogram: list[Annotated[list[_Count], Field(min_length=3, max_length=3)]]
    channel_load: list[_Amount]
    inside: _Amount
    network_latency: _Amount


def run_record(run: Run) -> dict[str, Any]:
    """Return the record of a run for checkpoints and results, without empty bins."""
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
    ValueError
        If the record is damaged: a field is missing, of the wrong type or out of range.
    """
    fields = _RunRecord.model_validate(record)
    histogram = np.zeros((2, BINS), np.int64)
    for kind, latency, count in fields.histogram:
        if kind > 1 or latency >= BINS:
            raise ValueError(f"no bin {kind}, {latency}")
        histogram[kind, latency] = count
    arrays = {key: np.array(getattr(fields, key), np.int64) for key in ("packets", "total", "longest")}
    loads = np.array(fields.channel_load, np.float64)
    return Run(**{**fields.model_dump(), **arrays, "histogram": histogram, "channel_load": loads})
