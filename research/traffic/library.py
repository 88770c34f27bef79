"""Simulated traffic and motifs for scripts and notebooks, as exported by `netfloor.research`."""

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.api.networks import whole
from netfloor.api.sources import wanted_network
from netfloor.api.watched import watched
from netfloor.foundation.display.charts import COLOURS, axes_or_new
from netfloor.foundation.display.data_table import ColumnForm, DataTable, FigureRows
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT, Observer
from netfloor.research.traffic.motifs.critical_path import PARTS
from netfloor.research.traffic.motifs.schedule import MotifSettings
from netfloor.research.traffic.motifs.series import MotifReport
from netfloor.research.traffic.report.motif import motif_document
from netfloor.research.traffic.report.simulation import SimulationReport, simulation_document
from netfloor.research.traffic.simulation.points import PERCENTILES, saturation
from netfloor.research.traffic.simulation.settings import SwitchOptions, Watch
from netfloor.research.traffic.study.delays import Delays
from netfloor.research.traffic.study.motif import MotifRequest, MotifRunOptions, run_motifs
from netfloor.research.traffic.study.simulate import SimulationRequest, simulate_traffic

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from netfloor.api.sources import AnyNetwork


class SimulatedTraffic(FigureRows):
    """Latency and accepted load of a network by load, returned by `simulate`.

    Iterating yields a dictionary per load; ``traffic["latency_cycles"]`` is a column.
    """

    def __init__(self, report: SimulationReport) -> None:
        self._report = report

    def __repr__(self) -> str:
        task = self._report.task
        what = f"{task.pattern.name} on {task.network.topology.name} by {task.network.rule.name}"
        return f"SimulatedTraffic({what}: carries {self.carried or 0:g} of the rate)"

    @property
    def carried(self) -> float | None:
        """Highest simulated load that is carried below the first that is not; None without any."""
        return saturation(self._report.points)[0]

    @property
    def saturated(self) -> float | None:
        """Lowest simulated load that the network cannot carry; None if it carries all."""
        return saturation(self._report.points)[1]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the figures."""
        return self._report.notes

    @property
    def interrupted(self) -> bool:
        """True if the run was interrupted and loads are missing."""
        return self._report.interrupted

    @cached_property
    def rows(self) -> DataTable:
        """One row per load: accepted load, mean latency with half its 95 % interval, percentiles, channels.

        Latencies are None if the load saturates the network; nanoseconds need a known rate.
        """
        report, points = self._report, self._report.points
        latency = [point.latency() for point in points]
        in_ns = [report.latency_ns(point) for point in points]
        columns: dict[str, list[Any]] = {
            "load": [point.load for point in points],
            "accepted": [point.accepted.mean for point in points],
            "latency_cycles": [None if item is None else item.mean for item in latency],
            "latency_half_interval_cycles": [None if item is None else item.half for item in latency],
            "latency_ns": [None if item is None else item.mean for item in in_ns],
        }
        for percent in PERCENTILES:
            columns[f"percentile_{percent}_cycles"] = [point.percentile(percent) for point in points]
        columns["highest_channel_load"] = [float(point.channel_load.max(initial=0.0)) for point in points]
        columns["mean_hops"] = [point.hops if point.has_latency else None for point in points]
        columns["saturated"] = [bool(point.saturated) for point in points]
        return DataTable(columns, repr(self), _forms(columns))

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Plot mean latency against load, in ns if a rate is known, otherwise in cycles.

        Return the axes.
        """
        ax = axes_or_new(ax)
        key, unit = (
            ("latency_ns", "ns") if "latency_ns" in self.rows.columns else ("latency_cycles", "cycles")
        )
        results = [row for row in self.rows if row.get(key) is not None]
        ax.plot(
            [row["load"] for row in results],
            [row[key] for row in results],
            marker="o",
            label=self._report.task.network.rule.name,
        )
        ax.set_xlabel("offered load (share of the rate)")
        ax.set_ylabel(f"mean latency ({unit})")
        return ax

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document of ``netfloor traffic simulate``."""
        return simulation_document(self._report)


class MotifRuns(FigureRows):
    """Runtime of a parallel program's messages by network, returned by `motifs`.

    Iterating yields a dictionary per network; ``runs["cycles"]`` is a column.
    """

    def __init__(self, report: MotifReport) -> None:
        self._report = report

    def __repr__(self) -> str:
        return f"MotifRuns({self._report.title})"

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the figures."""
        return self._report.notes

    @property
    def interrupted(self) -> bool:
        """True if the run was interrupted and networks are missing."""
        return self._report.interrupted

    @cached_property
    def rows(self) -> DataTable:
        """One row per network: runtime with half its 95 % interval, lower bound, critical path.

        ``least_cycles`` is the lower bound by the busiest endpoint; parts of the critical path are shares.
        """
        series = self._report.series
        columns: dict[str, list[Any]] = {
            "network": [item.name.network for item in series],
            "motif": [item.name.motif for item in series],
            "routing": [item.name.routing for item in series],
            "ranks": [item.facts.ranks for item in series],
            "cycles": [item.cycles.mean for item in series],
            "half_interval_cycles": [item.cycles.half for item in series],
            "least_cycles": [item.facts.least_cycles for item in series],
            "time_us": [item.seconds.mean * 1e6 for item in series],
        }
        columns |= {f"{part}_share": [item.parts[part] for item in series] for part in PARTS}
        return DataTable(columns, self._report.title, _forms(columns))

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Plot the runtime of every network as bars, in cycles; return the axes."""
        ax, places = axes_or_new(ax), range(len(self))
        ax.barh(places, self["cycles"], color=COLOURS[0], height=0.6)
        ax.set_yticks(places, self["network"])
        ax.invert_yaxis()
        ax.set_xlabel("runtime (cycles)")
        return ax

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document of ``netfloor traffic motif``."""
        return motif_document(self._report)


