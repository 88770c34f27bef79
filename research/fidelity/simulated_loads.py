"""The loads of an example traffic study, in the form that exhibits store."""

from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import as_file, files
from typing import Any, Literal

import numpy as np

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.fidelity.reproduction import Measurement
from netfloor.research.traffic.report.study_types import StudyReport

#: A load of a series; latencies in cycles (None if saturated), and lists by seed.
Load = dict[str, Any]
#: What UGAL's queues count; see `netfloor.research.traffic.simulation.settings`.
QueueRule = Literal["credits", "waiting"]
#: Routings that read no queue: one simulation serves both rules.
_OBLIVIOUS = ("group-minimal", "group-valiant")


class StudyLoads:
    """The loads of an example study for a measurement, simulated when first requested.

    By ``waiting``, the rule of the studies, a series is a step with all its loads. By ``credits`` each load
    is a step, so that only the loads are simulated that a figure needs.
    """

    def __init__(self, name: str, work: Measurement, queue_rule: QueueRule = "waiting") -> None:
        from netfloor.research.traffic.study.study_file import read_traffic_study  # noqa: PLC0415 - loads Numba

        with as_file(files("netfloor.examples") / "traffic" / f"{name}.toml") as path:
            study = read_traffic_study(path)
        switch = study.switch.model_copy(update={"queue_rule": queue_rule})
        self._study = study.model_copy(update={"seeds": work.size, "switch": switch})
        self.work, self.queue_rule = work, queue_rule

    def until_saturated(self, routing: str, pattern: str, buffers: int) -> Iterator[Load]:
        """Yield the loads of a series in ascending order up to the first that is saturated."""
        each: Iterable[Load]
        if self._whole(routing):
            each = self._series(routing, pattern, buffers)
        else:
            loads = sorted(self._panel(routing, pattern, buffers).loads)
            each = (self.alone(routing, pattern, buffers, load) for load in loads)
        for result in each:
            yield result
            if result["saturated"]:
                return

    def of(self, routing: str, pattern: str, buffers: int) -> list[Load]:
        """Return the loads of a series in ascending order.

        By ``credits`` those between the first saturated load and the highest are left out.
        """
        if self._whole(routing):
            return self._series(routing, pattern, buffers)
        results = list(self.until_saturated(routing, pattern, buffers))
        highest = max(self._panel(routing, pattern, buffers).loads)
        if results[-1]["load"] < highest:
            results.append(self.at(routing, pattern, buffers, highest))
        return results

    def at(self, routing: str, pattern: str, buffers: int, load: float) -> Load:
        """Return one load of a series."""
        if self._whole(routing):
            series = self._series(routing, pattern, buffers)
            return next(item for item in series if item["load"] == load)
        return self.alone(routing, pattern, buffers, load)

    def alone(self, routing: str, pattern: str, buffers: int, load: float) -> Load:
        """Return one load of a series whose other loads are not needed, cached as a step."""
        panel = self._panel(routing, pattern, buffers).model_copy(update={"loads": [load]})
        (found,) = self.work.step(
            self.name(routing, pattern, buffers, load), partial(self._simulated, panel)
        )
        return dict(found)

    def name(self, routing: str, pattern: str, buffers: int, load: float) -> str:
        """Return the name of a load's step; the rule is named unless it is that of the studies."""
        rule = "" if self._whole(routing) else ", by credits"
        return f"{routing}, {pattern}, {buffers} flits{rule}, at {load:g}"

    def _whole(self, routing: str) -> bool:
        return self.queue_rule == "waiting" or routing in _OBLIVIOUS

    def _series(self, routing: str, pattern: str, buffers: int) -> list[Load]:
        series = partial(self._simulated, self._panel(routing, pattern, buffers))
        return sorted(
            self.work.step(f"{routing}, {pattern}, {buffers} flits", series),
            key=lambda load: float(load["load"]),
        )

    def _panel(self, routing: str, pattern: str, buffers: int) -> Any:
        """Return the panel of a series, with this series alone."""
        panel = next(
            item
            for item in self._study.panels
            if routing in item.routings and pattern in item.patterns and buffers in (item.buffers or ())
        )
        return panel.model_copy(update={"routings": [routing], "patterns": [pattern], "buffers": [buffers]})

    def _simulated(self, panel: Any) -> list[Load]:
        from netfloor.research.traffic.study.study import simulate_study  # noqa: PLC0415 - loads Numba

        only = self._study.model_copy(update={"panels": [panel]})
        interrupt = self.work.interrupt or Interrupt()
        return list(_loads(simulate_study(only, None, 1, self.work.observer, interrupt)))


def _loads(report: StudyReport) -> Iterator[Load]:
    for panel, series, point in report.each():
        latency = [None if item is None else item.mean for item in map(point.latency, (None, 0, 1))]
        median, maximum = (_share(point.histogram[kind], part) for kind, part in ((0, 0.5), (1, 0.99)))
        counts = [(run.total.sum(), run.packets.sum()) for run in point.runs]
        yield {
            "load": point.load,
            "saturated": bool(point.saturated),
            "accepted": point.accepted.mean,
            "accepted_by_seed": [round(run.accepted, 6) for run in point.runs],
            "latency_by_seed": [round(float(total / packets), 4) for total, packets in counts if packets]
            if point.has_latency
            else [],
            **dict(zip(("latency", "minimal", "others"), latency, strict=True)),
            "longest": point.longest,
            "not_minimal": point.not_minimal,
            "minimal_median": median,
            "others_99": maximum,
            "use": series.global_use(point) if panel.show == "global channels" else {},
        }


def _share(counts: np.ndarray, part: float) -> int | None:
    """Return the latency that a share of packets does not exceed; None without packets."""
    if not counts.any():
        return None
    return int(np.searchsorted(np.cumsum(counts), part * counts.sum()))
