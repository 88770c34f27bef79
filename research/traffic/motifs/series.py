"""Results of motifs for reports: series of runs, their settings, speedups."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from netfloor.research.traffic.motifs.run import MotifRun
from netfloor.research.traffic.simulation.points import Estimate, estimate
from netfloor.research.traffic.simulation.settings import SwitchModel


@dataclass(frozen=True)
class MotifName:
    """Name of a series; ``grid`` is empty for the motif's own."""

    network: str
    routing: str
    motif: str
    mapping: str
    size_bytes: int
    grid: str

    def __str__(self) -> str:
        return ", ".join(str(part) for part in vars(self).values() if part)

    def text(self, others: Sequence["MotifName"], without: Sequence[str] = ()) -> str:
        """Return the parts in which series differ, except ``without``."""
        differing = [
            f"{part:,} bytes" if key == "size_bytes" else str(part or "usual grid")
            for key, part in vars(self).items()
            if key not in without and len({vars(item)[key] for item in others}) > 1
        ]
        return ", ".join(differing)


@dataclass(frozen=True)
class MotifFacts:
    """Facts about a series.

    Attributes
    ----------
    topology, endpoints, ranks
        Name of the network, its endpoints, ranks of the job.
    virtual_channels, deadlock
        Their number and rule; why packets cannot deadlock.
    messages, bytes_sent, packets
        Number of messages, total bytes, number of packets.
    least_cycles
        Lower bound on the runtime: flits that the busiest endpoint sends or receives.
    model, flit_bytes, cycle_ns
        Assumptions about switches; bytes of a flit; its time on a link.
    about
        Sentences on ranks, motif and channels, each with its topic.
    notes
        Notes on the network.
    """

    topology: str
    endpoints: int
    ranks: int
    virtual_channels: str
    deadlock: str
    messages: int
    bytes_sent: int
    packets: int
    least_cycles: int
    model: SwitchModel
    flit_bytes: int
    cycle_ns: float
    about: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class MotifSeries:
    """A motif on a network, run with every seed."""

    name: MotifName
    facts: MotifFacts
    runs: tuple[MotifRun, ...]

    @property
    def cycles(self) -> Estimate:
        """Runtime in cycles."""
        return estimate([run.cycles for run in self.runs])

    @property
    def seconds(self) -> Estimate:
        """Runtime in seconds."""
        return self.cycles.times(self.facts.cycle_ns / 1e9)

    @property
    def parts(self) -> dict[str, float]:
        """Share of the runtime by part of the critical path, mean over the runs."""
        total = sum(run.cycles for run in self.runs)
        return {name: sum(run.parts[name] for run in self.runs) / total for name in self.runs[0].parts}


@dataclass(frozen=True, eq=False)
class MotifReport:
    """Series of motifs (after an interrupt, the finished ones). ``against`` names the reference network."""

    title: str
    series: tuple[MotifSeries, ...]
    against: str | None = None
    interrupted: bool = False

    def speedup(self, series: MotifSeries) -> float | None:
        """Return the speedup of a series over the same on the network ``against``."""
        if self.against is None:
            return None
        name = replace(series.name, network=self.against)
        base = next((item for item in self.series if item.name == name), None)
        return None if base is None else base.cycles.mean / series.cycles.mean

    def label(self, series: MotifSeries) -> str:
        """Return a short name of a series."""
        every = [item.name for item in self.series]
        return series.name.text(every) or f"{series.name.motif} on {series.name.network}"

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, each sentence once."""
        several = len({series.name.network for series in self.series}) > 1
        remarks: dict[str, None] = {}
        for series in self.series:
            for note in series.facts.notes:
                remarks[f"{series.name.network}: {note}" if several else note] = None
        item = any(len(series.runs) == 1 for series in self.series)
        return (*remarks, *(("One seed: no confidence interval.",) if item else ()))
