"""The loads of an example traffic study, in the form that exhibits store."""

from collections.abc import Iterator
from functools import partial
from importlib.resources import as_file, files
from typing import Any

import numpy as np

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.fidelity.reproduction import Measurement
from netfloor.research.traffic.report.study_types import StudyReport

#: A load of a series; latencies in cycles (None if saturated), and lists by seed.
Load = dict[str, Any]


class StudyLoads:
    """The loads of an example study for a measurement; each series is simulated when first requested."""

    def __init__(self, name: str, work: Measurement) -> None:
        from netfloor.research.traffic.study.study_file import read_traffic_study  # noqa: PLC0415 - loads Numba

        with as_file(files("netfloor.examples") / "traffic" / f"{name}.toml") as path:
            study = read_traffic_study(path)
        self._study, self.work = study.model_copy(update={"seeds": work.size}), work

    def of(self, routing: str, pattern: str, buffers: int) -> list[Load]:
        """Return the loads of a series in ascending order, cached as a step."""
        series = partial(self._simulated, self._panel(routing, pattern, buffers))
        return sorted(
            self.work.step(f"{routing}, {pattern}, {buffers} flits", series),
            key=lambda load: float(load["load"]),
        )

    def at(self, routing: str, pattern: str, buffers: int, load: float) -> Load:
        """Return one load of a series whose other loads are not measured, cached as a step."""
        panel = self._panel(routing, pattern, buffers).model_copy(update={"loads": [load]})
        (found,) = self.work.step(
            f"{routing}, {pattern}, {buffers} flits, at {load:g}", partial(self._simulated, panel)
        )
        return dict(found)

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
