"""A finite run of an offered load, and its record."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.models import StrictModel
from netfloor.research.traffic.motifs.run import MotifTask, message_times, run_messages
from netfloor.research.traffic.simulation.arrays import COUNT, FLITS, HOPS, RECEIVED

_Count = Annotated[int, Field(ge=0, lt=2**63)]
_Amount = Annotated[float, Field(ge=0)]


class OfferedRun(StrictModel):
    """The results of a run, times in cycles.

    Attributes
    ----------
    load, seed
        Offered load, in flits per cycle and rank; seed of ranks, messages and routing.
    cycles
        Arrival of the last message.
    slowest, mean
        Time of the slowest message and mean over messages, from creation to the last flit.
    messages, packets, hops
        Messages; packets; channels that these crossed in total.
    not_minimal
        Share of packets on non-minimal paths.
    busiest_channel
        Flits per cycle of the busiest channel between switches, over the whole run.
    """

    load: _Amount
    seed: _Count
    cycles: _Count
    slowest: _Count
    mean: _Amount
    messages: _Count
    packets: _Count
    hops: _Count
    not_minimal: _Amount
    busiest_channel: _Amount


def run_offered(task: MotifTask, load: float, seed: int, interrupt: Interrupt) -> OfferedRun | None:
    """Run the messages of a load to their end; None if interrupted."""
    sim = run_messages(task, seed, interrupt)
    if sim is None:
        return None
    times, cycles = message_times(task, sim), int(sim.messages.rows[:, RECEIVED].max())
    sent = sim.labelled[:, COUNT]
    crossed = sim.outs[: task.network.channels.count, FLITS]
    return OfferedRun(
        load=load,
        seed=seed,
        cycles=cycles,
        slowest=int(times.max()),
        mean=float(times.mean()),
        messages=len(times),
        packets=int(sent.sum()),
        hops=int(sim.counters[HOPS]),
        not_minimal=float(sent[1] / sent.sum()),
        busiest_channel=float(np.max(crossed, initial=0)) / cycles,
    )


@dataclass(frozen=True, eq=False)
class OfferedSeries:
    """A network with a routing at a load, run with every seed; ``facts`` describe it."""

    name: str
    load: float
    runs: tuple[OfferedRun, ...]
    facts: dict[str, Any]

    @property
    def slowest(self) -> float:
        """Time of the slowest message, mean over the seeds, in cycles."""
        return float(np.mean([run.slowest for run in self.runs]))

    @property
    def mean(self) -> float:
        """Time of messages, mean over the seeds, in cycles."""
        return float(np.mean([run.mean for run in self.runs]))

    @property
    def spread(self) -> tuple[int, int]:
        """Minimum and maximum time of the slowest message over the seeds."""
        times = [run.slowest for run in self.runs]
        return min(times), max(times)


def seeds_before(one: OfferedSeries, other: OfferedSeries) -> int:
    """Return the number of seeds in which a series has a faster slowest message than another."""
    return sum(mine.slowest < theirs.slowest for mine, theirs in zip(one.runs, other.runs, strict=True))


def seeds_first(one: OfferedSeries, others: list[OfferedSeries]) -> int:
    """Return the number of seeds in which a series is fastest of all."""
    rows = zip(one.runs, *(other.runs for other in others), strict=True)
    return sum(all(mine.slowest < run.slowest for run in theirs) for mine, *theirs in rows)
