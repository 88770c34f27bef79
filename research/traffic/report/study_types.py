"""Results of a traffic study for its report: panels of series."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from netfloor.research.traffic.report.simulation import SimulationReport
from netfloor.research.traffic.simulation.points import SimulatedLoad

#: The content of a panel's chart.
Chart = Literal["latency", "kinds", "histogram", "global channels", "longest", "speedup"]
#: Classes of global channels by their use in a routing: see `global_use`.
PLACES = ("direct", "same switch", "others")


@dataclass(frozen=True)
class SeriesName:
    """Name of a series; ``buffers`` None means the credit round trip."""

    network: str
    routing: str
    pattern: str
    buffers: int | None

    def text(self, others: Sequence["SeriesName"]) -> str:
        """Return the parts in which the series of the chart differ."""
        differing = [
            str(part) if key != "buffers" else f"{part} flits"
            for key, part in vars(self).items()
            if len({vars(item)[key] for item in others}) > 1
        ]
        return ", ".join(differing) or self.routing


@dataclass(frozen=True, eq=False)
class Series:
    """A series: its name and its loads."""

    name: SeriesName
    report: SimulationReport

    def at(self, load: float) -> SimulatedLoad | None:
        """Return the results at a load."""
        return next((point for point in self.report.points if point.load == load), None)

    def global_use(self, point: SimulatedLoad) -> dict[str, float]:
        """Return flits per cycle on global channels by place, mean over the groups; empty without groups.

        ``direct`` are those on which the pattern's minimal paths leave a group, ``same switch`` the others
        of the switches that have these, ``others`` the rest (the dragonfly paper's Figure 9).
        """
        network, pattern = self.report.task.network, self.report.task.pattern
        channels, groups = network.channels, network.topology.groups
        between = np.flatnonzero(channels.global_)
        if groups is None or not between.size:
            return {}
        demand = pattern.switch_demand(network.topology.routers)
        member = np.zeros((len(groups), int(groups.max()) + 1))
        member[np.arange(len(groups)), groups] = 1
        wanted = (member.T @ demand @ member) > 0
        tail, head = channels.tail[between], channels.head[between]
        direct = wanted[groups[tail], groups[head]]
        beside = np.isin(tail, tail[direct]) & ~direct
        loads = point.channel_load[between]
        kinds = zip(PLACES, (direct, beside, ~direct & ~beside), strict=True)
        return {place: float(loads[kind].mean()) for place, kind in kinds if kind.any()}


@dataclass(frozen=True, eq=False)
class Panel:
    """A chart: its content, its series, and the reference of speedups."""

    title: str
    show: Chart
    series: tuple[Series, ...]
    against: str | None = None

    def names(self) -> list[str]:
        """Return a short name for each series."""
        every = [item.name for item in self.series]
        return [name.text(every) for name in every]

    def speedup(self, series: Series, load: float) -> float | None:
        """Return the ratio of the reference's longest latency to that of the series.

        None if either is saturated: the longest latency is then meaningless.
        """
        base = next((item for item in self.series if self._is_base(item, series)), None)
        ends = [item.at(load) for item in (base, series) if item is not None]
        longest = [point.longest for point in ends if point is not None]
        if len(longest) < 2 or longest[0] is None or not longest[1]:
            return None
        return longest[0] / longest[1]

    def _is_base(self, base: Series, series: Series) -> bool:
        """Return True if ``base`` is the series with the reference network or routing instead."""
        key = "network" if self.against in {item.name.network for item in self.series} else "routing"
        named = vars(base.name)
        return all(
            named[part] == (self.against if part == key else value)
            for part, value in vars(series.name).items()
        )


@dataclass(frozen=True, eq=False)
class StudyReport:
    """A study's panels; after an interrupt, the finished ones."""

    title: str
    panels: tuple[Panel, ...]
    interrupted: bool = False

    def each(self) -> Iterator[tuple[Panel, Series, SimulatedLoad]]:
        """Yield every load of every series of every panel."""
        for panel in self.panels:
            for series in panel.series:
                for point in series.report.points:
                    yield panel, series, point

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, each sentence once; saturated loads are in the table."""
        remarks: dict[str, None] = {}
        for panel in self.panels:
            for series in panel.series:
                task = series.report.task
                first = (task.short_buffers,) if task.short_buffers else ()
                notes = *first, *task.network.topology.notes, *task.pattern.notes, series.report.delays
                for note in notes:
                    remarks[f"{series.name.network}: {note}"] = None
        seeds = len(self.panels[0].series[0].report.seeds) if self.panels else 2
        return (*remarks, *(("One seed: no confidence interval.",) if seeds == 1 else ()))