def _text(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _forms(columns: Iterable[str]) -> dict[str, ColumnForm]:
    """Return the formats of columns in cycles, microseconds and shares."""
    result = {}
    for key in columns:
        name, _, end = key.rpartition("_")
        heading = (name or "runtime").replace("_", " ").capitalize()
        if end == "cycles":
            result[key] = ColumnForm(heading, "cycles", partial(_text, form=",.1f"))
        elif end == "us":
            result[key] = ColumnForm(heading, "us", partial(_text, form=",.3f"))
        elif end == "share":
            result[key] = ColumnForm(heading, "", partial(_text, form=".1%"))
    return result


def simulate(  # noqa: PLR0913 - one keyword each, all optional
    source: "AnyNetwork",
    *,
    routing: str = "minimal",
    pattern: str | Path = "uniform",
    loads: Sequence[float] = (0.1, 0.3, 0.5, 0.7, 0.9),
    ranks: int | None = None,
    seeds: int = 1,
    virtual_channels: str | None = None,
    switches: SwitchOptions | None = None,
    delays: Delays | None = None,
    cycles: int = 3000,
    most_cycles: int = 20_000,
    gbps: float | None = None,
    network: str | None = None,
    seed: int = 0,
    workers: int = 1,
    progress: bool = False,
    observer: Observer = SILENT,
    interrupt: Interrupt | None = None,
) -> SimulatedTraffic:
    """Simulate latency against load, cycle by cycle, as ``netfloor traffic simulate`` does.

    Parameters
    ----------
    source
        A spec, a plan or its file, a network, or a NetworkX graph; in plans the delays of channels follow
        from the lengths of their cables.
    pattern
        A name, or a CSV file of weights.
    loads
        Flits per cycle and endpoint, above 0, up to 1.
    ranks
        Number of ranks of the job; None: one on each endpoint that the pattern can use.
    switches, delays
        Buffers, packets and speedup of a switch, and cycles of channels; None: the defaults of the command.
    cycles, most_cycles
        Measured cycles, and limit on cycles of warm-up and drain.
    gbps
        Rate of a link, for latencies in ns; a plan has its own.
    network
        Name of one of a plan's networks.
    seeds, seed
        Independent runs of each load, and the first seed; results do not depend on the number of workers.

    Raises
    ------
    InputError
        If the network, the routing, the pattern or a number is unusable.
    InfeasibleError
        If packets can deadlock.
    """
    request = SimulationRequest(
        network=wanted_network(source, seed=seed, gbps=gbps, network=network),
        routing=routing,
        pattern=str(pattern),
        loads=tuple(float(load) for load in loads),
        ranks=ranks,
        seeds=whole(seeds, "seeds", least=1),
        virtual_channels=virtual_channels,
        model=switches or SwitchOptions(),
        watch=Watch(None, most_cycles, cycles, most_cycles),
        delays=delays or Delays(),
        workers=whole(workers, "workers", least=1),
    )
    with watched(observer, interrupt, progress=progress) as (hears, ends):
        return SimulatedTraffic(simulate_traffic(request, hears, ends))


def motifs(  # noqa: PLR0913 - one keyword each, all optional
    networks: "Sequence[AnyNetwork] | dict[str, AnyNetwork]",
    *,
    motif: str = "halo3d26",
    routing: str = "minimal",
    mapping: str | Path = "linear",
    ranks: int | None = None,
    settings: MotifSettings | None = None,
    seeds: int = 1,
    virtual_channels: str | None = None,
    switches: SwitchOptions | None = None,
    delays: Delays | None = None,
    gbps: float | None = None,
    seed: int = 0,
    workers: int = 1,
    progress: bool = False,
    observer: Observer = SILENT,
    interrupt: Interrupt | None = None,
) -> MotifRuns:
    """Run a parallel program's messages on some networks, as ``netfloor traffic motif`` does.

    Parameters
    ----------
    networks
        Specs, plans or their files, networks, NetworkX graphs; or a mapping from display names to these.
    mapping
        ``linear``, ``allocated``, ``random``, ``cabinets``, or a CSV file.
    ranks
        Number of ranks of the job, the same on all networks; None: one on each endpoint.
    settings
        Bytes, iterations, grid and other settings of the motif.
    switches, delays, gbps, seeds, seed
        As in `simulate`.

    Raises
    ------
    InputError
        If a network, the routing, the motif, the mapping or a number is unusable.
    InfeasibleError
        If packets can deadlock.
    """
    if isinstance(networks, str) or not isinstance(networks, Sequence | dict) or not networks:
        raise InputError(
            "networks", "is not a list of networks", "a list, or a mapping from names to networks"
        )
    named = networks.items() if isinstance(networks, dict) else ((None, network) for network in networks)
    requests = [
        MotifRequest(
            network=wanted_network(source, seed=seed, gbps=gbps),
            motif=motif,
            routing=routing,
            mapping=str(mapping),
            ranks=ranks,
            settings=settings or MotifSettings(),
            seeds=whole(seeds, "seeds", least=1),
            virtual_channels=virtual_channels,
            model=switches or SwitchOptions(),
            delays=delays or Delays(),
            label=label,
        )
        for label, source in named
    ]
    how = MotifRunOptions(whole(workers, "workers", least=1))
    with watched(observer, interrupt, progress=progress) as (hears, ends):
        return MotifRuns(run_motifs(f"{motif} by {routing}", requests, how, None, hears, ends))
